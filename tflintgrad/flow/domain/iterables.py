"""Values that a program loops over, besides containers: ranges, generators, datasets."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.values import Sequence, Value


class Range(Value):
    """A `range` of Python."""

    __slots__ = ("length", "stop")

    def __init__(self, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.RANGE, site, context)
        #: None if a bound is not known.
        self.length: int | None = None
        #: Of `range(stop)`: the argument.
        self.stop: Value | None = None


class Generator(Sequence):
    """The result of calling a generator function: a summary of what it yields."""

    __slots__ = ("yield_contexts",)

    def __init__(
        self, site: cst.CSTNode | None, context: Context, yield_contexts: list[Context]
    ) -> None:
        super().__init__(kinds.GENERATOR, site, context, [])
        #: The context of each `yield`: a `with` block runs in that of a context manager.
        self.yield_contexts = yield_contexts


class Dataset(Value):
    """A `tf.data.Dataset`."""

    __slots__ = ("element", "mapped", "origin")

    def __init__(self, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.DATASET, site, context)
        #: A summary of its elements, if the program shows what they are.
        self.element: Value | None = None
        #: The call that put values into the pipeline.
        self.origin: cst.CSTNode | None = None
        #: The last call of `map`.
        self.mapped: cst.CSTNode | None = None

    def with_same_elements(self, site: cst.CSTNode, context: Context) -> Dataset:
        """Return the dataset after a step that leaves its elements as they are."""
        dataset = Dataset(site, context)
        dataset.element = self.element
        dataset.origin = self.origin
        dataset.mapped = self.mapped
        return dataset
