"""Puts what a command was seen to do beside what the linter said about it."""

from __future__ import annotations

import linecache
import os
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Finding, Location, Span, Spot, Verification
from tflintgrad.knowledge.rules import UNEXPLAINED
from tflintgrad.source.decoding import split_lines
from tflintgrad.verify.devices import short_name
from tflintgrad.verify.observe.notebooks import Notebooks
from tflintgrad.verify.observe.observation import SeenQuery

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tflintgrad.diagnostics import Effect, Verdict
    from tflintgrad.verify.observe.observation import Observation, SeenException, SeenSource

_WORDS: dict[Effect, str] = {"none": "None", "zero": "zeros", "nan": "NaN or infinity"}
# None and zeros are the same loss; which one it is depends on the version and on the tape.
_SHOWN_BY: dict[Effect, tuple[Effect, ...]] = {
    "none": ("none", "zero"),
    "zero": ("zero", "none"),
    "nan": ("nan",),
}
# What TensorFlow calls a variable that nobody gave a name.
_NO_NAME = "Variable"


def join(
    findings: Sequence[Finding], observation: Observation, notebooks: Notebooks | None = None
) -> tuple[list[Finding], list[Finding]]:
    """The findings with what was seen of them, and findings for what no rule foresaw.

    What was seen in `notebooks` is in rows of all cells; so are the findings that come of it.
    """
    notebooks = notebooks or Notebooks()
    judged = []
    explained: set[SeenQuery] = set()
    for finding in findings:
        there = notebooks.in_rows(finding)
        seen = [query for query in observation.queries if _is_about(there, query)]
        explained.update(seen)
        verification = _verification(there, seen, observation, _line(finding.main_query))
        judged.append(replace(finding, verification=verification))
    extra = [
        _unexplained(query, effect, notebooks)
        for query in observation.queries
        if query not in explained
        for effect in effects(query)
    ]
    return judged, extra


def effects(query: SeenQuery) -> list[Effect]:
    """What went wrong there every time, as far as was seen; NaN also if it came to stay."""
    found: list[Effect] = []
    if any(source.none >= query.passed > 0 for source in query.sources):
        found.append("none")
    if query.ends_in_nan:
        found.append("nan")
    if any(0 < source.sampled == source.zero for source in query.sources):
        found.append("zero")
    return found


def _is_about(finding: Finding, query: SeenQuery) -> bool:
    return _any_within(finding.queries, [(query.filename, query.line), *query.related])


def _any_within(spots: Iterable[Spot], lines: Iterable[tuple[str, int]]) -> bool:
    places = [(_real(filename), line) for filename, line in lines]
    return any(
        _real(spot.filename) == path and spot.span.start.row <= row <= spot.span.end.row
        for spot in spots
        if spot.cell is None  # else nobody ran it cell by cell
        for path, row in places
    )


def _real(filename: str) -> str:
    return _resolved(os.path.abspath(filename))


@lru_cache(maxsize=1024)
def _resolved(filename: str) -> str:
    return os.path.realpath(filename)


def _verification(
    finding: Finding, seen: list[SeenQuery], observation: Observation, asked: str
) -> Verification:
    if finding.effect == "error":
        return _of_error(finding, seen, observation, asked)
    if not seen:
        return _said("inconclusive", f"the run never got to {asked}")
    if finding.effect == "wrong":
        return _said(
            "inconclusive",
            "a wrong number looks like a right one: "
            "`tflintgrad verify FILE` compares it with finite differences",
            seen,
        )
    return _of_numbers(finding.effect, seen)


def _of_numbers(effect: Effect, seen: list[SeenQuery]) -> Verification:
    """`None`, zeros or NaN were stated."""
    for candidate in _SHOWN_BY[effect]:
        for query in seen:
            count = _count(query, candidate)
            if count is not None:
                reason = f"the query gave {_WORDS[candidate]} {_for(query, candidate)}{count}"
                return _said("confirmed", reason, [query], candidate)
    asked = sum(query.asked for query in seen)
    sampled = sum(query.sampled for query in seen)
    times = f"in {sampled} of {_calls(asked)}" if sampled != asked else f"in {_calls(asked)}"
    unseen = next((query.unseen for query in seen if query.unseen), "")
    if unseen:
        return _said("inconclusive", f"numbers not seen: {unseen}", seen)
    if not any(query.passed for query in seen):
        return _said("inconclusive", "every call of the query raised an exception", seen)
    if not all(query.sampled for query in seen if query.passed):
        return _said("inconclusive", "the query was traced, and the trace never run", seen)
    if effect == "nan":
        return _said("inconclusive", f"{times} no NaN came up", seen)
    if any(query.nan_samples for query in seen):
        return _said("inconclusive", f"the query gave {_WORDS['nan']} instead", seen, "nan")
    if any(query.sources for query in seen):
        return _said("inconclusive", f"{times} some gradients were zero and others not", seen)
    return _said("refuted", f"{times} every gradient was a finite number other than zero", seen)


