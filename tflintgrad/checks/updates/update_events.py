"""Updates: which list of gradients is applied to which list of variables, and by what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event, Graph
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind, all_edges, walk_back
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.knowledge.methods import names_with


class Update:
    """Gradients that are applied to variables, pair by pair."""

    __slots__ = ("by_hand", "event", "gradients", "site", "variables")

    def __init__(self, event: Event, gradients: Value, variables: Value, *, by_hand: bool) -> None:
        self.event = event
        self.gradients = gradients
        self.variables = variables
        #: By assignments in a loop, not by an optimizer.
        self.by_hand = by_hand
        self.site: cst.CSTNode = event.site


def updates(graph: Graph) -> Iterator[Update]:
    """Yield the steps of optimizers, and loops over `zip(gradients, variables)` that assign."""
    rows = rows_by_cell(graph)
    for event in graph.events:
        if event.kind == "apply-gradients" and event.note == "paired":
            yield Update(event, event.values[2], event.values[3], by_hand=False)
        elif event.kind == "assign" and rows and is_own_update(event):
            for row, cell, other in cells_of(rows, event):
                yield Update(event, column(row, other), column(row, cell), by_hand=True)


def rows_by_cell(graph: Graph) -> dict[int, list[Event]]:
    """Return the events that draw a row of a `zip`, by the numbers of the cells."""
    found: dict[int, list[Event]] = {}
    for event in graph.events:
        if event.kind == "row":
            for value in event.values[: len(event.values) // 2]:
                for item in {value, *alternatives(value)}:
                    found.setdefault(item.number, []).append(event)
    return found


def cells_of(rows: dict[int, list[Event]], assignment: Event) -> Iterator[tuple[Event, int, int]]:
    """Yield the row, the cell that is assigned to, and each cell that its new value uses."""
    variable, *inputs = assignment.values
    used: set[int] | None = None
    for row in rows.get(variable.number, ()):
        cells = row.values[: len(row.values) // 2]
        if used is None:
            used = {v.number for value in inputs for v in _used(value)}
        own = [
            i for i, cell in enumerate(cells) if variable is cell or variable in alternatives(cell)
        ]
        others = [i for i, cell in enumerate(cells) if i not in own and cell.number in used]
        if len(own) == 1:
            for other in others:
                yield row, own[0], other


def _used(value: Value) -> Iterator[Value]:
    return walk_back(value, until_gradients, limits.MAX_CLOSE_VALUES)


def column(row: Event, index: int) -> Value:
    """Return the list from which a cell of the row was drawn."""
    return row.values[len(row.values) // 2 + index]


def method_of(event: Event) -> str:
    """Return the name of the method that assigns."""
    return event.note.rstrip("?")


def is_own_update(event: Event) -> bool:
    """True if the variable's new value is computed from its old one."""
    if method_of(event) in names_with("increment"):
        return True
    variable, *inputs = event.values
    return method_of(event) in names_with("assign") and any(
        variable is item or variable in alternatives(item)
        for value in inputs
        for item in _used(value)
    )


def query_behind(value: Value) -> Query | None:
    """Return the one query these gradients come from, also after clipping or scaling each."""
    queries: list[Query] = []
    for item in all_behind(value, until_gradients, limits.MAX_NEAR_VALUES) or ():
        if isinstance(item, Gradients):
            queries.append(item.query)
        elif (
            (isinstance(item, (Sequence, Weights)) and item.reordered)
            or (isinstance(item, Phi) and len(item.edges) > 1)
            or (item.kind is kinds.UNKNOWN and not isinstance(item, Phi))
        ):
            return None
    return queries[0] if len(queries) == 1 else None


def until_gradients(value: Value) -> Iterable[Value]:
    """Return what a value was computed from; nothing for the result of a query."""
    return () if isinstance(value, Gradients) else all_edges(value)


def queries_near(value: Value) -> list[Query]:
    """Return the queries whose results a value is computed from, in few steps."""
    near = walk_back(value, until_gradients, limits.MAX_NEAR_VALUES)
    return [item.query for item in near if isinstance(item, Gradients)]


def source_of(component: Value) -> Value | None:
    """Return the variable that one gradient belongs to: a single source, or `gradients[1]`."""
    if isinstance(component, Gradients):
        return component.query.sources_value
    origin = component.edges[0].to if len(component.edges) == 1 else None
    if not isinstance(origin, Gradients):
        return None
    sources, index = origin.query.sources_value, component.facts.get("index")
    if isinstance(sources, Sequence) and sources.exact and isinstance(index, int):
        inside = -len(sources.items) <= index < len(sources.items)
        return sources.items[index] if inside else None
    if isinstance(sources, Mapping) and isinstance(index, str):
        return sources.entries.get(index)
    return None


def mapped_from(value: Value) -> Value:
    """Return the list of which comprehensions made this one, item by item."""
    for _ in range(limits.MAX_UNROLLED):
        over = value.over if isinstance(value, Sequence) else None
        is_rows = isinstance(over, Sequence) and over.columns is not None
        if over is None or is_rows or _holds_variables(over):
            return value
        value = over
    return value


def _holds_variables(value: Value) -> bool:
    """True for a list of variables: what is made of them is no longer them."""
    if not isinstance(value, Sequence):
        return isinstance(value, Weights)
    held = value.held()
    return any(item.kind is kinds.VARIABLE for item in held)


def same_variables(one: Value, other: Value) -> bool:
    """True if two lists certainly hold the same variables in the same order."""
    if one is other:
        return True
    if isinstance(one, Weights) and isinstance(other, Weights):
        return one.owner is other.owner and one.name == other.name
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        parts, others = one.concatenated, other.concatenated
        if parts and others:
            return len(parts) == len(others) and all(map(same_variables, parts, others))
        if one.exact and other.exact and one.items:
            return one.items == other.items
    return False


def are_variables(value: Value) -> bool:
    """True for a list of variables."""
    if isinstance(value, Sequence):
        return bool(value.items) and all(item.kind is kinds.VARIABLE for item in value.items)
    return isinstance(value, Weights)


def is_clipped_pair(value: Value) -> bool:
    """True for the pair that `tf.clip_by_global_norm` returns, before it is unpacked."""
    is_pair = isinstance(value, Sequence) and value.kind is kinds.TUPLE
    return is_pair and computed_by(value, "clips_with_norm")


def bound_name(value: Value) -> str:
    """Return the name that an assignment gives to a value, or to the first of a tuple."""
    site = value.facts.get("bound")
    target: cst.CSTNode | None = None
    if isinstance(site, cst.Assign):
        target = site.targets[0].target
    if isinstance(target, (cst.Tuple, cst.List)) and target.elements:
        target = target.elements[0].value
    return target.value if isinstance(target, cst.Name) else ""
