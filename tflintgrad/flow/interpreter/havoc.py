"""Havoc: the may-effects of calls that are not analysed.

A call that is too deep or beyond the budget is not entered. The identifiers in its code are known,
and the values they stand for: the call may use each of them, store one in another, assign, watch.
Edges labelled "perhaps" express that. A gradient may pass them, and they prove nothing: in doubt,
checks are silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.join import join_havoc
from tflintgrad.flow.domain.objects import Class, Function, Instance, Layer, Partial, Tape, Weights
from tflintgrad.flow.domain.project_names import Deferred, ProjectModule
from tflintgrad.flow.domain.unread_calls import UnreadCall
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value
from tflintgrad.flow.domain.variables import State
from tflintgrad.flow.interpreter.definitions import keras_role
from tflintgrad.flow.interpreter.escapes import may_build, tape_escapes
from tflintgrad.flow.interpreter.interpreter import HavocNodes, Interpreter
from tflintgrad.knowledge.keras_hooks import hooks
from tflintgrad.knowledge.queries import query_names
from tflintgrad.knowledge.words import states
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import LazyBlock

#: Kinds of values without a gradient, which hold none that have one.
PLAIN: Final = frozenset({kinds.EXTERNAL, kinds.MODULE, kinds.NONE, kinds.NUMBER, kinds.STRING})
#: Kinds of definitions, which a call does not change.
_CODE: Final = frozenset({kinds.CLASS, kinds.FUNCTION, kinds.METHOD, kinds.PARTIAL, kinds.SUPER})
#: Methods that Python and Keras call implicitly; of a class, `__init__`.
_HOOKS: Final = frozenset(
    {"__call__", "__enter__", "__exit__", "__getitem__", "__iter__", *hooks("build", "forward")}
)
_MAKES = frozenset({"__init__"})
#: Roles of classes whose objects hold weights.
_MODELS: Final = frozenset({"model", "layer", "module"})
#: Methods that make a model or a layer, or compute what it returns.
_OF_MODELS: Final = frozenset({"__init__", "__call__", *hooks("build", "forward")})
#: Kinds of values that a call may replace; variables, layers and functions stay where they are.
_REPLACED: Final = frozenset({kinds.NONE, kinds.NUMBER, kinds.TENSOR, kinds.UNKNOWN})
_WORD = re.compile(r"[^\W\d]\w*")


class ReachableState:
    """The state that unanalysed code can reach: values, and the identifiers in the code."""

    def __init__(self, interp: Interpreter, start: Iterable[Value], most: int) -> None:
        self._interp = interp
        enough = min(limits.MAX_LOOKUPS, interp.budget.lookups + most)
        self.words: set[str] = set(_HOOKS)
        #: Identifiers found since the last look-up, and how many frames and values there were then.
        self._new_words: set[str] = set()
        self._looked_through = (0, 0)
        self._frames: dict[int, Frame] = {}
        self.values: list[Value] = []
        self._seen: set[int] = set()
        self._looked_up: dict[int, set[str]] = {}
        pending = list(start)
        while pending:
            self._add(pending)
            if interp.budget.lookups > enough:
                break
            pending = [value for value in self._named() if _identity(value) not in self._seen]

    def rebound(self) -> list[tuple[int, str]]:
        """Return the keys of the store that the code may assign to."""
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
        self._interp.budget.havocked.add(id(function.node))
        new = words_of(function) - self.words
        self.words |= new
        self._new_words |= new
        frame: Frame | None = function.closure
        while frame is not None:
            self._frames[frame.number] = frame
            frame = frame.parent

    def _named(self) -> Iterable[Value]:
        """Yield values of the identifiers, in frames around the code and in reachable objects."""
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
        """Yield owners and identifiers to look up; owners looked at before only for new ones."""
        new, frames = self._new_words, list(self._frames.values())
        for index, frame in enumerate(frames):
            words = new if index < self._looked_through[0] else self.words
            yield frame.number, words & frame.bindings.names
        for index, value in enumerate(self.values):
            yield from self._members(value, new if index < self._looked_through[1] else self.words)
        self._new_words, self._looked_through = set(), (len(frames), len(self.values))

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
    """Return the names that a class defines, and all identifiers in its code."""
    cache = cls.context.module.syntax_cache
    words = cache.words.get(id(cls.node))
    if words is None:
        words = cache.words[id(cls.node)] = frozenset(_words(cls.node.body))
    bindings = cache.bindings.get(id(cls.node))
    return bindings.names if bindings is not None else set(), words


def _identity(value: Value) -> int:
    """Return what identifies a value: a function's node, since each access makes a new object."""
    if isinstance(value, Function) and value.receiver is None:
        return id(value.node)
    return value.number


