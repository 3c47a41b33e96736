"""Context: where in the execution a value was computed (tapes, mode, loops, function)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import libcst as cst

from tflintgrad.flow.domain.module import Module

if TYPE_CHECKING:
    from tflintgrad.flow.domain.objects import Class, Tape
    from tflintgrad.flow.domain.project_names import ProjectModule
    from tflintgrad.flow.domain.values import Value
    from tflintgrad.source.syntax.bindings import Bindings

Mode = Literal["eager", "traced", "either"]


class Context:
    """The circumstances in which values were computed; shared by them and never changed."""

    __slots__ = (
        "assumed_class",
        "autograph",
        "building",
        "calls",
        "function",
        "in_layer",
        "in_py_function",
        "jit",
        "loops",
        "mode",
        "module",
        "outer_traces",
        "paused",
        "pipeline",
        "recomputed",
        "recording",
        "trace",
        "training",
    )

    def __init__(self, module: Module) -> None:
        self.module = module
        self.function = ""
        self.recording: tuple[Tape, ...] = ()
        self.paused: tuple[Tape, ...] = ()
        self.mode: Mode = "eager"
        #: Identity of the innermost trace (a call of a `tf.function`); 0 outside.
        self.trace = 0
        #: The traces around it, whose tensors it can capture.
        self.outer_traces: tuple[int, ...] = ()
        #: Loops around this point, outermost first; (identity, is a loop TensorFlow runs).
        self.loops: tuple[tuple[int, bool], ...] = ()
        #: The calls that led here, outermost first.
        self.calls: tuple[cst.CSTNode, ...] = ()
        #: Inside the Python body of a `tf.py_function`.
        self.in_py_function = False
        #: Inside the call of a Keras object, which a functional model repeats: how many `calls`
        #: there are with the outermost such call; 0 outside.
        self.in_layer = 0
        #: Inside `build` or `__init__` of a Keras object: outside every tape Keras makes.
        self.building = False
        #: The call by which a tf.data pipeline runs this code, by itself and outside every tape.
        self.pipeline: cst.CSTNode | None = None
        #: Compiled by XLA, where masked gradients can be NaN that are not NaN otherwise.
        self.jit = False
        #: The `training` argument that Keras passes on to the layers inside.
        self.training: Value | None = None
        #: In a method of an object whose class is abstract: the concrete class that is assumed, and
        #: all that are possible.
        self.assumed_class: tuple[str, tuple[str, ...]] | None = None
        #: Inside a `tf.recompute_grad`, which gives zeros for what has no gradient.
        self.recomputed = False
        #: AutoGraph rewrites this code (`float(t)` stays a tensor).
        self.autograph = False

    def replace(self, **changes: Any) -> Context:
        """Return a copy with some attributes changed."""
        made = self.copy()
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def copy(self) -> Context:
        """Return a copy that the caller may change until a value refers to it."""
        made = Context(self.module)
        made.function = self.function
        made.recording = self.recording
        made.paused = self.paused
        made.mode = self.mode
        made.trace = self.trace
        made.outer_traces = self.outer_traces
        made.loops = self.loops
        made.calls = self.calls
        made.in_layer = self.in_layer
        made.in_py_function = self.in_py_function
        made.building = self.building
        made.pipeline = self.pipeline
        made.jit = self.jit
        made.training = self.training
        made.assumed_class = self.assumed_class
        made.autograph = self.autograph
        made.recomputed = self.recomputed
        return made

    def records(self, tape: Tape) -> bool:
        """True if the tape records here."""
        return tape in self.recording


class _Frames:
    """The number of frames made so far."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


_frames: Final = _Frames()


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

    def __init__(
        self,
        parent: Frame | None,
        bindings: Bindings,
        *,
        is_class: bool = False,
    ) -> None:
        _frames.count += 1
        self.number = -_frames.count
        self.parent = parent
        self.bindings = bindings
        self.is_class = is_class
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.yield_contexts: list[Context] = []
        #: For `super()`: the class whose method this is, and its first argument.
        self.owner: Class | None = None
        self.receiver: Value | None = None
        #: Of a module: the modules of its `import *`; a name for a library.
        self.star_imports: list[ProjectModule | str] = []

    def module_frame(self) -> Frame:
        """Return the frame of the module around this one."""
        frame = self
        while frame.parent is not None:
            frame = frame.parent
        return frame
