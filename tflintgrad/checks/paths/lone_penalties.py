"""Losses of which only the penalty on the weights has a gradient (rule 310)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tflintgrad import limits
from tflintgrad.checks.base import Problem, cause_of, problem, shown
from tflintgrad.checks.paths.detached_targets import is_closed, losses_behind
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.methods import names_with

#: Steps that leave a number, so that the program runs on; other rules report the rest.
_SILENT: Final = frozenset(
    {
        CutKind.NO_GRADIENT_OP,
        CutKind.RESULT_PART,
        CutKind.INTEGER_CAST,
        CutKind.COMPARISON,
        CutKind.ZERO_GRADIENT_OP,
        CutKind.STOP_GRADIENT,
    }
)
#: The attribute that lists the penalties of a model.
_PENALTIES: Final = frozenset(names_with("losses"))


def only_penalty(query: Query, terms: list[Value]) -> Problem | None:
    """Return the problem of a loss whose terms with data have no gradient, beside a penalty."""
    penalties = [term for term in terms if _is_penalty(term)]
    others = [term for term in terms if term not in penalties and term.is_op]
    if not penalties or not others:
        return None
    found: tuple[Reachability, Value, Edge, Cut] | None = None
    for term in others:
        reach = Reachability(replace(query, target=term))
        if not reach.is_recorded(term) or any(reach.reaches(s.value) for s in query.sources):
            return None
        losses = _losses(reach)
        if losses is None or any(cut.kind not in _SILENT for _, _, cut in losses):
            return None
        if losses and found is None:
            found = (reach, *losses[0])
    return None if found is None else _problem(query, *found)


def _losses(reach: Reachability) -> list[tuple[Value, Edge, Cut]] | None:
    """Return the cuts behind a term; None if it may have a gradient for some source."""
    sources = [source.value for source in reach.query.sources]
    if all(isinstance(value, Layer) or value.kind is kinds.VARIABLE for value in sources):
        behind = [value for value in sources if reach.depends_on(value)]
        return reach.cuts_between(behind[0]) if behind else []
    return list(losses_behind(reach)) if is_closed(reach) else None


def _problem(query: Query, reach: Reachability, value: Value, edge: Edge, cut: Cut) -> Problem:
    term = reach.query.target
    return problem(
        "term-without-gradient/penalty",
        value.site or query.site,
        query,
        path=reach.path(edge.to, value),
        culprit=value,
        term=shown(term, "the loss"),
        cause=cause_of(cut),
    )


def _is_penalty(term: Value) -> bool:
    """True for a term that is computed from weights alone: `model.losses`, a norm of variables."""
    of_weights = False
    for value in walk_back(term, _until_weights, limits.MAX_NEAR_VALUES):
        if value.facts.get("op") == "layer" or value.facts.get("opaque"):
            return False
        of_weights |= _stands_for_weights(value)
    return of_weights


def _until_weights(value: Value) -> list[Value]:
    return [] if _stands_for_weights(value) else list(all_edges(value))


def _stands_for_weights(value: Value) -> bool:
    if isinstance(value, (Instance, Layer, Weights)) or value.kind is kinds.VARIABLE:
        return True
    return value.kind is kinds.UNKNOWN and value.name.rpartition(".")[2] in _PENALTIES
