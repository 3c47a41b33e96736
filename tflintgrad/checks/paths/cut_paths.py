"""Cuts between a source and its target: rules 2xx, 3xx, most of 4xx, and what no tape records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from tflintgrad.checks.base import (
    CheckContext,
    Problem,
    cause_of,
    check,
    effect_of_none,
    shown,
    variant_of,
)
from tflintgrad.checks.paths.assumed_training import is_only_trained_by_calls
from tflintgrad.checks.paths.straight_through import is_stopped_whole
from tflintgrad.diagnostics import Effect
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Tape, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked
from tflintgrad.knowledge.words import states

#: Steps that the tape misses because of where they run: one finding per query says it for all.
NOT_RECORDED: Final = frozenset(
    {
        CutKind.OUTSIDE_TAPE,
        CutKind.RECORDING_STOPPED,
        CutKind.TAPE_RESET,
        CutKind.INNER_GRADIENT,
        CutKind.BEFORE_CALL,
    }
)
#: Preparations that are often made before the tape, and meant to stay.
_PREPARATIONS: Final = frozenset(
    {CutKind.NEW_VARIABLE, CutKind.OUTSIDE_TAPE, CutKind.DEEP_COPY, CutKind.CLONED_MODEL}
)


@check
def lost_gradients(context: CheckContext) -> Iterator[Problem]:
    """Report sources that the target depends on and that get no gradient from it."""
    for query in context.graph.queries:
        reach = context.reach(query)
        starved = [source for source in query.sources if not reach.reaches(source.value)]
        if not starved:
            continue
        reported: set[str] = set()
        for source in starved:
            group = [s for s in query.sources if s.group is source.group]
            whole = source.explicit or all(s in starved for s in group)
            yield from losses_of(reach, query, source, whole, reported)


def losses_of(
    reach: Reachability, query: Query, source: Source, whole: bool, reported: set[str]
) -> Iterator[Problem]:
    """Yield the cuts that keep the gradient from one source.

    `whole`: the query names this very source, or nothing of its model gets a gradient. `reported`
    holds the rules that need no second finding about this query.
    """
    if not reach.depends_on(source.value) or is_tracked(reach, source.value) is False:
        return
    if source.value.dtype in ("int", "bool", "string"):
        return  # it could not have a gradient anyway, which another check reports
    for value, cut in _causes(reach, source.value):
        if not whole and not _never_meant(reach, value, cut):
            continue
        if not query.explicit and (cut.shape_only or _is_stopped_loss(query, value, cut)):
            continue  # ways to say that there is no loss
        harmless = query.assumed and not _corrupts(cut) and not cut.raises
        if harmless and not (whole and is_only_trained_by_calls(query)):
            continue  # an output that is not differentiable may well be what the layer is for
        if cut.kind in NOT_RECORDED:
            if cut.kind is CutKind.OUTSIDE_TAPE and not query.explicit:
                continue
            if cut.kind.rule in reported:
                continue
            reported.add(cut.kind.rule)
        yield _problem(reach, query, source, value, cut)


def _is_stopped_loss(query: Query, value: Value, cut: Cut) -> bool:
    """True for a loss function that returns `stop_gradient(…)`: Keras shows a number by it."""
    prediction = query.sources_value
    is_loss = not isinstance(prediction, Weights) and "sole_loss" not in prediction.facts
    return is_loss and cut.kind is CutKind.STOP_GRADIENT and value is query.target


def _causes(reach: Reachability, source: Value) -> list[tuple[Value, Cut]]:
    """Return the cuts to report: those that could be fixed alone, or else the first ones."""
    raising = list(_raising(reach, source))
    if raising:
        return raising
    losses = [(value, cut) for value, _edge, cut in reach.cuts_between(source)]
    losses = [loss for loss in losses if not loss[1].shape_only] or losses
    decisive = [(value, cut) for value, cut in losses if value.number in reach.may_reach]
    causes = decisive or losses
    # What was made of the source long ago may be meant to stay; what happens now says more.
    causes = [
        (value, cut)
        for value, cut in causes
        if cut.kind not in _PREPARATIONS or reach.tape in value.context.recording
    ] or causes
    meant = [
        (value, cut)
        for value, cut in causes
        if value.name
        and states(value.name, "meant_to_be_detached")
        and variant_of(cut).deliberate == "always"
    ]
    causes = [cause for cause in causes if cause not in meant] or causes
    # The program writes `stop_gradient` on purpose; another cut beside it is the mistake.
    return [c for c in causes if c[1].kind is not CutKind.STOP_GRADIENT] or causes


def _raising(reach: Reachability, source: Value) -> Iterator[tuple[Value, Cut]]:
    """Yield cuts at which TensorFlow raises before anything else can matter."""
    for value in reach.reached.values():
        for edge in value.edges:
            cut = edge.cut
            if cut is not None and cut.raises and reach.leads_to(edge.to, source, recorded=False):
                yield value, cut
                break


def _never_meant(reach: Reachability, value: Value, cut: Cut) -> bool:
    """True if programs never make such a cut on purpose, so that one lost weight is a mistake."""
    if cut.raises is not None:
        return True
    if cut.kind is CutKind.NEW_VARIABLE or cut.kind is CutKind.ASSIGNMENT:
        return reach.tape in value.context.recording
    if cut.kind is CutKind.STOP_GRADIENT:
        return is_stopped_whole(value)
    return variant_of(cut).deliberate == "no"


def _corrupts(cut: Cut) -> bool:
    """True if losing this path beside another one certainly gives a wrong number."""
    return not cut.flat and variant_of(cut).partial == "mistake"


def _problem(reach: Reachability, query: Query, source: Source, value: Value, cut: Cut) -> Problem:
    return loss_problem(reach, query, source, value, cut, reach.path(source.value, value))


def loss_problem(
    reach: Reachability, query: Query, source: Source, value: Value, cut: Cut, path: list[Value]
) -> Problem:
    """Return the problem of a cut that keeps the whole gradient from a source."""
    effect: Effect = "error" if cut.raises else variant_of(cut).effect
    if effect == "none":
        effect = effect_of_none(query)
    if effect == "none" and value.context.recomputed and value.dtype != "int":
        effect = "zero"
    site = cut_site(query, value, cut)
    raises = cut.raises
    if cut.kind is CutKind.OUTSIDE_TAPE:
        site = _kept_site(reach, path) or site
        if _never_entered(query.tape):
            effect, raises = "error", "RuntimeError"
    return Problem(
        variant_of(cut).code,
        site,
        message_of(source, cut, site),
        effect,
        path=path,
        culprit=value,
        query=query,
        raises=raises,
        rule=cut.kind.value,
        facts={"op": cut.op, "part": cut.part},
    )


def _never_entered(tape: Tape) -> bool:
    """True for a non-persistent tape without `with`: TensorFlow raises as if it had been used."""
    return tape.explicit and tape.persistent is False and tape.entered_loops is None


def message_of(source: Source, cut: Cut, site: cst.CSTNode) -> str:
    """Say why no gradient reaches a source, or that the program does not get that far."""
    cause = cause_of(cut, site)
    if cut.raises is not None and "raises" not in cause:
        return f"{cause}, which raises `{cut.raises}`"
    return f"{cause}, so no gradient reaches {shown(source.value)}"


def cut_site(query: Query, value: Value, cut: Cut) -> cst.CSTNode:
    """Return the node to report; what is outside the tape, as seen from where the tape is."""
    if cut.site is not None:
        return cut.site
    if cut.kind is CutKind.CLONED_MODEL:
        return query.site  # the copy is meant; that the query mixes it with the original is not
    if cut.kind is CutKind.OUTSIDE_TAPE:
        return _foreign_query(query, value) or call_in_scope(query, value)
    if cut.kind in (CutKind.RECORDING_STOPPED, CutKind.TAPE_RESET):
        return _call_of_layer(value) or value.site or query.site
    return value.site or query.site


def _foreign_query(query: Query, value: Value) -> cst.CSTNode | None:
    """Return the site of a query on a value that another tape recorded and that it differentiates.

    Where the value is computed nothing is wrong then: this query is on the wrong tape.
    """
    for tape in value.context.recording:
        if tape.explicit and any(other.target is query.target for other in tape.queries):
            return query.site
    return None


def _call_of_layer(value: Value) -> cst.CSTNode | None:
    """Return the call of a model or layer, if that call computed the value."""
    calls, depth = value.context.calls, value.context.in_layer
    return calls[depth - 1] if 0 < depth <= len(calls) else None


def _kept_site(reach: Reachability, path: list[Value]) -> cst.CSTNode | None:
    """Return the line that stores an unrecorded value in an object, which says more."""
    for value in path:
        if value.is_op and not reach.is_recorded(value):
            kept = value.facts.get("kept")
            if kept is not None and not isinstance(kept, cst.Call):  # `append` says less
                return kept
    return None


def call_in_scope(query: Query, value: Value) -> cst.CSTNode:
    """Return the step in the query's function, or a caller of it, that computed `value`."""
    ours, theirs = query.context.calls, value.context.calls
    shared = 0
    while shared < len(ours) and shared < len(theirs) and ours[shared] is theirs[shared]:
        shared += 1
    if shared < len(theirs):
        return theirs[shared]
    return value.site or query.site
