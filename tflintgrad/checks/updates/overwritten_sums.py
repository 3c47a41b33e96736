"""Loops that keep only their last value where a sum was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, inside_loop, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Sequence, Value, alternatives
from tflintgrad.knowledge.words import states


@check
def overwritten_accumulators(context: CheckContext) -> Iterator[Problem]:
    """Report loops that leave only their last value behind where the sum was meant."""
    reported: set[int] = set()
    for event in context.graph.events:
        if event.kind != "overwritten" or event.note or id(event.site) in reported:
            continue
        before, last, *carried = event.values
        loop = event.context.loops[-1][0]
        if loop in context.single_loops or not any(is_zero(v) for v in alternatives(before)):
            continue
        if _is_counter(last) or not _forgets(last, before, carried, loop):
            continue
        query = _query_after(context, last, loop)
        if query is None and not _applied(context, last, loop):
            continue
        reported.add(id(event.site))
        yield problem("overwritten-accumulator", event.site, query, culprit=last, value=shown(last))


def _is_counter(value: Value) -> bool:
    """True for a number that is not computed, such as the index of an iteration."""
    computed = any("op" in item.facts for item in alternatives(value))
    return value.kind is kinds.NUMBER and not computed


def _forgets(last: Value, before: Value, carried: list[Value], loop: int) -> bool:
    """True if the new value ignores the old one; where other state goes on, only for a total."""
    found = all_behind(last, limit=limits.MAX_TOTAL_VALUES)
    if found is None or any(part in found for part in _parts(before)):
        return False
    if any(
        item.facts.get("not_followed") and inside_loop(item.context.loops, loop) for item in found
    ):
        return False  # code that was not analysed may have used it
    behind = {item.number for item in found}
    remembered = [
        phi
        for phi in carried
        if len(phi.edges) > 1 and any(part.number in behind for part in _parts(phi))
    ]
    if any(
        edge.to is before or _goes_on(last, edge.to) for phi in remembered for edge in phi.edges
    ):
        return False
    if not remembered:
        return True
    return before.kind is kinds.TENSOR or states(last.name, "total")


def _goes_on(last: Value, state: Value) -> bool:
    """True if each value counts, since the state of the next iteration is computed from it."""
    return any(item is last for item in walk_back(state, limit=limits.MAX_TOTAL_VALUES))


def _parts(value: Value) -> Iterator[Value]:
    """Yield a value, its alternatives, and the items of those."""
    yield value
    for item in alternatives(value):
        yield item
        if isinstance(item, Sequence):
            yield from item.items
            if item.rest is not None:
                yield item.rest


def _query_after(context: CheckContext, last: Value, loop: int) -> Query | None:
    """Return the query after the loop whose target uses what the loop left."""
    for query in context.graph.queries:
        if not inside_loop(query.context.loops, loop) and _uses(query.target, last, loop):
            return query
    return None


def _applied(context: CheckContext, last: Value, loop: int) -> bool:
    """True for a gradient that is applied to a variable after the loop."""
    if not _contains_gradient(last):
        return False
    return any(
        _uses(value, last, loop)
        for event in context.graph.events
        if event.kind in ("assign", "apply-gradients")
        and not inside_loop(event.context.loops, loop)
        for value in event.values[1:]
    )


def _contains_gradient(value: Value) -> bool:
    return any(
        isinstance(item, Gradients) for item in walk_back(value, limit=limits.MAX_NEAR_VALUES)
    )


def _uses(value: Value, last: Value, loop: int) -> bool:
    """True if `last` is used after the loop, not only by what else the loop computes."""
    wanted = [last]
    if isinstance(last, Sequence):
        wanted += last.held()

    def outside(item: Value) -> Iterable[Value]:
        return () if inside_loop(item.context.loops, loop) else uncut_edges(item)

    return any(item in wanted for item in walk_back(value, outside))


def is_zero(value: Value, depth: int = limits.MAX_LITERAL_DEPTH) -> bool:
    """True if the value is the number zero, or a tensor of zeros."""
    if isinstance(value.const, bool) or depth == 0:
        return False  # a flag, or a list that holds what was computed from it
    if isinstance(value.const, (int, float)) and value.const == 0 and value.kind is kinds.NUMBER:
        return True
    if computed_by(value, "zeros"):
        return True
    inputs = value.facts.get("inputs") or ()
    if value.facts.get("constant") and inputs:
        return all(is_zero(item, depth - 1) for item in inputs)
    if isinstance(value, Sequence):
        held = value.held()
        return bool(held) and all(is_zero(item, depth - 1) for item in held)
    return False
