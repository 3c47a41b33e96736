"""The kinds of values: a closed enumeration, as constants of this module.

Not an `enum.Enum`: reading a member of one costs more than comparing two strings does in Python
3.10 and 3.11, while a constant costs nothing, compiled or not. Kinds are compared by identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

if TYPE_CHECKING:
    from tflintgrad.flow.semantics.base import Semantics


@final
class Kind:
    """The sort of thing that a value is; its class may have more facts about it."""

    __slots__ = ("name", "semantics")

    def __init__(self, name: str) -> None:
        self.name = name
        #: What Python does with values of this kind; `flow/semantics/` sets it.
        self.semantics: Semantics[Any]

    def __repr__(self) -> str:
        return self.name


#: Nothing is known about it; a φ-node of different kinds; an object of an unread library.
UNKNOWN: Final = Kind("unknown")

# --- numbers
#: A `tf.Tensor`.
TENSOR: Final = Kind("tensor")
#: A `tf.Variable` or a Keras variable.
VARIABLE: Final = Kind("variable")
#: A Keras tensor, which describes a functional model: nothing is computed.
SYMBOLIC: Final = Kind("symbolic")
#: A `tf.TensorArray`.
TENSORARRAY: Final = Kind("tensorarray")
#: A NumPy array.
NDARRAY: Final = Kind("ndarray")
#: An object that draws NumPy arrays.
RANDOM: Final = Kind("random")
#: A number of Python.
NUMBER: Final = Kind("number")
#: A shape of a tensor: whole numbers that no gradient passes.
SHAPE: Final = Kind("shape")
#: A dtype.
DTYPE: Final = Kind("dtype")

# --- other values of Python
STRING: Final = Kind("string")
NONE: Final = Kind("none")
ELLIPSIS: Final = Kind("ellipsis")
LIST: Final = Kind("list")
TUPLE: Final = Kind("tuple")
SET: Final = Kind("set")
DICT: Final = Kind("dict")
RANGE: Final = Kind("range")
#: Rows of `zip` or `enumerate`.
ZIP: Final = Kind("zip")
GENERATOR: Final = Kind("generator")

# --- code
#: A function, method or lambda of the project.
FUNCTION: Final = Kind("function")
#: A class of the project.
CLASS: Final = Kind("class")
#: An object of a class of the project.
INSTANCE: Final = Kind("instance")
#: The value of `super()`.
SUPER: Final = Kind("super")
#: A method of an object that a library model describes.
METHOD: Final = Kind("method")
#: A `functools.partial`.
PARTIAL: Final = Kind("partial")
#: A module of the project.
MODULE: Final = Kind("module")
#: A name of a library, under its canonical spelling.
EXTERNAL: Final = Kind("external")
#: A name of the project that is resolved when it is used.
DEFERRED: Final = Kind("deferred")

# --- objects of TensorFlow and Keras
LAYER: Final = Kind("layer")
MODEL: Final = Kind("model")
METRIC: Final = Kind("metric")
LOSS: Final = Kind("loss")
OPTIMIZER: Final = Kind("optimizer")
#: An optimizer of TensorFlow 1.
V1OPTIMIZER: Final = Kind("v1optimizer")
#: A `tf.data.Dataset`.
DATASET: Final = Kind("dataset")
TAPE: Final = Kind("tape")
#: The context manager that `tape.stop_recording()` returns.
PAUSED: Final = Kind("paused")
#: A `tf.Graph`.
GRAPH: Final = Kind("graph")
#: The variables of an owner (`model.trainable_variables`).
WEIGHTS: Final = Kind("weights")
#: The result of a gradient query.
GRADIENTS: Final = Kind("gradients")

#: Values that stand for trainable weights.
HAVE_WEIGHTS: Final = frozenset({VARIABLE, LAYER, MODEL})

# --- marks of the interpreter, which no program holds
#: The contents of a variable or of an object's variables after an assignment.
STATE: Final = Kind("state")
#: A point of time: only its number counts.
EVENT: Final = Kind("event")
#: The mark on a tape that a query used up.
USED: Final = Kind("used")

# --- in place of a kind, in tables
#: Values of any kind.
ANY: Final = Kind("any")
#: A φ-node, whose own kind is that of its alternatives.
PHI: Final = Kind("phi")


def common_kind(kinds: list[Kind]) -> Kind:
    """Return the kind of all values that are not `None`, if it is the same."""
    common = NONE
    for kind in kinds:
        if kind is not NONE and kind is not common:
            if common is not NONE:
                return UNKNOWN
            common = kind
    return UNKNOWN if common is NONE else common
