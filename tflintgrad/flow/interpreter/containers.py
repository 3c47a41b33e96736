"""Containers and iteration: items, slices, unpacking, `append`, `zip`, `enumerate`."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter.interpreter import Interpreter


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


def slice_of(interp: Interpreter, value: Value, start: int, after: int, site: cst.CSTNode) -> Value:
    """Return the items that a starred name gets, with `start` before it and `after` behind."""
    if isinstance(value, Sequence) and value.exact:
        items = value.items[start : len(value.items) - after]
        return Sequence(kinds.LIST, site, interp.context, items)
    result = Sequence(kinds.LIST, site, interp.context, [])
    result.add_rest(value.iterate(interp, site))
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
    """Mark a variable or optimizer that a loop makes: it stands for one in each iteration."""
    if value.kind in (kinds.VARIABLE, kinds.OPTIMIZER) and not isinstance(value, Phi):
        value.facts["element"] = True


def extend(interp: Interpreter, container: Sequence, value: Value, site: cst.CSTNode) -> None:
    """Interpret `container.extend(value)`."""
    interp.graph.note("extended", site, interp.context, (container, value))
    items = known_items(value)
    if items is not None:
        for item in list(items):  # a list may extend itself
            append(interp, container, item, site)
    else:
        container.add_rest(value.iterate(interp, site))


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
    owner.set_item(interp, key, value, site)


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
            column.unpacked = others[0]
    rows = Sequence(kinds.ZIP, site, interp.context, [])
    rows.columns = columns
    if columns and all(items is not None for items in known):
        for row in zip(*[items or [] for items in known], strict=False):
            rows.add_item(Sequence(kinds.TUPLE, site, interp.context, list(row)))
        return rows
    cells = [column.iterate(interp, site) for column in columns]
    rows.add_rest(Sequence(kinds.TUPLE, site, interp.context, cells))
    keep_rows(rows, Sequence(kinds.TUPLE, site, interp.context, cells))
    return rows


def keep_rows(rows: Sequence, row: Sequence) -> None:
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
    cells = [counter, value.iterate(interp, site)]
    keep_rows(rows, Sequence(kinds.TUPLE, site, interp.context, cells))
    return rows


def note_clipped(interp: Interpreter, made: Sequence) -> None:
    """Note a list of clipped gradients that a comprehension makes of the list of gradients."""
    if not isinstance(made.over, Gradients) or made.rest is None or made.site is None:
        return
    if any(computed_by(item, "clips_each") for item in alternatives(made.rest)):
        interp.graph.note("clipped", made.site, interp.context, (made.over, made))
