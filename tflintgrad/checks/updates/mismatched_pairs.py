"""Lists of gradients that do not fit the variables they are applied to."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.keras.weight_lists import either_list, keeps_statistics
from tflintgrad.checks.updates.update_events import (
    Update,
    are_variables,
    bound_name,
    is_clipped_pair,
    is_own_update,
    query_behind,
    source_of,
    updates,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import expand_sources
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.variable_lists import kind_of
from tflintgrad.source.syntax.dead_stores import occurs_once


@check
def mismatched_pairs(context: CheckContext) -> Iterator[Problem]:
    """Report gradients that are applied to variables they do not belong to."""
    for event in context.graph.events:
        if event.kind == "assign-to-gradient":
            yield problem("gradients-variables-mismatch/assign", event.site)
        elif event.kind == "assign":
            yield from _crossed(context, event)
    for update in updates(context.graph):
        gradients, variables = update.gradients, update.variables
        if is_clipped_pair(gradients):
            continue
        if not update.by_hand and are_variables(gradients) and isinstance(variables, Gradients):
            yield problem("gradients-variables-mismatch/pairs", update.site)
            continue
        found = _mismatch(context, update)
        if found is not None:
            yield found


def _mismatch(context: CheckContext, update: Update) -> Problem | None:
    query = query_behind(update.gradients)
    if query is not None and not _is_written_list(update.gradients):
        is_known = not update.by_hand or _known_sources(query, update.variables)
        differ = _differ(context.reach(query), query.sources_value, update.variables)
        if not is_known or not (differ or _has_unused_own(context, query, update)):
            return None
    else:
        query = _wrong_item(update)
        if query is None:
            return None
    names = _different_names(query.sources_value, update.variables)
    rule = "gradients-variables-mismatch"
    if names is None:
        rule = "gradients-variables-mismatch/unnamed"
    variables, others = names or ("", "")
    return problem(
        rule,
        update.site,
        query,
        origin=_computed(query),
        after_query=True,
        variables=variables,
        others=others,
    )


def _computed(query: Query) -> tuple[cst.CSTNode, str]:
    return query.site, "the gradients are computed here"


def _different_names(sources: Value, applied: Value) -> tuple[str, str] | None:
    """Return what tells two lists of variables apart: their names, or those of their items."""
    names = shown(sources, ""), shown(applied, "")
    if all(names) and names[0] != names[1]:
        return names
    items = [_items(value) for value in (sources, applied)]
    return (items[0], items[1]) if all(items) and items[0] != items[1] else None


def _items(value: Value) -> str:
    """Return a list with the names of its items."""
    if isinstance(value, Weights):
        return shown(value)
    if (
        not isinstance(value, Sequence)
        or not value.exact
        or len(value.items) > limits.MAX_SHOWN_ITEMS
    ):
        return ""
    parts = [shown(item, "").strip("`") for item in value.items]
    return f"`[{', '.join(parts)}]`" if all(parts) else ""


def _has_unused_own(context: CheckContext, query: Query, update: Update) -> bool:
    """True if the program asks for gradients of the updated model, too, and uses them nowhere."""
    applied = update.variables
    if not isinstance(applied, Weights) or not isinstance(query.sources_value, Weights):
        return False
    if applied.reordered or applied.owner is query.sources_value.owner:
        return False
    for own in context.graph.queries:
        sources = own.sources_value
        if not isinstance(sources, Weights) or sources.owner is not applied.owner:
            continue
        name = bound_name(own.result) if own.result is not None else ""
        same_run = own.context.calls == query.context.calls == update.event.context.calls
        if same_run and name and occurs_once(own.context.module.tree, name):
            return True
    return False


def _is_written_list(value: Value) -> bool:
    """True for `[d_b, d_a]`: a list that the program writes, in an order of its own."""
    return isinstance(value, Sequence) and value.exact and any(map(source_of, value.items))


def _wrong_item(update: Update) -> Query | None:
    """Return the query of a gradient in `[d_loss/d_a, d_loss/d_b]` that meets another variable."""
    gradients, variables = update.gradients, update.variables
    if not isinstance(gradients, Sequence) or not isinstance(variables, Sequence):
        return None
    if not gradients.exact or not variables.exact:
        return None
    sources = [source_of(item) for item in gradients.items]
    pairs = list(zip(sources, variables.items, strict=False))
    own = [source for source in sources if source is not None and source.kind is kinds.VARIABLE]
    wrong = [i for i, (a, b) in enumerate(pairs) if a in own and b in own and a is not b]
    queries = [query_behind(gradients.items[i]) for i in wrong[:1]]
    return queries[0] if queries else None


def _known_sources(query: Query, applied: Value) -> bool:
    """True if all variables of the list are among the sources, or belong to other models."""
    if isinstance(applied, Weights):
        return True
    if not isinstance(applied, Sequence):
        return False
    sources = [source.value for source in query.sources]
    return bool(applied.concatenated) or all(item in sources for item in applied.items)


def _crossed(context: CheckContext, event: Event) -> Iterator[Problem]:
    """Yield the problem of `a.assign_sub(rate * gradient_of_b)`."""
    variable, *inputs = event.values
    if variable.kind is not kinds.VARIABLE or isinstance(variable, Phi) or not inputs:
        return
    if "?" in event.note or "element_of" in variable.facts or not is_own_update(event):
        return
    components = [
        item
        for value in inputs
        for item in walk_back(value, _until_component, limits.MAX_CLOSE_VALUES)
        if isinstance(item, Gradients) or "index" in item.facts
    ]
    sources = {source_of(item) for item in components}
    source = sources.pop() if len(sources) == 1 else None
    if source is None or source.kind is not kinds.VARIABLE or source is variable:
        return
    if isinstance(source, Phi) or "element_of" in source.facts or source.facts.get("element"):
        return
    query = query_behind(components[0])
    if query is None or variable.facts.get("same_as") is source:
        return
    others = [q for q in context.graph.queries if q.tape is query.tape]
    if any(s.value is variable for q in others for s in q.sources):
        yield problem(
            "gradients-variables-mismatch",
            event.site,
            query,
            origin=_computed(query),
            after_query=True,
            variables=shown(source),
            others=shown(variable),
        )


def _until_component(value: Value) -> list[Value]:
    if isinstance(value, Gradients) or source_of(value) is not None:
        return []
    return list(uncut_edges(value))


def _differ(reach: Reachability, sources: Value, applied: Value) -> bool:
    """True if these are certainly two different lists of variables."""
    if _are_disjoint(sources, applied):
        return True
    if _is_data(reach, sources) and _lists(applied):
        return True
    if isinstance(sources, Phi) or isinstance(applied, Phi):
        pairs_of_lists = [(a, b) for a in _lists(sources) for b in _lists(applied)]
        is_other = all(a.owner is not b.owner for a, b in pairs_of_lists)
        return is_other and any(_differ(reach, a, b) for a, b in pairs_of_lists)
    if isinstance(sources, Weights) and isinstance(applied, Weights):
        if sources.reordered or applied.reordered:
            return False  # some variables of a model may be those of a layer in it
        if sources.owner is applied.owner:
            return sources.name != applied.name and keeps_statistics(sources.owner)
        # Gradients of a copy that are applied to the original are a way to train in parallel:
        # a mix-up is when both took part in the same target.
        leaves = [source.value for source in expand_sources(applied)]
        if sources.owner.kind is kinds.UNKNOWN:
            return _are_two_models(reach, sources.owner, applied.owner)
        own = [query.sources_value for query in reach.tape.queries if query is not reach.query]
        return any(reach.surely_reaches(leaf) for leaf in leaves) or any(
            isinstance(other, Weights) and other.owner is applied.owner for other in own
        )
    if isinstance(sources, Sequence) and isinstance(applied, Sequence):
        if sources.concatenated and applied.concatenated:
            return _permuted(sources.concatenated, applied.concatenated)
        if applied.reordered and not sources.reordered:
            return True
        if not sources.exact or not applied.exact or len(sources.items) != len(applied.items):
            return False
        pairs = list(zip(sources.items, applied.items, strict=True))
        return all(a.kind is b.kind is kinds.VARIABLE for a, b in pairs) and any(
            a is not b for a, b in pairs
        )
    return False


def _lists(value: Value) -> list[Weights]:
    """Return a list of weights, or those that it may be."""
    return [value] if isinstance(value, Weights) else either_list(value)


def _is_data(reach: Reachability, sources: Value) -> bool:
    """True for one tensor that a model gets as its input: no list of variables."""
    if sources.kind not in (kinds.TENSOR, kinds.UNKNOWN) or isinstance(sources, Phi):
        return False
    for value in reach.dependencies.values():
        fed: list[Value] = []
        if value.facts.get("op") == "layer":
            fed = list(value.facts.get("inputs") or ())[:1]
        elif value.is_op and value.facts.get("opaque") and _is_model_call(value):
            fed = [edge.to for edge in value.edges[1:2]]
        if any(item is sources for item in fed):
            return True
    return False


def _is_model_call(value: Value) -> bool:
    return bool(value.edges) and bool(value.edges[0].to.facts.get("holds_weights"))


def _are_disjoint(sources: Value, applied: Value) -> bool:
    """True for the trainable and the non-trainable variables of one object."""
    lists = [_lists(sources), _lists(applied)]
    if not all(lists) or {id(w.owner) for w in lists[0]} != {id(w.owner) for w in lists[1]}:
        return False
    return {kind_of(found[0].name) for found in lists} == {"trainable", "non_trainable"}


def _are_two_models(reach: Reachability, trained: Value, other: Value) -> bool:
    """True if both of two unknown objects are called to compute the target."""
    called = {
        value.edges[0].to.number
        for value in reach.dependencies.values()
        if value.is_op and value.facts.get("opaque") and value.edges
    }
    return trained.number in called and other.number in called


def _permuted(sources: tuple[Value, ...], applied: tuple[Value, ...]) -> bool:
    """True for the same lists in another order, `a.weights + b.weights` and the reverse."""
    owners = [[p.owner for p in parts if isinstance(p, Weights)] for parts in (sources, applied)]
    known = all(len(parts) == len(sources) > 1 for parts in owners) and len(sources) == len(applied)
    return known and owners[0] != owners[1] and all(o in owners[0] for o in owners[1])
