"""Tapes and Jacobians that waste memory or time, with correct gradients (rules 9xx)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.flow.domain.objects import Tape
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value


@check
def wasteful_tapes(context: CheckContext) -> Iterator[Problem]:
    """Report persistent tapes that record their own queries, or that are never deleted."""
    reported: set[int] = set()
    for query in context.graph.queries:
        tape = query.tape
        if not tape.explicit or tape.persistent is not True or tape.site is None:
            continue
        if tape.records_everything:  # `tf.gradients` has no tape that could be deleted
            continue
        if tape in query.context.recording and not _differentiated(context, query):
            yield problem("query-inside-persistent-tape", query.site, query)
        if tape.number not in reported and not _released(context, tape):
            reported.add(tape.number)
            yield problem("persistent-tape-kept", tape.site)


def _differentiated(context: CheckContext, query: Query) -> bool:
    """True if the gradient is part of another target of the tape, so that it must be recorded."""
    return any(
        query.result is not None and query.result.number in context.reach(other).dependencies
        for other in query.tape.queries
        if other is not query
    )


def _released(context: CheckContext, tape: Tape) -> bool:
    """True if the tape is deleted, or local to a function that returns."""
    return tape.deleted or (bool(tape.context.calls) and not tape.kept_on_object)


@check
def huge_jacobians(context: CheckContext) -> Iterator[Problem]:
    """Report Jacobians with a million entries or more."""
    for query in context.graph.queries:
        if query.method != "jacobian":
            continue
        target = _size(query.target)
        sources = [_size(source.value) for source in query.sources]
        known = [size for size in sources if size is not None]
        if target is not None and known and target * max(known) >= limits.LARGE_JACOBIAN_ENTRIES:
            entries = f"{target * max(known):,}"
            yield problem("huge-jacobian", query.site, query, entries=entries)


def _size(value: Value) -> int | None:
    """Return the number of elements, where the program spells out the shape."""
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
    """Return the rows of the input times the units of the layer."""
    layer = value.facts["layer"]
    units = layer.arguments.get(0, "units")
    inputs = value.facts.get("inputs") or ()
    rows = inputs[0].facts.get("rows") if inputs else None
    if units is None or not isinstance(units.const, int) or not isinstance(rows, int):
        return None
    return rows * units.const
