"""Where in the execution a value was computed: tapes recording, mode, loops, function."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import libcst as cst

from tflintgrad.flow.parsed_module import Module

if TYPE_CHECKING:
    from tflintgrad.flow.objects import Class, ProjectModule, Tape
    from tflintgrad.flow.values import Value
    from tflintgrad.syntax.scopes import Bindings

Mode = Literal["eager", "traced", "either"]


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """A snapshot shared by all values computed under the same circumstances."""

    module: Module
    function: str = ""
    recording: tuple[Tape, ...] = ()
    paused: tuple[Tape, ...] = ()
    mode: Mode = "eager"
    #: Identity of the innermost trace (a call of a `tf.function`); 0 outside.
    trace: int = 0
    #: The traces around it, whose tensors it can capture.
    outer_traces: tuple[int, ...] = ()
    #: Loops around this point, outermost first; (identity, is a loop TensorFlow runs).
    loops: tuple[tuple[int, bool], ...] = ()
    #: The calls that led here, outermost first.
    calls: tuple[cst.CSTNode, ...] = ()
    #: Inside the Python body of a `tf.py_function`.
    in_py_function: bool = False
    #: Inside `build` or `__init__` of a Keras object: outside every tape Keras makes.
    building: bool = False
    #: The call by which a tf.data pipeline runs this code, by itself and outside every tape.
    pipeline: cst.CSTNode | None = None
    #: Compiled by XLA, where some masked gradients are NaN that are not otherwise.
    jit: bool = False
    #: The `training` that Keras hands down to the layers that are called in a call.
    training: Value | None = None
    #: In a method of an object of which only an abstract class is known: the class that is tried,
    #: and all that could be.
    among: tuple[str, tuple[str, ...]] | None = None
    #: AutoGraph rewrites this code (`float(t)` stays a tensor).
    autograph: bool = False

    def but(self, **changes: Any) -> Context:
        made = Context(*_everything(self))  # `dataclasses.replace` takes three times as long
        for name, value in changes.items():
            object.__setattr__(made, name, value)
        return made

    def records(self, tape: Tape) -> bool:
        return tape in self.recording


_everything = attrgetter(*(field.name for field in fields(Context)))


class Frame:
    """The names of one function call, class body or module."""

    __slots__ = (
        "bindings",
        "is_class",
        "number",
        "owner",
        "parent",
        "receiver",
        "returns",
        "star_imports",
        "yield_contexts",
        "yields",
    )
    _count: ClassVar[int] = 0

    def __init__(
        self,
        parent: Frame | None,
        bindings: Bindings,
        *,
        is_class: bool = False,
    ) -> None:
        Frame._count += 1
        self.number = -Frame._count
        self.parent = parent
        self.bindings = bindings
        self.is_class = is_class
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.yield_contexts: list[Context] = []
        #: For `super()`: the class whose method this is, and its first argument.
        self.owner: Class | None = None
        self.receiver: Value | None = None
        #: Of a module: what it imported everything from, a module of the project or a library.
        self.star_imports: list[ProjectModule | str] = []

    def module_frame(self) -> Frame:
        frame = self
        while frame.parent is not None:
            frame = frame.parent
        return frame
