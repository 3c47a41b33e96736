"""Shapes: how many dimensions a value has, and which of them are known.

A dimension is a number, a name for a number that is not known but equal to itself (the batch
dimension of one dataset), or None.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

Dim = int | str | None

#: Names of the batch dimension of an `Input` begin like this: a call of the model replaces them.
BATCH_OF_INPUT: Final = "input "


class Shape:
    """The dimensions of a value; unless `exact`, there may be others before them."""

    __slots__ = ("dims", "exact")

    def __init__(self, dims: tuple[Dim, ...], exact: bool = True) -> None:
        self.dims = dims
        self.exact = exact

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and (self.dims, self.exact) == (other.dims, other.exact)

    def __hash__(self) -> int:
        return hash((self.dims, self.exact))

    def __repr__(self) -> str:
        return f"Shape({self.dims}, exact={self.exact})"

    def __str__(self) -> str:
        inside = ", ".join(_shown(self.dims))
        comma = "," if len(self.dims) == 1 else ""
        return f"({inside}{comma})" if self.exact else f"(..., {inside})"

    @property
    def rank(self) -> int | None:
        """The number of dimensions, if it is known."""
        return len(self.dims) if self.exact else None

    @property
    def last(self) -> Dim:
        """The last dimension, if it is known."""
        return self.dims[-1] if self.dims else None

    @property
    def size(self) -> int | None:
        """The number of elements, if it is known."""
        numbers = [dim for dim in self.dims if isinstance(dim, int)]
        return math.prod(numbers) if self.exact and len(numbers) == len(self.dims) else None


UNKNOWN: Final = Shape((), exact=False)
SCALAR: Final = Shape(())


def _shown(dims: tuple[Dim, ...]) -> list[str]:
    """Return dimensions for a message: unknown ones that are equal get the same letter."""
    letters: dict[str, str] = {}
    for dim in dims:
        if isinstance(dim, str):
            letters.setdefault(dim, "nmkpqr"[len(letters) % 6])
    return [letters[d] if isinstance(d, str) else "?" if d is None else str(d) for d in dims]


def without_axes(shape: Shape, axes: list[int], *, keep: bool = False) -> Shape:
    """Return the shape without some axes, or with 1 in their place."""
    rank = shape.rank
    if rank is None:
        return _open_without_axes(shape, axes, keep)
    gone = {axis % rank for axis in axes if rank and -rank <= axis < rank}
    if keep:
        return Shape(tuple(1 if i in gone else dim for i, dim in enumerate(shape.dims)))
    return Shape(tuple(dim for i, dim in enumerate(shape.dims) if i not in gone))


def _open_without_axes(shape: Shape, axes: list[int], keep: bool) -> Shape:
    """Remove axes from a shape of unknown rank: known only where all are counted from the end."""
    known = len(shape.dims)
    if not all(-known <= axis < 0 for axis in axes):
        return UNKNOWN
    gone = {axis + known for axis in axes}
    kept = [1 if i in gone else dim for i, dim in enumerate(shape.dims) if keep or i not in gone]
    return Shape(tuple(kept), exact=False)


def with_axis(shape: Shape, axis: int) -> Shape:
    """Return the shape with a dimension of size 1 inserted at an axis."""
    if shape.rank is None:
        if axis >= 0 or -axis > len(shape.dims) + 1:
            return UNKNOWN
        place = len(shape.dims) + 1 + axis
        return Shape((*shape.dims[:place], 1, *shape.dims[place:]), exact=False)
    place = axis if axis >= 0 else shape.rank + 1 + axis
    if not 0 <= place <= shape.rank:
        return UNKNOWN
    return Shape((*shape.dims[:place], 1, *shape.dims[place:]))


def with_last(shape: Shape, last: Dim) -> Shape:
    """Return the shape with another last dimension."""
    if shape.rank == 0:
        return UNKNOWN
    return Shape((*shape.dims[:-1], last), shape.exact)


def joined(shapes: Iterable[Shape]) -> Shape:
    """Return what is known of a value that has one of several shapes."""
    found: Shape | None = None
    for shape in shapes:
        found = shape if found is None else _join(found, shape)
    return UNKNOWN if found is None else found


def _join(one: Shape, other: Shape) -> Shape:
    exact = one.exact and other.exact and len(one.dims) == len(other.dims)
    count = min(len(one.dims), len(other.dims))
    pairs = zip(
        one.dims[len(one.dims) - count :], other.dims[len(other.dims) - count :], strict=True
    )
    return Shape(tuple(a if a == b else None for a, b in pairs), exact)


def broadcast(shapes: Iterable[Shape]) -> Shape:
    """Return the shape of an elementwise function of values with these shapes."""
    found: Shape | None = None
    for shape in shapes:
        found = shape if found is None else _broadcast(found, shape)
    return UNKNOWN if found is None else found


def _broadcast(one: Shape, other: Shape) -> Shape:
    dims: list[Dim] = []
    for place in range(1, max(len(one.dims), len(other.dims)) + 1):
        if (place > len(one.dims) and not one.exact) or (
            place > len(other.dims) and not other.exact
        ):
            return Shape(tuple(reversed(dims)), exact=False)
        a = one.dims[-place] if place <= len(one.dims) else 1
        b = other.dims[-place] if place <= len(other.dims) else 1
        dims.append(_broadcast_dim(a, b))
    return Shape(tuple(reversed(dims)), one.exact and other.exact)


def _broadcast_dim(a: Dim, b: Dim) -> Dim:
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    if isinstance(a, int) and isinstance(b, int):
        return None  # the program raises
    # The other one is equal or 1.
    return a if isinstance(a, int) else b if isinstance(b, int) else None
