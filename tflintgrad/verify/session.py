"""From the findings of files to findings with verdicts."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Location, Span, Spot, Verdict, Verification
from tflintgrad.engine.cell_locations import to_module
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.source.decoding import DecodeError, decode
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import is_notebook, open_notebook
from tflintgrad.verify.judges import judge
from tflintgrad.verify.program_runs import Options, Subject
from tflintgrad.verify.protocol import Report, Request
from tflintgrad.verify.repro.result import NotReproducible, Reproduction
from tflintgrad.verify.runner_client import CannotVerify, Runner
from tflintgrad.verify.source_patches import obstacle
from tflintgrad.verify.verdict_cache import VerdictCache, key_of

if TYPE_CHECKING:
    from tflintgrad.engine.analysis import Program


@dataclass(frozen=True, slots=True)
class Progress:
    """How far verification is: findings that are settled, out of how many so far."""

    settled: int
    known: int


class Session:
    """Verifies file after file, several at a time, on one server that starts when it is needed."""

    def __init__(
        self,
        start: Callable[[], Runner],
        options: Options,
        *,
        jobs: int | None = None,
        cache: VerdictCache | None = None,
        device: str = "cpu",
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        self._runs = _Runs(start, self._jobs)
        self._options = options
        self._cache = cache
        self._device = device
        self._progress = progress
        self._counted = threading.Lock()
        self._settled = self._known = 0

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._runs.close()

    @property
    def runner(self) -> Runner | None:
        """The server, if anything had to be run."""
        return self._runs.runner

    def start(self) -> None:
        """Start the server now, and raise CannotVerify where it cannot be."""
        self._runs.start()

    def verify(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        """The same results in the same order, each as soon as its findings are settled."""
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
            except BaseException:  # also Ctrl-C: what is running would be waited for
                for future in waiting:
                    future.cancel()
                self._runs.close()
                raise

    def _file(self, result: FileResult) -> FileResult:
        if not result.findings:
            return result
        placed = result.findings
        result = replace(result, findings=tuple(as_module(item, result) for item in placed))
        text = result.text or ""
        key = key_of(result.path, text, result.findings, self._device, self._options)
        known = self._cache.get(key) if self._cache is not None else None
        if known is None or len(known) != len(result.findings):
            known = self._judged(result, text, key)
        else:
            self._count(settled=len(known))
        pairs = zip(placed, known, strict=True)
        return replace(result, findings=tuple(replace(f, verification=v) for f, v in pairs))

    def _judged(self, result: FileResult, text: str, key: str) -> list[Verification]:
        unsaved = None if _same_file(result.path, text) else text
        programs = dict.fromkeys(p for item in result.findings for p in _tried(item))
        draws = [
            {program: self._subject(program, result, unsaved, options) for program in programs}
            for options in self._options.drawn()
        ]
        verifications = []
        for finding in result.findings:
            tried = [[subjects[p] for p in _tried(finding)] for subjects in draws]
            verification = self._over_draws(result, tried, finding)
            if not verification.device:
                verification = replace(verification, device=self._runs.device)
            verifications.append(verification)
            self._count(settled=1)
        every = [subject for subjects in draws for subject in subjects.values()]
        files = {path: digest for s in every for path, digest in s.files.items()}
        if self._cache is not None and not any(s.troubled for s in every):
            self._cache.put(key, verifications, files)
        return verifications

    def _subject(
        self, program: str, result: FileResult, unsaved: str | None, options: Options
    ) -> Subject:
        """The program that shows some of the findings: the file itself, or one that imports it."""
        path = os.path.realpath(program)
        own = path == os.path.realpath(result.path)
        findings = tuple(item for item in result.findings if program in _tried(item))
        text = unsaved if own else None
        if not own and is_notebook(path):
            text = open_notebook(path).text
        return Subject(self._runs, path, findings, text, options)

    def _over_draws(
        self, result: FileResult, draws: list[list[Subject]], finding: Finding
    ) -> Verification:
        """Confirmed as soon as one draw shows it, refuted only if every draw does."""
        kept: Verification | None = None
        for place, subjects in enumerate(draws):
            shown = self._verdict(result, subjects, finding)
            if place > 0:
                seed = subjects[0].options.seed
                shown = replace(shown, reason=f"with seed {seed}: {shown.reason}")
            if kept is None or _RANK[shown.verdict] > _RANK[kept.verdict]:
                kept = shown
            if shown.verdict == "confirmed" or any(subject.troubled for subject in subjects):
                break
        assert kept is not None
        return kept

    def _verdict(
        self, result: FileResult, subjects: list[Subject], finding: Finding
    ) -> Verification:
        try:
            verification = _by_program(subjects[0], finding)
            for subject in subjects[1:]:
                if verification.verdict == "inconclusive":
                    other = _by_program(subject, finding)
                    verification = other if other.verdict != "inconclusive" else verification
            # What hung, died or tampered is not given another chance to do so.
            troubled = any(subject.troubled for subject in subjects)
            if verification.verdict == "inconclusive" and not troubled:
                options = subjects[0].options
                verification = self._by_path(result, finding, verification, options)
        except CannotVerify:
            raise
        except Exception as problem:
            # A program can forge what it reports, down to what no judge has thought of.
            reason = f"what the program reports makes no sense ({type(problem).__name__})"
            return Verification(verdict="inconclusive", reason=reason)
        return verification

    def _by_path(
        self, result: FileResult, finding: Finding, verification: Verification, options: Options
    ) -> Verification:
        """The program could not show it; perhaps the path alone can."""
        try:
            rebuilt = rebuild(result, finding, options)
        except NotReproducible:
            return verification
        alone = as_reproduced(finding, rebuilt, result.path)
        program = os.path.realpath(result.path)
        subject = Subject(self._runs, program, (alone,), rebuilt.text, options)
        shown = judge(subject, alone)
        yours = f"with your {', '.join(f'`{name}`' for name in rebuilt.given)}, "
        if shown.verdict != "confirmed":
            # Stand-ins are not the program: what they do not show may still be there.
            if not rebuilt.given:
                return verification
            reason = f"{verification.reason}; {yours}its path alone does not show it either: "
            return replace(verification, reason=reason + shown.reason)
        reason = f"{shown.reason}; the file by itself does not show it: {verification.reason}"
        return replace(shown, evidence="path", reason=(yours if rebuilt.given else "") + reason)

    def _count(self, settled: int = 0, known: int = 0) -> None:
        with self._counted:
            self._settled += settled
            self._known += known
            self._progress(Progress(self._settled, self._known))


#: What a verdict counts beside those of other draws.
_RANK: dict[Verdict, int] = {"refuted": 0, "inconclusive": 1, "confirmed": 2}


def _tried(finding: Finding) -> tuple[str, ...]:
    """The programs that a finding is looked for in."""
    return finding.programs[: limits.MAX_PROGRAMS_PER_FINDING] or (finding.filename,)


def _by_program(subject: Subject, finding: Finding) -> Verification:
    verification = judge(subject, finding)
    if verification.verdict == "inconclusive" and not subject.troubled:
        verification = _without_obstacle(subject, finding, verification)
    return verification


def _without_obstacle(
    subject: Subject, finding: Finding, verification: Verification
) -> Verification:
    """Where another finding's exception ends the program first, that statement is taken out."""
    found = obstacle(subject, finding)
    if found is None:
        return verification
    row, text = found
    shown = judge(replace(subject, text=text, _reports={}), finding)
    if shown.verdict == "inconclusive":
        return verification
    return replace(shown, reason=f"with line {row}, which raises, taken out: {shown.reason}")


