"""One finding before its judge: what was seen, and the words for a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tflintgrad.diagnostics import Effect, Finding, Verification
from tflintgrad.source.decoding import decode
from tflintgrad.source.files import read_bytes
from tflintgrad.verify.devices import short_name
from tflintgrad.verify.finite_differences import Slope
from tflintgrad.verify.program_runs import Subject
from tflintgrad.verify.protocol import QuerySeen, Raised, Report, Window

#: What TensorFlow calls a variable that nobody named.
UNNAMED = "Variable"


@dataclass(frozen=True, slots=True)
class Judgement:
    subject: Subject
    finding: Finding

    @property
    def own_rows(self) -> Window:
        return self.subject.window(self.finding.spot)

    def text(self) -> str:
        """The source of the file that the finding is in."""
        if self.subject.holds(self.finding):
            return self.subject.source()
        return decode(read_bytes(self.finding.filename))

    @property
    def tried(self) -> tuple[Window, ...]:
        """What is detached on these lines is what is on trial, and not meant to be."""
        return tuple(dict.fromkeys(self.subject.window(f.spot) for f in self.subject.findings))

    def queries(self, report: Report) -> list[QuerySeen]:
        return self.subject.asked(report, self.finding)

    def names(self, query: QuerySeen, positions: list[int]) -> str:
        """The sources by name: as the program calls them, or as Keras does."""
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
        self, effect: Effect, reason: str, query: QuerySeen | None, slope: Slope | None = None
    ) -> Verification:
        return self._verdict("confirmed", effect, reason, query, slope)

    def refuted(
        self, reason: str, query: QuerySeen | None, slope: Slope | None = None
    ) -> Verification:
        return self._verdict("refuted", None, reason, query, slope)

    def inconclusive(
        self, reason: str, query: QuerySeen | None = None, slope: Slope | None = None
    ) -> Verification:
        return self._verdict("inconclusive", None, reason, query, slope)

    def _verdict(
        self,
        verdict: str,
        effect: Effect | None,
        reason: str,
        query: QuerySeen | None,
        slope: Slope | None,
    ) -> Verification:
        return Verification(
            verdict=verdict,  # type: ignore[arg-type]
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

    def not_reached(self, report: Report) -> Verification:
        """Nobody asked for the gradient in this run; say what came in between."""
        if report.trouble:
            return self.inconclusive(f"the program could not be judged: {report.trouble}")
        if report.raised is not None:
            return self.inconclusive(f"the program ended too early, with {ended(report.raised)}")
        return self.inconclusive("the program runs, and never asks for this gradient")


def ended(raised: Raised) -> str:
    place = f" in line {raised.places[0].row}" if raised.places else ""
    message = f": {raised.first_line}" if raised.first_line else ""
    return f"{raised.name}{place}{message}"


Judge = Callable[[Judgement], Verification]
JUDGES: dict[str, Judge] = {}


def judge_of(name: str) -> Callable[[Judge], Judge]:
    """Register a judge under the name that rules call it by."""

    def register(function: Judge) -> Judge:
        JUDGES[name] = function
        return function

    return register
