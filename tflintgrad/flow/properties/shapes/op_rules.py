"""Shapes of the results of ops: the rules that `rules/shapes.txt` names."""

from __future__ import annotations

import math

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.properties.shapes.rule_calls import (
    Call,
    dimension,
    dimensions,
    integer,
    integers,
    rule,
)
from tflintgrad.flow.properties.shapes.shape import (
    SCALAR,
    UNKNOWN,
    Dim,
    Shape,
    broadcast,
    joined,
    with_axis,
    without_axes,
)

# --- a shape that the call spells out


@rule
def _filled(call: Call) -> Shape:
    spelt = call.own()
    if spelt is None:
        return SCALAR if call.parameter == "size" and call.passed is not None else UNKNOWN
    return dimensions(spelt, call.shape)


@rule
def _number(call: Call) -> Shape:
    return SCALAR


@rule
def _dimensions(call: Call) -> Shape:
    if call.passed is None or call.passed.unpacked:
        return UNKNOWN
    return Shape(tuple(dimension(item, call.shape) for item in call.passed.positional))


@rule
def _spaced(call: Call) -> Shape:
    count = call.option("count")
    if call.option("start") is None or (call.inputs and call.shape(call.inputs[0]).dims):
        return UNKNOWN
    return Shape((50 if count is None else dimension(count, call.shape),))


@rule
def _counted(call: Call) -> Shape:
    if call.passed is None or call.passed.unpacked:
        return UNKNOWN
    bounds = [integer(value) for value in call.passed.positional]
    known = [bound for bound in bounds if bound is not None]
    told = {*call.passed.keywords} - {"dtype", "name"}
    if not told and known and len(known) == len(bounds) <= 3 and 0 not in known[2:]:
        return Shape((len(range(*known)),))
    if len(bounds) == 1:
        return Shape((dimension(call.passed.positional[0], call.shape),))
    return Shape((f"number {call.value.number}",))


@rule
def _described(call: Call) -> Shape:
    return Shape((call.first().rank,))


@rule
def _converted(call: Call) -> Shape:
    """Return the shape of a tensor made from a Python value; `tf.constant` may be told it."""
    spelt = call.passed.passed("shape") if call.passed is not None else None
    if spelt is not None:
        return dimensions(spelt, call.shape)
    return call.shape(call.inputs[0]) if call.inputs else UNKNOWN


@rule
def _like(call: Call) -> Shape:
    return call.first()


@rule
def _permuted(call: Call) -> Shape:
    """Return the shape of an array in another order; a number stands for a range."""
    before = call.passed.positional[0] if call.passed and call.passed.positional else None
    if before is None:
        return UNKNOWN
    if before.kind is kinds.NUMBER:
        return Shape((dimension(before, call.shape),))
    return call.shape(before)


# --- the same numbers in another shape


@rule
def _reshaped(call: Call) -> Shape:
    target = call.own()
    if call.parameter == "":  # `array.reshape(-1, 1)` or `array.reshape((-1, 1))`
        passed = call.passed.positional[1:] if call.passed is not None else []
        if len(passed) == 1:
            target = passed[0]
        elif passed:
            dims = tuple(dimension(item, call.shape) for item in passed)
            return _filled_in(dims, call.first())
    if integer(target) == -1:
        return _filled_in((-1,), call.first())
    spelt = dimensions(target, call.shape)
    return _filled_in(spelt.dims, call.first()) if spelt.exact else UNKNOWN


def _filled_in(dims: tuple[Dim, ...], before: Shape) -> Shape:
    """Return the dimensions with -1 replaced by what is left of the elements."""
    if -1 not in dims:
        return Shape(dims)
    rest: Dim = None
    others = [dim for dim in dims if dim != -1]
    if before.exact:
        rest = _left(list(before.dims), others)
    return Shape(tuple(rest if dim == -1 else dim for dim in dims))


def _left(elements: list[Dim], used: list[Dim]) -> Dim:
    """Return the product of dimensions divided by others, if it is known."""
    for dim in list(used):
        if isinstance(dim, str) and dim in elements:
            elements.remove(dim)
            used.remove(dim)
    elements = [dim for dim in elements if dim != 1]
    used = [dim for dim in used if dim != 1]
    if len(elements) == 1 and not used:
        return elements[0]
    mine = [dim for dim in elements if isinstance(dim, int)]
    theirs = [dim for dim in used if isinstance(dim, int)]
    if len(theirs) < len(used):
        return None
    named = [dim for dim in elements if not isinstance(dim, int)]
    total, divisor = math.prod(mine), math.prod(theirs)
    if not named:
        return total // divisor if divisor > 0 and total % divisor == 0 else None
    return named[0] if len(named) == 1 and total == divisor else None


