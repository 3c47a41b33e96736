"""Cuts: edges of the gradient-flow graph that no gradient passes.

A cut says what happens, in terms of TensorFlow: its kind, and the few facts about this instance.
Which rule reports it, and in which words, stands in the front matter of the rule's page.
"""

from __future__ import annotations

import enum
from typing import Final

import libcst as cst


class CutKind(enum.Enum):
    """The ways in which a gradient is lost.

    The value is the name of the rule that reports it, and a variant of that rule after a slash.
    """

    # The tape does not record the step.
    OUTSIDE_TAPE = "target-outside-tape"
    INNER_GRADIENT = "inner-gradient-outside-outer-tape"
    RECORDING_STOPPED = "recording-stopped"
    TAPE_RESET = "recording-stopped/reset"
    BEFORE_CALL = "computed-before-call"
    UNWATCHED = "source-not-watched/edge"
    # The numbers leave TensorFlow.
    NUMPY_METHOD = "numpy-escape"
    NUMPY_FUNCTION = "numpy-function"
    PYTHON_SCALAR = "python-scalar"
    ARRAY_OF_TENSORS = "ndarray-of-tensors"
    ARRAY_ITEM = "ndarray-of-tensors/item"
    NUMPY_FUNCTION_OP = "numpy-function-op"
    INSIDE_PY_FUNCTION = "numpy-function-op/py-function"
    PREDICT = "predict-as-forward"
    VALUE_EXTRACTED = "value-extracted"
    GET_WEIGHTS = "value-extracted/get-weights"
    DATASET = "dataset-boundary"
    DATASET_REDUCE = "dataset-boundary/reduce"
    DATASET_LOOP = "dataset-boundary/loop"
    DEEP_COPY = "detached-copy"
    CLONED_MODEL = "detached-copy/clone"
    # The op has no gradient, or stops it.
    NO_GRADIENT_OP = "no-gradient-op"
    INDEX = "no-gradient-op/index"
    LOOKUP_LAYER = "no-gradient-op/layer"
    RESULT_PART = "no-gradient-op/result"
    SHAPE = "no-gradient-op/shape"
    GRADIENT_LOST = "no-gradient-op/lost"
    UNREGISTERED = "unregistered-gradient"
    ZERO_GRADIENT_OP = "zero-gradient-op"
    ZERO_RESULT_PART = "zero-gradient-op/result"
    INTEGER_CAST = "integer-cast"
    COMPARISON = "comparison-on-path"
    STOP_GRADIENT = "stop-gradient-on-only-path"
    # The value is kept in state.
    NEW_VARIABLE = "variable-created-in-tape"
    ASSIGNMENT = "assign-on-path"
    OPTIMIZER_STEP = "optimizer-step-on-path"
    METRIC = "metric-as-loss"
    LIST_IN_GRAPH_LOOP = "list-in-traced-loop"
    DROPPED_WRITE = "dropped-tensorarray-write"
    NO_BACK_PROP = "back-prop-disabled"
    TRACE_ESCAPE = "tensor-leaked-from-trace"
    CONSTANT = "constant-of-variable"

    @property
    def rule(self) -> str:
        """The name of the rule that reports this kind."""
        return self.value.partition("/")[0]


#: The true derivative is zero or does not exist, so nothing is missing beside another path.
_FLAT: Final = frozenset(
    {
        CutKind.NO_GRADIENT_OP,
        CutKind.INDEX,
        CutKind.LOOKUP_LAYER,
        CutKind.RESULT_PART,
        CutKind.SHAPE,
        CutKind.ZERO_GRADIENT_OP,
        CutKind.ZERO_RESULT_PART,
        CutKind.INTEGER_CAST,
        CutKind.COMPARISON,
    }
)


class Cut:
    """Why a gradient does not pass an edge; immutable, and shared by edges."""

    __slots__ = ("_flat", "_selects", "kind", "op", "part", "raises", "site")

    def __init__(
        self,
        kind: CutKind,
        op: str = "",
        *,
        part: str = "",
        raises: str | None = None,
        site: cst.CSTNode | None = None,
        flat: bool = False,
        selects: bool = False,
    ) -> None:
        self.kind = kind
        #: The function, method or operator, as the user wrote it.
        self.op = op
        #: The part of its result that has no gradient, by name.
        self.part = part
        #: The exception TensorFlow raises, whatever other paths do.
        self.raises = raises
        #: The syntax node to report, if it is not that of the value with this edge.
        self.site = site
        self._flat = flat
        self._selects = selects

    @property
    def flat(self) -> bool:
        """True if the true derivative is zero or does not exist, as for rounding."""
        return self._flat or self.kind in _FLAT

    @property
    def selects(self) -> bool:
        """True for an index, an axis or a number of items: it chooses among numbers."""
        return self._selects or self.kind is CutKind.INDEX

    @property
    def shape_only(self) -> bool:
        """True if the value depends only on the shape of what it was computed from."""
        return self.kind is CutKind.SHAPE

    @property
    def updates_variable(self) -> bool:
        """True for an assignment: a later computation starts from the assigned numbers."""
        return self.kind is CutKind.ASSIGNMENT or self.kind is CutKind.OPTIMIZER_STEP
