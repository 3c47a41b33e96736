"""A verification session: findings of files go in, findings with verdicts come out."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Fix, Verdict, Verification
from tflintgrad.engine.file_result import FileResult
from tflintgrad.source.decoding import DecodeError, decode
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import is_notebook, open_notebook
from tflintgrad.verify.confirmed_programs import Trial
from tflintgrad.verify.fix_proofs import Proof, joint_fixes, proof_of
from tflintgrad.verify.judges import judge
from tflintgrad.verify.path_programs import in_module_rows, rebuild_all
from tflintgrad.verify.program_runs import Options, ProgramRuns
from tflintgrad.verify.repro.result import NotReproducible, Reproduction
from tflintgrad.verify.runner_client import CannotVerify, LazyRunner, Runner
from tflintgrad.verify.source_patches import without_obstacle
from tflintgrad.verify.tests_as_programs import is_test_file, with_calls
from tflintgrad.verify.verdict_cache import VerdictCache, key_of

#: Which verdict counts if several draws of random numbers disagree: the highest.
_RANK: dict[Verdict, int] = {"refuted": 0, "inconclusive": 1, "confirmed": 2}


@dataclass(frozen=True, slots=True)
class Progress:
    """The number of findings with a verdict, and of findings so far."""

    settled: int
    known: int


class Session:
    """Verifies files, several at a time, on one fork server that starts when it is needed."""

    def __init__(
        self,
        start: Callable[[], Runner],
        options: Options,
        *,
        jobs: int | None = None,
        cache: VerdictCache | None = None,
        device: str = "cpu",
        progress: Callable[[Progress], None] = lambda _: None,
        prove_fixes: bool = False,
    ) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        self._executor = LazyRunner(start, self._jobs)
        self._options = options
        self._cache = cache
        self._device = device
        self._progress = progress
        self._prove_fixes = prove_fixes
        self._counting = threading.Lock()
        self._settled = self._known = 0

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.close()

    @property
    def runner(self) -> Runner | None:
        """The client of the fork server; None if nothing had to be run."""
        return self._executor.runner

    def start(self) -> None:
        """Start the fork server now; raise CannotVerify if that fails."""
        self._executor.start()

    def verify(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        """Yield the results in their order, each as soon as its findings have verdicts."""
        with ThreadPoolExecutor(max_workers=self._jobs) as pool:
            waiting: deque[Future[FileResult]] = deque()
            try:
                for result in results:
                    self._count(known=len(result.findings))
                    waiting.append(pool.submit(self._file, result))
                    while waiting and waiting[0].done():
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except BaseException:  # also Ctrl-C: the pool would wait for the running programs
                for future in waiting:
                    future.cancel()
                self._executor.close()
                raise

    def _file(self, result: FileResult) -> FileResult:
        if not result.findings:
            return result
        original = result.findings
        result = replace(result, findings=tuple(in_module_rows(item, result) for item in original))
        text = result.text or ""
        key = key_of(result.path, text, result.findings, self._device, self._options)
        verdicts = self._cache.get(key) if self._cache is not None else None
        proofs: list[Proof | None] = [None] * len(original)
        if verdicts is None or len(verdicts) != len(result.findings):
            verdicts, proofs = self._judge_file(result, text, key)
        else:
            self._count(settled=len(verdicts))
        parts = zip(original, verdicts, proofs, strict=True)
        found = tuple(
            replace(item, verification=verdict, fix=_with_proof(item.fix, proof))
            for item, verdict, proof in parts
        )
        return replace(result, findings=found)

    def _judge_file(
        self, result: FileResult, text: str, key: str
    ) -> tuple[list[Verification], list[Proof | None]]:
        """Return the verdicts on the findings of a file, and the proofs of their fixes."""
        unsaved = None if _is_on_disk(result.path, text) else text
        programs = dict.fromkeys(p for item in result.findings for p in _programs(item))
        draws = [
            {program: self._runs_of(program, result, unsaved, options) for program in programs}
            for options in self._options.each_draw()
        ]
        verifications: list[Verification] = []
        proofs: list[Proof | None] = []
        for finding in result.findings:
            candidates = [[runs[p] for p in _programs(finding)] for runs in draws]
            verification = self._over_draws(result, candidates, finding)
            if not verification.device:
                verification = replace(verification, device=self._executor.device)
            verifications.append(verification)
            proofs.append(self._proof(result, candidates, finding, verification))
            self._count(settled=1)
        for by_rule in (True, False):
            self._prove_jointly(result, draws, verifications, proofs, by_rule=by_rule)
        every = [runs for by_program in draws for runs in by_program.values()]
        files = {path: digest for runs in every for path, digest in runs.files.items()}
        if self._cache is not None and not any(runs.failed for runs in every):
            self._cache.put(key, verifications, files)
        return verifications, proofs

    def _proof(
        self,
        result: FileResult,
        draws: list[list[ProgramRuns]],
        finding: Finding,
        verification: Verification,
    ) -> Proof | None:
        """Return the proof of a finding's fix, if it has one that is to be tried."""
        if not self._prove_fixes or finding.fix is None:
            return None
        try:
            proof = None
            if verification.verdict == "confirmed" and verification.evidence == "path":
                path = os.path.realpath(result.path)
                trial = Trial(self._executor, finding, self._options, path)
                proof = trial.proof(rebuild_all(result, finding, self._options))
            return proof or proof_of(draws, finding, verification)
        except (CannotVerify, NotReproducible):
            raise
        except Exception as problem:
            return Proof(_nonsense(problem))

    def _prove_jointly(
        self,
        result: FileResult,
        draws: list[dict[str, ProgramRuns]],
        verifications: list[Verification],
        proofs: list[Proof | None],
        *,
        by_rule: bool,
    ) -> None:
        """Prove the fixes of a rule, or of all, together where they have no proof by themselves."""
        places = [at for at, proof in enumerate(proofs) if proof is not None and not proof.holds]
        known = {(result.findings[at].code, result.findings[at].spot): at for at in places}
        for group in joint_fixes((result.findings[at] for at in places), by_rule=by_rule):
            found: dict[int, Proof] = {}
            for finding in group:
                at = known[finding.code, finding.spot]
                candidates = [[runs[p] for p in _programs(finding)] for runs in draws]
                proof = self._proof(result, candidates, finding, verifications[at])
                if proof is None or not proof.holds:
                    break
                found[at] = replace(proof, sentence=f"all fixed together, {proof.sentence}")
            if len(found) == len(group):
                for at, proof in found.items():
                    proofs[at] = proof

    def _runs_of(
        self, program: str, result: FileResult, unsaved: str | None, options: Options
    ) -> ProgramRuns:
        """Return the runs of a program: the file of the findings, or one that imports it."""
        path = os.path.realpath(program)
        own = path == os.path.realpath(result.path)
        findings = tuple(item for item in result.findings if program in _programs(item))
        text = unsaved if own else None
        if not own and is_notebook(path):
            text = open_notebook(path).text
        runs = ProgramRuns(self._executor, path, findings, text, options)
        return _with_tests(runs) if is_test_file(path) else runs

    def _over_draws(
        self, result: FileResult, draws: list[list[ProgramRuns]], finding: Finding
    ) -> Verification:
        """Return `confirmed` as soon as one draw confirms, `refuted` only if every draw does."""
        best: Verification | None = None
        for number, candidates in enumerate(draws):
            verification = self._one_draw(result, candidates, finding)
            if number > 0:
                seed = candidates[0].options.seed
                reason = f"with seed {seed}: {verification.reason}"
                verification = replace(verification, reason=reason)
            if best is None or _RANK[verification.verdict] > _RANK[best.verdict]:
                best = verification
            if verification.verdict == "confirmed" or any(runs.failed for runs in candidates):
                break
        assert best is not None
        return best

    def _one_draw(
        self, result: FileResult, candidates: list[ProgramRuns], finding: Finding
    ) -> Verification:
        """Judge by one program after the other, then by the finding's path alone."""
        try:
            verification = _by_program(candidates[0], finding)
            for runs in candidates[1:]:
                if verification.verdict == "inconclusive":
                    other = _by_program(runs, finding)
                    verification = other if other.verdict != "inconclusive" else verification
            # A program that hung, died or tampered with its report gets no second chance.
            # Not so a test file: it may well test more than this code.
            failed = any(runs.failed and not runs.is_test for runs in candidates)
            if verification.verdict == "inconclusive" and not failed:
                options = candidates[0].options
                verification = self._by_path(result, finding, verification, options)
        except CannotVerify:
            raise
        except Exception as problem:
            return Verification(verdict="inconclusive", reason=_nonsense(problem))
        return verification

    def _by_path(
        self, result: FileResult, finding: Finding, verification: Verification, options: Options
    ) -> Verification:
        """Judge by the finding's path alone, after its program was inconclusive."""
        trial = Trial(self._executor, finding, options, os.path.realpath(result.path))
        try:
            rebuilt, shown = trial.first_confirmed(rebuild_all(result, finding, options))
        except NotReproducible:
            return verification
        yours = f"with your {', '.join(f'`{name}`' for name in rebuilt.used_inputs)}, "
        if shown.verdict != "confirmed":
            # Placeholders are not the program: it may show what they do not.
            if not rebuilt.used_inputs:
                return verification
            reason = f"{verification.reason}; {yours}its path alone does not show it either: "
            return replace(verification, reason=reason + shown.reason)
        reason = f"{shown.reason}; the file by itself does not show it: {verification.reason}"
        return replace(
            shown, evidence="path", reason=(yours if rebuilt.used_inputs else "") + reason
        )

    def reproduce(self, result: FileResult, finding: Finding) -> tuple[Reproduction, Verification]:
        """Return a small program for a finding, and what TensorFlow says about it.

        Raise NotReproducible if there is none.
        """
        trial = Trial(self._executor, finding, self._options, os.path.realpath("repro.py"))
        rebuilt, verdict = trial.first_confirmed(rebuild_all(result, finding, self._options))
        if verdict.verdict == "confirmed":
            rebuilt = trial.smaller(rebuilt, verdict)
        return rebuilt, verdict

    def _count(self, settled: int = 0, known: int = 0) -> None:
        with self._counting:
            self._settled += settled
            self._known += known
            self._progress(Progress(self._settled, self._known))