@rule
def _flattened(call: Call) -> Shape:
    return _filled_in((-1,), call.first())


@rule
def _expanded(call: Call) -> Shape:
    axis = integer(call.option("axis"))
    return UNKNOWN if axis is None else with_axis(call.first(), axis)


@rule
def _squeezed(call: Call) -> Shape:
    before = call.first()
    given = call.option("axis", 1)
    if given is not None:
        axes = integers(given)
        return UNKNOWN if axes is None else without_axes(before, axes)
    if before.rank is None or any(dim is None for dim in before.dims):
        return UNKNOWN
    return Shape(tuple(dim for dim in before.dims if dim != 1))


@rule
def _transposed(call: Call) -> Shape:
    before = call.first()
    order = call.option("permutation", 1)
    if before.rank is None:
        return UNKNOWN
    if order is None:
        return Shape(tuple(reversed(before.dims)))
    axes = integers(order)
    if axes is None or len(axes) != before.rank:
        return Shape((None,) * before.rank)
    if not all(-before.rank <= axis < before.rank for axis in axes):
        return UNKNOWN
    return Shape(tuple(before.dims[axis] for axis in axes))


# --- fewer or more of them


@rule
def reduced(call: Call) -> Shape:
    """Return the shape of a reduction: a scalar unless given an axis."""
    axis = call.option("axis", 1)
    keep = call.option("keepdims")
    if keep is not None and not isinstance(keep.const, bool):
        return UNKNOWN
    kept = keep is not None and keep.const is True
    before = call.first()
    if axis is None:
        if not kept:
            return SCALAR if call.passed is not None and not call.passed.unpacked else UNKNOWN
        return UNKNOWN if before.rank is None else Shape((1,) * before.rank)
    axes = integers(axis)
    if axes is None:
        return UNKNOWN
    return without_axes(before, axes, keep=kept)


@rule
def _reduced_over_first(call: Call) -> Shape:
    axis = call.option("axis")
    axes = [0] if axis is None else integers(axis)
    return UNKNOWN if axes is None else without_axes(call.first(), axes)


@rule
def _concatenated(call: Call) -> Shape:
    parts = shapes_in_list(call)
    axis = call.option("axis")
    place = 0 if axis is None else integer(axis)
    if axis is None and call.parameter:
        place = integer(call.argument(call.parameter))
    if parts is None or place is None:
        return UNKNOWN
    return concatenation(parts, place)


def concatenation(parts: list[Shape], axis: int) -> Shape:
    """Return the shape of values that are joined along an axis."""
    common = joined(parts)
    if not common.exact or not common.dims or not -len(common.dims) <= axis < len(common.dims):
        return UNKNOWN
    along = [part.dims[axis] for part in parts]
    numbers = [dim for dim in along if isinstance(dim, int)]
    total: Dim = sum(numbers) if len(numbers) == len(along) else None
    place = axis % len(common.dims)
    return Shape((*common.dims[:place], total, *common.dims[place + 1 :]))


@rule
def _added(call: Call) -> Shape:
    """Return the shape of a sum of values that all have the same."""
    listed = call.inputs[0] if call.inputs else None
    if not isinstance(listed, Sequence):
        return UNKNOWN
    rest = [listed.rest] if listed.rest is not None else []
    return joined(call.shape(item) for item in (*listed.items, *rest))


@rule
def _stacked(call: Call) -> Shape:
    parts = shapes_in_list(call)
    axis = call.option("axis")
    place = 0 if axis is None else integer(axis)
    if parts is None or place is None:
        return call.first() if place == 0 else UNKNOWN  # a list of unknown length
    common = with_axis(joined(parts), place)
    if not common.exact:
        return UNKNOWN
    at = place % len(common.dims)
    return Shape((*common.dims[:at], len(parts), *common.dims[at + 1 :]))


def shapes_in_list(call: Call) -> list[Shape] | None:
    """Return the shapes of the values in a list that is the first argument."""
    listed: Value | None = None
    if call.passed is not None and call.passed.positional:
        listed = call.passed.positional[0]
    elif call.inputs:
        listed = call.inputs[0]
    if not isinstance(listed, Sequence) or not listed.exact or not listed.items:
        return None
    return [call.shape(item) for item in listed.items]


