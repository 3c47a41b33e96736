"""The nodes and edges of the gradient-flow graph.

A `Value` is one value the program computes; its edges say what it was computed from, and whether
a gradient passes. Some values are also objects (lists, functions, instances, tapes): the
interpreter acts on them, the graph walks through them like through any other node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut
from tflintgrad.flow.domain.facts import Facts
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.numbering import NUMBERING

if TYPE_CHECKING:
    from tflintgrad.flow.domain.arguments import Arguments
    from tflintgrad.flow.domain.context import Context
    from tflintgrad.flow.interpreter.interpreter import Interpreter
    from tflintgrad.flow.semantics.base import Semantics

#: "part": from an attribute that the program does not set to its object. "perhaps": a call that was
#: not analysed could have used the value.
Label = Literal["flow", "unknown", "cut", "poison", "part", "perhaps"]
Dtype = Literal["float", "int", "bool", "string", "complex"]
#: A subscript: one index, a slice with constant bounds, or None for anything else.
Index: TypeAlias = "Value | slice | None"


class Edge:
    """An edge of the value that holds it: the value was computed from `to`."""

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
        NUMBERING.last += 1
        self.number = NUMBERING.last
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
        return f"<{self.kind.name} {self.name or self.number}>"

    def twin(self, site: cst.CSTNode | None, context: Context) -> Value:
        """Return another value with the same name and type, without edges and facts.

        Classes with more fields override this; otherwise the twin is a plain value of the kind.
        """
        twin = Value(self.kind, site, context, name=self.name, dtype=self.dtype)
        twin.scalar, twin.const = self.scalar, self.const
        return twin

    @property
    def semantics(self) -> Semantics[Any]:
        """The semantics of its kind, if it has the fields of that kind's class."""
        own = self.kind.semantics
        return own if isinstance(self, own.of) else kinds.ANY.semantics

    def get_attribute(self, interp: Interpreter, name: str, site: cst.CSTNode) -> Value:
        """Return `self.name`."""
        return self.semantics.get_attribute(interp, self, name, site)

    def set_attribute(
        self, interp: Interpreter, name: str, value: Value, site: cst.CSTNode, *, weak: bool = False
    ) -> None:
        """Interpret `self.name = value`; `weak` if `self` is one of several alternatives."""
        self.semantics.set_attribute(interp, self, name, value, site, weak)

    def call(self, interp: Interpreter, arguments: Arguments) -> Value:
        """Call the value."""
        return self.semantics.call(interp, self, arguments)

    def truth(self) -> bool | None:
        """True or False as the value is, None if that is not known."""
        return self.semantics.truth(self)

    def iterate(self, interp: Interpreter, site: cst.CSTNode) -> Value:
        """Return what a loop over the value assigns: any of its elements."""
        return self.semantics.iterate(interp, self, site)

    def unpack(self, interp: Interpreter, index: int, site: cst.CSTNode) -> Value:
        """Return the item that tuple unpacking assigns at a position."""
        return self.semantics.unpack(interp, self, index, site)

    def get_item(self, interp: Interpreter, index: Index, site: cst.CSTNode) -> Value:
        """Return `self[index]`."""
        return self.semantics.get_item(interp, self, index, site)

    def set_item(self, interp: Interpreter, key: object, value: Value, site: cst.CSTNode) -> None:
        """Interpret `self[key] = value`; the key is None if it is not a constant."""
        self.semantics.set_item(interp, self, key, value, site)


class Phi(Value):
    """A φ-node: one of several values, depending on control flow."""

    __slots__ = ("loop",)

    def __init__(self, alternatives: list[Value], context: Context, loop: bool = False) -> None:
        first = alternatives[0]
        dtype, scalar = first.dtype, first.scalar
        for other in alternatives:
            dtype = dtype if other.dtype == dtype else None
            scalar = scalar if other.scalar is scalar else None
        super().__init__(
            kinds.common_kind([item.kind for item in alternatives]),
            first.site,
            context,
            edges=[Edge(a) for a in alternatives],
            name=first.name,
            dtype=dtype,
            scalar=scalar,
        )
        self.loop = loop

    @property
    def semantics(self) -> Semantics[Any]:
        """The semantics of φ-nodes, whatever the alternatives are."""
        return kinds.PHI.semantics

    @property
    def alternatives(self) -> list[Value]:
        """The values it may be; some may be φ-nodes themselves."""
        return [edge.to for edge in self.edges if edge.label != "unknown"]

    def add(self, value: Value) -> None:
        """Add an alternative, unless it is there already."""
        if all(edge.to is not value for edge in self.edges) and value is not self:
            self.edges.append(Edge(value))


def alternatives(value: Value, limit: int | None = None) -> list[Value]:
    """Return what `value` can be, looking through φ-nodes.

    Of more than `limit` alternatives, the result has the first, and one unknown value for the rest.
    """
    if not isinstance(value, Phi):
        return [value]
    limit = limits.MAX_ALTERNATIVES if limit is None else limit
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
    if any(item.number not in seen for item in pending):
        rest = _any_value(value, value.context)
        rest.name = value.name
        rest.facts["opaque"] = True
        found.append(rest)
    return found


class Container(Value):
    """A list, tuple, set or dict: some items are known one by one, the others by a summary."""

    __slots__ = ("extent", "level", "rest")

    def __init__(
        self, kind: Kind, site: cst.CSTNode | None, context: Context, edges: list[Edge]
    ) -> None:
        super().__init__(kind, site, context, edges=edges)
        #: The number of items, with those of all containers inside.
        self.extent = 0
        #: How many containers that were written to are around it, one in the other.
        self.level = 0
        #: The summary of all other items; None if there are none.
        self.rest: Value | None = None

    def held(self) -> list[Value]:
        """Return everything in it; here, the summary."""
        return [self.rest] if self.rest is not None else []


