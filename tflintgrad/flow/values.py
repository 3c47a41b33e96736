"""The nodes and edges of the gradient-flow graph.

A `Value` is one value the program computes; its edges say what it was computed from, and whether
a gradient passes. Some values are also objects (lists, functions, instances, tapes): the
interpreter acts on them, the graph walks through them like through any other node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

import libcst as cst

from tflintgrad.findings import Effect
from tflintgrad.flow.facts import Facts

if TYPE_CHECKING:
    from tflintgrad.flow.context import Context, Frame
    from tflintgrad.flow.queries import Query

Kind = str
#: "part": an attribute that nobody was seen to set, as part of its object.
Label = Literal["flow", "unknown", "cut", "poison", "part"]
Dtype = Literal["float", "int", "bool", "string", "complex"]

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Cut:
    """Why a gradient does not pass an edge, in the words of one rule."""

    code: str
    note: str
    effect: Effect = "none"
    #: Losing this path while another survives gives a wrong number (a step function's does not).
    falsifies: bool = False
    #: The exception TensorFlow raises, where it raises one; it does so whatever other paths do.
    raises: str | None = None
    #: Where the mistake is, when that is not the node the edge belongs to.
    site: cst.CSTNode | None = None
    #: Someone wrote it down on purpose (`tf.stop_gradient`), so only total loss is a mistake.
    intended: bool = False
    #: The value depends on a shape only: nothing that has a slope is lost.
    harmless: bool = False


class Edge:
    """`value` was computed from `to`."""

    __slots__ = ("cut", "label", "to")

    def __init__(self, to: Value, label: Label = "flow", cut: Cut | None = None) -> None:
        self.to = to
        self.label = label
        self.cut = cut


class Value:
    """One value of the program; `number` grows in the order of execution."""

    __slots__ = (
        "const",
        "context",
        "dtype",
        "edges",
        "facts",
        "is_op",
        "kind",
        "name",
        "number",
        "scalar",
        "site",
    )

    def __init__(
        self,
        kind: Kind,
        site: cst.CSTNode | None,
        context: Context,
        *,
        edges: list[Edge] | None = None,
        name: str = "",
        dtype: Dtype | None = None,
        scalar: bool | None = None,
        const: Any = None,
        is_op: bool = False,
    ) -> None:
        self.number = next(_numbers)
        self.kind = kind
        self.site = site
        self.context = context
        self.edges: list[Edge] = edges if edges is not None else []
        self.name = name
        self.dtype: Dtype | None = dtype
        self.scalar = scalar
        self.const = const
        #: TensorFlow computes it, so a tape has to be recording for a gradient to pass.
        self.is_op = is_op
        self.facts: Facts = {}

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name or self.number}>"


class Phi(Value):
    """One of several values, depending on which way control went."""

    __slots__ = ("loop",)

    def __init__(self, alternatives: list[Value], context: Context, loop: bool = False) -> None:
        first = alternatives[0]
        super().__init__(
            _common([a.kind for a in alternatives if a.kind != "none"]) or "unknown",
            first.site,
            context,
            edges=[Edge(a) for a in alternatives],
            name=first.name,
            dtype=_common([a.dtype for a in alternatives]),
            scalar=_common([a.scalar for a in alternatives]),
        )
        self.loop = loop

    @property
    def alternatives(self) -> list[Value]:
        return [edge.to for edge in self.edges if edge.label != "unknown"]

    def add(self, value: Value) -> None:
        if all(edge.to is not value for edge in self.edges) and value is not self:
            self.edges.append(Edge(value))


def _common(items: list[Any]) -> Any:
    return items[0] if items and all(item == items[0] for item in items) else None


def alternatives(value: Value, limit: int = 4) -> list[Value]:
    """What `value` can be, looking through φ-nodes."""
    if not isinstance(value, Phi):
        return [value]
    found: list[Value] = []
    seen: set[int] = set()
    pending: list[Value] = [value]
    while pending and len(found) < limit:
        item = pending.pop(0)
        if item.number in seen:
            continue
        seen.add(item.number)
        if isinstance(item, Phi):
            pending.extend(item.alternatives)
        else:
            found.append(item)
    return found


#: Beyond so many items a list is summarised.
MAX_ITEMS = 256


class Sequence(Value):
    """A list, tuple or set: items known by position, and a summary of the rest."""

    __slots__ = ("items", "rest")

    def __init__(
        self,
        kind: Kind,
        site: cst.CSTNode | None,
        context: Context,
        items: list[Value],
        rest: Value | None = None,
    ) -> None:
        super().__init__(kind, site, context, edges=[Edge(item) for item in items])
        self.items = items
        self.rest: Value | None = None
        if rest is not None:
            self.add_rest(rest)

    @property
    def exact(self) -> bool:
        return self.rest is None

    def add_rest(self, value: Value, cut: Cut | None = None) -> None:
        """Something of unknown position is in here too."""
        if self.rest is None:
            self.rest = Phi([value], self.context)
            self.rest.facts["element"] = True
            self.rest.edges[0] = Edge(value, "cut" if cut else "flow", cut)
            self.edges.append(Edge(self.rest))
            return
        if self.rest.kind != value.kind:
            self.rest.kind = "unknown"
        self.rest.edges.append(Edge(value, "cut" if cut else "flow", cut))

    def add_item(self, value: Value) -> None:
        if len(self.items) >= MAX_ITEMS:
            self.add_rest(value)
            return
        self.items.append(value)
        self.edges.append(Edge(value))


class Mapping(Value):
    """A dict: entries under constant keys, and a summary of the rest."""

    __slots__ = ("entries", "rest")

    def __init__(self, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__("dict", site, context)
        self.entries: dict[Any, Value] = {}
        self.rest: Value | None = None

    def put(self, key: Any, value: Value) -> None:
        """Store under a constant key, or under an unknown one (`None`)."""
        self.edges.append(Edge(value))
        if key is not None:
            self.entries[key] = value
        elif self.rest is None:
            self.rest = Phi([value], self.context)
            self.rest.facts["element"] = True
        else:
            self.rest.edges.append(Edge(value))
            self.rest.kind = "unknown" if self.rest.kind != value.kind else value.kind


class External(Value):
    """A name imported from elsewhere, under its canonical spelling (`tf.exp`)."""

    __slots__ = ()

    def __init__(self, name: str, context: Context) -> None:
        super().__init__("external", None, context, name=name)


class Function(Value):
    """A function, method or lambda of the project, with what it closes over."""

    __slots__ = ("closure", "decorators", "defaults", "node", "owner", "receiver", "setter")

    def __init__(
        self,
        node: cst.FunctionDef | cst.Lambda,
        closure: Frame,
        context: Context,
        name: str,
        defaults: dict[str, Value],
    ) -> None:
        super().__init__("function", node, context, name=name)
        self.node = node
        self.closure = closure
        self.defaults = defaults
        self.decorators: frozenset[str] = frozenset()
        self.owner: Class | None = None
        self.receiver: Value | None = None
        #: Of a property: what runs when it is assigned to.
        self.setter: Function | None = None

    def bound_to(self, receiver: Value) -> Function:
        bound = Function(self.node, self.closure, self.context, self.name, self.defaults)
        bound.decorators = self.decorators
        bound.owner = self.owner
        bound.receiver = receiver
        return bound


class Class(Value):
    """A class of the project."""

    __slots__ = ("bases", "node")

    def __init__(self, node: cst.ClassDef, bases: list[Value], context: Context) -> None:
        super().__init__("class", node, context, name=node.name.value)
        self.node = node
        self.bases = bases

    def mro(self) -> list[Class]:
        """The class and its bases of the project, nearest first (good enough for linting)."""
        order: list[Class] = []
        pending: list[Class] = [self]
        while pending:
            item = pending.pop(0)
            if item not in order:
                order.append(item)
                pending.extend(
                    b for base in item.bases for b in alternatives(base) if isinstance(b, Class)
                )
        return order

    def external_bases(self) -> list[str]:
        """Canonical names of the bases that come from elsewhere; "?" for an unknown one."""
        return [
            b.name if isinstance(b, External) else "?"
            for item in self.mro()
            for base in item.bases
            for b in alternatives(base)
            if not isinstance(b, Class)
        ]


class Instance(Value):
    """An object of a class of the project; its attributes live in the store."""

    __slots__ = ("cls",)

    def __init__(self, cls: Class, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__("instance", site, context, name=cls.name)
        self.cls = cls


class Super(Value):
    """`super()` inside a method: the receiver, seen from above one class."""

    __slots__ = ("above", "receiver")

    def __init__(self, above: Class, receiver: Value, context: Context) -> None:
        super().__init__("super", None, context)
        self.above = above
        self.receiver = receiver


class Method(Value):
    """A method of an object we model by its kind (`tape.gradient`, `x.numpy`)."""

    __slots__ = ("receiver",)

    def __init__(
        self, receiver: Value, name: str, site: cst.CSTNode | None, context: Context
    ) -> None:
        super().__init__("method", site, context, name=name, edges=[Edge(receiver)])
        self.receiver = receiver


class Partial(Value):
    """`functools.partial(function, …)`."""

    __slots__ = ("arguments", "function")

    def __init__(self, function: Value, arguments: Arguments, context: Context) -> None:
        super().__init__("partial", function.site, context, edges=[Edge(function)])
        self.function = function
        self.arguments = arguments
        self.edges.extend(Edge(value) for value in arguments.all())


class Tape(Value):
    """A gradient tape: what it watches, when it recorded, what it was asked."""

    __slots__ = (
        "explicit",
        "persistent",
        "queries",
        "records_everything",
        "resets",
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
        super().__init__("tape", site, context, name="tape")
        #: None: not known statically.
        self.persistent = persistent
        self.watch_accessed = watch_accessed
        #: False for the tape that Keras wraps around a model.
        self.explicit = explicit
        self.watched: list[Watch] = []
        self.resets: list[int] = []
        self.queries: list[Query] = []
        #: `tf.gradients` walks the whole graph: nothing is outside.
        self.records_everything = False


@dataclass(frozen=True, slots=True)
class Watch:
    value: Value
    number: int
    site: cst.CSTNode
    context: Context


class Layer(Value):
    """An object of Keras' own making (layer, model, metric, loss, optimizer), by its class name.

    As a graph node it stands for its weights.
    """

    __slots__ = ("arguments", "label", "output", "parts")

    def __init__(
        self,
        kind: Kind,
        name: str,
        site: cst.CSTNode | None,
        context: Context,
        arguments: Arguments,
    ) -> None:
        super().__init__(kind, site, context, name=name)
        self.arguments = arguments
        #: What the user calls it.
        self.label = ""
        #: Layers inside, for Sequential.
        self.parts: list[Value] = []
        #: The symbolic output, for functional models.
        self.output: Value | None = None


class Weights(Value):
    """`model.trainable_variables` and its relatives: the variables of an owner."""

    __slots__ = ("owner",)

    def __init__(self, owner: Value, name: str, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__("weights", site, context, name=name, edges=[Edge(owner)])
        self.owner = owner


class Gradients(Value):
    """What a gradient query returned."""

    __slots__ = ("query",)

    def __init__(self, query: Query, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__("gradients", site, context, name="gradient", is_op=True)
        self.query = query


def is_callable(value: Value) -> bool:
    return isinstance(value, (Function, Partial, Layer, Instance))


@dataclass(slots=True)
class Arguments:
    """The evaluated arguments of one call."""

    site: cst.CSTNode
    positional: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    #: Values of `*args` / `**kwargs` whose contents are not known.
    spread: list[Value] = field(default_factory=list)
    #: The canonical name of the library function or method that is called.
    name: str = ""
    #: How many things the callee may be: one of them gets these arguments.
    choices: int = 1
    #: Nobody calls: the function is entered to see what it would do.
    site_is_entry: bool = False
    #: The syntax of each argument, for pointing at it.
    nodes: dict[int | str, cst.CSTNode] = field(default_factory=dict)

    def get(self, position: int | None, keyword: str) -> Value | None:
        if keyword in self.keywords:
            return self.keywords[keyword]
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None

    def all(self) -> list[Value]:
        return [*self.positional, *self.keywords.values(), *self.spread]
