"""Matches findings with the queries and exceptions that a command was observed to produce."""

from __future__ import annotations

import linecache
import os
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Finding, Location, Span, Spot, Verification
from tflintgrad.knowledge.rules import SYNTAX_ERROR, UNEXPLAINED
from tflintgrad.source.decoding import split_lines
from tflintgrad.verify.devices import short_name
from tflintgrad.verify.observer.tensors import UNNAMED
from tflintgrad.verify.user_command.notebooks import Notebooks
from tflintgrad.verify.user_command.observation import QuerySummary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tflintgrad.diagnostics import Effect, Verdict
    from tflintgrad.verify.user_command.observation import (
        ExceptionSummary,
        Observation,
        SourceSummary,
    )

_WORDS: dict[Effect, str] = {"none": "None", "zero": "zeros", "nan": "NaN or infinity"}
# None and zeros are the same loss; the TensorFlow version and the tape decide which one it is.
_SHOWN_BY: dict[Effect, tuple[Effect, ...]] = {
    "none": ("none", "zero"),
    "zero": ("zero", "none"),
    "nan": ("nan",),
}


def match_findings(
    findings: Sequence[Finding], observation: Observation, notebooks: Notebooks | None = None
) -> tuple[list[Finding], list[Finding]]:
    """Return the findings with verdicts, and new findings for effects that no rule explains.

    Observed lines in `notebooks` are rows of the module that all cells form; so are the positions
    of the new findings.
    """
    notebooks = notebooks or Notebooks()
    judged = []
    explained: set[QuerySummary] = set()
    for finding in findings:
        in_rows = notebooks.in_rows(finding)
        seen = [query for query in observation.queries if _is_about(in_rows, query)]
        explained.update(seen)
        verification = _verification(in_rows, seen, observation, _line(finding))
        judged.append(replace(finding, verification=verification))
    extra = [
        _unexplained(query, effect, notebooks)
        for query in observation.queries
        if query not in explained
        for effect in effects(query)
    ]
    return judged, extra


def effects(query: QuerySummary) -> list[Effect]:
    """Return the effects of a query: None or zeros in all its calls, NaN in the latest ones."""
    found: list[Effect] = []
    if any(source.none >= query.passed > 0 for source in query.sources):
        found.append("none")
    if query.ends_in_nan:
        found.append("nan")
    if any(0 < source.sampled == source.zero for source in query.sources):
        found.append("zero")
    return found


def _is_about(finding: Finding, query: QuerySummary) -> bool:
    return _any_within(finding.queries, [(query.filename, query.line), *query.related])


def _any_within(spots: Iterable[Spot], lines: Iterable[tuple[str, int]]) -> bool:
    resolved = [(_real(filename), line) for filename, line in lines]
    return any(
        _real(spot.filename) == path and spot.span.start.row <= row <= spot.span.end.row
        for spot in spots
        if spot.cell is None  # cells that a kernel ran have rows by now
        for path, row in resolved
    )


def _real(filename: str) -> str:
    return _resolved(os.path.abspath(filename))


@lru_cache(maxsize=1024)
def _resolved(filename: str) -> str:
    return os.path.realpath(filename)


def _verification(
    finding: Finding, seen: list[QuerySummary], observation: Observation, query_line: str
) -> Verification:
    if finding.effect == "error":
        return _of_error(finding, seen, observation, query_line)
    if not seen:
        return _verdict("inconclusive", f"the run never reached {query_line}")
    if finding.effect == "cost":
        return _verdict("inconclusive", "the observer measures neither time nor memory", seen)
    if finding.effect == "wrong":
        return _verdict(
            "inconclusive",
            "a wrong number looks like a right one; "
            "use `tflintgrad verify FILE` to compare it with finite differences",
            seen,
        )
    return _of_numbers(finding.effect, seen)


def _of_numbers(effect: Effect, seen: list[QuerySummary]) -> Verification:
    """Return the verdict on a finding that states `None`, zeros or NaN."""
    for candidate in _SHOWN_BY[effect]:
        for query in seen:
            count = _how_often(query, candidate)
            if count is not None:
                reason = (
                    f"the query gave {_WORDS[candidate]} {_source_names(query, candidate)}{count}"
                )
                return _verdict("confirmed", reason, [query], candidate)
    calls = sum(query.calls for query in seen)
    sampled = sum(query.sampled for query in seen)
    times = (
        f"in {sampled} of {_count_of_calls(calls)}"
        if sampled != calls
        else f"in {_count_of_calls(calls)}"
    )
    unseen = next((query.unseen for query in seen if query.unseen), "")
    if unseen:
        return _verdict("inconclusive", f"numbers not observed: {unseen}", seen)
    if not any(query.passed for query in seen):
        return _verdict("inconclusive", "every call of the query raised an exception", seen)
    if not all(query.sampled for query in seen if query.passed):
        return _verdict("inconclusive", "the query was traced, but the trace never ran", seen)
    if effect == "nan":
        return _verdict("inconclusive", f"{times} no NaN occurred", seen)
    if any(query.nan_samples for query in seen):
        return _verdict("inconclusive", f"the query gave {_WORDS['nan']} instead", seen, "nan")
    if any(query.sources for query in seen):
        return _verdict("inconclusive", f"{times} some gradients were zero and others not", seen)
    return _verdict("refuted", f"{times} every gradient was finite and not zero", seen)


