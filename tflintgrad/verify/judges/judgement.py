"""One finding under judgement: its program's runs, and how a verdict is phrased."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tflintgrad.diagnostics import Effect, Finding, Verdict, Verification
from tflintgrad.verify.devices import short_name
from tflintgrad.verify.observer.tensors import UNNAMED
from tflintgrad.verify.program_runs import ProgramRuns
from tflintgrad.verify.protocol import ObservedException, ObservedQuery, Report, RowRange
from tflintgrad.verify.slopes import Slope


@dataclass(frozen=True, slots=True)
class Judgement:
    """A finding and the runs of its program, with constructors for verdicts."""

    runs: ProgramRuns
    finding: Finding

    @property
    def own_rows(self) -> RowRange:
        """The rows of the finding itself."""
        return self.runs.rows(self.finding.spot)

    @property
    def judged_rows(self) -> tuple[RowRange, ...]:
        """The rows of all findings; values detached there are presumably lost by mistake."""
        return tuple(dict.fromkeys(self.runs.rows(f.spot) for f in self.runs.findings))

    def text(self) -> str:
        """Return the text of the file that the finding is in."""
        return self.runs.text_of(self.finding.filename)

    def queries(self, report: Report) -> list[ObservedQuery]:
        """Return the observed queries that the finding is about."""
        return self.runs.queries_of(self.finding, report)

    def names(self, query: ObservedQuery, positions: list[int]) -> str:
        """Return the sources' names for a message: the program's own names, or Keras' names."""
        flow = self.finding.flow
        if flow and flow[0].label == "source" and len(positions) == 1:
            return flow[0].note
        names = [query.sources[p].name for p in positions if p < len(query.sources)]
        named = [f"`{name}`" for name in dict.fromkeys(names) if name and name != UNNAMED]
        if named and len(named) <= 3:
            return ", ".join(named)
        if len(query.sources) == 1:
            return "the source"
        return f"{len(positions)} of {len(query.sources)} sources"

    # --- verdicts

    def confirmed(
        self, effect: Effect, reason: str, query: ObservedQuery | None, slope: Slope | None = None
    ) -> Verification:
        """Return the verdict that TensorFlow shows `effect`."""
        return self._verdict("confirmed", effect, reason, query, slope)

    def refuted(
        self, reason: str, query: ObservedQuery | None, slope: Slope | None = None
    ) -> Verification:
        """Return the verdict that the finding is wrong."""
        return self._verdict("refuted", None, reason, query, slope)

    def inconclusive(
        self, reason: str, query: ObservedQuery | None = None, slope: Slope | None = None
    ) -> Verification:
        """Return the verdict that the runs do not decide the finding."""
        return self._verdict("inconclusive", None, reason, query, slope)

    def not_reached(self, report: Report) -> Verification:
        """Return an inconclusive verdict that says why the run did not request the gradient."""
        if report.failure:
            return self.inconclusive(f"the program could not be judged: {report.failure}")
        if report.raised is not None:
            return self.inconclusive(f"the program ended early, with {describe(report.raised)}")
        return self.inconclusive("the program runs but never requests this gradient")

    def run_corrected(
        self, correct: Callable[[str], str | None], impossible: str
    ) -> Report | Verification:
        """Run the program with a correction; return a verdict with the reason if there is none."""
        if not self.runs.contains(self.finding):
            return self.inconclusive("only the program itself can be corrected, not its imports")
        text = correct(self.runs.program_text())
        return self.inconclusive(impossible) if text is None else self.runs.with_text(text)

    def only_corrected_raises(self, before: Report, after: Report) -> Verification | None:
        """Return the verdict that the corrected program alone raises an exception, if it does."""
        if after.raised is None or before.raised is not None:
            return None
        return self.inconclusive(f"the corrected program ended with {describe(after.raised)}")

    def _verdict(
        self,
        verdict: Verdict,
        effect: Effect | None,
        reason: str,
        query: ObservedQuery | None,
        slope: Slope | None,
    ) -> Verification:
        return Verification(
            verdict=verdict,
            reason=reason,
            effect=effect,
            evidence="program" if verdict != "inconclusive" else None,
            device=short_name(query.device) if query is not None else "",
            tape=slope.tape if slope is not None else None,
            expected=slope.expected if slope is not None else None,
            difference=slope.difference if slope is not None else None,
            tolerance=slope.tolerance if slope is not None else None,
            seeds=slope.seeds if slope is not None else (),
        )


def describe(raised: ObservedException) -> str:
    """Return an exception's name, line and message for use in a reason."""
    where = f" in line {raised.lines[0].row}" if raised.lines else ""
    message = f": {raised.first_line}" if raised.first_line else ""
    return f"{raised.name}{where}{message}"


Judge = Callable[[Judgement], Verification]
JUDGES: dict[str, Judge] = {}


def judge_of(name: str) -> Callable[[Judge], Judge]:
    """Register the decorated function as the judge that rules call `name`."""

    def register(function: Judge) -> Judge:
        JUDGES[name] = function
        return function

    return register
