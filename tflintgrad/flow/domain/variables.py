"""Variables of TensorFlow and Keras, and what assignments leave in them."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.values import Dtype, Edge, Value


class Variable(Value):
    """A `tf.Variable` or a Keras variable."""

    __slots__ = ("initial", "keras", "old", "regularized", "trainable")

    def __init__(
        self,
        site: cst.CSTNode | None,
        context: Context,
        *,
        edges: list[Edge] | None = None,
        name: str = "",
        dtype: Dtype | None = None,
        keras: bool | None = None,
        trainable: bool | None = True,
    ) -> None:
        super().__init__(kinds.VARIABLE, site, context, edges=edges, name=name, dtype=dtype)
        #: None: not known.
        self.trainable = trainable
        #: It is no `tf.Variable`; None: not known.
        self.keras = keras
        #: It is of TensorFlow 1, and may have in-place operators.
        self.old = False
        #: It has a regularizer.
        self.regularized = False
        self.initial: Value | None = None

    def twin(self, site: cst.CSTNode | None, context: Context) -> Variable:
        """Return another variable with the same fields, without edges and facts."""
        twin = Variable(site, context, name=self.name, dtype=self.dtype, keras=self.keras)
        twin.scalar = self.scalar
        twin.trainable = self.trainable
        twin.old = self.old
        twin.regularized = self.regularized
        twin.initial = self.initial
        return twin


class State(Value):
    """The contents of a variable, or of an object's variables, after an assignment."""

    __slots__ = ("of",)

    def __init__(self, of: Value | None, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.STATE, site, context)
        #: What the program assigns to; None for the state of a metric.
        self.of = of

    def twin(self, site: cst.CSTNode | None, context: Context) -> State:
        """Return another state of the same variable, without edges and facts."""
        twin = State(self.of, site, context)
        twin.name = self.name
        return twin


def is_trainable(value: Value) -> bool | None:
    """True if the value is no variable, or a trainable one; None: not known."""
    return value.trainable if isinstance(value, Variable) else True


def is_keras_variable(value: Value) -> bool:
    """True for a variable that Keras made."""
    return isinstance(value, Variable) and value.keras is True
