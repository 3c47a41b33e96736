"""Paths that are lost beside one that survives: the gradient is a number, and wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, cause_of, check, shown, variant_of
from tflintgrad.checks.paths.cut_paths import cut_site, message_of
from tflintgrad.checks.paths.partial_cut_intent import (
    inner_gradient_behind,
    is_second_order,
    is_second_order_term,
    normalises,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.domain.variables import State
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked
from tflintgrad.knowledge.words import states

_CONSTANTS: Final = (kinds.NUMBER, kinds.STRING, kinds.NONE)


@check
def partial_gradients(context: CheckContext) -> Iterator[Problem]:
    """Report a path lost beside one that survives: the gradient is a number, and wrong."""
    for query in context.graph.queries:
        reach = context.reach(query)
        for value, edge, cut in reach.partial_losses():
            if not edge.to.edges and edge.to.kind in _CONSTANTS:
                continue  # no source is behind it, so its rule need not be read
            if not cut.raises and variant_of(cut).partial == "no":
                continue
            value, edge, cut = inner_gradient_behind(reach, value, edge, cut)
            recorded = cut.kind not in (
                CutKind.OUTSIDE_TAPE,
                CutKind.BEFORE_CALL,
                CutKind.INNER_GRADIENT,
            )
            for source in query.sources:
                if not reach.reaches(source.value) or not reach.leads_to(
                    edge.to, source.value, recorded=recorded
                ):
                    continue
                if is_tracked(reach, source.value) is False:
                    continue
                if recorded and not cut.raises and not _is_used(reach, edge.to, source.value):
                    continue
                if _is_mistake(reach, source, value, edge.to, cut):
                    yield _partial_problem(reach, query, source, value, cut)
                    break


def _is_used(reach: Reachability, lost: Value, source: Value) -> bool:
    """True if a value is computed from the source, not only an attribute of an unread object."""
    goals = {alias.number for alias in reach.aliases(source)}

    def computed_from(value: Value) -> list[Value]:
        edges = reach.open_edges(value, through_havoc=False)
        return [edge.to for edge in edges if edge.label != "part"]

    return any(item.number in goals for item in walk_back(lost, computed_from))


def _partial_problem(
    reach: Reachability, query: Query, source: Source, value: Value, cut: Cut
) -> Problem:
    site = cut_site(query, value, cut)
    return Problem(
        variant_of(cut).code,
        site,
        message_of(source, cut, site) if cut.raises else _partial_message(source, cut, site),
        "error" if cut.raises else "wrong",
        path=reach.path(source.value, value),
        culprit=value,
        query=query,
        raises=cut.raises,
        severity="error" if cut.raises else "warning",
        rule=cut.kind.value,
        facts={"op": cut.op, "part": cut.part},
    )


def _partial_message(source: Source, cut: Cut, site: cst.CSTNode) -> str:
    return f"{cause_of(cut, site)}, so part of the gradient of {shown(source.value)} is missing"


def _is_mistake(reach: Reachability, source: Source, value: Value, lost: Value, cut: Cut) -> bool:
    """True if one of several paths is lost by mistake: many programs detach one on purpose."""
    source_is_explicit = source.explicit and not isinstance(source.value, Layer)
    if cut.raises is not None:
        return True
    if cut.updates_variable:
        if is_second_order(reach, lost):
            return True
        return reach.tape in value.context.recording and not _updates(value, source.value)
    if cut.kind is CutKind.INNER_GRADIENT:
        return is_second_order_term(reach, value, source.value)
    if cut.kind is CutKind.OUTSIDE_TAPE:
        return _is_lost_term(reach, value)
    # In a model many values share weights: a detached coefficient is common there, a term of
    # the loss that has no gradient is not.
    if not source_is_explicit and not (
        _loses_a_term(reach, value, source) or normalises(reach, value, lost)
    ):
        return False
    return _unintended(reach, value, lost)


def _updates(state: Value, source: Value) -> bool:
    """True if the source itself was assigned to, as in a training step."""
    return source.kind is not kinds.VARIABLE or (isinstance(state, State) and state.of is source)


def _is_lost_term(reach: Reachability, value: Value) -> bool:
    """True if a value from outside the tape is a whole term of the target: an idle constant there.

    A value that stands for a detached one by its name, or that an earlier iteration left, is not.
    """
    path = reach.path(value)
    if states(value.name, "penalty") and all("op" not in s.facts or _adds(s) for s in path[1:]):
        return True
    names = [value.name, *(_consumers(reach, value) or ())]
    if any(states(name, "meant_to_be_detached") for name in names):
        return False
    is_subtracted = any(_subtracts(step, term) for term, step in pairwise(path))
    return bool(path) and not is_subtracted and all(map(_keeps_terms, path[1:]))


def _subtracts(step: Value, term: Value) -> bool:
    """True for `a - term`: a difference from a value before is often meant."""
    inputs = step.facts.get("inputs") or ()
    return computed_by(step, "subtract") and len(inputs) == 2 and inputs[1] is term


def _keeps_terms(step: Value) -> bool:
    """True if a step adds terms up, or multiplies them by a number."""
    if isinstance(step, (Phi, Instance)):  # what is stored in an object may be anywhere in it
        return False
    if "op" not in step.facts:
        return not step.is_op
    if computed_by(step, "multiply", "divide"):
        numbers = (kinds.NUMBER, kinds.NDARRAY)
        return any(item.kind in numbers for item in step.facts.get("inputs") or ())
    return _adds(step) or computed_by(step, "reduce_sum", "reduce_mean", "cast")


def _adds(value: Value) -> bool:
    return computed_by(value, "add", "subtract", "add_n")


def _loses_a_term(reach: Reachability, value: Value, source: Source) -> bool:
    """True if a whole term of the target has no gradient, for no weight of the model."""
    # Heads of one network weight each other's losses.
    together = [s.value for s in reach.query.sources if s.group is source.group]

    def adds(item: Value) -> bool:
        if "op" not in item.facts:
            return not item.is_op
        return _adds(item) or computed_by(item, "reduce_sum", "reduce_mean")

    def terms(item: Value) -> Iterable[Value]:
        return uncut_edges(item) if adds(item) else ()

    return any(
        reach.leads_to(term, value)
        and not any(reach.leads_to(term, one, through_havoc=True) for one in together)
        for term in walk_back(reach.query.target, terms, limits.MAX_NEAR_VALUES)
        if not adds(term)
    )


def _unintended(reach: Reachability, value: Value, lost: Value) -> bool:
    """True unless a detached value has a name that says so, or was made outside the tape."""
    if value.context.building:
        if _is_subtracted(reach, value):
            return False
    elif reach.tape not in value.context.recording:
        return False
    consumers = _consumers(reach, value)
    if consumers is None:
        return False
    names = [value.name, lost.name, *consumers]
    return not any(states(name, "meant_to_be_detached") for name in names)


def _is_subtracted(reach: Reachability, value: Value) -> bool:
    """True for `w - w0`: weights are kept near what they were when the object was made."""
    level = {value.number}
    for _ in range(limits.MAX_NEAR_STEPS):
        users = _users(reach, level)
        if any(computed_by(user, "subtract") for user in users):
            return True
        level = {user.number for user in users if not user.is_op}
        if not level:
            return False
    return True


def _users(reach: Reachability, numbers: set[int]) -> list[Value]:
    """Return the values on certain paths that are computed from some others directly."""
    return [
        item
        for item in reach.must_reach.values()
        if not numbers.isdisjoint(edge.to.number for edge in item.edges)
    ]


def _consumers(reach: Reachability, value: Value) -> list[str] | None:
    """Return the names of what is computed from a value next; None if they are too far away."""
    names: list[str] = []
    level = {value.number}
    for _ in range(limits.MAX_PROPERTY_STEPS):
        users = _users(reach, level)
        names.extend(user.name for user in users)
        level = {user.number for user in users if not user.name}
        if not level:
            return names
    return None
