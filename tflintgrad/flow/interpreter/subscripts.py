"""Subscripts: items of containers, slices of tensors."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.dispatch import expression
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import edges_to
from tflintgrad.knowledge.roles import is_a

_INDEX: Final = Cut(CutKind.INDEX)


@expression(cst.Subscript)
def _subscript(interp: Interpreter, node: cst.Subscript) -> Value:
    owner = interp.evaluate(node.value)
    parts = [part for element in node.slice for part in _evaluate_slice(interp, element.slice)]
    single = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
    value = owner.get_item(interp, parts[0] if single else _bounds(node, parts), node)
    # The item of a list can be a slice itself, that of another subscript.
    is_slice = value.facts.get("op") == "[]" and value.site is node
    if is_slice or (owner.kind in _SLICED and value is not owner):
        written = _written(node, parts)
        value.facts["slices"] = (owner, *written)
        only_reshapes = all(_keeps_all(part) for part in written)
        if owner.kind is kinds.NDARRAY and only_reshapes:
            value.facts["op"], value.facts["inputs"], is_slice = "[]", (owner,), True
        if is_slice:
            value.facts["only_reshapes"] = only_reshapes
    if is_slice:
        for part in parts:
            computed = part.kind in (kinds.NUMBER, kinds.NDARRAY) and part.edges
            if part.kind in (kinds.TENSOR, kinds.VARIABLE) or computed:
                value.edges.extend(edges_to(interp, part, "cut", _INDEX))
    return value


def _written(node: cst.Subscript, parts: list[Value]) -> list[object]:
    """Return the indices of a subscript: values, slices of bounds, `None`, `...`."""
    evaluated = iter(parts)
    found: list[object] = []
    for element in node.slice:
        part = element.slice
        if isinstance(part, cst.Slice):
            bounds = (part.lower, part.upper, part.step)
            values = [None if bound is None else next(evaluated) for bound in bounds]
            found.append(slice(*(None if value is None else _bound(value) for value in values)))
            continue
        index = next(evaluated)
        if index.kind is kinds.ELLIPSIS:
            found.append(...)
        elif index.kind is kinds.NONE or is_a(index.name, "new_axis"):
            found.append(None)
        else:
            found.append(index)
    return found


def _bound(value: Value, depth: int = 0) -> object:
    """Return a constant bound, or text that is the same for the same computation of it."""
    if value.const is not None:
        return value.const
    inputs = value.facts.get("inputs") or ()
    symbol = value.facts.get("op", "")
    if depth < limits.MAX_NEAR_STEPS and inputs and symbol in ("+", "-", "*", "//"):
        return f"({symbol.join(str(_bound(item, depth + 1)) for item in inputs)})"
    return f"number {value.number}"


#: Kinds whose subscripts have a shape.
_SLICED: Final = frozenset({kinds.TENSOR, kinds.VARIABLE, kinds.SYMBOLIC, kinds.NDARRAY})


def _keeps_all(part: object) -> bool:
    """True for `:`, `None`, `...` and `tf.newaxis`, which select everything."""
    return part is None or part is ... or part == slice(None)


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
