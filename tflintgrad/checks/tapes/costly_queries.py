"""Tapes and Jacobians that waste memory or time, with correct gradients (rules 9xx)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.flow.domain.objects import Tape
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.properties.shapes.shape_of import shape_of


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
        target = shape_of(query.target).size
        sources = [shape_of(source.value).size for source in query.sources]
        known = [size for size in sources if size is not None]
        if target is not None and known and target * max(known) >= limits.LARGE_JACOBIAN_ENTRIES:
            entries = f"{target * max(known):,}"
            yield problem("huge-jacobian", query.site, query, entries=entries)
