"""Walking the graph for one query: what the gradient reaches, and where it is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflintgrad import limits
from tflintgrad.flow.domain.objects import Gradients, Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Cut, Edge, Phi, Value, alternatives
from tflintgrad.timeouts import check_time

#: Losing one of several paths here can be a mistake; the check decides.
_MAYBE_PARTIAL = {"TFG403", "TFG408", "TFG101"}


def _leaves_a_part(edge: Edge) -> bool:
    """From an unknown attribute to its object, and on to all other attributes: no evidence."""
    return edge.label == "part" and isinstance(edge.to, Instance)


def _proves_nothing(edge: Edge) -> bool:
    return edge.label == "perhaps" or _leaves_a_part(edge)


class Reachability:
    """The graph behind one query's target, walked on demand."""

    def __init__(self, query: Query, chosen: tuple[int, int] | None = None) -> None:
        """`chosen`: the key of a choice, and the position of what is called there."""
        self.query = query
        self.tape = query.tape
        self._chosen = chosen
        #: How many values the walks that are remembered here went through.
        self.size = 0
        self._alive: dict[int, Value] | None = None
        self._surely_computed: dict[int, Value] | None = None
        self._surely_alive: dict[int, Value] | None = None
        self._everything: dict[int, Value] | None = None

    @property
    def gave_up(self) -> bool:
        return len(self.alive) >= limits.MAX_QUERY_VALUES

    def _edges(self, value: Value) -> list[Edge]:
        if self._chosen is not None and isinstance(value, Phi):
            key, position = self._chosen
            choice = value.facts.get("choice")
            if choice is not None and choice.key == key and len(value.edges) == len(choice.names):
                return [value.edges[position]]
        return value.edges

    def obstacle(self, value: Value, edge: Edge) -> Cut | None:
        """What keeps the gradient from passing `edge`, if anything."""
        if edge.label == "cut":
            return edge.cut
        return self._unrecorded(value) if self._is_unrecorded(value) else None

    def passed(self, value: Value, *, in_doubt: bool = True) -> list[Edge]:
        """The edges of a value that have no obstacle."""
        return self._passed(value, value.edges, in_doubt)

    def _passed(self, value: Value, edges: list[Edge], in_doubt: bool) -> list[Edge]:
        if self._is_unrecorded(value):
            return []
        return [e for e in edges if e.label != "cut" and (in_doubt or e.label != "perhaps")]

    def _is_unrecorded(self, value: Value) -> bool:
        """Is it an op that no gradient passes, whatever its inputs are?"""
        if not value.is_op:
            return False
        if value.context.pipeline is not None:
            return True
        return not self.recorded(value) and not is_symbolic(value)

    def recorded(self, value: Value) -> bool:
        tape = self.tape
        if tape.records_everything:
            return True
        if tape not in value.context.recording:
            started = tape.facts.get("perhaps_started")
            return started is not None and started < value.number
        return not any(value.number < reset < self.query.number for reset in tape.resets)

    def _unrecorded(self, value: Value) -> Cut:
        pipeline = value.context.pipeline
        if pipeline is not None:
            return Cut("TFG208", "a tf.data pipeline runs outside every tape", site=pipeline)
        if self.tape in value.context.paused:
            return Cut("TFG107", "computed while recording is stopped", corrupts=False)
        if self.tape in value.context.recording:
            return Cut("TFG107", "recorded, then forgotten by `reset()`")
        if isinstance(value, Gradients):
            return Cut("TFG106", "this gradient is taken where the outer tape does not record")
        if value.context.building:
            return Cut("TFG804", "computed once, before any tape records it", corrupts=True)
        return Cut("TFG101", "computed where the tape does not record")

    @property
    def alive(self) -> dict[int, Value]:
        """Every value the gradient gets to, perhaps through code that was not followed."""
        if self._alive is None:
            self._alive = self._walk(self.query.target, through_cuts=False)
        return self._alive

    @property
    def reached(self) -> dict[int, Value]:
        """Of those, what it gets to by ways that were seen."""
        if self._surely_computed is None:
            self._surely_computed = self.alive
            if any(edge.label == "perhaps" for v in self.alive.values() for edge in v.edges):
                start = self.query.target
                self._surely_computed = self._walk(start, through_cuts=False, in_doubt=False)
        return self._surely_computed

    @property
    def everything(self) -> dict[int, Value]:
        """Every value the target depends on, whether or not a gradient passes."""
        if self._everything is None:
            self._everything = self._walk(self.query.target, through_cuts=True)
        return self._everything

    def _walk(self, start: Value, *, through_cuts: bool, in_doubt: bool = True) -> dict[int, Value]:
        check_time()
        found: dict[int, Value] = {}
        pending = [start]
        while pending and len(found) < limits.MAX_QUERY_VALUES:
            value = pending.pop()
            if value.number in found:
                continue
            found[value.number] = value
            edges = self._edges(value)
            if through_cuts:
                edges = [
                    e for e in edges if not _proves_nothing(e) and not self._steps_before(value, e)
                ]
            else:
                edges = self._passed(value, edges, in_doubt)
            pending.extend(edge.to for edge in edges if edge.to.number not in found)
        self.size += len(found)
        return found

    def _steps_before(self, value: Value, edge: Edge) -> bool:
        """A variable that was updated before, or what this very query gave in an earlier round:
        the present computation starts from there."""
        update = edge.cut is not None and edge.cut.code in ("TFG403", "TFG408")
        own = isinstance(value, Gradients) and value.query is self.query
        return (update or own) and not self.recorded(value)

    @property
    def must_reach(self) -> dict[int, Value]:
        """What the gradient gets to for certain: no branch and no unknown code in between."""
        if self._surely_alive is None:
            self._surely_alive = self._walk_surely()
        return self._surely_alive

    def _walk_surely(self) -> dict[int, Value]:
        found: dict[int, Value] = {}
        pending = [self.query.target]
        while pending and len(found) < limits.MAX_QUERY_VALUES:
            value = pending.pop()
            if value.number in found:
                continue
            found[value.number] = value
            if isinstance(value, Phi) and not value.loop and len(value.edges) > 1:
                continue
            if value.facts.get("opaque"):
                continue
            pending.extend(edge.to for edge in self.passed(value))
        self.size += len(found)
        return found

    def same(self, source: Value) -> list[Value]:
        """The values that are this source, looking through φ-nodes."""
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
        """Everything the tape was told to watch, members of lists and models included."""
        found: set[int] = set()
        for watch in self.tape.watched:
            found.update(item.number for item in self.same(watch.value))
            if isinstance(watch.value, Weights):
                # The owner stands for its weights where nobody knows them one by one.
                owner = watch.value.owner
                found.update(leaf.number for leaf in (owner, *leaves_of(owner, False)))
        return found

    def reaches(self, source: Value) -> bool:
        return self.gave_up or any(
            value.number in self.alive or self._is_part_of_alive(value)
            for value in self.same(source)
        )

    def surely_reaches(self, source: Value) -> bool:
        return any(value.number in self.reached for value in self.same(source))

    def _is_part_of_alive(self, value: Value) -> bool:
        """Unknown code that gets an object may use any of its attributes."""
        return any(
            edge.label == "part" and edge.to.kind == "unknown" and edge.to.number in self.alive
            for edge in value.edges
        )

    def depends_on(self, source: Value) -> bool:
        return any(value.number in self.everything for value in self.same(source))

    def cuts_between(self, source: Value) -> list[tuple[Value, Edge, Cut]]:
        """The first obstacles on the ways from the source to the target, earliest first.

        Without those whose every way on leads to another one: without that, they do no harm.
        """
        users: dict[int, list[tuple[Value, Edge]]] = {}
        for value in self.everything.values():
            for edge in self._edges(value):
                if edge.to.number in self.everything and not _proves_nothing(edge):
                    users.setdefault(edge.to.number, []).append((value, edge))
        found: list[tuple[Value, Edge, Cut]] = []
        seen: set[int] = set()
        pending = [v for v in self.same(source) if v.number in self.everything]
        while pending:
            value = pending.pop()
            if value.number in seen:
                continue
            seen.add(value.number)
            for user, edge in users.get(value.number, ()):
                cut = self.obstacle(user, edge)
                if cut is None:
                    pending.append(user)
                else:
                    found.append((user, edge, cut))
        found.sort(key=lambda item: item[0].number)
        lost = {id(edge) for _, edge, _ in found}
        in_the_end = self._behind_target(lost)
        return [loss for loss in found if loss[0].number in in_the_end]

    def _behind_target(self, closed: set[int]) -> set[int]:
        """What the target depends on, if some edges (by identity) were not there."""

        def others(value: Value) -> list[Value]:
            edges = [edge for edge in self._edges(value) if id(edge) not in closed]
            return [
                e.to for e in edges if e.to.number in self.everything and not _proves_nothing(e)
            ]

        return {
            value.number for value in walk_back(self.query.target, others, limits.MAX_QUERY_VALUES)
        }

    def first_ops(self, sources: set[int]) -> list[Value]:
        """The ops that take one of the sources, directly or out of a container."""
        users: dict[int, list[Value]] = {}
        for value in self.everything.values():
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
        """Values from the source to the target, through `via` if given."""
        target = self.query.target
        sources = {value.number for value in self.same(source)}
        if via is None:
            return self._shortest(target, sources)
        first = self._shortest(via, sources)
        second = self._shortest(target, {via.number})
        return [*first, *second[1:]]

    def _shortest(self, start: Value, goals: set[int]) -> list[Value]:
        parents: dict[int, Value | None] = {start.number: None}
        pending = [start]
        for value in pending:
            if value.number in goals:
                path = [value]
                step = parents[value.number]
                while step is not None:
                    path.append(step)
                    step = parents[step.number]
                return path
            for edge in self._edges(value):
                if edge.to.number not in parents and edge.label != "perhaps":
                    parents[edge.to.number] = value
                    pending.append(edge.to)
            if len(pending) > limits.MAX_QUERY_VALUES:
                break
        return []

    def partial_losses(self) -> Iterator[tuple[Value, Edge, Cut]]:
        """Cuts that falsify the gradient although the target is otherwise differentiable."""
        for value in self.must_reach.values():
            for edge in value.edges:
                cut = self.obstacle(value, edge)
                if cut is not None and (cut.corrupts or cut.raises or cut.code in _MAYBE_PARTIAL):
                    yield value, edge, cut

    def leads_to(
        self, start: Value, source: Value, *, recorded: bool = True, in_doubt: bool = False
    ) -> bool:
        """Does `start` depend on the source by flow (so that something real is lost)?

        Without `recorded`, what the tape did not see counts as well. `in_doubt`: what to say where
        code that was not followed lies between, or too much.
        """
        goals = {value.number for value in self.same(source)}
        seen: set[int] = set()
        pending = [start]
        while pending and len(seen) < limits.MAX_QUERY_VALUES:
            value = pending.pop()
            if value.number in goals:
                return True
            if value.number in seen:
                continue
            seen.add(value.number)
            if recorded:
                edges = self.passed(value, in_doubt=in_doubt)
            else:
                edges = [
                    e for e in value.edges if e.cut is None and (in_doubt or e.label != "perhaps")
                ]
            pending.extend(edge.to for edge in edges)
        return in_doubt and bool(pending)

    def certain_after(self, source: Value) -> bool:
        """Is everything the target depends on understood, so that no hidden path can exist?"""
        for value in self.everything.values():
            if value.kind != "unknown" and not isinstance(value, (Instance,)):
                continue
            if isinstance(value, Instance):
                return False
            if value.facts.get("opaque") and value.number > source.number:
                return False
            if any(
                _leaves_a_part(edge)
                or (edge.label == "perhaps" and edge.to.number >= source.number)
                for edge in value.edges
            ):
                return False
            if value.facts.get("from_super"):
                return False
            if not value.edges and value.number > source.number:
                return False
        return len(self.everything) < limits.MAX_QUERY_VALUES


def is_symbolic(value: Value) -> bool:
    """Was it computed from a `keras.Input`? Then nothing ran: it only describes a model."""
    known = value.facts.get("symbolic")
    if known is not None:
        return known

    def computed(item: Value) -> Iterable[Value]:
        ends = isinstance(item, (Layer, Instance)) or item.facts.get("symbolic") is False
        return () if ends else all_edges(item)

    passed: list[Value] = []
    for item in walk_back(value, computed, limits.MAX_QUERY_VALUES):
        if item.kind == "symbolic" or item.facts.get("symbolic"):
            value.facts["symbolic"] = True
            return True
        passed.append(item)
    if len(passed) >= limits.MAX_QUERY_VALUES:
        return True  # for all we know
    for item in passed:  # none of them is: nobody has to ask again
        item.facts["symbolic"] = False
    return False
