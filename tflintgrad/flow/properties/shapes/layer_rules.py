"""Shapes of what Keras layers return: the rules that `rules/shapes.txt` names."""

from __future__ import annotations

import math

from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.properties.shapes.op_rules import concatenation
from tflintgrad.flow.properties.shapes.rule_calls import (
    Call,
    dimension,
    dimensions,
    integer,
    rule,
)
from tflintgrad.flow.properties.shapes.shape import (
    BATCH_OF_INPUT,
    UNKNOWN,
    Dim,
    Shape,
    broadcast,
    with_last,
    without_axes,
)


@rule
def _input(call: Call) -> Shape:
    rest = dimensions(call.argument("shape"), call.shape)
    batch = call.argument("batch_size")
    if not rest.exact:
        return UNKNOWN
    leading: Dim = f"{BATCH_OF_INPUT}{call.value.number}"
    return Shape((leading if batch is None else dimension(batch, call.shape), *rest.dims))


def applied_to(call: Call) -> Shape:
    """Return the shape of what a layer is applied to."""
    return call.shape(call.inputs[0]) if call.inputs else UNKNOWN


@rule
def _dense(call: Call) -> Shape:
    units = call.own(0)
    return UNKNOWN if units is None else with_last(applied_to(call), dimension(units, call.shape))


@rule
def _layer_like(call: Call) -> Shape:
    return applied_to(call)


@rule
def _flatten_layer(call: Call) -> Shape:
    before = applied_to(call)
    if before.rank is None or not before.dims:
        return Shape((None, None))
    numbers = [dim for dim in before.dims[1:] if isinstance(dim, int)]
    known = len(numbers) == len(before.dims) - 1
    return Shape((before.dims[0], math.prod(numbers) if known else None))


@rule
def _reshape_layer(call: Call) -> Shape:
    target = dimensions(call.argument("target_shape"), call.shape)
    before = applied_to(call)
    if not target.exact:
        return UNKNOWN
    batch = before.dims[0] if before.exact and before.dims else None
    return Shape((batch, *(None if dim == -1 else dim for dim in target.dims)))


def _channels_last(call: Call) -> bool:
    return call.argument("data_format") is None


@rule
def _convolution(call: Call) -> Shape:
    filters, before = call.own(0), applied_to(call)
    if filters is None or not _channels_last(call):
        return UNKNOWN
    channels = dimension(filters, call.shape)
    if before.rank is None or before.rank < 3:
        return Shape((channels,), exact=False)
    return Shape((before.dims[0], *(None for _ in before.dims[1:-1]), channels))


@rule
def _pooling(call: Call) -> Shape:
    before = applied_to(call)
    if before.rank is None or before.rank < 3 or not _channels_last(call):
        return UNKNOWN
    return Shape((before.dims[0], *(None for _ in before.dims[1:-1]), before.dims[-1]))


@rule
def _global_pooling(call: Call) -> Shape:
    before = applied_to(call)
    keep = call.argument("keepdims")
    if not _channels_last(call) or keep is not None:
        return UNKNOWN
    if before.rank is None or before.rank < 3:
        return Shape((None, before.last))
    return Shape((before.dims[0], before.dims[-1]))


@rule
def _recurrent(call: Call) -> Shape:
    units, before = call.own(0), applied_to(call)
    sequences, state = call.argument("return_sequences"), call.argument("return_state")
    if units is None or state is not None:
        return UNKNOWN
    size = dimension(units, call.shape)
    batch = before.dims[0] if before.rank == 3 else None
    if sequences is None or sequences.const is False:
        return Shape((batch, size))
    if sequences.const is True:
        return Shape((batch, before.dims[1] if before.rank == 3 else None, size))
    return UNKNOWN


@rule
def _embedding(call: Call) -> Shape:
    width, before = call.own(1), applied_to(call)
    if width is None:
        return UNKNOWN
    return Shape((*before.dims, dimension(width, call.shape)), before.exact)


def _merged(call: Call) -> list[Value]:
    listed = call.inputs[0] if call.inputs else None
    return listed.items if isinstance(listed, Sequence) and listed.exact else []


@rule
def _merge(call: Call) -> Shape:
    return broadcast(call.shape(item) for item in _merged(call))


@rule
def _concatenate_layer(call: Call) -> Shape:
    axis = call.argument("axis")
    place = -1 if axis is None else integer(axis)
    parts = [call.shape(item) for item in _merged(call)]
    return UNKNOWN if place is None or not parts else concatenation(parts, place)


def of_loss_object(call: Call) -> Shape:
    """Return the shape of an unreduced loss: one number per example."""
    prediction = call.inputs[1] if len(call.inputs) > 1 else None
    return UNKNOWN if prediction is None else without_axes(call.shape(prediction), [-1])