def _how_often(query: QuerySummary, effect: Effect) -> str | None:
    """Return how often a query had an effect, in words; None if never."""
    if effect == "none":
        return (
            f"in {query.none_calls} of {_count_of_calls(query.calls)}" if query.none_calls else None
        )
    if effect == "nan":
        bad = query.nan_samples
        return f"in {bad} of {_samples(query.sampled)}" if bad else None
    always = any(0 < source.sampled == source.zero for source in query.sources)
    return f"in all of {_samples(query.sampled)}" if always else None


def _of_error(
    finding: Finding, seen: list[QuerySummary], observation: Observation, query_line: str
) -> Verification:
    """Return the verdict on a finding that states an exception."""
    if finding.code == SYNTAX_ERROR:
        return _of_broken_file(finding, observation)
    name = finding.raises or "Exception"
    for query in seen:
        if any(_is_a(error, finding.raises) for error in query.raised):
            return _verdict("confirmed", f"the query raised {name}", [query], "error")
    raised = [error for error in observation.raised if _is_a(error, finding.raises)]
    for error in raised:
        if _any_within([finding.spot, *finding.queries], error.lines):
            reason = f"{error.bases[0]} was raised there: {error.message}"
            return _verdict("confirmed", reason, seen, "error")
    if raised:
        return _verdict("inconclusive", f"{raised[0].bases[0]} was raised, but elsewhere", seen)
    passed = sum(query.passed for query in seen)
    if passed:
        reason = f"{_count_of_calls(passed)} of the query passed without {name}"
        return _verdict("refuted", reason, seen)
    if seen and seen[0].raised:
        other = seen[0].raised[0].bases[0]
        return _verdict("inconclusive", f"the query raised {other} instead", seen)
    return _verdict("inconclusive", f"the run never reached {query_line}")


def _of_broken_file(finding: Finding, observation: Observation) -> Verification:
    """Return the verdict on a file that is no Python: what importing it raises names it."""
    name = os.path.basename(finding.filename)
    for error in observation.raised:
        if SyntaxError.__name__ in error.bases and f"({name}, line" in error.message:
            return _verdict(
                "confirmed", f"{error.bases[0]} was raised: {error.message}", (), "error"
            )
    return _verdict("inconclusive", "the run did not read this file")


def _line(finding: Finding) -> str:
    """Return the line of a finding's query in words, with its file if that is another one."""
    spot = finding.main_query
    line = f"line {spot.span.start.row}"
    if spot.cell is not None:
        line = f"{line} of cell {spot.cell}"
    return line if spot.filename == finding.filename else f"{line} of {spot.filename}"


def _is_a(error: ExceptionSummary, name: str | None) -> bool:
    return name is None or name.rpartition(".")[2] in error.bases


def _verdict(
    verdict: Verdict,
    reason: str,
    seen: Sequence[QuerySummary] = (),
    effect: Effect | None = None,
) -> Verification:
    device = next((short_name(query.device) for query in seen if query.device), "")
    # The evidence is a run even if the run did not reach the query.
    return Verification(verdict, reason, effect, "run", device)


def _unexplained(query: QuerySummary, effect: Effect, notebooks: Notebooks) -> Finding:
    count = _how_often(query, effect)
    spot = _whole_line(query, notebooks)
    return Finding(
        code=UNEXPLAINED,
        message=f"this query gave {_WORDS[effect]} {_source_names(query, effect)}{count}, "
        "and no rule says why",
        filename=spot.filename,
        span=spot.span,
        severity="warning",
        effect=effect,
        queries=(spot,),
        verification=_verdict("confirmed", f"observed {count}", [query], effect),
    )


def _whole_line(query: QuerySummary, notebooks: Notebooks) -> Spot:
    notebook = notebooks.of(query.filename)
    if notebook is not None:
        text = split_lines(notebook.text)[query.line - 1].rstrip()
    else:
        text = linecache.getline(query.filename, query.line).rstrip()
    start = len(text) - len(text.lstrip()) + 1
    end = Location(query.line, max(start, len(text) + 1))
    return Spot(_display_path(query.filename), Span(Location(query.line, start), end))


def _display_path(filename: str) -> str:
    here = os.path.join(os.path.realpath(os.curdir), "")
    return os.path.relpath(_real(filename)) if _real(filename).startswith(here) else filename


def _source_names(query: QuerySummary, effect: Effect) -> str:
    """Return which sources an effect concerns, as words before a count."""
    concerned = [source for source in query.sources if _concerns(source, effect)]
    if not concerned:
        return ""
    names = [_name(source) for source in concerned[:3]]
    more = len(concerned) - len(names) + query.more_sources
    words = ", ".join(names) + (f" and {more} more" if more else "")
    return f"for {words} "


def _concerns(source: SourceSummary, effect: Effect) -> bool:
    if effect == "none":
        return source.none > 0
    return source.nan > 0 if effect == "nan" else 0 < source.sampled == source.zero


def _name(source: SourceSummary) -> str:
    if not source.name or source.name.startswith(UNNAMED):
        return f"source {source.position + 1}"
    return f"`{source.name}`"


def _count_of_calls(count: int) -> str:
    return f"{count} call" if count == 1 else f"{count} calls"


def _samples(count: int) -> str:
    return f"{count} sampled call" if count == 1 else f"{count} sampled calls"
