"""Subscripts: items of containers, slices of tensors."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.join import join_elements, join_projected
from tflintgrad.flow.domain.objects import Gradients, Instance, Layer, Weights
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import containers
from tflintgrad.flow.interpreter.dispatch import expression
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.models.op_effects import edges_to
from tflintgrad.knowledge.roles import is_a

_INDEX: Final = Cut(CutKind.INDEX)


@expression(cst.Subscript)
def _subscript(interp: Interpreter, node: cst.Subscript) -> Value:
    owner = interp.evaluate(node.value)
    parts = [part for element in node.slice for part in _evaluate_slice(interp, element.slice)]
    single = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
    if isinstance(owner, Gradients) and len(node.slice) > 1:  # of one tensor, not of a list
        value = _slice_tensor(interp, owner, None, node)
    else:
        value = subscript(interp, owner, parts[0] if single else None, node, _bounds(node, parts))
    if owner.kind in _SLICED and value is not owner:
        value.facts["slices"] = (owner, *_written(node, parts))
    if value.facts.get("op") == "[]":
        value.facts["only_reshapes"] = all(_keeps_all(element.slice) for element in node.slice)
        for part in parts:
            computed = part.kind in (kinds.NUMBER, kinds.NDARRAY) and part.edges
            if part.kind in (kinds.TENSOR, kinds.VARIABLE) or computed:
                value.edges.extend(edges_to(interp, part, "cut", _INDEX))
    return value


def _written(node: cst.Subscript, parts: list[Value]) -> list[object]:
    """Return the indices of a subscript: values, slices of constants, `None`, `...`."""
    evaluated = iter(parts)
    found: list[object] = []
    for element in node.slice:
        part = element.slice
        if isinstance(part, cst.Slice):
            bounds = (part.lower, part.upper, part.step)
            values = [None if bound is None else next(evaluated) for bound in bounds]
            numbers = [
                None if value is None else "" if value.const is None else value.const
                for value in values
            ]
            found.append(slice(*numbers))
            continue
        index = next(evaluated)
        if index.kind is kinds.ELLIPSIS:
            found.append(...)
        elif index.kind is kinds.NONE or is_a(index.name, "new_axis"):
            found.append(None)
        else:
            found.append(index)
    return found


#: Kinds whose subscripts have a shape.
_SLICED: Final = frozenset({kinds.TENSOR, kinds.VARIABLE, kinds.SYMBOLIC, kinds.NDARRAY})


def _keeps_all(part: cst.BaseSlice) -> bool:
    """True for `:`, `None`, `...` and `tf.newaxis`, which select everything."""
    if isinstance(part, cst.Slice):
        return part.lower is None and part.upper is None
    if not isinstance(part, cst.Index):
        return False
    inner = part.value
    if isinstance(inner, cst.Attribute):
        return inner.attr.value == "newaxis"
    return isinstance(inner, cst.Ellipsis) or (
        isinstance(inner, cst.Name) and inner.value == "None"
    )


def _evaluate_slice(interp: Interpreter, part: cst.BaseSlice) -> list[Value]:
    if isinstance(part, cst.Index):
        return [interp.evaluate(part.value)]
    if isinstance(part, cst.Slice):
        bounds = (part.lower, part.upper, part.step)
        return [interp.evaluate(bound) for bound in bounds if bound is not None]
    return []


def _bounds(node: cst.Subscript, parts: list[Value]) -> slice | None:
    """Return the slice `[1:-1]` if its bounds, evaluated to `parts`, are constants."""
    written = node.slice[0].slice
    if len(node.slice) > 1 or not isinstance(written, cst.Slice):
        return None
    numbers = [part.const for part in parts]
    if not all(type(number) is int for number in numbers):
        return None
    evaluated = iter(numbers)
    parts_written = (written.lower, written.upper, written.step)
    lower, upper, step = (None if part is None else next(evaluated) for part in parts_written)
    return slice(lower, upper, step) if step != 0 else None


def subscript(
    interp: Interpreter,
    owner: Value,
    index: Value | None,
    site: cst.CSTNode,
    bounds: slice | None = None,
) -> Value:
    """Return `owner[index]`; `index` is None for several indices and slices (`bounds`)."""
    if isinstance(owner, Phi):
        items = [subscript(interp, item, index, site, bounds) for item in alternatives(owner)]
        return join_projected(owner, items, interp.context)
    if isinstance(owner, Sequence):
        if index is not None and isinstance(index.const, int):
            return containers.item_at(interp, owner, index.const, site)
        if index is None:
            return _slice_sequence(interp, owner, bounds, site)
        return containers.element_of(interp, owner, site)
    if isinstance(owner, Mapping):
        return _mapping_item(interp, owner, index, site)
    if isinstance(owner, (Gradients, Weights)):
        if index is not None and isinstance(index.const, int):
            return containers.item_at(interp, owner, index.const, site)
        if index is not None and isinstance(index.const, str):  # a dict of sources
            component = containers.element_of(interp, owner, site)
            component.facts["index"] = index.const
            return component
        if index is None:
            return _slice_list(interp, owner, bounds, site)
        return containers.element_of(interp, owner, site)
    if owner.kind is kinds.SHAPE:
        return _dimension(interp, owner, index, site)
    one = not containers.may_be_several(owner)
    if owner.kind in (kinds.TENSOR, kinds.VARIABLE, kinds.SYMBOLIC) and one:
        return _slice_tensor(interp, owner, index, site)
    if owner.kind in (kinds.NDARRAY, kinds.STRING):
        return interp.value(owner.kind, site, edges=[Edge(owner)], dtype=owner.dtype)
    if index is not None and isinstance(index.const, (int, str)):
        entries = owner.registered if isinstance(owner, Instance) else None
        definition = containers.entry(interp, entries, index.const) if entries is not None else None
        if definition is not None:
            return definition
        key = (owner.number, slots.item_slot(index.const))
        known = interp.store.read(key)
        if known is None:
            known = interp.unknown(site, owner)
            interp.store.write(key, known)
        return known
    return interp.unknown(site, owner)


def _dimension(interp: Interpreter, shape: Value, index: Value | None, site: cst.CSTNode) -> Value:
    """Return one dimension of a shape, or several."""
    number = interp.value(kinds.NUMBER, site, dtype="int", scalar=True)
    source = shape.facts.get("shape_from")
    if source is not None and index is not None and isinstance(index.const, int):
        number.facts["shape_from"] = ("dimension", source[1], index.const)
    return number


def _slice_tensor(
    interp: Interpreter, owner: Value, index: Value | None, site: cst.CSTNode
) -> Value:
    """Return an item or slice of a tensor, variable or symbolic value."""
    kind = kinds.SYMBOLIC if owner.kind is kinds.SYMBOLIC else kinds.TENSOR
    edges = edges_to(interp, owner)
    sliced = interp.value(kind, site, edges=edges, dtype=owner.dtype, is_op=True)
    if owner.kind is kinds.VARIABLE:
        sliced.facts["slice_of_variable"] = owner
    sliced.facts["op"] = "[]"
    sliced.facts["inputs"] = (owner,)
    sliced.facts["index"] = index.const if index is not None else None
    return sliced


def _slice_sequence(
    interp: Interpreter, owner: Sequence, bounds: slice | None, site: cst.CSTNode
) -> Value:
    if owner.exact and bounds is not None and "unordered" not in owner.facts:
        return Sequence(owner.kind, site, interp.context, owner.items[bounds])
    items = [*owner.items, *([owner.rest] if owner.rest is not None else [])]
    if any(isinstance(item, (Layer, Instance)) for item in items):
        return interp.unknown(site, owner)  # what is done to some layers is not done to all
    result = Sequence(owner.kind, site, interp.context, [])
    for item in items:
        result.add_rest(item)
    return result


def _slice_list(
    interp: Interpreter, owner: Gradients | Weights, bounds: slice | None, site: cst.CSTNode
) -> Value:
    """Return some gradients or variables of a list; which of them is known for few."""
    if bounds == slice(None):
        return owner
    if isinstance(owner, Weights):
        some = Weights(owner.owner, owner.name, site, interp.context)
        some.frozen, some.built = owner.frozen, owner.built
        some.facts.update(owner.facts)
        some.facts["reordered"] = True
        return some
    sources = owner.query.sources_value
    if not isinstance(sources, (Weights, Sequence)):
        return owner
    if isinstance(sources, Sequence) and sources.exact and bounds is not None:
        chosen = range(len(sources.items))[bounds]
        items = [containers.item_at(interp, owner, index, site) for index in chosen]
        return Sequence(kinds.LIST, site, interp.context, items)
    result = Sequence(kinds.LIST, site, interp.context, [])
    result.add_rest(containers.element_of(interp, owner, site))
    result.facts["reordered"] = True
    return result


def _mapping_item(
    interp: Interpreter, owner: Mapping, index: Value | None, site: cst.CSTNode
) -> Value:
    key = index.const if index is not None else None
    known = containers.entry(interp, owner, key) if key is not None else None
    if known is not None:
        return known
    possible = [*owner.entries.values(), *([owner.rest] if owner.rest is not None else [])]
    if key is not None and owner.rest is not None:
        return owner.rest
    if key is None and possible:
        return join_elements(possible, interp.context) if len(possible) > 1 else possible[0]
    return interp.unknown(site, owner)
