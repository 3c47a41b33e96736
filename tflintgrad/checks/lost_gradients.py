"""Cuts between a source and its target: families 2xx, 3xx, most of 4xx, and the tape's edges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, effect_of_none, shown
from tflintgrad.diagnostics import Effect
from tflintgrad.flow.domain.objects import Gradients, Layer, Tape
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Cut, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked

_PENALTY = re.compile(r"penal|regul|reg_|_reg|decay|(^|_)(kl|l1|l2)($|_)", re.IGNORECASE)

#: Losing one of several paths here is a choice that programs make on purpose.
_ONLY_TOTAL = {"TFG101", "TFG106", "TFG107", "TFG403", "TFG408", "TFG208", "TFG209", "TFG402"}

_MEANT_TO_BE_DETACHED = re.compile(
    r"(?<![a-z])(old|targets?|baselines?|adv|advantages?|detach(ed)?|stop(ped)?|frozen|fixed"
    r"|returns?|td|ema|prev(ious)?|ref(erence)?|teacher|behaviou?r|next)(?![a-z])",
    re.IGNORECASE,
)


@check
def lost_gradients(survey: CheckContext) -> Iterator[Problem]:
    """Every source that the target depends on, and that gets no gradient from it."""
    for query in survey.graph.queries:
        reach = survey.reach(query)
        starved = [source for source in query.sources if not reach.reaches(source.value)]
        if not starved:
            continue
        told: set[str] = set()
        for source in starved:
            group = [s for s in query.sources if s.group is source.group]
            whole = source.explicit or all(s in starved for s in group)
            yield from losses_of(reach, query, source, whole, told)


def losses_of(
    reach: Reachability, query: Query, source: Source, whole: bool, told: set[str]
) -> Iterator[Problem]:
    """`whole`: the user asked for this very source, or nothing of its model gets a gradient."""
    if not reach.depends_on(source.value) or is_tracked(reach, source.value) is False:
        return
    if source.value.dtype in ("int", "bool", "string"):
        return  # it could not have a gradient anyway (TFG304)
    for value, cut in _causes(reach, source.value):
        if not whole and not _never_meant(reach, value, cut):
            continue
        if cut.harmless and not query.explicit:
            continue  # a loss of zeros is a way to say that there is none
        if query.assumed and not cut.corrupts and not cut.raises:
            continue  # an output that is not differentiable may well be what the layer is for
        if cut.code in ("TFG101", "TFG107", "TFG106", "TFG804"):
            if cut.code == "TFG101" and not query.explicit:
                continue
            if cut.code in told:
                continue
            told.add(cut.code)
        yield _problem(reach, query, source, value, cut)


def _causes(reach: Reachability, source: Value) -> list[tuple[Value, Cut]]:
    """The cuts to blame: those that could be mended alone, or else the first ones."""
    raising = list(_raising(reach, source))
    if raising:
        return raising
    losses = [(value, cut) for value, _edge, cut in reach.cuts_between(source)]
    losses = [loss for loss in losses if not loss[1].harmless] or losses
    decisive = [(value, cut) for value, cut in losses if value.number in reach.alive]
    causes = decisive or losses
    # What was made of the source long ago may be meant to stay; what happens now says more.
    causes = [
        (value, cut)
        for value, cut in causes
        if cut.code not in ("TFG402", "TFG101", "TFG209") or reach.tape in value.context.recording
    ] or causes
    meant = [
        (value, cut)
        for value, cut in causes
        if cut.intended and value.name and _MEANT_TO_BE_DETACHED.search(value.name)
    ]
    return [cause for cause in causes if cause not in meant] or causes


def _raising(reach: Reachability, source: Value) -> Iterator[tuple[Value, Cut]]:
    """Cuts at which TensorFlow raises before anything else can matter."""
    for value in reach.reached.values():
        for edge in value.edges:
            cut = edge.cut
            if cut is not None and cut.raises and reach.leads_to(edge.to, source, recorded=False):
                yield value, cut
                break


def _never_meant(reach: Reachability, value: Value, cut: Cut) -> bool:
    """For one of many weights in a model, only a cut that nobody makes on purpose counts."""
    if cut.raises is not None:
        return True
    if cut.code in ("TFG402", "TFG403"):
        return reach.tape in value.context.recording
    return not cut.intended and cut.code not in _ONLY_TOTAL


def _problem(reach: Reachability, query: Query, source: Source, value: Value, cut: Cut) -> Problem:
    effect: Effect = cut.effect
    if effect == "none":
        effect = effect_of_none(query)
    path = reach.path(source.value, value)
    site = cut_site(query, value, cut)
    raises = cut.raises
    if cut.code == "TFG101":
        site = _kept_site(reach, path) or site
        if _never_entered(query.tape):
            effect, raises = "error", "RuntimeError"
    return Problem(
        cut.code,
        site,
        _message(source, cut),
        effect,
        path=path,
        culprit=value,
        query=query,
        raises=raises,
    )


def _never_entered(tape: Tape) -> bool:
    """Such a tape holds nothing to ask, and says that it has been asked already."""
    return tape.explicit and tape.persistent is False and "entered_loops" not in tape.facts


def _message(source: Source, cut: Cut) -> str:
    return f"{cut.note}; no gradient gets from here back to {shown(source.value)}"


def cut_site(query: Query, value: Value, cut: Cut) -> cst.CSTNode:
    """Where to point: what is outside the tape is outside where the tape is, not in a helper."""
    if cut.site is not None:
        return cut.site
    if cut.code == "TFG101":
        return call_in_scope(query, value)
    return value.site or query.site


def _kept_site(reach: Reachability, path: list[Value]) -> cst.CSTNode | None:
    """What was computed unrecorded and kept in an object: the line that computes it says more."""
    for value in path:
        if value.is_op and not reach.recorded(value) and "kept" in value.facts:
            return value.facts["kept"]
    return None


def call_in_scope(query: Query, value: Value) -> cst.CSTNode:
    """The step in the query's own function (or a caller of it) in which `value` was computed."""
    ours, theirs = query.context.calls, value.context.calls
    shared = 0
    while shared < len(ours) and shared < len(theirs) and ours[shared] is theirs[shared]:
        shared += 1
    if shared < len(theirs):
        return theirs[shared]
    return value.site or query.site


