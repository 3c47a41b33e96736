"""Code that is not followed: what it can get at, and what may have become of that.

Too deep, or too much work: then a call is not entered. The words of the code are known, and what
they stand for: it may use all of that, keep one in the other, assign, watch. Whether it does is a
doubt, and doubts are answered by silence: edges that say "perhaps" let a gradient pass and prove
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.objects import (
    Arguments,
    Class,
    Deferred,
    Function,
    Instance,
    Layer,
    Partial,
    ProjectModule,
    Tape,
    Weights,
)
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter, Sights
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import LazyBlock

#: What has no slope, and holds nothing that has one.
PLAIN: Final = frozenset({"external", "module", "none", "number", "string"})
#: Definitions, and not what they make.
_CODE: Final = frozenset({"class", "function", "method", "partial", "super"})
#: Methods that Python and Keras call without their names being said; of a class, `__init__`.
_HOOKS = frozenset(
    {"__call__", "__enter__", "__exit__", "__getitem__", "__iter__", "build", "call"}
)
_MAKES = frozenset({"__init__"})
_WRITES = re.compile(r"assign|scatter|apply_gradients|minimize|set_weights|fit|train|update|step")
#: What programs compute anew; variables, layers and functions stay where they were put.
_REPLACED: Final = frozenset({"none", "number", "tensor", "unknown"})
_WORD = re.compile(r"[^\W\d]\w*")


class ReachableState:
    """What some code can get at: the values, and the words by which it does."""

    def __init__(self, interp: Interpreter, start: Iterable[Value], most: int) -> None:
        self._interp = interp
        last = min(limits.MAX_LOOKUPS, interp.budget.lookups + most)
        self.words: set[str] = set(_HOOKS)
        #: Since names were looked up last; and how many scopes and values there were then.
        self._new_words: set[str] = set()
        self._asked = (0, 0)
        self._frames: dict[int, Frame] = {}
        self.values: list[Value] = []
        self._seen: set[int] = set()
        self._looked_up: dict[int, set[str]] = {}
        pending = list(start)
        while pending:
            self._add(pending)
            if interp.budget.lookups > last:
                break
            pending = [value for value in self._named() if _identity(value) not in self._seen]

    def rebound(self) -> list[tuple[int, str]]:
        """Names and attributes that may hold something else afterwards."""
        graph = self._interp.graph
        names = self.words & graph.shared_names
        attributes = self.words & graph.changing_attributes
        return [
            *((number, name) for number in self._frames for name in names),
            *((value.number, name) for value in self.values for name in attributes),
        ]

    def _add(self, pending: list[Value]) -> None:
        while pending:
            value = pending.pop()
            if _identity(value) in self._seen:
                continue
            self._seen.add(_identity(value))
            pending += _inside(value)
            if isinstance(value, ProjectModule) and value.frame is not None:
                self._frames[value.frame.number] = value.frame
            if isinstance(value, Function):
                self._read(value)
            elif value.kind not in PLAIN:
                self.values.append(value)

    def _read(self, function: Function) -> None:
        new = words_of(function) - self.words
        self.words |= new
        self._new_words |= new
        frame: Frame | None = function.closure
        while frame is not None:
            self._frames[frame.number] = frame
            frame = frame.parent

    def _named(self) -> Iterable[Value]:
        """What the words stand for, in the scopes around the code and in the objects it has."""
        for owner, words in self._names():
            known = self._looked_up.setdefault(owner, set())
            names = words - known
            known |= names
            self._interp.budget.lookups += len(names)
            for name in names:
                value = self._interp.store.read((owner, name))
                if isinstance(value, Deferred):
                    value = value.known
                if value is not None:
                    yield value

    def _names(self) -> Iterable[tuple[int, set[str]]]:
        """In what was there the last time, only new words can stand for something new."""
        new, frames = self._new_words, list(self._frames.values())
        for index, frame in enumerate(frames):
            words = new if index < self._asked[0] else self.words
            yield frame.number, words & frame.bindings.names
        for index, value in enumerate(self.values):
            yield from self._members(value, new if index < self._asked[1] else self.words)
        self._new_words, self._asked = set(), (len(frames), len(self.values))

    def _members(self, value: Value, words: set[str]) -> Iterable[tuple[int, set[str]]]:
        changing = words & self._interp.graph.changing_attributes
        if isinstance(value, (Instance, Class)):
            classes = value.cls.mro() if isinstance(value, Instance) else value.mro()
            known = [_members_of(cls) for cls in classes]
            yield value.number, changing.union(*(words & own for _, own in known))
            called = words | _MAKES if isinstance(value, Class) else words
            for cls, (defined, _) in zip(classes, known, strict=True):
                yield cls.number, called & defined
        elif isinstance(value, Layer):
            yield value.number, changing


def _members_of(cls: Class) -> tuple[set[str], frozenset[str]]:
    """The names that a class defines, and all the words in it."""
    memory = cls.context.module.memory
    words = memory.words.get(id(cls.node))
    if words is None:
        words = memory.words[id(cls.node)] = frozenset(_words(cls.node.body))
    bindings = memory.bindings.get(id(cls.node))
    return bindings.names if bindings is not None else set(), words


def _identity(value: Value) -> int:
    """A method is made anew each time somebody asks an object for it."""
    if isinstance(value, Function) and value.receiver is None:
        return id(value.node)
    return value.number


def _inside(value: Value) -> list[Value]:
    """What somebody who has the value has as well."""
    if isinstance(value, (Sequence, Mapping, Phi)):
        return [edge.to for edge in value.edges]
    if isinstance(value, Function):
        receiver = [value.receiver] if value.receiver is not None else []
        return [*receiver, *value.defaults.values()]
    if isinstance(value, Partial):
        return [value.function, *value.arguments.all()]
    if isinstance(value, Weights):
        return [value.owner]
    if isinstance(value, Layer):
        return list(value.parts)
    return []


def words_of(function: Function) -> frozenset[str]:
    """The words in a function's text: its names, and more."""
    known = function.context.module.memory.words
    found = known.get(id(function.node))
    if found is None:
        found = known[id(function.node)] = frozenset(_words(function.node.body))
    return found