@rule
def _split(call: Call) -> Shape:
    """Return the shape of each of some equal parts."""
    before, count = call.first(), call.own(1)
    axis = call.option("axis", 2)
    place = 0 if axis is None else integer(axis)
    if before.rank is None or place is None or not -before.rank <= place < before.rank:
        return UNKNOWN
    size, parts = before.dims[place], integer(count)
    part = size // parts if isinstance(size, int) and parts else None
    place %= before.rank
    return Shape((*before.dims[:place], part, *before.dims[place + 1 :]))


@rule
def _unstacked(call: Call) -> Shape:
    axis = call.option("axis", 2)
    place = 0 if axis is None else integer(axis)
    return UNKNOWN if place is None else without_axes(call.first(), [place])


@rule
def _gathered(call: Call) -> Shape:
    before, indices = call.first(), call.option("indices")
    axis, batch = call.option("axis"), call.option("batch_dims")
    place = 0 if axis is None else integer(axis)
    if indices is None or batch is not None or place is None or before.rank is None:
        return UNKNOWN
    chosen = call.shape(indices)
    if not chosen.exact or not -before.rank <= place < before.rank:
        return UNKNOWN
    place %= before.rank
    return Shape((*before.dims[:place], *chosen.dims, *before.dims[place + 1 :]))


@rule
def _one_hot(call: Call) -> Shape:
    depth = call.option("classes")
    before = call.first()
    if depth is None or call.option("axis") is not None:
        return UNKNOWN
    return Shape((*before.dims, dimension(depth, call.shape)), before.exact)


@rule
def _categories(call: Call) -> Shape:
    before = call.first()
    count = call.option("classes", 1)
    if not before.exact:
        return UNKNOWN
    dims = (
        before.dims[:-1]
        if before.dims and before.dims[-1] == 1 and len(before.dims) > 1
        else before.dims
    )
    return Shape((*dims, None if count is None else dimension(count, call.shape)))


@rule
def elementwise(call: Call) -> Shape:
    """Return the shape of a function of each element: all inputs are broadcast."""
    inputs = [item for item in call.inputs if item.kind is not kinds.NONE]
    if call.passed is not None and call.passed.unpacked:
        return UNKNOWN
    if any(isinstance(item, Sequence) and not item.exact for item in inputs):
        return UNKNOWN
    return broadcast(call.shape(item) for item in inputs)


@rule
def _matmul(call: Call) -> Shape:
    if len(call.inputs) < 2:
        return UNKNOWN
    if call.option("transposed_first") is not None or call.option("transposed_second") is not None:
        return UNKNOWN
    left, right = call.shape(call.inputs[0]), call.shape(call.inputs[1])
    if left.rank == right.rank == 1:
        return SCALAR
    if right.rank == 1 and left.rank is not None and left.rank > 1:
        return Shape(left.dims[:-1])
    if not right.dims or right.rank == 1:
        return UNKNOWN
    if left.rank == 1 and right.rank == 2:
        return Shape((right.last,))
    if left.rank is not None and left.rank > 1 and right.rank == 2:
        return Shape((*left.dims[:-1], right.last))
    return Shape((right.last,), exact=False)


@rule
def _matvec(call: Call) -> Shape:
    matrix = call.first()
    if call.option("transposed_first") is not None:
        return UNKNOWN
    return Shape(matrix.dims[:-1]) if matrix.rank == 2 else UNKNOWN


@rule
def per_example(call: Call) -> Shape:
    """Return the shape of a loss that sums up the last axis of its prediction."""
    prediction = call.own()
    return UNKNOWN if prediction is None else without_axes(call.shape(prediction), [-1])


@rule
def last(call: Call) -> Shape:
    """Return the shape of a loss that sums up the last axis of both arguments."""
    shapes = [call.shape(item) for item in call.inputs[:2]]
    if any(not shape.exact for shape in shapes) or not shapes:
        return UNKNOWN
    larger = max(shapes, key=lambda shape: len(shape.dims))
    if not larger.dims or call.option("axis") is not None:
        return UNKNOWN
    # Of `(n, 1)` and `(n,)`, one gets the shape of the other, or both are broadcast: n numbers.
    return Shape(larger.dims[:-1])