def _inside(value: Value) -> list[Value]:
    """Return the values that are reachable from a value without a name."""
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
    """Return the identifiers in a function's code, and words of its strings and comments."""
    known = function.context.module.syntax_cache.words
    found = known.get(id(function.node))
    if found is None:
        found = known[id(function.node)] = frozenset(_words(function.node.body))
    return found


def _words(body: cst.CSTNode) -> Iterable[str]:
    if isinstance(body, LazyBlock):  # without parsing it
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


def havoc_call(
    interp: Interpreter, function: Function, arguments: list[Value], result: Value
) -> None:
    """Model the effects of a call that is not analysed on everything that it can reach."""
    away = interp.budget.imports_spent and function.context.module is not interp.graph.module
    state = ReachableState(
        interp,
        [function, *arguments],
        limits.MAX_LOOKUPS_PER_IMPORTED_CALL if away else limits.MAX_LOOKUPS,
    )
    interp.budget.reached_values += len(state.values)
    values = [value for value in state.values if value.kind not in _CODE]
    outcome = _havoc_node(interp, function, values, result.site)
    result.edges.append(Edge(outcome, "perhaps"))
    writes = any(states(word, "writes") for word in state.words)
    for value in values:
        _havoc_value(interp, value, outcome, writes)
    for key in state.rebound():
        before = interp.store.read(key)
        if before is not None and not isinstance(before, Deferred):
            interp.store.write(key, join_havoc(before, outcome, interp.context))


def _havoc_node(
    interp: Interpreter, function: Function, values: list[Value], site: cst.CSTNode | None
) -> Value:
    """Return the node for everything that the call may have produced from `values`.

    Calls of one function reach much the same values, and edges to each of them would be most of the
    graph. So calls share nodes for the values that they have in common, and only for these: a walk
    back from one call must not get to values that only other calls reach.
    """
    nodes = interp.havoc_nodes.setdefault(id(function.node), [])
    new = {value.number: value for value in values}
    shared = 0
    while shared < len(nodes) and nodes[shared][0].keys() <= new.keys():
        for number in nodes[shared][0]:
            del new[number]
        shared += 1
    diverging = nodes[shared][0] if shared < len(nodes) else {}
    del nodes[shared:]
    common = {number: new.pop(number) for number in diverging if number in new}
    if common:
        nodes.append((common, _node_of(interp, nodes, common, site)))
    outcome = _node_of(interp, nodes, new, site)
    if new:
        nodes.append((new, outcome))
    return outcome


def _node_of(
    interp: Interpreter, nodes: HavocNodes, values: dict[int, Value], site: cst.CSTNode | None
) -> Value:
    edges = [Edge(value, "perhaps") for value in values.values()]
    if nodes:
        edges.append(Edge(nodes[-1][1], "perhaps"))
    made = interp.value(kinds.UNKNOWN, site, edges=edges)
    made.facts["opaque"] = True
    return made


def _havoc_value(interp: Interpreter, value: Value, outcome: Value, writes: bool) -> None:
    """Model the effects of a call on one value: `outcome` may be in it afterwards."""
    value.facts["havocked"] = True
    may_build(interp, value)
    if isinstance(value, Tape):
        tape_escapes(interp, value)
    elif isinstance(value, Mapping) or (
        isinstance(value, Sequence) and value.kind in (kinds.LIST, kinds.SET)
    ):
        may_store(interp, value, outcome)
    elif value.kind is kinds.TENSORARRAY:
        value.edges.append(Edge(outcome))
    elif writes and value.kind in (kinds.VARIABLE, kinds.LAYER, kinds.MODEL, kinds.METRIC):
        state = State(value, outcome.site, interp.context)
        state.edges.append(Edge(outcome))
        before = interp.store.read((value.number, slots.STATE))
        if before is not None:
            state.edges.append(Edge(before))
        interp.store.write((value.number, slots.STATE), state)


