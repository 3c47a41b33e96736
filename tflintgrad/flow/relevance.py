"""What of its project a program has to know: the imports that a gradient may depend on.

A program is interpreted first with the rest of its project closed: what it imports is unknown
code. Then the graph says which of these unknowns a query can depend on, which of them ask for
gradients themselves, and which are bases of classes that Keras trains. Only these are opened, in a
second run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflintgrad.flow.graph import Graph, UnknownCall
from tflintgrad.flow.modules import EVERYTHING, Project
from tflintgrad.flow.objects import (
    Class,
    External,
    Function,
    Instance,
    Layer,
    Partial,
    ProjectModule,
    Tape,
)
from tflintgrad.flow.values import Value
from tflintgrad.flow.walk import walk_back
from tflintgrad.syntax.names import QUERIES

Origin = tuple[str, str]

#: Methods by which a gradient is asked for, on an object that we know nothing about.
ASKING = QUERIES | {
    "GradientTape",
    "apply_gradients",
    "compile",
    "fit",
    "fit_generator",
    "train_on_batch",
}
#: Members by which a class of the project takes part in what Keras trains.
TRAINED = frozenset({"__call__", "call", "compute_loss", "train_step"})
#: What an unknown function can leave something in that it gets.
_MUTABLE = frozenset(
    {"dict", "gradients", "instance", "layer", "list", "model", "optimizer", "tape", "variable"}
)


def wanted(graph: Graph, defined: Iterable[Value], project: Project) -> frozenset[Origin]:
    """The imported names that have to be opened, as (file, name)."""
    classes = [item for item in defined if isinstance(item, Class)]
    relevant = _Relevant(graph.unknown_calls)
    for query in graph.queries:
        relevant.add(query.target)
        relevant.add(query.asked)
        if query.result is not None:
            relevant.add(query.result)
    for call in graph.unknown_calls:
        if _asks(call, project):
            relevant.add_call(call)
    for cls in classes:
        if _is_trained(cls, project):
            relevant.add(cls)
    relevant.complete()
    return frozenset(relevant.origins)


def _asks(call: UnknownCall, project: Project) -> bool:
    """Does something of the project ask for a gradient, of what this program gives it?"""
    origins = list(_origins(call.callee))
    asked = any(project.asks(*origin) for origin in origins)
    if not asked and not (origins and call.name in ASKING):
        return False
    return any(_has_substance(value, project) for value in (call.callee, *call.given))


def _has_substance(value: Value, project: Project) -> bool:
    """Is it, or does it hold, something that a gradient can depend on, rather than settings?"""
    for item in walk_back(value, limit=200):
        if isinstance(item, (Function, Class, Instance, Layer, Partial)):
            return True
        if item.kind in ("tensor", "variable", "symbolic", "dataset"):
            return True
        origin = item.origin if isinstance(item, External) and item is not value else None
        if origin is not None and project.knows_library(origin[0]):
            return True
    return False


def _is_trained(cls: Class, project: Project) -> bool:
    """Is it, by its base in the project, something that asks or that Keras asks about?"""
    for base in cls.bases:
        if isinstance(base, External) and base.origin is not None:
            if project.asks(*base.origin):
                return True
            if project.knows_keras(base.origin[0]) and not TRAINED.isdisjoint(_members(cls)):
                return True
    return False


def _members(cls: Class) -> set[str]:
    return {str(item.name.value) for item in cls.node.body.body if hasattr(item, "name")}


def _origins(value: Value) -> Iterator[Origin]:
    """Where an unknown callee comes from: imported itself, or made by something imported."""
    seen: set[int] = set()
    pending = [value]
    while pending and len(seen) < 50:
        item = pending.pop()
        if item.number in seen:
            continue
        seen.add(item.number)
        if isinstance(item, External):
            if item.origin is not None:
                yield item.origin
        elif item.kind in ("unknown", "method"):
            pending.extend(edge.to for edge in item.edges[:1])


class _Relevant:
    """Values that a gradient may depend on, closed under what they were computed from."""

    def __init__(self, calls: list[UnknownCall]) -> None:
        self._calls = calls
        self._seen: set[int] = set()
        self._pending: list[Value] = []
        self.origins: set[Origin] = set()

    def add(self, value: Value) -> None:
        self._pending.append(value)

    def add_call(self, call: UnknownCall) -> None:
        self._pending += [call.callee, *call.given, call.result]

    def complete(self) -> None:
        self._walk()
        waiting = self._calls
        while True:
            touched = [call for call in waiting if self._touches(call)]
            if not touched:
                return
            for call in touched:
                self.add_call(call)
            self._walk()
            waiting = [call for call in waiting if call not in touched]

    def _touches(self, call: UnknownCall) -> bool:
        """Its result matters, or it may leave something in what matters."""
        if call.result.number in self._seen:
            return True
        origins = list(_origins(call.callee))
        if not origins:
            return False
        if call.result.context.recording:
            return True
        known = {path for path, _ in self.origins}
        if any(path in known for path, _ in origins):
            return True  # it may change what the module keeps
        return any(value.kind in _MUTABLE and value.number in self._seen for value in call.given)

    def _walk(self) -> None:
        while self._pending:
            value = self._pending.pop()
            if value.number in self._seen:
                continue
            self._seen.add(value.number)
            self._pending.extend(edge.to for edge in value.edges)
            self._pending.extend(_behind(value))
            if isinstance(value, External) and value.origin is not None:
                self.origins.add(value.origin)
            elif isinstance(value, ProjectModule) and value.file.path is not None:
                self.origins.add((value.file.path, EVERYTHING))  # `getattr(losses, name)`


def _behind(value: Value) -> Iterable[Value]:
    """What a value stands for besides what it was computed from."""
    if isinstance(value, Instance):
        return [value.cls]
    if isinstance(value, Class):
        return value.bases
    if isinstance(value, Function):
        found = [item for item in (value.receiver, value.owner) if item is not None]
        return [*found, *value.wrappers]
    if isinstance(value, Partial):
        return [value.function]
    if isinstance(value, Tape):
        return [watch.value for watch in value.watched]
    return ()
