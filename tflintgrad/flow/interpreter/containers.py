"""Containers and iteration: items, slices, unpacking, `append`, `zip`, `enumerate`."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.iterables import Dataset
from tflintgrad.flow.domain.join import join, join_elements, join_projected
from tflintgrad.flow.domain.objects import Arguments, Function, Gradients, Instance, Weights
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.models.op_effects import edges_to

_TENSORS = (kinds.TENSOR, kinds.VARIABLE, kinds.SYMBOLIC)


def known_items(value: Value) -> list[Value] | None:
    """Return all items in order, if they are known."""
    if isinstance(value, Sequence) and value.exact:
        return value.items
    return None


def is_traced_iterable(value: Value) -> bool:
    """True if AutoGraph turns a `for` over the value into a loop that TensorFlow runs."""
    # The result of a layer may be a dict.
    return (
        value.kind in (kinds.TENSOR, kinds.DATASET, kinds.VARIABLE) and "layer" not in value.facts
    )


def element_of(interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
    """Return what a loop over `value` assigns: any of its elements."""
    if isinstance(value, Phi):
        elements = [element_of(interp, item, site) for item in alternatives(value)]
        return join_projected(value, elements, interp.context)
    if isinstance(value, Sequence):
        return _any_item(interp, value, site)
    if isinstance(value, Instance):
        return _own_iterator(interp, value, site)
    if isinstance(value, Mapping):
        return interp.value(kinds.STRING, site)
    if value.kind is kinds.RANGE:
        return interp.value(kinds.NUMBER, site, dtype="int", scalar=True)
    if isinstance(value, Dataset):
        if value.element is not None:
            return through_dataset(interp, value, value.element, site)
        return interp.unknown(site, value)
    if isinstance(value, (Weights, Gradients)):
        element = interp.value(
            kinds.VARIABLE if isinstance(value, Weights) else kinds.TENSOR,
            site,
            edges=[Edge(value)],
        )
        element.facts["element_of"] = value
        element.facts["trainable"] = None
        if isinstance(value, Weights) and value.owner.kind in (kinds.LAYER, kinds.MODEL):
            element.facts["keras"] = True
        return element
    if value.kind in _TENSORS:
        row = interp.value(
            kinds.TENSOR, site, edges=edges_to(interp, value), is_op=True, dtype=value.dtype
        )
        row.facts["element_of"] = value
        row.facts["shape_from"] = ("row", value, 0)
        return row
    if value.kind in (kinds.NDARRAY, kinds.STRING):
        row = interp.value(value.kind, site, edges=[Edge(value)], dtype=value.dtype)
        row.facts["shape_from"] = ("row", value, 0)
        return row
    return interp.unknown(site, value)


def _own_iterator(interp: Interpreter, value: Instance, site: cst.CSTNode) -> Value:
    """Return an element of an object whose class defines `__iter__` or `__getitem__`."""
    from tflintgrad.flow.interpreter import attributes, calls

    for name, passed in (("__iter__", []), ("__getitem__", [interp.unknown(site)])):
        method = attributes.get_attribute(interp, value, name, site)
        if isinstance(method, Function):
            result = calls.call(interp, method, Arguments(site, list(passed)))
            own_next = isinstance(result, Instance)  # `__iter__` that returns `self`
            if name == "__iter__" and not own_next:
                return element_of(interp, result, site)
            return interp.unknown(site, value) if own_next else result
    return interp.unknown(site, value)


def through_dataset(
    interp: Interpreter, dataset: Dataset, element: Value, site: cst.CSTNode
) -> Value:
    """Return an element of a dataset: the pipeline computed it outside every tape."""
    if isinstance(element, Sequence) and element.exact:
        items = [through_dataset(interp, dataset, item, site) for item in element.items]
        return Sequence(element.kind, site, interp.context, items)
    if isinstance(element, Mapping):
        copy = Mapping(site, interp.context)
        for key, item in element.entries.items():
            copy.put(key, through_dataset(interp, dataset, item, site))
        return copy
    drawn = interp.value(
        kinds.UNKNOWN if element.kind is kinds.UNKNOWN else kinds.TENSOR, site, dtype=element.dtype
    )
    cut = Cut(
        CutKind.DATASET,
        site=dataset.mapped or dataset.origin or dataset.site,
    )
    drawn.edges.append(Edge(element, "cut", cut))
    drawn.facts["shape_from"] = ("same", element, 0)
    return drawn


def _any_item(interp: Interpreter, value: Sequence, site: cst.CSTNode) -> Value:
    if "parts" in value.facts:
        elements = [element_of(interp, part, site) for part in value.facts["parts"]]
        return join_elements(elements, interp.context)
    row = _any_row(interp, value, site)
    if isinstance(row, Sequence) and (value.exact or "columns" in value.facts):
        columns = value.facts.get("columns") or _written_columns(interp, value, site)
        if len(columns) == len(row.items):
            values = (*row.items, *columns)
            interp.graph.note("row", site, interp.context, values)
    return row


def _written_columns(interp: Interpreter, value: Sequence, site: cst.CSTNode) -> list[Value]:
    """Return the columns of pairs that the program writes one by one: `[(a, b), (c, d)]`."""
    rows = [item for item in value.items if isinstance(item, Sequence) and item.exact]
    width = len(rows[0].items) if rows else 0
    if len(rows) != len(value.items) or any(len(row.items) != width for row in rows):
        return []
    return [
        Sequence(kinds.LIST, site, interp.context, [row.items[i] for row in rows])
        for i in range(width)
    ]


def _any_row(interp: Interpreter, value: Sequence, site: cst.CSTNode) -> Value:
    items = [*value.items, *([value.rest] if value.rest is not None else [])]
    items = [interp.checked_trace_escape(item, value.context.trace) for item in items]
    if not items:
        return interp.unknown(site)
    if len(items) == 1:
        return items[0]
    if all(isinstance(item, Sequence) and item.exact for item in items):
        width = {len(item.items) for item in items if isinstance(item, Sequence)}
        if len(width) == 1:
            columns = [
                join(
                    [item.items[i] for item in items if isinstance(item, Sequence)], interp.context
                )
                for i in range(width.pop())
            ]
            return Sequence(kinds.TUPLE, site, interp.context, columns)
    return join_elements(items, interp.context)


def may_be_several(value: Value) -> bool:
    """True if the value may be a list of tensors: the result of a model with unknown outputs."""
    template = value.facts.get("template")
    return template is not None and template.kind is kinds.UNKNOWN


def item_at(interp: Interpreter, value: Value, index: int, site: cst.CSTNode) -> Value:
    """Return `value[index]` for a constant index, as tuple unpacking does."""
    if isinstance(value, Phi):
        items = [item_at(interp, item, index, site) for item in alternatives(value)]
        return join_projected(value, items, interp.context)
    if isinstance(value, Sequence):
        certain = index == -1 or "unordered" not in value.facts
        if value.exact and certain and -len(value.items) <= index < len(value.items):
            return value.items[index]
        # Some item, but not the same one at every index.
        return Phi([_any_item(interp, value, site)], interp.context)
    if isinstance(value, Gradients):
        component = interp.value(kinds.TENSOR, site, edges=[Edge(value)], dtype="float")
        component.facts["index"] = index
        return component
    if value.kind in _TENSORS and not may_be_several(value):
        kind = kinds.SYMBOLIC if value.kind is kinds.SYMBOLIC else kinds.TENSOR
        return interp.value(
            kind, site, edges=edges_to(interp, value), is_op=True, dtype=value.dtype
        )
    if isinstance(value, Weights):
        element = interp.value(kinds.VARIABLE, site, edges=[Edge(value)])
        element.facts["element_of"] = value
        element.facts["index"] = index
        element.facts["trainable"] = None
        return element
    key = (value.number, slots.item_slot(index))
    known = interp.store.read(key)
    if known is None:
        known = interp.unknown(site, value)
        interp.store.write(key, known)
    return known


def slice_of(interp: Interpreter, value: Value, start: int, after: int, site: cst.CSTNode) -> Value:
    """Return the items that a starred name gets, with `start` before it and `after` behind."""
    if isinstance(value, Sequence) and value.exact:
        items = value.items[start : len(value.items) - after]
        return Sequence(kinds.LIST, site, interp.context, items)
    result = Sequence(kinds.LIST, site, interp.context, [])
    result.add_rest(element_of(interp, value, site))
    return result


def append(interp: Interpreter, container: Sequence, value: Value, site: cst.CSTNode) -> None:
    """Interpret `container.append(value)`: in a loop, the value goes into the summary."""
    inner = interp.context.loops[len(container.context.loops) :]
    if any(in_graph for _, in_graph in inner) and value.kind not in (
        kinds.NUMBER,
        kinds.STRING,
        kinds.NONE,
    ):
        cut = Cut(CutKind.LIST_IN_GRAPH_LOOP, raises="InaccessibleTensorError", site=site)
        container.add_rest(value, cut)
    elif inner or interp.context.trace != container.context.trace:
        value.facts.setdefault("kept", site)
        if inner:
            mark_as_many(value)
        container.add_rest(value)
    else:
        container.add_item(value)


def mark_as_many(value: Value) -> None:
    """Mark a variable that a loop makes: it stands for one in each iteration."""
    if value.kind is kinds.VARIABLE and not isinstance(value, Phi):
        value.facts["element"] = True


def extend(interp: Interpreter, container: Sequence, value: Value, site: cst.CSTNode) -> None:
    """Interpret `container.extend(value)`."""
    interp.graph.note("extended", site, interp.context, (container, value))
    items = known_items(value)
    if items is not None:
        for item in list(items):  # a list may extend itself
            append(interp, container, item, site)
    else:
        container.add_rest(element_of(interp, value, site))


def set_item(
    interp: Interpreter,
    owner: Value,
    target: cst.Subscript,
    value: Value,
    site: cst.CSTNode,
) -> None:
    """Interpret `owner[key] = value`."""
    key = _constant_key(interp, target)
    value.facts["bound"] = site
    value.facts.setdefault("rebound_at", site)
    value.facts.setdefault("kept", site)
    for item in alternatives(owner):
        if isinstance(item, Mapping):
            put(interp, item, key, value)
        elif isinstance(item, Sequence):
            interp.graph.note("item-set", site, interp.context, (item, value))
            if (
                isinstance(key, int)
                and item.exact
                and -len(item.items) <= key < len(item.items)
                and len(interp.context.loops) == len(item.context.loops)
            ):
                item.replace_item(key, value)
            else:
                item.add_rest(value)
        elif item.kind is kinds.NDARRAY:
            item.edges.append(Edge(value, "cut", Cut(CutKind.ARRAY_ITEM, site=site)))
        elif item.kind is kinds.UNKNOWN:
            item.edges.append(Edge(value, "unknown"))
        elif isinstance(item, Instance):
            _register(interp, item, key, value, site)


def _register(
    interp: Interpreter, registry: Instance, key: object, value: Value, site: cst.CSTNode
) -> None:
    from tflintgrad.flow.interpreter import instances

    entries = instances.registry(interp, registry)
    if entries is not None:
        is_lasting = instances.is_definition(value)
        put(interp, entries, key, value if is_lasting else interp.unknown(site, value))


def put(interp: Interpreter, mapping: Mapping, key: object, value: Value) -> None:
    """Set an entry of a dict; under a constant key, in the store as well."""
    held = mapping.put(key, value)
    if key is not None:
        interp.store.write((mapping.number, slots.item_slot(key)), held)


def entry(interp: Interpreter, mapping: Mapping, key: object) -> Value | None:
    """Return the entry of a dict under a constant key."""
    value = interp.read((mapping.number, slots.item_slot(key))) or mapping.entries.get(key)
    return None if value is None else interp.checked_trace_escape(value, mapping.context.trace)


def _constant_key(interp: Interpreter, target: cst.Subscript) -> object:
    if len(target.slice) == 1 and isinstance(target.slice[0].slice, cst.Index):
        return interp.evaluate(target.slice[0].slice.value).const
    return None


def pair_up(interp: Interpreter, columns: list[Value], site: cst.CSTNode) -> Sequence:
    """Return `zip(a, b)`: all rows if the items are known, otherwise one summary row."""
    known = [known_items(column) for column in columns]
    for column in columns:
        others = [len(items) for items in known if items is not None]
        if isinstance(column, Gradients) and others:
            column.facts["unpacked"] = others[0]
    rows = Sequence(kinds.ZIP, site, interp.context, [])
    rows.facts["columns"] = columns
    if columns and all(items is not None for items in known):
        for row in zip(*[items or [] for items in known], strict=False):
            rows.add_item(Sequence(kinds.TUPLE, site, interp.context, list(row)))
        return rows
    cells = [element_of(interp, column, site) for column in columns]
    rows.add_rest(Sequence(kinds.TUPLE, site, interp.context, cells))
    _keep_rows(rows, Sequence(kinds.TUPLE, site, interp.context, cells))
    return rows


def _keep_rows(rows: Sequence, row: Sequence) -> None:
    """Make a tuple the summary of all rows, so that unpacking keeps the columns apart."""
    rows.rest = row
    rows.edges = [Edge(row)]


def enumerated(interp: Interpreter, value: Value, site: cst.CSTNode) -> Sequence:
    """Return `enumerate(value)`."""
    items = known_items(value)
    rows = Sequence(kinds.ZIP, site, interp.context, [])
    if items is not None:
        for index, item in enumerate(items):
            rows.add_item(
                Sequence(kinds.TUPLE, site, interp.context, [interp.constant(index, site), item])
            )
        return rows
    counter = interp.value(kinds.NUMBER, site, dtype="int", scalar=True)
    cells = [counter, element_of(interp, value, site)]
    _keep_rows(rows, Sequence(kinds.TUPLE, site, interp.context, cells))
    return rows
