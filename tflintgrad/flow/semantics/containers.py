"""Lists, tuples, sets, generators, rows of `zip`, and dicts: items and iteration."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.join import join, join_elements, join_entries
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.values import Index, Mapping, Phi, Sequence, Value
from tflintgrad.flow.interpreter import containers
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.semantics.base import Semantics, register


class _SequenceSemantics(Semantics[Sequence]):
    """Containers of items by position."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Sequence, name: str, site: cst.CSTNode
    ) -> Value:
        if value.fields is not None and name in value.fields:
            return value.fields[name]
        return super().get_attribute(interp, value, name, site)

    def iterate(self, interp: Interpreter, value: Sequence, site: cst.CSTNode) -> Value:
        if value.concatenated:
            elements = [part.iterate(interp, site) for part in value.concatenated]
            return join_elements(elements, interp.context)
        row = _any_row(interp, value, site)
        if isinstance(row, Sequence) and (value.exact or value.columns is not None):
            columns = value.columns or _written_columns(interp, value, site)
            if len(columns) == len(row.items):
                interp.graph.note("row", site, interp.context, (*row.items, *columns))
        return row

    def unpack(self, interp: Interpreter, value: Sequence, index: int, site: cst.CSTNode) -> Value:
        certain = index == -1 or not value.unordered
        if value.exact and certain and -len(value.items) <= index < len(value.items):
            return value.items[index]
        # Some item, but not the same one at every index.
        return Phi([self.iterate(interp, value, site)], interp.context)

    def get_item(
        self, interp: Interpreter, value: Sequence, index: Index, site: cst.CSTNode
    ) -> Value:
        if not isinstance(index, Value):
            return _slice_sequence(interp, value, index, site)
        if isinstance(index.const, int):
            return self.unpack(interp, value, index.const, site)
        return self.iterate(interp, value, site)

    def set_item(
        self, interp: Interpreter, owner: Sequence, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        interp.graph.note("item-set", site, interp.context, (owner, value))
        if (
            isinstance(key, int)
            and owner.exact
            and -len(owner.items) <= key < len(owner.items)
            and len(interp.context.loops) == len(owner.context.loops)
        ):
            owner.replace_item(key, value)
        else:
            owner.add_rest(value)


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
    items = [interp.checked_trace_escape(item, value.context.trace) for item in value.held()]
    if not items:
        return interp.unknown(site)
    if len(items) == 1:
        return items[0]
    rows = [item for item in items if isinstance(item, Sequence) and item.exact]
    if len(rows) == len(items) and len({len(row.items) for row in rows}) == 1:
        columns = [
            join([row.items[i] for row in rows], interp.context) for i in range(len(rows[0].items))
        ]
        return Sequence(kinds.TUPLE, site, interp.context, columns)
    return join_elements(items, interp.context)


def _slice_sequence(
    interp: Interpreter, owner: Sequence, bounds: slice | None, site: cst.CSTNode
) -> Value:
    if owner.exact and bounds is not None and not owner.unordered:
        return Sequence(owner.kind, site, interp.context, owner.items[bounds])
    items = owner.held()
    if any(isinstance(item, (Layer, Instance)) for item in items):
        return interp.unknown(site, owner)  # what is done to some layers is not done to all
    result = Sequence(owner.kind, site, interp.context, [])
    for item in items:
        result.add_rest(item)
    return result


class _MappingSemantics(Semantics[Mapping]):
    """Dicts."""

    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Mapping, site: cst.CSTNode) -> Value:
        return interp.value(kinds.STRING, site)

    def get_item(
        self, interp: Interpreter, value: Mapping, index: Index, site: cst.CSTNode
    ) -> Value:
        key = index.const if isinstance(index, Value) else None
        if key is not None:
            known = containers.entry(interp, value, key) or value.rest
            return known if known is not None else interp.unknown(site, value)
        possible = value.held()
        if not possible:
            return interp.unknown(site, value)
        if not isinstance(index, Value) or index.context.loops or "not_followed" in index.facts:
            # no choice: each entry in its turn, or always the same one, which was not read
            return join_elements(possible, interp.context) if len(possible) > 1 else possible[0]
        return join_entries(possible, interp.context)

    def set_item(
        self, interp: Interpreter, owner: Mapping, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        containers.put(interp, owner, key, value)


_sequences = _SequenceSemantics(Sequence)
register(_sequences, kinds.LIST, kinds.TUPLE, kinds.SET, kinds.ZIP, kinds.GENERATOR)
register(_MappingSemantics(Mapping), kinds.DICT)