def may_store(interp: Interpreter, container: Sequence | Mapping, outcome: Value) -> None:
    """Let unanalysed code add something to a container, or replace its items."""
    if isinstance(container, Sequence):
        container.add_rest(outcome)
        container.items = [_perhaps_replaced(item, outcome) for item in container.items]
        return
    container.put(None, outcome)
    for key, first in container.entries.items():
        slot = (container.number, slots.item_slot(key))
        entry = interp.read(slot) or first
        if entry.kind in _REPLACED:
            interp.store.write(slot, _perhaps_replaced(entry, outcome))


def _perhaps_replaced(item: Value, outcome: Value) -> Value:
    """Return the item, or a join with what may have replaced it."""
    return join_havoc(item, outcome, outcome.context) if item.kind in _REPLACED else item


def result_of_havoc(interp: Interpreter, function: Function, arguments: Arguments) -> Value:
    """Return the result of a call that is not entered."""
    receiver = [function.receiver] if function.receiver is not None else []
    inputs = [*arguments.all(), *receiver]
    may_retain(receiver, arguments)
    escape_all(interp, arguments.site, inputs)
    result = interp.unknown_from(inputs, arguments.site, function.name)
    result.facts["opaque"] = result.facts["not_followed"] = True
    note_unread(interp, function, arguments, result)
    return result


def note_unread(interp: Interpreter, callee: Value, arguments: Arguments, result: Value) -> None:
    """Note a call that is not entered, as evidence about its callee and the recording tapes."""
    interp.unread_calls.append(UnreadCall(callee, arguments, result))
    for tape in interp.context.recording:
        tape.runs_unread = True


def may_retain(objects: list[Value], arguments: Arguments) -> None:
    """Let objects keep the arguments of a method that is not analysed."""
    retained = [value for value in arguments.all() if value.kind not in PLAIN]
    for item in objects:
        item.edges.extend([Edge(value, "perhaps") for value in retained if value is not item])


def escape_all(interp: Interpreter, site: cst.CSTNode | None, values: list[Value]) -> None:
    """Give values to unanalysed code: it may call them, or store one in another."""
    for value in values:
        may_build(interp, value)
        if isinstance(value, Tape):
            tape_escapes(interp, value)
        if value.kind not in (kinds.LIST, kinds.DICT, kinds.SET, kinds.TENSORARRAY):
            continue
        others = [item for item in values if item is not value and item.kind not in PLAIN]
        if not others:
            continue
        outcome = interp.unknown_from(others, site)
        if isinstance(value, (Sequence, Mapping)):
            may_store(interp, value, outcome)
        else:
            value.edges.append(Edge(outcome))


def beyond_budget(interp: Interpreter, function: Function, arguments: Arguments) -> bool:
    """True if the function is in another module, and the steps for these are spent."""
    if function.context.module is interp.graph.module or not interp.budget.imports_spent:
        return False
    if not interp.budget.reserve_spent() and _matters(interp, function):
        return False
    gets_tape = any(isinstance(value, Tape) for value in arguments.all())
    if gets_tape and not interp.budget.reserve_spent(times=2):  # to issue the query
        return False
    return not _is_trivial(function)


def _matters(interp: Interpreter, function: Function) -> bool:
    """True for what runs while a tape records, makes or calls a model, or issues a query."""
    if any(tape.explicit for tape in interp.context.recording):
        return True
    if interp.follows_models and _makes_or_calls_model(function):
        return True
    away = [item for item in interp.active[-4:] if item.context.module is not interp.graph.module]
    return any(map(_may_query, (function, *away)))


def _makes_or_calls_model(function: Function) -> bool:
    cls = function.owner
    return cls is not None and function.name in _OF_MODELS and keras_role(cls) in _MODELS


def _may_query(function: Function) -> bool:
    """True if a function is named like a query, or its code mentions one."""
    return function.name in query_names() or not query_names().isdisjoint(words_of(function))


def _is_trivial(function: Function) -> bool:
    """True if the function is short and calls nothing: entering it is cheaper than havoc."""
    body = function.node.body
    return (
        isinstance(body, LazyBlock)
        and len(body.text) < limits.MAX_TRIVIAL_CHARACTERS
        and "(" not in body.text
    )
