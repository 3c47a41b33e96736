"""TFG9xx: nothing is wrong with the gradient, but it costs memory or time for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check
from tflintgrad.flow.domain.objects import Tape
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value


@check
def wasteful_tapes(survey: CheckContext) -> Iterator[Problem]:
    told: set[int] = set()
    for query in survey.graph.queries:
        tape = query.tape
        if not tape.explicit or tape.persistent is not True or tape.site is None:
            continue
        if tape in query.context.recording and not _differentiated(survey, query):
            yield Problem(
                "TFG901",
                query.site,
                "the tape is still recording, so it records this gradient computation as well",
                "error",
                "info",
                query=query,
            )
        if tape.number not in told and not _released(survey, tape):
            told.add(tape.number)
            yield Problem(
                "TFG902",
                tape.site,
                "a persistent tape keeps every intermediate value until it is deleted",
                "error",
                "info",
            )


def _differentiated(survey: CheckContext, query: Query) -> bool:
    """Is the gradient itself part of another target of the tape? Then it has to be recorded."""
    return any(
        query.result is not None and query.result.number in survey.reach(other).everything
        for other in query.tape.queries
        if other is not query
    )


def _released(survey: CheckContext, tape: Tape) -> bool:
    """Deleted, or local to a function that returns: then nothing keeps it."""
    return bool(tape.facts.get("deleted")) or (
        bool(tape.context.calls) and not tape.facts.get("kept_on_object")
    )


@check
def huge_jacobians(survey: CheckContext) -> Iterator[Problem]:
    for query in survey.graph.queries:
        if query.method != "jacobian":
            continue
        target = _size(query.target)
        sources = [_size(source.value) for source in query.sources]
        known = [size for size in sources if size is not None]
        if target is not None and known and target * max(known) >= limits.LARGE_JACOBIAN_ENTRIES:
            yield Problem(
                "TFG903",
                query.site,
                f"this Jacobian has about {target * max(known):,} entries, computed one row of "
                "the target at a time",
                "error",
                "info",
                query=query,
            )


def _size(value: Value) -> int | None:
    """The number of elements, where the program spells out the shape."""
    for _ in range(20):
        size = value.facts.get("size")
        if isinstance(size, int):
            return size
        if value.facts.get("layer") is not None:
            return _layer_size(value)
        inputs = [v for v in value.facts.get("inputs") or () if v.const is None]
        if len(inputs) != 1:
            return None
        value = inputs[0]
    return None


def _layer_size(value: Value) -> int | None:
    """Rows of the input times the units of the last layer."""
    layer = value.facts["layer"]
    units = layer.arguments.get(0, "units")
    inputs = value.facts.get("inputs") or ()
    rows = inputs[0].facts.get("rows") if inputs else None
    if units is None or not isinstance(units.const, int) or not isinstance(rows, int):
        return None
    return rows * units.const
