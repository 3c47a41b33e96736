"""Reachability in the graph for one query: what the gradient reaches, and where it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Gradients, Instance, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.traversal import shortest_path, walk_back
from tflintgrad.flow.domain.values import Edge, Phi, Value, alternatives
from tflintgrad.flow.symbolic_tensors import is_symbolic
from tflintgrad.timeouts import check_limits

_OUTSIDE_TAPE: Final = Cut(CutKind.OUTSIDE_TAPE)
_INNER_GRADIENT: Final = Cut(CutKind.INNER_GRADIENT)
_RECORDING_STOPPED: Final = Cut(CutKind.RECORDING_STOPPED)
_TAPE_RESET: Final = Cut(CutKind.TAPE_RESET)
_BEFORE_CALL: Final = Cut(CutKind.BEFORE_CALL)


def _leaves_attribute(edge: Edge) -> bool:
    """True if an edge leads from an unknown attribute to its object, and so to all attributes."""
    return edge.label == "part" and isinstance(edge.to, Instance)


def _proves_nothing(edge: Edge) -> bool:
    return edge.label == "perhaps" or _leaves_attribute(edge)


class Reachability:
    """The graph behind the target of one query; walks are made on demand and remembered."""

    def __init__(
        self, query: Query, assumed: tuple[int, int] | None = None, limit: int | None = None
    ) -> None:
        """`assumed`: the key of a choice, and the position of the callee that is assumed.

        `limit`: the values behind the target, beyond which nothing is claimed.
        """
        self.limit: int = limits.MAX_QUERY_VALUES if limit is None else limit
        self.query = query
        self.tape = query.tape
        self._assumed = assumed
        #: How many values the remembered walks hold.
        self.size = 0
        self._may_reach: dict[int, Value] | None = None
        self._reached: dict[int, Value] | None = None
        self._must_reach: dict[int, Value] | None = None
        self._dependencies: dict[int, Value] | None = None
        self._unread_owners: set[int] | None = None

    @property
    def gave_up(self) -> bool:
        """True if the walk ended at its limit, so that nothing can be claimed."""
        return len(self.may_reach) >= self.limit

    def _edges(self, value: Value) -> list[Edge]:
        if self._assumed is not None and isinstance(value, Phi):
            key, position = self._assumed
            choice = value.facts.get("choice")
            if choice is not None and choice.key == key and len(value.edges) == len(choice.names):
                return [value.edges[position]]
        return value.edges

    def cut_at(self, value: Value, edge: Edge) -> Cut | None:
        """Return the cut that keeps the gradient from passing `edge`, if there is one."""
        if edge.label == "cut":
            return edge.cut
        return self._unrecorded(value) if self._is_unrecorded(value) else None

    def open_edges(self, value: Value, *, through_havoc: bool = True) -> list[Edge]:
        """Return the edges of a value that a gradient may pass."""
        return self._open_edges(value, value.edges, through_havoc)

    def _open_edges(self, value: Value, edges: list[Edge], through_havoc: bool) -> list[Edge]:
        if self._is_unrecorded(value, in_doubt=not through_havoc):
            return []
        return [e for e in edges if e.label != "cut" and (through_havoc or e.label != "perhaps")]

    def _is_unrecorded(self, value: Value, *, in_doubt: bool = False) -> bool:
        """True if the tape did not record the op; `in_doubt` if that is not known."""
        if not value.is_op:
            return False
        if value.context.pipeline not in (None, self.query.context.pipeline):
            return True
        if self.is_recorded(value):
            return False
        symbolic = is_symbolic(value)
        return in_doubt if symbolic is None else not symbolic

    def is_recorded(self, value: Value) -> bool:
        """True if the tape recorded, or may have recorded, where the value was computed."""
        tape = self.tape
        if tape.records_everything:
            return True
        if tape not in value.context.recording:
            started = tape.may_record_since
            return started is not None and started < value.number
        return not any(value.number < reset < self.query.number for reset in tape.resets)

    def _unrecorded(self, value: Value) -> Cut:
        """Return the cut that says why the tape did not record the value."""
        pipeline = value.context.pipeline
        if pipeline is not None:
            return Cut(CutKind.DATASET, site=pipeline)
        if self.tape in value.context.paused:
            return _RECORDING_STOPPED
        if self.tape in value.context.recording:
            return _TAPE_RESET
        if isinstance(value, Gradients):
            return _INNER_GRADIENT
        if value.context.building:
            return _BEFORE_CALL
        return _OUTSIDE_TAPE

    @property
    def may_reach(self) -> dict[int, Value]:
        """Every value the gradient may reach, also through calls that were not analysed."""
        if self._may_reach is None:
            self._may_reach = self._walk(self.query.target, through_cuts=False)
        return self._may_reach

    @property
    def reached(self) -> dict[int, Value]:
        """Every value the gradient reaches without passing a call that was not analysed."""
        if self._reached is None:
            self._reached = self.may_reach
            if any(edge.label == "perhaps" for v in self.may_reach.values() for edge in v.edges):
                start = self.query.target
                self._reached = self._walk(start, through_cuts=False, through_havoc=False)
        return self._reached

    @property
    def dependencies(self) -> dict[int, Value]:
        """Every value the target depends on, whether or not a gradient passes."""
        if self._dependencies is None:
            self._dependencies = self._walk(self.query.target, through_cuts=True)
        return self._dependencies

    def _walk(
        self, start: Value, *, through_cuts: bool, through_havoc: bool = True
    ) -> dict[int, Value]:
        check_limits()
        found: dict[int, Value] = {}
        pending = [start]
        while pending and len(found) < self.limit:
            value = pending.pop()
            if value.number in found:
                continue
            found[value.number] = value
            edges = self._edges(value)
            if through_cuts:
                edges = [e for e in edges if not _proves_nothing(e)]
                edges = [e for e in edges if not self._is_earlier_step(value, e)]
            else:
                edges = self._open_edges(value, edges, through_havoc)
            pending.extend(edge.to for edge in edges if edge.to.number not in found)
        self.size += len(found)
        return found

    def _is_earlier_step(self, value: Value, edge: Edge) -> bool:
        """True if the edge leads into an earlier training step.

        That is: to an update of a variable, or to this query's own result in an earlier iteration.
        """
        update = edge.cut is not None and edge.cut.updates_variable
        own = isinstance(value, Gradients) and value.query is self.query
        return (update or own) and not self.is_recorded(value)

    @property
    def must_reach(self) -> dict[int, Value]:
        """Every value the gradient certainly reaches: no branch and no unread code in between."""
        if self._must_reach is None:
            self._must_reach = self._walk_must()
        return self._must_reach

    def _walk_must(self) -> dict[int, Value]:
        found: dict[int, Value] = {}
        pending = [self.query.target]
        while pending and len(found) < self.limit:
            value = pending.pop()
            if value.number in found:
                continue
            found[value.number] = value
            if isinstance(value, Phi) and not value.loop and len(value.edges) > 1:
                continue
            if value.facts.get("opaque"):
                continue
            pending.extend(edge.to for edge in self.open_edges(value))
        self.size += len(found)
        return found

    def aliases(self, source: Value) -> list[Value]:
        """Return the values that are the same object as the source, looking through φ-nodes."""
        found = [
            source,
            *(v for v in alternatives(source, limits.MAX_QUERY_VALUES) if v is not source),
        ]
        original = source.facts.get("same_as")
        while isinstance(original, Value) and original not in found:
            found.append(original)
            original = original.facts.get("same_as")
        return found

    def watched(self) -> set[int]:
        """Return the numbers of the values that the tape watches, with those inside models."""
        found: set[int] = set()
        for watch in self.tape.watched:
            found.update(item.number for item in self.aliases(watch.value))
            if isinstance(watch.value, Weights):
                # The owner stands for its weights where they are not known one by one.
                owner = watch.value.owner
                found.update(leaf.number for leaf in (owner, *leaves_of(owner, False)))
        return found

    def reaches(self, source: Value) -> bool:
        """True if the gradient may reach the source."""
        return self.gave_up or any(
            value.number in self.may_reach or self._is_part_of_reached(value)
            for value in self.aliases(source)
        )

    def surely_reaches(self, source: Value) -> bool:
        """True if the gradient reaches the source through analysed code."""
        return any(value.number in self.reached for value in self.aliases(source))

    def _is_part_of_reached(self, value: Value) -> bool:
        """True if it is an attribute of an object that unread code received: it may use it."""
        for edge in value.edges:
            if edge.label != "part" or edge.to.number not in self.may_reach:
                continue
            if edge.to.kind is kinds.UNKNOWN or edge.to.number in self._with_unread_method():
                return True
        return False

    def _with_unread_method(self) -> set[int]:
        """Return the numbers of objects on whose unread methods the target depends."""
        if self._unread_owners is None:
            self._unread_owners = {
                edge.to.number
                for value in self.may_reach.values()
                if value.facts.get("opaque") and value.edges
                for edge in value.edges[0].to.edges  # the first edge leads to the callee
                if _leaves_attribute(edge)
            }
        return self._unread_owners

    def depends_on(self, source: Value) -> bool:
        """True if the target depends on the source, whether or not a gradient passes."""
        return any(value.number in self.dependencies for value in self.aliases(source))

    def cuts_between(self, source: Value) -> list[tuple[Value, Edge, Cut]]:
        """Return the first cuts on the paths from the source to the target, earliest first.

        A cut is left out if each path from it to the target meets another of these cuts.
        """
        users: dict[int, list[tuple[Value, Edge]]] = {}
        for value in self.dependencies.values():
            for edge in self._edges(value):
                if edge.to.number in self.dependencies and not _proves_nothing(edge):
                    users.setdefault(edge.to.number, []).append((value, edge))
        found: list[tuple[Value, Edge, Cut]] = []
        seen: set[int] = set()
        pending = [v for v in self.aliases(source) if v.number in self.dependencies]
        while pending:
            value = pending.pop()
            if value.number in seen:
                continue
            seen.add(value.number)
            for user, edge in users.get(value.number, ()):
                cut = self.cut_at(user, edge)
                if cut is None:
                    pending.append(user)
                else:
                    found.append((user, edge, cut))
        found.sort(key=lambda item: item[0].number)
        lost = {id(edge) for _, edge, _ in found}
        without_lost = self._dependencies_without(lost)
        return [loss for loss in found if loss[0].number in without_lost]

    def _dependencies_without(self, closed: set[int]) -> set[int]:
        """Return what the target depends on without some edges, which `closed` has by `id`."""

        def others(value: Value) -> list[Value]:
            edges = [edge for edge in self._edges(value) if id(edge) not in closed]
            return [
                e.to for e in edges if e.to.number in self.dependencies and not _proves_nothing(e)
            ]

        return {value.number for value in walk_back(self.query.target, others, self.limit)}

    def first_ops(self, sources: set[int]) -> list[Value]:
        """Return the ops that use one of the sources, directly or out of a container."""
        users: dict[int, list[Value]] = {}
        for value in self.dependencies.values():
            for edge in value.edges:
                users.setdefault(edge.to.number, []).append(value)
        found: dict[int, Value] = {}
        seen: set[int] = set()
        pending = list(sources)
        while pending:
            number = pending.pop()
            if number in seen:
                continue
            seen.add(number)
            for user in users.get(number, ()):
                if user.is_op:
                    found[user.number] = user
                else:
                    pending.append(user.number)
        return list(found.values())

    def path(self, source: Value, via: Value | None = None) -> list[Value]:
        """Return the values of a shortest path from the source to the target, through `via`."""
        target = self.query.target
        sources = {value.number for value in self.aliases(source)}
        if via is None:
            return self._shortest(target, sources)
        first = self._shortest(via, sources)
        # Behind the culprit, a reader expects the way that a gradient would come.
        open_way = shortest_path(target, {via.number}, self._uncut_inputs, self.limit)
        second = open_way or self._shortest(target, {via.number})
        return [*first, *second[1:]]

    def _shortest(self, start: Value, goals: set[int]) -> list[Value]:
        return shortest_path(start, goals, self._likely_inputs, self.limit)

    def _uncut_inputs(self, value: Value) -> list[Value]:
        return [e.to for e in self._edges(value) if e.cut is None and e.label != "perhaps"]

    def _likely_inputs(self, value: Value) -> list[Value]:
        return [edge.to for edge in self._edges(value) if edge.label != "perhaps"]

    def partial_losses(self) -> Iterator[tuple[Value, Edge, Cut]]:
        """Yield cuts on certain paths that lose more than a zero, or raise."""
        for value in self.must_reach.values():
            for edge in value.edges:
                cut = self.cut_at(value, edge)
                if cut is not None and (cut.raises or not cut.flat):
                    yield value, edge, cut

    def leads_to(
        self, start: Value, source: Value, *, recorded: bool = True, through_havoc: bool = False
    ) -> bool:
        """True if a gradient could pass from `start` to the source.

        Without `recorded`, ops that the tape did not record count as well. With `through_havoc`, so
        do calls that were not analysed, and a walk that gave up.
        """
        goals = {value.number for value in self.aliases(source)}
        seen: set[int] = set()
        pending = [start]
        while pending and len(seen) < self.limit:
            value = pending.pop()
            if value.number in goals:
                return True
            if value.number in seen:
                continue
            seen.add(value.number)
            if recorded:
                edges = self.open_edges(value, through_havoc=through_havoc)
            else:
                edges = [
                    e
                    for e in value.edges
                    if e.cut is None and (through_havoc or e.label != "perhaps")
                ]
            pending.extend(edge.to for edge in edges)
        return through_havoc and bool(pending)

    def certain_after(self, source: Value) -> bool:
        """True if everything the target depends on was analysed: no hidden path can exist."""
        for value in self.dependencies.values():
            is_given = value.facts.get("parameter") and value.number > source.number
            if is_given or isinstance(value, Instance):
                return False
            if value.kind is not kinds.UNKNOWN:
                continue
            if value.facts.get("opaque") and value.number > source.number:
                return False
            if any(
                _leaves_attribute(edge)
                or (edge.label == "perhaps" and edge.to.number >= source.number)
                for edge in value.edges
            ):
                return False
            if value.facts.get("from_super"):
                return False
            if not value.edges and value.number > source.number:
                return False
        return len(self.dependencies) < self.limit
