"""Targets that a query adds up where the gradient of each was meant (rules 502 and 504)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, written
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import expand_sources
from tflintgrad.flow.domain.traversal import all_behind, walk_back
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.words import states


@check
def summed_targets(context: CheckContext) -> Iterator[Problem]:
    """Report targets that are summed where a Jacobian or per-example gradient was meant."""
    for query in context.graph.queries:
        if query.method != "gradient" or not query.explicit or not query.sources:
            continue
        if query.arguments.passed("upstream") is not None:
            continue
        if any("diag" in name for name in _names_around(query)):
            continue
        target = query.target
        names = _names_around(query)
        if isinstance(target, Sequence):
            yield from _summed_list(context.reach(query), query, target)
        elif _wants_each_output(names) and _is_vector(query, names):
            name = written(query, "target", target)
            yield problem("summed-target", query.site, query, target=name)
        elif _mixes_outputs(context.reach(query), query, target):
            name = written(query, "target", target)
            yield problem("summed-target/stacked", query.site, query, target=name)


def means_jacobian(query: Query) -> bool:
    """True if names say that the query is meant to return each output's gradient."""
    names = _names_around(query)
    is_diagonal = any("diag" in name for name in names)
    return not is_diagonal and _wants_each_output(names) and _is_vector(query, names)


def _names_around(query: Query) -> list[str]:
    """Return the names of the result and of the function with the query, which tell the intent."""
    names = query.result.names if query.result is not None else []
    return [*names, query.context.function]


def _wants_each_output(names: list[str]) -> bool:
    return any(states(name, "jacobian", "per_output") for name in names)


def _is_vector(query: Query, names: list[str]) -> bool:
    """True if the target has several elements whose gradients are not meant to be added up."""
    target = query.target
    several = [source.value for source in query.sources if source.value.scalar is not True]
    if target.scalar is True or any(_elementwise(target, value) for value in several):
        return False
    if isinstance(target, Gradients):
        return any(source.value.scalar is False for source in target.query.sources)
    if any(states(name, "jacobian") for name in names):
        return target.scalar is False
    # One gradient per example is meant for parameters; for the inputs, rows do not mix.
    parameters = (kinds.VARIABLE, kinds.LAYER, kinds.MODEL)
    return (
        target.kind is kinds.TENSOR
        and target.is_op
        and all(source.value.kind in parameters for source in query.sources)
    )


def _elementwise(target: Value, source: Value) -> bool:
    """True if every element of the target is a function of one element of the source."""
    behind = all_behind(target, limit=limits.MAX_NEAR_VALUES)
    if behind is None:
        return True  # for all we know
    towards = [v for v in behind if _is_behind(source, v)]
    return source in towards and all(v is source or _keeps_elements(v) for v in towards)


def _is_behind(source: Value, value: Value) -> bool:
    return any(item is source for item in walk_back(value, limit=limits.MAX_NEAR_VALUES))


def _keeps_elements(value: Value) -> bool:
    entry = entry_of(value)
    return entry is not None and entry.facts.get("shape") == "elementwise"


def _mixes_outputs(reach: Reachability, query: Query, target: Value) -> bool:
    """True for `tf.stack([f(x), g(x)])` of one vector `x`: different functions, added up."""
    if not computed_by(target, "stack") or len(query.sources) != 1:
        return False
    source = query.sources[0].value
    if source.scalar is not False:
        return False
    for value in target.facts.get("inputs") or ():
        if isinstance(value, Sequence) and value.exact and len(value.items) > 1:
            mixed = all(reach.leads_to(item, source) for item in value.items)
            return mixed and not _are_different_elements(value.items, source)
    return False


def _are_different_elements(items: list[Value], source: Value) -> bool:
    """True for `[f(x[0]), g(x[1])]`: functions of different elements, so nothing is added up."""
    behind = [all_behind(item, limit=limits.MAX_CLOSE_VALUES) for item in items]
    indices = [_element_used(values, source) for values in behind if values is not None]
    different = None not in indices and len(set(indices)) == len(indices)
    return different or len(indices) < len(items)


def _element_used(behind: list[Value], source: Value) -> int | None:
    """Return the one constant index through which a value depends on the source."""
    found: set[int | None] = set()
    for value in behind:
        if source in (value.facts.get("inputs") or ()):
            index = value.facts.get("index")
            is_element = value.facts.get("op") == "[]" and isinstance(index, int)
            found.add(index if is_element else None)
    return found.pop() if len(found) == 1 else None


def _summed_list(reach: Reachability, query: Query, target: Sequence) -> Iterator[Problem]:
    unpacked = query.result.unpacked if query.result is not None else None
    if not target.exact or len(target.items) < 2:
        return
    if unpacked != len(target.items) and not _repeats_a_source(
        query.sources_value, len(target.items)
    ):
        return
    sources = query.sources_value
    if isinstance(sources, Weights):
        return
    one_each = isinstance(sources, Sequence) and len(sources.items) == len(target.items)
    one_each = one_each and not _repeats_a_source(sources, len(target.items))
    if isinstance(sources, Sequence) and one_each and not _shared(reach, target, sources):
        return
    yield problem("summed-target-list", query.site, query)


def _repeats_a_source(sources: Value, count: int) -> bool:
    """True for sources such as `[shared] * len(losses)`, which expect one gradient per target."""
    return (
        isinstance(sources, Sequence)
        and sources.exact
        and len(sources.items) == count
        and all(item is sources.items[0] for item in sources.items)
    )


def _shared(reach: Reachability, target: Sequence, sources: Sequence) -> bool:
    """True for one model per target, if a target depends on more than its own."""
    if not all(isinstance(item, Weights) for item in sources.items):
        return False
    for index, goal in enumerate(target.items):
        for other, group in enumerate(sources.items):
            leaves = [source.value for source in expand_sources(group)]
            if other != index and any(reach.leads_to(goal, leaf) for leaf in leaves):
                return True
    return False
