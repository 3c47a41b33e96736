"""Terms of a loss that have no gradient at all, beside terms that have one (rule 310)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.paths.lone_penalties import only_penalty
from tflintgrad.checks.paths.partial_cut_intent import scalar_terms
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.reachability import Reachability

#: Steps that have no slope: without another path, their own rules report them.
_FLAT: Final = frozenset(
    {
        CutKind.NO_GRADIENT_OP,
        CutKind.RESULT_PART,
        CutKind.INTEGER_CAST,
        CutKind.COMPARISON,
        CutKind.ZERO_GRADIENT_OP,
    }
)


@check
def terms_without_gradient(context: CheckContext) -> Iterator[Problem]:
    """Report terms that depend on the weights only through steps without a slope."""
    for query in context.graph.queries:
        if not query.explicit:
            continue
        terms = scalar_terms(query.target)
        if len(terms) < 2:
            continue
        reach = context.reach(query)
        if reach.gave_up:
            continue
        sources = [s.value for s in query.sources if reach.surely_reaches(s.value)]
        problems = [_without_gradient(reach, query, term, sources) for term in terms]
        found = [item for item in problems if item is not None]
        yield from found
        if not found and any(reach.reaches(source.value) for source in query.sources):
            penalty = only_penalty(query, terms)
            if penalty is not None:
                yield penalty


def _without_gradient(
    reach: Reachability, query: Query, term: Value, sources: list[Value]
) -> Problem | None:
    if term.scalar is not True or term.site is None or term.kind is not kinds.TENSOR:
        return None
    if not reach.is_recorded(term):
        return None
    # Through unread code, or to another source of the query, the term may well have a gradient.
    if any(reach.leads_to(term, s.value, through_havoc=True) for s in query.sources):
        return None
    cut = _cut_behind(reach, term, sources)
    if cut is None:
        return None
    value, last, source = cut
    return problem(
        "term-without-gradient",
        term.site,
        query,
        path=reach.path(source, value),
        culprit=value,
        term=shown(term, "this term of the loss"),
        op=last.op,
    )


def _cut_behind(
    reach: Reachability, term: Value, sources: list[Value]
) -> tuple[Value, Cut, Value] | None:
    """Return the step without slope next to a source, if no other cut is behind the term."""
    goals = {alias.number: source for source in sources for alias in reach.aliases(source)}
    found: tuple[Value, Cut, Value] | None = None
    seen: set[int] = set()
    pending: list[tuple[Value, Value | None, Cut | None]] = [(term, None, None)]
    while pending:
        value, culprit, last = pending.pop()
        if value.number in seen:
            continue
        seen.add(value.number)
        if value.number in goals:
            if culprit is not None and last is not None:
                found = found or (culprit, last, goals[value.number])
            continue
        if value.facts.get("opaque") or value.facts.get("custom") is not None:
            return None
        for edge in value.edges:
            cut = reach.cut_at(value, edge)
            if cut is None:
                if edge.label in ("unknown", "part", "perhaps"):
                    return None
                pending.append((edge.to, culprit, last))
            elif cut.kind in _FLAT:
                pending.append((edge.to, value, cut))
            elif not cut.shape_only and _depends(edge.to, goals):
                return None  # detached on purpose, or the subject of another rule
    return found


def _depends(value: Value, goals: dict[int, Value]) -> bool:
    behind = all_behind(value)
    return behind is None or any(item.number in goals for item in behind)