def _count(query: SeenQuery, effect: Effect) -> str | None:
    """How often it happened, in words; None if it did not."""
    if effect == "none":
        return f"in {query.none_calls} of {_calls(query.asked)}" if query.none_calls else None
    if effect == "nan":
        bad = query.nan_samples
        return f"in {bad} of {_samples(query.sampled)}" if bad else None
    always = any(0 < source.sampled == source.zero for source in query.sources)
    return f"in all of {_samples(query.sampled)}" if always else None


def _of_error(
    finding: Finding, seen: list[SeenQuery], observation: Observation, asked: str
) -> Verification:
    name = finding.raises or "Exception"
    for query in seen:
        if any(_is_a(error, finding.raises) for error in query.raised):
            return _said("confirmed", f"the query raised {name}", [query], "error")
    raised = [error for error in observation.raised if _is_a(error, finding.raises)]
    for error in raised:
        if _any_within([finding.spot, *finding.queries], error.lines):
            reason = f"{error.bases[0]} was raised there: {error.message}"
            return _said("confirmed", reason, seen, "error")
    if raised:
        return _said("inconclusive", f"{raised[0].bases[0]} was raised, but elsewhere", seen)
    passed = sum(query.passed for query in seen)
    if passed:
        return _said("refuted", f"{_calls(passed)} of the query went by without {name}", seen)
    if seen and seen[0].raised:
        other = seen[0].raised[0].bases[0]
        return _said("inconclusive", f"the query raised {other} instead", seen)
    return _said("inconclusive", f"the run never got to {asked}")


def _line(spot: Spot) -> str:
    line = f"line {spot.span.start.row}"
    return line if spot.cell is None else f"{line} of cell {spot.cell}"


def _is_a(error: SeenException, name: str | None) -> bool:
    return name is None or name.rpartition(".")[2] in error.bases


def _said(
    verdict: Verdict,
    reason: str,
    seen: Sequence[SeenQuery] = (),
    effect: Effect | None = None,
) -> Verification:
    device = next((short_name(query.device) for query in seen if query.device), "")
    # Something was run even where the run did not get there.
    return Verification(verdict, reason, effect, "run", device)


def _unexplained(query: SeenQuery, effect: Effect, notebooks: Notebooks) -> Finding:
    count = _count(query, effect)
    place = _whole_line(query, notebooks)
    return Finding(
        code=UNEXPLAINED,
        message=f"this query gave {_WORDS[effect]} {_for(query, effect)}{count}, "
        "and no rule says why",
        filename=place.filename,
        span=place.span,
        severity="warning",
        effect=effect,
        queries=(place,),
        verification=_said("confirmed", f"seen {count}", [query], effect),
    )


def _whole_line(query: SeenQuery, notebooks: Notebooks) -> Spot:
    notebook = notebooks.of(query.filename)
    if notebook is not None:
        text = split_lines(notebook.text)[query.line - 1].rstrip()
    else:
        text = linecache.getline(query.filename, query.line).rstrip()
    start = len(text) - len(text.lstrip()) + 1
    end = Location(query.line, max(start, len(text) + 1))
    return Spot(_shown(query.filename), Span(Location(query.line, start), end))


def _shown(filename: str) -> str:
    here = os.path.join(os.path.realpath(os.curdir), "")
    return os.path.relpath(_real(filename)) if _real(filename).startswith(here) else filename


def _for(query: SeenQuery, effect: Effect) -> str:
    """Which sources it concerns, as words before a count."""
    concerned = [source for source in query.sources if _concerns(source, effect)]
    if not concerned:
        return ""
    names = [_name(source) for source in concerned[:3]]
    more = len(concerned) - len(names) + query.more_sources
    words = ", ".join(names) + (f" and {more} more" if more else "")
    return f"for {words} "


def _concerns(source: SeenSource, effect: Effect) -> bool:
    if effect == "none":
        return source.none > 0
    return source.nan > 0 if effect == "nan" else 0 < source.sampled == source.zero


def _name(source: SeenSource) -> str:
    if not source.name or source.name.startswith(_NO_NAME):
        return f"source {source.position + 1}"
    return f"`{source.name}`"


def _calls(count: int) -> str:
    return f"{count} call" if count == 1 else f"{count} calls"


def _samples(count: int) -> str:
    return f"{count} sampled call" if count == 1 else f"{count} sampled calls"
