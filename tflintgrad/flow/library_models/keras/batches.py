"""Batches of the data that `fit` gets."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter


def batch_of(
    interp: Interpreter,
    inputs: Value,
    targets: Value | None,
    arguments: Arguments,
    *,
    is_passed_on: bool = False,
) -> Value:
    """Return one batch; a `train_step` gets inputs without targets as they are."""
    site = arguments.site
    if inputs.kind is kinds.DATASET:
        return inputs.iterate(interp, site)
    is_array = is_passed_on and inputs.kind in (kinds.TENSOR, kinds.NDARRAY)
    if targets is None and not is_array:
        return interp.unknown(site, name="data")
    size = arguments.passed("size")
    how = "first" if size is not None and size.const == 1 else "part"
    names = interp.value(kinds.EVENT, site).number  # all parts of a batch have its length
    x = _part(interp, inputs, "x", how, names, site)
    if targets is None:
        return x
    y = _part(interp, targets, "y", how, names, site)
    return Sequence(kinds.TUPLE, site, interp.context, [x, y])


def _part(
    interp: Interpreter, data: Value, name: str, how: str, batch: int, site: cst.CSTNode
) -> Value:
    """Return the part of some data that is in a batch; of each array in a list or tuple its own."""
    if isinstance(data, Sequence) and data.exact and data.items and _are_arrays(data.items):
        parts = [_part(interp, item, name, how, batch, site) for item in data.items]
        return Sequence(data.kind, site, interp.context, parts)
    part = interp.value(kinds.TENSOR, site, name=name, dtype=data.dtype)
    part.facts["shape_from"] = (how, data, batch)
    return part


def _are_arrays(items: list[Value]) -> bool:
    """True unless items may be numbers or lists of numbers, which make one array together."""
    return all(item.kind in (kinds.TENSOR, kinds.NDARRAY) for item in items)