def _words(body: cst.CSTNode) -> Iterable[str]:
    if isinstance(body, LazyBlock):  # so that nobody has to look into it
        yield from _WORD.findall(body.text)
        return
    pending = [body]
    while pending:
        node = pending.pop()
        if isinstance(node, cst.Name):
            yield node.value
        elif isinstance(node, LazyBlock):
            yield from _WORD.findall(node.text)
        else:
            pending += children(node)


def havoc_call(interp: Interpreter, function: Function, given: list[Value], result: Value) -> None:
    """A call of this function was not followed: whatever it can get at may have changed."""
    away = interp.budget.imports_spent and function.context.module is not interp.graph.module
    sight = ReachableState(
        interp,
        [function, *given],
        limits.MAX_LOOKUPS_PER_IMPORTED_CALL if away else limits.MAX_LOOKUPS,
    )
    values = [value for value in sight.values if value.kind not in _CODE]
    brought = _brought(interp, function, values, result.site)
    result.edges.append(Edge(brought, "perhaps"))
    writes = any(_WRITES.search(word) for word in sight.words)
    for value in values:
        _doubt(interp, value, brought, writes)
    for key in sight.rebound():
        before = interp.store.read(key)
        if before is not None and not isinstance(before, Deferred):
            interp.store.write(key, Phi([before, brought], interp.context))


def _brought(
    interp: Interpreter, function: Function, values: list[Value], site: cst.CSTNode | None
) -> Value:
    """What the function may have made of all that.

    It gets at much the same each time, and so many edges to it would be most of the graph: what
    calls before got at, and this one does as well, is behind one edge. And no more than that, or
    whoever walks back from a call would walk through all others.
    """
    sights = interp.doubts.setdefault(id(function.node), [])
    new = {value.number: value for value in values}
    kept = 0
    while kept < len(sights) and sights[kept][0].keys() <= new.keys():
        for number in sights[kept][0]:
            del new[number]
        kept += 1
    parted = sights[kept][0] if kept < len(sights) else {}
    del sights[kept:]
    common = {number: new.pop(number) for number in parted if number in new}
    if common:
        sights.append((common, _made_of(interp, sights, common, site)))
    brought = _made_of(interp, sights, new, site)
    if new:
        sights.append((new, brought))
    return brought