class Sequence(Container):
    """A list, tuple or set: items known by position, and a summary of the rest."""

    __slots__ = ("columns", "concatenated", "fields", "items", "over", "reordered", "unordered")

    def __init__(
        self,
        kind: Kind,
        site: cst.CSTNode | None,
        context: Context,
        items: list[Value],
        rest: Value | None = None,
    ) -> None:
        known = _bounded(items, context)
        super().__init__(kind, site, context, [Edge(item) for item in known])
        self.items = known
        self.extent = sum([extent_of(item) for item in known])
        #: The lists that it joins, one after the other (`a + b`), if their items are not known.
        self.concatenated: tuple[Value, ...] = ()
        #: Of `zip(…)`: its arguments.
        self.columns: list[Value] | None = None
        #: Of a named tuple: its fields.
        self.fields: dict[str, Value] | None = None
        #: What a comprehension made it of, item by item.
        self.over: Value | None = None
        #: Not the items of what it was made from, or in another order.
        self.reordered = False
        #: A list of layers of which only the last has a certain position.
        self.unordered = False
        for other in items[limits.MAX_ITEMS :]:
            self.add_rest(other)
        if rest is not None:
            self.add_rest(rest)

    @property
    def exact(self) -> bool:
        """True if all items are known by position."""
        return self.rest is None

    def held(self) -> list[Value]:
        """Return all items, the summary of the rest last."""
        return [*self.items, *super().held()]

    def add_rest(self, value: Value, cut: Cut | None = None) -> None:
        """Add an item whose position is not known."""
        value = _held(self, value)
        if self.rest is None:
            self.rest = _summary(value, self.context, cut)
            self.edges.append(Edge(self.rest))
        else:
            _widen(self.rest, value, cut)

    def add_item(self, value: Value) -> None:
        """Append an item; beyond `limits.MAX_ITEMS`, to the summary."""
        if len(self.items) >= limits.MAX_ITEMS:
            self.add_rest(value)
            return
        value = _held(self, value)
        self.items.append(value)
        self.edges.append(Edge(value))

    def replace_item(self, index: int, value: Value) -> None:
        """Set the item at an index."""
        value = _held(self, value)
        self.items[index] = value
        self.edges.append(Edge(value))


class Mapping(Container):
    """A dict: entries under constant keys, and a summary of the rest."""

    __slots__ = ("entries",)

    def __init__(self, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__(kinds.DICT, site, context, [])
        self.entries: dict[Any, Value] = {}

    def held(self) -> list[Value]:
        """Return the values of all entries, the summary of the rest last."""
        return [*self.entries.values(), *super().held()]

    def put(self, key: Any, value: Value) -> Value:
        """Set a constant key, or an unknown one (`None`); return the value that is there now."""
        value = _held(self, value)
        self.edges.append(Edge(value))
        if key is not None:
            self.entries[key] = value
        elif self.rest is None:
            self.rest = _summary(value, self.context)
        else:
            _widen(self.rest, value)
        return value


def _summary(value: Value, context: Context, cut: Cut | None = None) -> Phi:
    """Return the summary of a container's other elements, of which `value` is the first."""
    summary = Phi([value], context)
    summary.facts["element"] = True
    if cut is not None:
        summary.edges[0] = Edge(value, "cut", cut)
    return summary


def _widen(summary: Value, value: Value, cut: Cut | None = None) -> None:
    """Add an element to the summary of a container."""
    summary.edges.append(Edge(value, "flow" if cut is None else "cut", cut))
    if summary.kind is not value.kind:
        summary.kind = kinds.UNKNOWN


def extent_of(value: Value) -> int:
    """Return how many items a walk through a value and the containers inside it meets.

    A container counts more than its items, which bounds how many are one in the other.
    """
    if isinstance(value, Container):
        return value.extent + value.extent // limits.MIN_EXTENT_PER_LEVEL + 1
    if isinstance(value, Phi):
        return 1 + sum([e.to.extent for e in value.edges if isinstance(e.to, Container)])
    return 1


def _bounded(items: list[Value], context: Context) -> list[Value]:
    """Return the items that a new container knows one by one; unknown values for large ones."""
    known = items[: limits.MAX_ITEMS] if len(items) > limits.MAX_ITEMS else items
    extents = [extent_of(item) for item in known]
    if sum(extents) <= limits.MAX_NESTED_ITEMS:
        return known
    most = limits.MAX_NESTED_ITEMS // len(known)
    return [
        _any_value(item, context) if extent > most and isinstance(item, (Container, Phi)) else item
        for item, extent in zip(known, extents, strict=True)
    ]


def _held(container: Container, value: Value) -> Value:
    """Return the value, or an unknown one if it holds the container, or with it too much."""
    if isinstance(value, (Container, Phi)):
        grown = container.extent + extent_of(value)
        fits = grown <= limits.MAX_NESTED_ITEMS and container.level < limits.MAX_NESTED_WRITES
        if not fits or _holds(value, container):
            value = _any_value(value, container.context)
    container.extent += extent_of(value)
    return value


def _any_value(value: Value, context: Context) -> Value:
    return Value(kinds.UNKNOWN, value.site, context, edges=[Edge(value, "unknown")])


def _holds(value: Value, container: Container) -> bool:
    """True if the container is inside the value, or may be; otherwise all inside know its level."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        item = pending.pop()
        if item is container or len(seen) > limits.MAX_ITEMS:  # or too many to know
            return True
        if item.number in seen:
            continue
        seen.add(item.number)
        if isinstance(item, Container):
            item.level = max(item.level, container.level + 1)
            pending += item.held()
        elif isinstance(item, Phi):
            pending += item.alternatives
    return False