def _with_proof(fix: Fix | None, proof: Proof | None) -> Fix | None:
    """Return a fix with its proof; its edits stay where the file has them."""
    if fix is None or proof is None:
        return fix
    return replace(fix, proof=proof.sentence, proven=proof.holds)


def _nonsense(problem: Exception) -> str:
    """Return a reason: a program can forge its report in ways that no judge is prepared for."""
    return f"the program's report makes no sense ({type(problem).__name__})"


def _programs(finding: Finding) -> tuple[str, ...]:
    """Return the programs that are run for a finding, test files last."""
    programs = sorted(finding.programs, key=is_test_file)
    return tuple(programs[: limits.MAX_PROGRAMS_PER_FINDING]) or (finding.filename,)


def _with_tests(runs: ProgramRuns) -> ProgramRuns:
    """Return the runs of a test file that also calls its tests."""
    try:
        text = with_calls(runs.program_text())
    except (Unreadable, DecodeError):
        return runs  # the run says why
    return runs if text is None else replace(runs, text=text, is_test=True)


def _by_program(runs: ProgramRuns, finding: Finding) -> Verification:
    verification = judge(runs, finding)
    if verification.verdict == "inconclusive" and not runs.failed:
        verification = _without_obstacle(runs, finding, verification)
    return verification


def _without_obstacle(
    runs: ProgramRuns, finding: Finding, verification: Verification
) -> Verification:
    """Judge again without the statement of another finding that ends the program first."""
    found = without_obstacle(runs, finding)
    if found is None:
        return verification
    row, text = found
    shown = judge(replace(runs, text=text, _reports={}), finding)
    if shown.verdict == "inconclusive":
        return verification
    return replace(shown, reason=f"with line {row}, which raises, taken out: {shown.reason}")


def _is_on_disk(path: str, text: str) -> bool:
    """True if the file holds this text; false if an editor has an unsaved version."""
    try:
        return decode(read_bytes(path)) == text
    except (Unreadable, DecodeError):
        return os.path.isfile(path)
