"""Values that are also objects: functions, classes, tapes, layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context, Frame
from tflintgrad.flow.domain.functional_templates import Template
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.values import Edge, Mapping, Value, alternatives
from tflintgrad.knowledge.keras_constructors import constructor

if TYPE_CHECKING:
    from tflintgrad.flow.domain.queries import Query


class External(Value):
    """A name of a library, under its canonical spelling (`tf.exp`)."""

    __slots__ = ("members",)

    def __init__(self, name: str, context: Context) -> None:
        super().__init__(kinds.EXTERNAL, None, context, name=name)
        #: Its attributes that were looked up so far.
        self.members: dict[str, External] = {}


class Function(Value):
    """A function, method or lambda of the project, with the frame it closes over."""

    __slots__ = (
        "closure",
        "decorators",
        "defaults",
        "is_not_followed",
        "node",
        "owner",
        "receiver",
        "setter",
    )

    def __init__(
        self,
        node: cst.FunctionDef | cst.Lambda,
        closure: Frame,
        context: Context,
        name: str,
        defaults: dict[str, Value],
    ) -> None:
        super().__init__(kinds.FUNCTION, node, context, name=name)
        self.node = node
        self.closure = closure
        self.defaults = defaults
        self.decorators: frozenset[str] = frozenset()
        self.owner: Class | None = None
        self.receiver: Value | None = None
        #: Of a property: the function that an assignment calls.
        self.setter: Function | None = None
        #: A call of it was beyond the budget.
        self.is_not_followed = False

    def copy(self) -> Function:
        """Return another function object with the same code; facts are not copied."""
        copy = Function(self.node, self.closure, self.context, self.name, self.defaults)
        copy.decorators = self.decorators
        copy.owner = self.owner
        copy.receiver = self.receiver
        copy.setter = self.setter
        return copy

    def bound_to(self, receiver: Value) -> Function:
        """Return a method of `receiver`."""
        bound = self.copy()
        bound.receiver = receiver
        return bound

    def decorated(self, *marks: str) -> Function:
        """Return the function with decorators of these roles around it."""
        copy = self.copy()
        copy.decorators |= set(marks)
        return copy


class Class(Value):
    """A class of the project."""

    __slots__ = ("_depth", "_order", "bases", "is_dataclass", "is_extended_beyond", "node")

    def __init__(self, node: cst.ClassDef, bases: list[Value], context: Context) -> None:
        super().__init__(kinds.CLASS, node, context, name=node.name.value)
        self.node = node
        self.bases = bases
        self.is_dataclass = False
        self._order: list[Class] | None = None
        above = [b._depth for base in bases for b in alternatives(base) if isinstance(b, Class)]
        self._depth: int = max(above, default=0) + 1
        #: A class below it is beyond the limit, so it is not known what that one overrides.
        self.is_extended_beyond = False
        if self._depth > limits.MAX_CLASS_DEPTH:
            self._mark_bases()

    def _mark_bases(self) -> None:
        pending: list[Class] = [self]
        while pending:
            for base in pending.pop().bases:
                for item in alternatives(base):
                    if isinstance(item, Class) and not item.is_extended_beyond:
                        item.is_extended_beyond = True
                        pending.append(item)

    def mro(self) -> list[Class]:
        """Return the method resolution order, without classes of libraries.

        A class with too many classes above each other has none of them in its order.
        """
        if self._order is None:
            self._order = [self]  # in a loop, `class A(A)` can be its own base
            if self._depth <= limits.MAX_CLASS_DEPTH:
                self._order = self._linearised()
        return self._order

    def _linearised(self) -> list[Class]:
        possible = [b for base in self.bases for b in alternatives(base)]
        bases = [b for b in possible if isinstance(b, Class) and b is not self]
        if len(bases) == 1:
            return [self, *(cls for cls in bases[0].mro() if cls is not self)]
        lists = [*([cls for cls in base.mro() if cls is not self] for base in bases), bases]
        order = [self]
        while lists := [rest for rest in lists if rest]:
            # The C3 algorithm; a class that Python would refuse gets some order, too.
            free = [rest[0] for rest in lists if not any(rest[0] in o[1:] for o in lists)]
            chosen = free[0] if free else lists[0][0]
            order.append(chosen)
            lists = [[cls for cls in rest if cls is not chosen] for rest in lists]
        return order

    def external_bases(self) -> list[str]:
        """Return the canonical names of bases from libraries; "?" for an unknown base."""
        if self._depth > limits.MAX_CLASS_DEPTH:
            return ["?"]
        return [
            b.name if isinstance(b, External) else "?"
            for item in self.mro()
            for base in item.bases
            for b in alternatives(base)
            if not isinstance(b, Class)
        ]


@dataclass(slots=True)
class Training:
    """How Keras trains a model."""

    compiled: cst.CSTNode | None = None
    """The last call of `compile`."""
    loss: Value | None = None
    """The loss that `compile` got last."""
    predictions: list[Value] = field(default_factory=list)
    """The predictions that stand in calls of the loss functions of the program."""


class Trainable(Value):
    """An object that Keras may train: of a class of Keras, or of a class of the project."""

    __slots__ = ("training",)

    def __init__(self, kind: Kind, site: cst.CSTNode | None, context: Context, name: str) -> None:
        super().__init__(kind, site, context, name=name)
        #: None before `compile`.
        self.training: Training | None = None


class Instance(Trainable):
    """An object of a class of the project; its attributes live in the store."""

    __slots__ = ("assumed", "cls", "registered")

    def __init__(self, cls: Class, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.INSTANCE, site, context, cls.name)
        self.cls = cls
        #: No code makes it: a subclass may override its methods.
        self.assumed = False
        #: If its class inherits from `dict`: the definitions that the program puts into it.
        self.registered: Mapping | None = None


class DataclassField(Value):
    """`dataclasses.field(…)` without a default; its factory makes the value, if it has one."""

    __slots__ = ("factory",)

    def __init__(self, factory: Value | None, site: cst.CSTNode, context: Context) -> None:
        super().__init__(kinds.UNKNOWN, site, context)
        self.factory = factory


class Super(Value):
    """`super()` in a method of `above`: attributes of `receiver` that its bases define."""

    __slots__ = ("above", "receiver")

    def __init__(self, above: Class, receiver: Value, context: Context) -> None:
        super().__init__(kinds.SUPER, None, context)
        self.above = above
        self.receiver = receiver


class Method(Value):
    """A method of an object of a library (`tape.gradient`, `x.numpy`)."""

    __slots__ = ("receiver",)

    def __init__(
        self, receiver: Value, name: str, site: cst.CSTNode | None, context: Context
    ) -> None:
        super().__init__(kinds.METHOD, site, context, name=name, edges=[Edge(receiver)])
        self.receiver = receiver


class Partial(Value):
    """`functools.partial(function, …)`."""

    __slots__ = ("arguments", "function", "is_active")

    def __init__(self, function: Value, arguments: Arguments, context: Context) -> None:
        super().__init__(kinds.PARTIAL, function.site, context, edges=[Edge(function)])
        #: The interpreter is calling it: a loop can make a partial of itself.
        self.is_active = False
        self.function = function
        self.arguments = arguments
        self.edges.extend(Edge(value) for value in arguments.all())


class Tape(Value):
    """A gradient tape: what it watches, when it recorded, the queries on it."""

    __slots__ = (
        "deleted",
        "entered_loops",
        "escaped",
        "escaped_at",
        "escaped_recording",
        "explicit",
        "kept_on_object",
        "may_record_since",
        "persistent",
        "queries",
        "records_everything",
        "resets",
        "runs_unread",
        "watch_accessed",
        "watched",
    )

    def __init__(
        self,
        site: cst.CSTNode | None,
        context: Context,
        *,
        persistent: bool | None = False,
        watch_accessed: bool | None = True,
        explicit: bool = True,
    ) -> None:
        super().__init__(kinds.TAPE, site, context, name="tape")
        #: None: not known statically.
        self.persistent = persistent
        self.watch_accessed = watch_accessed
        #: False for the tape that Keras wraps around a model.
        self.explicit = explicit
        self.watched: list[Watch] = []
        self.resets: list[int] = []
        self.queries: list[Query] = []
        #: For `tf.gradients`, which differentiates the whole graph.
        self.records_everything = False
        #: How many loops are around the `with` that entered it; None if none did.
        self.entered_loops: int | None = None
        #: Code that is not read ran while it recorded.
        self.runs_unread = False
        #: The program deletes its name.
        self.deleted = False
        #: The program keeps it in an attribute.
        self.kept_on_object = False
        #: Code that is not analysed received it, and may have made it watch something.
        self.escaped = False
        #: When such code received it first: a `watch` after that is too late for earlier values.
        self.escaped_at: int | None = None
        #: Such code received it while it recorded.
        self.escaped_recording = False
        #: When such code received it while it did not record: it may have started it.
        self.may_record_since: int | None = None


class PausedRecording(Value):
    """The context manager `tape.stop_recording()`."""

    __slots__ = ("tape",)

    def __init__(self, tape: Tape, site: cst.CSTNode, context: Context) -> None:
        super().__init__(kinds.PAUSED, site, context)
        self.tape = tape


@dataclass(frozen=True, slots=True)
class Watch:
    """One call of `tape.watch`; `number` says when."""

    value: Value
    number: int
    site: cst.CSTNode
    context: Context


class Layer(Trainable):
    """An object of a Keras class: a layer, model, metric, loss or optimizer.

    As a graph node it stands for its weights.
    """

    __slots__ = ("arguments", "in_half", "label", "model", "output", "parts", "template")

    def __init__(
        self,
        kind: Kind,
        name: str,
        site: cst.CSTNode | None,
        context: Context,
        arguments: Arguments,
    ) -> None:
        super().__init__(kind, site, context, name)
        self.arguments = arguments
        #: The name that the program gives it.
        self.label = ""
        #: It computes in 16-bit floats, by the policy that the program sets for all layers.
        self.in_half = False
        #: The layers of a Sequential or functional model, in the order of execution.
        self.parts: list[Value] = []
        #: The first such model that this is a layer of.
        self.model: Layer | None = None
        #: The symbolic output of a functional model.
        self.output: Value | None = None
        #: What a call of a functional model computes.
        self.template: Template | None = None

    def add_parts(self, parts: Iterable[Value]) -> None:
        """Add layers to a Sequential or functional model."""
        for part in parts:
            self.parts.append(part)
            if isinstance(part, Layer) and part.model is None and part is not self:
                part.model = self

    def option(self, role: str) -> Value | None:
        """Return the argument of the constructor's parameter that has a role."""
        slot = constructor(self.kind.name, self.name).slots.get(role)
        return None if slot is None else self.arguments.get(slot[0], slot[1])


class Weights(Value):
    """A list of the variables of an owner (`model.trainable_variables`)."""

    __slots__ = ("built", "frozen", "owner", "reordered")

    def __init__(self, owner: Value, name: str, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.WEIGHTS, site, context, name=name, edges=[Edge(owner)])
        self.owner = owner
        #: The owner is not trainable; None: not known.
        self.frozen: bool | None = None
        #: The owner had variables when the list was read; None: not known.
        self.built: bool | None = None
        #: Some of the variables, or in another order.
        self.reordered = False


class Gradients(Value):
    """The result of a gradient query."""

    __slots__ = ("names", "query", "unpacked")

    def __init__(self, query: Query, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.GRADIENTS, site, context, name="gradient", is_op=True)
        self.query = query
        #: The names that the program gives it, and values computed from it.
        self.names: list[str] = []
        #: Into how many names or rows the program unpacks it.
        self.unpacked: int | None = None
