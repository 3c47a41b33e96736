"""Sources that the target does not depend on (rules 104 and 108)."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad.checks.base import (
    CheckContext,
    Problem,
    asks_for_zeros,
    check,
    problem,
    shown,
    written,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.values import Phi, Value, alternatives
from tflintgrad.flow.reachability import Reachability
from tflintgrad.source.syntax.expression_text import expression_text


@check
def disconnected_sources(context: CheckContext) -> Iterator[Problem]:
    """Report sources that the target does not depend on at all."""
    for query in context.graph.queries:
        if not query.explicit or asks_for_zeros(query):
            continue
        reach = context.reach(query)
        if query.tape.records_everything and _reads_collections(reach):
            continue
        if _swapped(context, query):
            yield problem(
                "swapped-target-and-source",
                query.site,
                query,
                target=written(query, "target", query.target),
                source=written(query, "sources", query.sources_value),
            )
            continue
        lost = [s for s in query.sources if not reach.depends_on(s.value)]
        for source in lost:
            if not source.explicit and len(lost) < len(query.sources):
                continue
            if _surely_disconnected(reach, query, source):
                derived = _is_derived_from_original(reach, source.value)
                name = shown(source.value)
                if not derived:
                    origin = _made_here(source.value, name)
                    yield problem(
                        "source-not-on-path", query.site, query, origin=origin, source=name
                    )
                else:
                    yield _derived(query, source.value, name)
                break


def _reads_collections(reach: Reachability) -> bool:
    """True if the target depends on an op without inputs, such as the total loss of a graph."""
    return any(value.is_op and not value.edges for value in reach.dependencies.values())


def _surely_disconnected(reach: Reachability, query: Query, source: Source) -> bool:
    value = source.value
    if isinstance(value, Phi) or value.kind not in (
        kinds.TENSOR,
        kinds.VARIABLE,
        kinds.LAYER,
        kinds.MODEL,
    ):
        return False
    if query.target.kind in (kinds.NONE, kinds.EXTERNAL):  # of a module that was not read
        return False
    if value.kind is kinds.TENSOR and value.is_op and value.number > query.target.number:
        return not value.context.loops or not reach.query.context.loops
    return reach.certain_after(value)


def _is_derived_from_original(reach: Reachability, value: Value) -> bool:
    """True if the target depends on what the value was computed from."""
    inputs = value.facts.get("inputs") or ()
    return any(item.number in reach.dependencies for item in inputs)


def _derived(query: Query, value: Value, name: str) -> Problem:
    """Return the problem of a source that is an item or a function of the right one."""
    if value.facts.get("layer") is not None:
        return problem("source-not-on-path/layer", query.site, query, source=name)
    inputs = value.facts.get("inputs") or ()
    original = shown(inputs[0], "").strip("`") if inputs else ""
    site, wanted = query.site, ""
    if isinstance(site, cst.Call) and len(site.args) == 2 and original:
        function, target, source = map(expression_text, (site.func, *_values(site)))
        wanted = f"{function}({target}, {original})"
        if source.count(original) == 1 and source == name.strip("`"):
            wanted = source.replace(original, wanted)
    return problem(
        "source-not-on-path/original",
        site,
        query,
        origin=_made_here(value, name),
        source=name,
        original=original,
        wanted=wanted,
    )


def _made_here(value: Value, name: str) -> tuple[cst.CSTNode, str] | None:
    return (value.site, f"{name} is made here") if value.site is not None else None


def _values(call: cst.Call) -> list[cst.BaseExpression]:
    return [item.value for item in call.args]


def _swapped(context: CheckContext, query: Query) -> bool:
    """True if the source depends on the target, and not the other way round."""
    if len(query.sources) != 1 or isinstance(query.sources_value, Gradients):
        return False
    source = query.sources[0].value
    targets = [query.target, *alternatives(query.target)]
    if query.target.kind is kinds.WEIGHTS and source.kind is kinds.TENSOR:
        return True
    if not any(item.kind is kinds.VARIABLE for item in targets) and not any(
        watch.value in targets for watch in query.tape.watched
    ):
        return False
    reach = context.reach(query)
    if reach.depends_on(source) or source.kind is kinds.VARIABLE:
        return False
    return reach.leads_to(source, query.target)