def _made_of(
    interp: Interpreter, sights: Sights, values: dict[int, Value], site: cst.CSTNode | None
) -> Value:
    edges = [Edge(value, "perhaps") for value in values.values()]
    if sights:
        edges.append(Edge(sights[-1][1], "perhaps"))
    made = interp.value("unknown", site, edges=edges)
    made.facts["opaque"] = True
    return made


def _doubt(interp: Interpreter, value: Value, brought: Value, writes: bool) -> None:
    if isinstance(value, (Layer, Instance)):  # once called, it is built
        interp.store.write((value.number, "#built"), interp.constant(True))
    if isinstance(value, Tape):
        tape_escapes(interp, value)
    elif isinstance(value, Mapping) or (
        isinstance(value, Sequence) and value.kind in ("list", "set")
    ):
        may_store(interp, value, brought)
    elif value.kind == "tensorarray":
        value.edges.append(Edge(brought))
    elif writes and value.kind in ("variable", "layer", "model", "metric"):
        state = interp.value("state", brought.site, edges=[Edge(brought)])
        state.facts["of"] = value
        before = interp.store.read((value.number, "#state"))
        if before is not None:
            state.edges.append(Edge(before))
        interp.store.write((value.number, "#state"), state)


def tape_escapes(interp: Interpreter, tape: Tape) -> None:
    """Code that is not followed gets the tape: it may watch something, or start it."""
    tape.facts["handed_over"] = True
    if not interp.context.records(tape) and "perhaps_started" not in tape.facts:
        tape.facts["perhaps_started"] = interp.value("event", None).number


def may_store(interp: Interpreter, container: Sequence | Mapping, brought: Value) -> None:
    """Code that is not followed may put something there, or in the place of what is there."""
    if isinstance(container, Sequence):
        container.add_rest(brought)
        container.items = [_perhaps_replaced(item, brought) for item in container.items]
        return
    container.put(None, brought)
    for key, first in container.entries.items():
        place = (container.number, f"[{key!r}]")
        entry = interp.read(place) or first
        if entry.kind in _REPLACED:
            interp.store.write(place, _perhaps_replaced(entry, brought))


def _perhaps_replaced(item: Value, brought: Value) -> Value:
    return Phi([item, brought], brought.context) if item.kind in _REPLACED else item


def not_followed(interp: Interpreter, function: Function, arguments: Arguments) -> Value:
    """What a call of this function gives that is not entered."""
    given = arguments.all()
    receiver = [function.receiver] if function.receiver is not None else []
    keep(receiver, arguments)
    escape_all(interp, arguments.site, [*given, *receiver])
    result = interp.unknown_from([*given, *receiver], arguments.site, function.name)
    result.facts["opaque"] = result.facts["not_followed"] = True
    return result


def keep(objects: list[Value], arguments: Arguments) -> None:
    """What a method that is not followed is given may be kept in its object."""
    given = [value for value in arguments.all() if value.kind not in PLAIN]
    for item in objects:
        item.edges.extend([Edge(value, "perhaps") for value in given if value is not item])


def escape_all(interp: Interpreter, site: cst.CSTNode | None, values: list[Value]) -> None:
    """Code that is not followed gets these: it may call them, or put one into the other."""
    for value in values:
        if isinstance(value, (Layer, Instance)):  # once called, it is built
            interp.store.write((value.number, "#built"), interp.constant(True))
        elif isinstance(value, Tape):
            tape_escapes(interp, value)
        if value.kind not in ("list", "dict", "set", "tensorarray"):
            continue
        others = [item for item in values if item is not value and item.kind not in PLAIN]
        if not others:
            continue
        brought = interp.unknown_from(others, site)
        if isinstance(value, (Sequence, Mapping)):
            may_store(interp, value, brought)
        else:
            value.edges.append(Edge(brought))


def beyond_budget(interp: Interpreter, function: Function) -> bool:
    away = function.context.module is not interp.graph.module
    return away and interp.budget.imports_spent and not _is_brief(function)


def _is_brief(function: Function) -> bool:
    """It calls nothing: following it takes less than doubting all that it could get at."""
    body = function.node.body
    return (
        isinstance(body, LazyBlock)
        and len(body.text) < limits.MAX_TRIVIAL_CHARACTERS
        and "(" not in body.text
    )