def as_module(finding: Finding, result: FileResult) -> Finding:
    """A finding in a notebook, in rows of the program that its cells form."""
    for filename in dict.fromkeys((finding.filename, *finding.programs)):
        if is_notebook(filename):
            own = filename == result.path and result.notebook is not None
            notebook = result.notebook if own else open_notebook(filename)
            assert notebook is not None
            finding = to_module(finding, filename, notebook)
    return finding


def rebuild(result: FileResult, finding: Finding, options: Options) -> Reproduction:
    """The path of a finding as a program of its own."""
    from tflintgrad.engine.analysis import find_problems_in
    from tflintgrad.source.syntax.parse import SyntaxProblem
    from tflintgrad.verify.repro import reproduce

    finding = as_module(finding, result)
    program = _program(result, finding, options.tensorflow_version)
    try:
        problems = find_problems_in(program)
    except SyntaxProblem as refused:  # the check did without libcst's own parser
        raise NotReproducible(f"{refused.message} (line {refused.row})") from None
    for found, problem in problems:
        if (found.code, found.spot) == (finding.code, finding.spot):
            return reproduce(found, problem, program.text, options.inputs)
    raise NotReproducible("the finding is not there any more")


def _program(result: FileResult, finding: Finding, tensorflow_version: str) -> Program:
    """What has to be analysed to see a finding again."""
    from tflintgrad.engine.analysis import Program

    shown = finding.program
    path = os.path.abspath(shown)
    own = os.path.abspath(result.path)
    texts = {own: result.text} if result.text is not None else {}
    workspace = Workspace({path: shown, own: result.path}, texts, exact=True)
    text = workspace.text(path)
    if text is None:
        raise NotReproducible(f"{shown} is not there any more")
    if not os.path.exists(path):
        return Program(text, shown, tensorflow_version=tensorflow_version, exact=True)
    project = ProjectView(workspace, path)
    names = project.imported_query_names
    return Program(text, shown, path, project, tensorflow_version, names, exact=True)


def as_reproduced(finding: Finding, rebuilt: Reproduction, filename: str) -> Finding:
    """The finding, as it stands in the rebuilt program."""
    return replace(
        finding,
        filename=filename,
        span=_row(rebuilt.cut_row),
        queries=(Spot(filename, _row(rebuilt.query_row)),),
        programs=(filename,),
    )


def _row(row: int) -> Span:
    return Span(Location(row, 1), Location(row, 1))


def _same_file(path: str, text: str) -> bool:
    """Is it the file that was checked, or what an editor has in its place?"""
    try:
        return decode(read_bytes(path)) == text
    except (Unreadable, DecodeError):
        return os.path.isfile(path)


class _Runs:
    """Starts the server with the first request; at most so many programs at once."""

    def __init__(self, start: Callable[[], Runner], jobs: int) -> None:
        self._start = start
        self._starting = threading.Lock()
        self._closed = False
        self._slots = threading.BoundedSemaphore(jobs)
        self.runner: Runner | None = None

    @property
    def device(self) -> str:
        return self.runner.device if self.runner is not None else ""

    def start(self) -> Runner:
        with self._starting:
            if self._closed:
                raise CannotVerify("verification was ended")
            if self.runner is None:
                self.runner = self._start()
            return self.runner

    def run(self, request: Request) -> Report:
        runner = self.start()
        with self._slots:
            return runner.run(request)

    def close(self) -> None:
        self._closed = True
        with self._starting:
            if self.runner is not None:
                self.runner.close()
