"""Small programs that TensorFlow has run: the first that shows a finding, and smaller ones."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.verify.judges import judge
from tflintgrad.verify.path_programs import as_reproduced
from tflintgrad.verify.program_runs import Executor, Options, ProgramRuns
from tflintgrad.verify.repro.found_again import Wanted, reproduction_of, without_comment
from tflintgrad.verify.repro.reduction import reduced
from tflintgrad.verify.repro.result import Reproduction


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
        alone = as_reproduced(self._finding, rebuilt, self._program)
        runs = ProgramRuns(self._executor, self._program, (alone,), rebuilt.text, self._options)
        return judge(runs, alone)

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
        runs = 0

        def shows(text: str) -> bool:
            nonlocal best, runs
            found = wanted.find(text, best.cut_row)
            if found is None or runs >= limits.MAX_REDUCTION_RUNS or time.monotonic() > end:
                return False
            runs += 1
            smaller = reproduction_of(text, found[0])
            again = self.verdict(smaller)
            if (again.verdict, again.effect) != (verdict.verdict, verdict.effect):
                return False
            best = smaller
            return True

        reduced(rebuilt.text, shows, limits.MAX_REDUCTION_TRIES, only_unused=False)
        return best