@check
def partial_gradients(survey: CheckContext) -> Iterator[Problem]:
    """A path lost beside one that survives: a number comes out, and it is wrong."""
    for query in survey.graph.queries:
        reach = survey.reach(query)
        for value, edge, cut in reach.partial_losses():
            for source in query.sources:
                seen = cut.code not in ("TFG101", "TFG804")
                if not reach.reaches(source.value) or not reach.leads_to(
                    edge.to, source.value, recorded=seen
                ):
                    continue
                if is_tracked(reach, source.value) is False:
                    continue
                if not _is_mistake(reach, source, value, edge.to, cut):
                    continue
                effect: Effect = cut.effect if cut.raises else "wrong"
                message = _message(source, cut)
                if effect == "wrong":
                    message = (
                        f"{cut.note}; its part of the gradient for {shown(source.value)} is missing"
                    )
                yield Problem(
                    cut.code,
                    cut_site(query, value, cut),
                    message,
                    effect,
                    path=reach.path(source.value, value),
                    culprit=value,
                    query=query,
                    raises=cut.raises,
                    severity="error" if cut.raises else "warning",
                )
                break


def _is_mistake(reach: Reachability, source: Source, value: Value, lost: Value, cut: Cut) -> bool:
    """Programs detach one of several paths on purpose; is this one of those?"""
    source_is_explicit = source.explicit and not isinstance(source.value, Layer)
    if cut.raises is not None:
        return True
    if cut.code in ("TFG403", "TFG408"):
        if _second_order(reach, lost):
            return True
        return reach.tape in value.context.recording and not _updates(value, source.value)
    if cut.code == "TFG101":
        return bool(_PENALTY.search(value.name)) and _only_added(reach, value)
    # In a model many values share weights: a detached coefficient is common there, a term of
    # the loss that has no gradient is not.
    if not source_is_explicit and not _loses_a_term(reach, value, source.value):
        return False
    return _unintended(reach, value, lost)


def _updates(state: Value, source: Value) -> bool:
    """Is it the source itself that was assigned to (a training step), or another variable?"""
    return source.kind != "variable" or state.facts.get("of") is source


def _only_added(reach: Reachability, value: Value) -> bool:
    """Is the value a term of the target?"""
    path = reach.path(value)[1:]
    return all("op" not in step.facts or _adds(step) for step in path)


def _adds(value: Value) -> bool:
    return computed_by(value, "add", "subtract", "add_n")


def _loses_a_term(reach: Reachability, value: Value, source: Value) -> bool:
    """Is a whole term of the target without a gradient because of this cut?"""

    def adds(item: Value) -> bool:
        if "op" not in item.facts:
            return not item.is_op
        return _adds(item) or computed_by(item, "reduce_sum", "reduce_mean")

    def terms(item: Value) -> Iterable[Value]:
        return uncut_edges(item) if adds(item) else ()

    return any(
        reach.leads_to(term, value) and not reach.leads_to(term, source, in_doubt=True)
        for term in walk_back(reach.query.target, terms, limits.MAX_NEAR_VALUES)
        if not adds(term)
    )


def _second_order(reach: Reachability, assigned: Value) -> bool:
    """Is a gradient, taken while this tape records, assigned to the variables?"""
    taken = [
        v
        for v in walk_back(assigned, uncut_edges, limits.MAX_NEAR_VALUES)
        if isinstance(v, Gradients)
    ]
    return any(reach.recorded(v) and v.query.tape is not reach.tape for v in taken[:1])


def _unintended(reach: Reachability, value: Value, lost: Value) -> bool:
    """A detached copy that goes by such a name, or was made outside the tape, is meant to be."""
    if value.context.building:
        return True
    if reach.tape not in value.context.recording:
        return False
    names = [value.name, lost.name, *_consumers(reach, value)]
    return not any(_MEANT_TO_BE_DETACHED.search(name) for name in names if name)


def _consumers(reach: Reachability, value: Value) -> list[str]:
    """The names under which the value, or what is computed from it, is known next."""
    names: list[str] = []
    level = {value.number}
    for _ in range(4):
        users = [
            item
            for item in reach.must_reach.values()
            if not level.isdisjoint(edge.to.number for edge in item.edges)
        ]
        names.extend(user.name for user in users)
        level = {user.number for user in users if not user.name}
    return names
