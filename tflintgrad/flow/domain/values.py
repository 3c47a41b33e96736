"""The nodes and edges of the gradient-flow graph.

A `Value` is one value the program computes; its edges say what it was computed from, and whether
a gradient passes. Some values are also objects (lists, functions, instances, tapes): the
interpreter acts on them, the graph walks through them like through any other node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import libcst as cst

from tflintgrad import limits
from tflintgrad.diagnostics import Effect
from tflintgrad.flow.domain.facts import Facts

if TYPE_CHECKING:
    from tflintgrad.flow.domain.context import Context

Kind = str
#: "part": an attribute that nobody was seen to set, as part of its object. "perhaps": code that was
#: not followed could have used it.
Label = Literal["flow", "unknown", "cut", "poison", "part", "perhaps"]
Dtype = Literal["float", "int", "bool", "string", "complex"]

#: A program's own values are numbered from here on; what it imports, from somewhere below.
_FIRST: Final = 10**18
_BLOCK: Final = 10**9


class _Numbering:
    """The last number that was given, and how many blocks were begun."""

    __slots__ = ("blocks", "last")

    def __init__(self) -> None:
        self.last = _FIRST
        self.blocks = 0


_numbering: Final = _Numbering()


class numbering_for_imports:  # noqa: N801
    """`with numbered_earlier()`: what is made there counts as made before everything that exists.

    Modules are read when a name of theirs is used; Python ran them when they were imported.
    """

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = _numbering.last

    def __enter__(self) -> None:
        self._before = _numbering.last
        _numbering.blocks += 1
        _numbering.last = _FIRST - _numbering.blocks * _BLOCK

    def __exit__(self, *_: object) -> None:
        _numbering.last = self._before


class Cut:
    """Why a gradient does not pass an edge, in the words of one rule: never changed."""

    __slots__ = ("code", "corrupts", "effect", "harmless", "intended", "note", "raises", "site")

    def __init__(
        self,
        code: str,
        note: str,
        effect: Effect = "none",
        *,
        corrupts: bool = False,
        raises: str | None = None,
        site: cst.CSTNode | None = None,
        intended: bool = False,
        harmless: bool = False,
    ) -> None:
        self.code = code
        self.note = note
        self.effect: Effect = effect
        #: Losing this path while another survives gives a wrong number (a step function's does
        #: not).
        self.corrupts = corrupts
        #: The exception TensorFlow raises, where it raises one; it does so whatever other paths do.
        self.raises = raises
        #: Where the mistake is, when that is not the node the edge belongs to.
        self.site = site
        #: Someone wrote it down on purpose (`tf.stop_gradient`), so only total loss is a mistake.
        self.intended = intended
        #: The value depends on a shape only: nothing that has a slope is lost.
        self.harmless = harmless


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
        _numbering.last += 1
        self.number = _numbering.last
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


@dataclass(frozen=True, slots=True)
class Choice:
    """Of the results of a call: one for each function that may be called there."""

    key: int
    """The same for all calls that go the same way."""
    names: tuple[str, ...]
    own: tuple[bool, ...]
    """Which of them are functions of the project."""


class Phi(Value):
    """One of several values, depending on which way control went."""

    __slots__ = ("loop",)

    def __init__(self, alternatives: list[Value], context: Context, loop: bool = False) -> None:
        first = alternatives[0]
        dtype, scalar = first.dtype, first.scalar
        for other in alternatives:
            dtype = dtype if other.dtype == dtype else None
            scalar = scalar if other.scalar is scalar else None
        super().__init__(
            _common_kind(alternatives),
            first.site,
            context,
            edges=[Edge(a) for a in alternatives],
            name=first.name,
            dtype=dtype,
            scalar=scalar,
        )
        self.loop = loop

    @property
    def alternatives(self) -> list[Value]:
        return [edge.to for edge in self.edges if edge.label != "unknown"]

    def add(self, value: Value) -> None:
        if all(edge.to is not value for edge in self.edges) and value is not self:
            self.edges.append(Edge(value))


def _common_kind(values: list[Value]) -> Kind:
    """The kind of all that are not `None`."""
    common = "none"
    for value in values:
        if value.kind != "none" and value.kind != common:
            if common != "none":
                return "unknown"
            common = value.kind
    return "unknown" if common == "none" else common


def alternatives(value: Value, limit: int | None = None) -> list[Value]:
    """What `value` can be, looking through φ-nodes; of many, some, and the unknown for the rest."""
    if not isinstance(value, Phi):
        return [value]
    if limit is None:
        limit = limits.MAX_ALTERNATIVES
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
        rest = Value("unknown", value.site, value.context, edges=[Edge(value, "unknown")])
        rest.name = value.name
        rest.facts["opaque"] = True
        found.append(rest)
    return found


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
        value = _unless_inside(self, value)
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
        if len(self.items) >= limits.MAX_ITEMS:
            self.add_rest(value)
            return
        value = _unless_inside(self, value)
        self.items.append(value)
        self.edges.append(Edge(value))

    def replace_item(self, index: int, value: Value) -> None:
        value = _unless_inside(self, value)
        self.items[index] = value
        self.edges.append(Edge(value))


class Mapping(Value):
    """A dict: entries under constant keys, and a summary of the rest."""

    __slots__ = ("entries", "rest")

    def __init__(self, site: cst.CSTNode | None, context: Context) -> None:
        super().__init__("dict", site, context)
        self.entries: dict[Any, Value] = {}
        self.rest: Value | None = None

    def put(self, key: Any, value: Value) -> Value:
        """Store under a constant key, or under an unknown one (`None`); gives what is there now."""
        value = _unless_inside(self, value)
        self.edges.append(Edge(value))
        if key is not None:
            self.entries[key] = value
        elif self.rest is None:
            self.rest = Phi([value], self.context)
            self.rest.facts["element"] = True
        else:
            self.rest.edges.append(Edge(value))
            self.rest.kind = "unknown" if self.rest.kind != value.kind else value.kind
        return value


def _unless_inside(container: Sequence | Mapping, value: Value) -> Value:
    """A container that is inside itself is something unknown there: whoever looks into what is
    inside comes to an end."""
    if not isinstance(value, (Sequence, Mapping, Phi)) or not _holds(value, container):
        return value
    return Value("unknown", value.site, container.context, edges=[Edge(value, "unknown")])


def _holds(value: Value, container: Value) -> bool:
    seen: set[int] = set()
    pending = [value]
    while pending:
        item = pending.pop()
        if item is container or len(seen) > limits.MAX_ITEMS:  # or nobody knows
            return True
        if item.number in seen:
            continue
        seen.add(item.number)
        if isinstance(item, Sequence):
            pending += item.items
        elif isinstance(item, Mapping):
            pending += item.entries.values()
        if isinstance(item, (Sequence, Mapping)) and item.rest is not None:
            pending.append(item.rest)
        elif isinstance(item, Phi):
            pending += item.alternatives
    return False
