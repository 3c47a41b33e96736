"""Cuts between a source and its target: families 2xx, 3xx, most of 4xx, and the tape's edges."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from tflintgrad.checks.problems import Problem, Survey, check, effect_of_none, shown
from tflintgrad.findings import Effect
from tflintgrad.flow.queries import Query, Source
from tflintgrad.flow.reach import Reach, is_tracked
from tflintgrad.flow.values import Cut, Value

#: Losing one of several paths here is a choice that programs make on purpose.
_ONLY_TOTAL = {"TFG101", "TFG106", "TFG107", "TFG403", "TFG408", "TFG208", "TFG209", "TFG402"}

_MEANT_TO_BE_DETACHED = re.compile(
    r"old|target|baseline|adv|detach|stop|frozen|fixed|return|td_|ema|prev|ref|teacher|behavio",
    re.IGNORECASE,
)


@check
def lost_gradients(survey: Survey) -> Iterator[Problem]:
    """Every source that the target depends on, and that gets no gradient from it."""
    for query in survey.graph.queries:
        reach = survey.reach(query)
        starved = [source for source in query.sources if not reach.reaches(source.value)]
        if not starved:
            continue
        all_starved = len(starved) == len(query.sources)
        told: set[str] = set()
        for source in starved:
            yield from _losses_of(reach, query, source, all_starved, told)


def _losses_of(
    reach: Reach, query: Query, source: Source, all_starved: bool, told: set[str]
) -> Iterator[Problem]:
    if not reach.depends_on(source.value) or is_tracked(reach, source.value) is False:
        return
    losses = reach.lost_between(source.value)
    for value, _edge, cut in losses:
        if not _counts(cut, source, all_starved):
            continue
        if cut.code in ("TFG101", "TFG107", "TFG106", "TFG804"):
            if cut.code in told:
                continue
            told.add(cut.code)
        yield _problem(reach, query, source, value, cut)


def _counts(cut: Cut, source: Source, all_starved: bool) -> bool:
    """For one of many weights in a model, only a cut that nobody makes on purpose counts."""
    if source.explicit or all_starved:
        return True
    return not cut.intended and cut.code not in _ONLY_TOTAL and cut.falsifies


def _problem(reach: Reach, query: Query, source: Source, value: Value, cut: Cut) -> Problem:
    effect: Effect = cut.effect
    if effect == "none":
        effect = effect_of_none(query)
    return Problem(
        cut.code,
        cut_site(query, value, cut),
        _message(source, cut),
        effect,
        path=reach.path(source.value, value),
        culprit=value,
        query=query,
    )


def _message(source: Source, cut: Cut) -> str:
    return f"{cut.note}; no gradient gets from here back to {shown(source.value)}"


def cut_site(query: Query, value: Value, cut: Cut) -> cst.CSTNode:
    """Where to point: what is outside the tape is outside where the tape is, not in a helper."""
    if cut.site is not None:
        return cut.site
    if cut.code in ("TFG101", "TFG106", "TFG107"):
        return call_in_scope(query, value)
    return value.site or query.site


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
def partial_gradients(survey: Survey) -> Iterator[Problem]:
    """A path lost beside one that survives: a number comes out, and it is wrong."""
    for query in survey.graph.queries:
        reach = survey.reach(query)
        for value, edge, cut in reach.partial_losses():
            for source in query.sources:
                if not reach.reaches(source.value) or not reach.leads_to(edge.to, source.value):
                    continue
                if is_tracked(reach, source.value) is False:
                    continue
                if cut.raises is None and not _unintended(reach, value, edge.to):
                    continue
                effect: Effect = cut.effect if cut.raises else "wrong"
                message = _message(source, cut)
                if effect == "wrong":
                    message = f"{cut.note}; its part of the gradient for {shown(source.value)} is missing"
                yield Problem(
                    cut.code, cut_site(query, value, cut), message, effect,
                    path=reach.path(source.value, value), culprit=value, query=query,
                    severity="error" if cut.raises else "warning",
                )
                break


def _unintended(reach: Reach, value: Value, lost: Value) -> bool:
    """A detached copy that goes by such a name, or was made outside the tape, is meant to be."""
    if reach.tape not in value.context.recording:
        return False
    names = [value.name, lost.name]
    return not any(_MEANT_TO_BE_DETACHED.search(name) for name in names if name)
