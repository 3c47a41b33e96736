"""Small programs that TensorFlow has run: the first that shows a finding, and smaller ones."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import replace

from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Fix, Verification
from tflintgrad.verify.fix_proofs import Proof, proof_of
from tflintgrad.verify.judges import judge
from tflintgrad.verify.path_programs import as_reproduced
from tflintgrad.verify.program_runs import Executor, Options, ProgramRuns
from tflintgrad.verify.repro.found_again import Wanted, reproduction_of, without_comment
from tflintgrad.verify.repro.reduction import reduced_in_strides
from tflintgrad.verify.repro.result import Reproduction

#: A dotted name; the group is the bracket of its call.
_NAME = re.compile(r"[A-Za-z_][\w.]*(\()?")


class Trial:
    """Runs reproductions of one finding."""

    def __init__(
        self, executor: Executor, finding: Finding, options: Options, program: str
    ) -> None:
        self._executor = executor
        self._finding = finding
        # A reproduction contains the user's values already.
        self._options = replace(options, inputs={})
        self._program = program

    def verdict(self, rebuilt: Reproduction) -> Verification:
        """Return what TensorFlow says about the finding in a reproduction."""
        runs, alone = self._runs(rebuilt)
        return judge(runs, alone)

    def proof(self, candidates: Iterable[Reproduction]) -> Proof | None:
        """Return the proof of the finding's fix by a reproduction; None if no other is like it."""
        rebuilt, verdict = self.first_confirmed(candidates)
        wanted = Wanted(self._finding.code, tensorflow_version=self._options.tensorflow_version)
        found = wanted.find(rebuilt.text, rebuilt.cut_row)
        if found is None or not _write_alike(self._finding.fix, found[0].fix):
            return None
        runs, alone = self._runs(reproduction_of(rebuilt.text, found[0]))
        proof = proof_of([[runs]], alone, verdict)
        return replace(proof, sentence=f"on its path alone, {proof.sentence}") if proof else None

    def _runs(self, rebuilt: Reproduction) -> tuple[ProgramRuns, Finding]:
        alone = as_reproduced(self._finding, rebuilt, self._program)
        runs = ProgramRuns(self._executor, self._program, (alone,), rebuilt.text, self._options)
        return runs, alone

    def first_confirmed(
        self, candidates: Iterable[Reproduction]
    ) -> tuple[Reproduction, Verification]:
        """Return the first reproduction that TensorFlow confirms, else the first, and its verdict.

        Raise NotReproducible if there is none.
        """
        first: tuple[Reproduction, Verification] | None = None
        for rebuilt in candidates:
            verdict = self.verdict(rebuilt)
            if verdict.verdict == "confirmed":
                return rebuilt, verdict
            first = first or (rebuilt, verdict)
        assert first is not None
        return first

    def smaller(self, rebuilt: Reproduction, verdict: Verification) -> Reproduction:
        """Return a program with fewer lines for which TensorFlow gives the same verdict."""
        line = without_comment(rebuilt.text.split("\n")[rebuilt.cut_row - 1])
        version = self._options.tensorflow_version
        wanted = Wanted(self._finding.code, rebuilt.effect, line, version)
        end = time.monotonic() + limits.MAX_REDUCTION_SECONDS
        best = rebuilt
        tries, runs = limits.MAX_REDUCTION_TRIES, limits.MAX_REDUCTION_RUNS
        known: dict[str, bool] = {}

        def holds(text: str) -> bool:
            nonlocal tries
            if text not in known:
                tries -= 1
                if tries < 0 or runs <= 0 or time.monotonic() > end:
                    return False
                known[text] = wanted.find(text, best.cut_row) is not None
            return known[text]

        def shows(text: str) -> bool:
            nonlocal best, runs
            found = wanted.find(text, best.cut_row)
            if found is None or runs <= 0 or time.monotonic() > end:
                return False
            runs -= 1
            smaller = reproduction_of(text, found[0])
            again = self.verdict(smaller)
            if (again.verdict, again.effect) != (verdict.verdict, verdict.effect):
                return False
            best = smaller
            return True

        # The last statement prints the gradient, unless Keras computes it.
        keep_last = not self._finding.implicit
        reduced_in_strides(rebuilt.text, holds, shows, keep_last=keep_last)
        return best


def _write_alike(one: Fix | None, other: Fix | None) -> bool:
    """True if two fixes write the same code, apart from the names of values."""
    if one is None or other is None:
        return False
    pieces = [sorted(_anonymous(edit.replacement) for edit in fix.edits) for fix in (one, other)]
    return pieces[0] == pieces[1]


def _anonymous(code: str) -> str:
    """Return some code with `_` for each name that is not called."""
    return _NAME.sub(lambda found: found[0].rpartition(".")[2] if found[1] else "_", code.strip())
