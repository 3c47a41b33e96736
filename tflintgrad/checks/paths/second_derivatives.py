"""Second derivatives that are zero, because the first ones are constant (rule 308)."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, effect_of_none, problem, shown
from tflintgrad.diagnostics import Effect
from tflintgrad.flow.domain.objects import Gradients, Layer
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.curvature import (
    CONSTANT,
    KINKED,
    PIECEWISE,
    Curvature,
    Memory,
    has_kinks,
)
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked


@check
def vanishing_second_derivatives(context: CheckContext) -> Iterator[Problem]:
    """Report derivatives of a first derivative that does not depend on the source."""
    memory: Memory = {}
    for query in context.graph.queries:
        if not query.explicit:
            continue
        reach = context.reach(query)
        inner = _inner_gradients(reach)
        if not inner:
            continue
        for source in query.sources:
            if source.explicit and not isinstance(source.value, Layer):
                found = _vanishing(reach, query, source.value, inner, memory)
                if found is not None:
                    yield found
                    break


def _inner_gradients(reach: Reachability) -> list[Gradients]:
    """Return the results of other queries that the gradient of this one passes."""
    return [
        value
        for value in reach.reached.values()
        if isinstance(value, Gradients)
        and value.query is not reach.query
        and reach.is_recorded(value)
    ]


def _vanishing(
    reach: Reachability, query: Query, source: Value, inner: list[Gradients], memory: Memory
) -> Problem | None:
    if reach.gave_up or not reach.surely_reaches(source) or is_tracked(reach, source) is False:
        return None
    curvature = Curvature([source], memory)
    if curvature.of(query.target) != CONSTANT:
        return None
    levels = [(curvature.of_inner(gradients), gradients) for gradients in inner]
    levels = [(level, first) for level, first in levels if level != CONSTANT]
    if not levels or any(level > PIECEWISE for level, _ in levels):
        return None
    level, first = max(levels, key=lambda pair: pair[0])
    effect: Effect = "zero" if level == PIECEWISE else effect_of_none(query)
    kink = _kink(first, source) if level in (KINKED, PIECEWISE) else None
    rule = "vanishing-second-derivative" if kink else "vanishing-second-derivative/linear"
    return problem(
        rule,
        query.site,
        query,
        path=reach.path(source, first),
        culprit=first,
        origin=_origin(kink),
        effect=effect,
        target=shown(first.query.target),
        source=shown(source),
        op=_name_of(kink) if kink is not None else None,
    )


def _origin(kink: Value | None) -> tuple[cst.CSTNode, str] | None:
    """Return where the function has its kinks, and what that means."""
    if kink is None or kink.site is None:
        return None
    return kink.site, f"the slope of `{_name_of(kink)}` is constant between its kinks"


def _kink(first: Gradients, source: Value) -> Value | None:
    """Return an op or a layer at which the function has its kinks."""
    curvature = Curvature([*(s.value for s in first.query.sources), source])
    target = first.query.target
    curvature.of(target)
    for value in walk_back(target, uncut_edges, limits.MAX_WALK_VALUES):
        if has_kinks(value) and curvature.of(value) in (KINKED, PIECEWISE):
            return value
    return None


def _name_of(value: Value) -> str | None:
    layer = value.facts.get("layer")
    if layer is None:
        return value.facts.get("called") or value.facts.get("op")
    activation = layer.option("activation")
    if activation is not None and isinstance(activation.const, str):
        return activation.const
    if activation is not None and activation.name:
        return activation.name
    return layer.name.rpartition(".")[2]
