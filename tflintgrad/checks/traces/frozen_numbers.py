"""Python state that a trace freezes: numbers that change later, and random numbers (rules 4xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, coded, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Value, alternatives

Key = tuple[int, str]
#: The first call of code that no code of the program calls.
_ENTRIES = (cst.FunctionDef, cst.ClassDef)


class _Read:
    """A place in a trace that reads Python numbers: a query, or the condition of a branch."""

    __slots__ = ("context", "number", "site")

    def __init__(self, site: cst.CSTNode, context: Context, number: int) -> None:
        self.site = site
        self.context = context
        self.number = number


class _Changes:
    """How the numbers that traces read change later."""

    __slots__ = ("_by_callback", "_compiled", "_earlier", "_retraced", "_single_loops")

    def __init__(self, context: CheckContext) -> None:
        events = context.graph.events
        self._retraced = {e.context.trace for e in events if e.kind == "retraced"}
        self._by_callback = {
            (e.values[0].number, e.note): e.site for e in events if e.kind == "set-by-callback"
        }
        self._compiled = [
            {number for number, _ in e.context.loops} for e in events if e.kind == "compiled"
        ]
        self._single_loops = context.single_loops
        self._earlier: dict[tuple[int, Key], int] = {}

    def frozen(
        self, read: _Read, values: Iterable[Value]
    ) -> Iterator[tuple[Value, cst.CSTNode | None]]:
        """Yield the Python numbers among values that change after the trace, and where."""
        if read.context.trace in self._retraced:
            return
        for value in values:
            if value.kind is not kinds.NUMBER:
                continue
            key = value.facts.get("attribute")
            earlier = self._earlier.get((id(read.site), key)) if key is not None else None
            if (
                self._changes_in_loop(read.context, value)
                or (key is not None and key in self._by_callback)
                or (earlier is not None and value.number > earlier)
                or _counts(read.context, value)
            ):
                yield (
                    value,
                    self._by_callback.get(key) if key in self._by_callback else _change(value),
                )
            if key is not None:
                self._earlier.setdefault((id(read.site), key), read.number)

    def _changes_in_loop(self, reader: Context, value: Value) -> bool:
        """True if each iteration around the traced call makes another number before it."""
        if isinstance(value, Phi):
            return any(self._changes_after_call(reader, item) for item in alternatives(value))
        if value.context.trace or value.const is not None:
            return False
        loops = self._loops(reader, value)
        if not loops or self._compiles_in(loops):
            return False
        return any(
            (isinstance(item, Phi) and item.loop) or _is_counter(item, loops)
            for item in walk_back(value, all_edges, limits.MAX_CLOSE_VALUES)
        )

    def _changes_after_call(self, reader: Context, value: Value) -> bool:
        """True for a number that the loop around the traced call leaves for the next iteration."""
        loops = self._loops(reader, value)
        is_number = value.kind is kinds.NUMBER and not value.context.trace
        return is_number and bool(loops) and not self._compiles_in(loops)

    def _loops(self, reader: Context, value: Value) -> set[int]:
        """Return the loops around both a number and its reader."""
        inside = {number for number, _ in reader.loops} - self._single_loops
        return inside.intersection(number for number, _ in value.context.loops)

    def _compiles_in(self, loops: set[int]) -> bool:
        """True if the program compiles a model in one of these loops, and so traces it again."""
        return any(not loops.isdisjoint(compiled) for compiled in self._compiled)


@check
def frozen_numbers(context: CheckContext) -> Iterator[Problem]:
    """Report Python numbers that a trace reads once, although the program changes them."""
    traced = _traced_queries(context)
    if not traced:
        return
    changes = _Changes(context)
    for query in traced:
        behind = _behind(query)
        read = _Read(query.site, query.context, query.number)
        for value, change in changes.frozen(read, behind):
            user = _user(behind, value, query)
            if user is not None:
                name = _read_as(user, value)
                origin = _origin(name, change)
                site = user.site or query.site
                yield problem("python-number-in-trace", site, query, origin=origin, number=name)
    yield from _frozen_branches(context, traced, changes)
    yield from _frozen_rates(context, traced, changes)


def _origin(name: str, change: cst.CSTNode | None) -> tuple[cst.CSTNode, str] | None:
    return (change, f"{name} changes here") if change is not None else None


def _change(value: Value) -> cst.CSTNode | None:
    """Return the code that gives a number its later value."""
    for item in alternatives(value)[::-1]:
        site = item.facts.get("rebound_at") or item.site
        if site is not None:
            return site
    return value.site


def _frozen_branches(
    context: CheckContext, traced: list[Query], changes: _Changes
) -> Iterator[Problem]:
    """Report branches that a trace chooses once, where a gradient depends on the choice."""
    for event in context.graph.events:
        if event.kind != "branched":
            continue
        test = event.values[0]
        read = _Read(event.site, event.context, test.number)
        follow = _in_trace(event.context.trace)
        behind = list(walk_back(test, follow, limits.MAX_CLOSE_VALUES))
        for value, change in changes.frozen(read, behind):
            query = _decided(context, traced, event)
            if query is not None:
                name, rule = shown(value, "the number"), "python-number-in-trace/branch"
                origin = _origin(name, change)
                yield problem(rule, event.site, query, origin=origin, number=name)
                break


def _frozen_rates(
    context: CheckContext, traced: list[Query], changes: _Changes
) -> Iterator[Problem]:
    """Report numbers that scale a gradient on its way into a variable."""
    queries = {q.result.number: q for q in traced if q.result is not None}
    for event in context.graph.events:
        if event.kind != "assign" or not event.context.trace or not event.values[1].is_op:
            continue
        follow = _in_trace(event.context.trace)
        behind = list(walk_back(event.values[1], follow, limits.MAX_CLOSE_VALUES))
        used = [queries[value.number] for value in behind if value.number in queries]
        if not used:
            continue
        read = _Read(event.site, event.context, event.values[1].number)
        for value, change in changes.frozen(read, behind):
            name, rule = shown(value, "the number"), "python-number-in-trace"
            origin = _origin(name, change)
            yield problem(rule, event.site, used[0], origin=origin, number=name)
            break


def _in_trace(trace: int) -> Callable[[Value], list[Value]]:
    """Return a function that returns the inputs of numbers, and of ops in a trace."""

    def followed(value: Value) -> list[Value]:
        if value.kind is kinds.GRADIENTS:
            return []
        inside = value.kind is kinds.NUMBER or value.context.trace == trace
        return [edge.to for edge in value.edges] if inside else []

    return followed


def _decided(context: CheckContext, traced: list[Query], event: Event) -> Query | None:
    """Return a query that a branch makes, uses or changes the target of."""
    queries = [query for query in traced if query.context.trace == event.context.trace]
    for query in queries:
        if query.number in event.during:
            return query
    applied = (e for e in context.graph.events if e.kind == "gradient-pairs")
    if queries and any(e.values[0].number in event.during for e in applied):
        return queries[-1]
    return next((q for q in queries if any(v.number in event.during for v in _used(q))), None)


def _used(query: Query) -> Iterator[Value]:
    """Yield what decides the target, such as an index, which has no gradient."""
    return walk_back(query.target, all_edges, limits.MAX_QUERY_VALUES)


def _traced_queries(context: CheckContext) -> list[Query]:
    """Return the queries in a `tf.function` or in Keras' training; not in code of TensorFlow 1."""
    graphs = context.graph.built_graphs
    return [
        query
        for query in context.graph.queries
        if query.context.trace
        and query.context.trace not in graphs
        and query.context.mode == "traced"
        and not query.assumed
    ]


def _is_counter(value: Value, loops: set[int]) -> bool:
    """True for the variable of one of these loops."""
    is_made_there = not loops.isdisjoint(number for number, _ in value.context.loops)
    return (
        value.kind is kinds.NUMBER
        and value.const is None
        and not value.edges
        and "op" not in value.facts
        and is_made_there
    )


def _counts(reader: Context, value: Value) -> bool:
    """True for `self.step += 1` in the trace: Python counts traces, not calls."""
    before = value.facts.get("rebinds")
    if "attribute" not in value.facts or not isinstance(before, Value):
        return False
    if not isinstance(value.facts.get("rebound_at"), cst.AugAssign):
        return False
    started = alternatives(before)[0].context.trace
    return value.context.trace == reader.trace != started


def _behind(query: Query) -> list[Value]:
    """Return what the target was computed from, recorded or not, unless a cut is in between."""

    def followed(value: Value) -> list[Value]:
        if value.kind in (kinds.NUMBER, kinds.NDARRAY):
            return [edge.to for edge in value.edges]
        return [e.to for e in value.edges if e.label not in ("cut", "part", "perhaps")]

    return list(walk_back(query.target, followed, limits.MAX_QUERY_VALUES))


def _user(behind: list[Value], value: Value, query: Query) -> Value | None:
    """Return the op in the trace that reads a number."""
    for item in behind:
        reads = item.is_op and any(edge.to is value for edge in item.edges)
        if reads and item.context.trace == query.context.trace:
            return item
    return None


def _read_as(user: Value, value: Value) -> str:
    """Return a number as the op that reads it names it, such as `self.settings["rate"]`."""
    inputs = list(user.facts.get("inputs") or ())
    if isinstance(user.site, cst.BinaryOperation) and len(inputs) == 2 and value in inputs:
        operand = (user.site.left, user.site.right)[inputs.index(value)]
        if isinstance(operand, (cst.Name, cst.Attribute, cst.Subscript)):
            return coded(operand) or shown(value, "the number")
    return shown(value, "the number")


@check
def frozen_random_numbers(context: CheckContext) -> Iterator[Problem]:
    """Report random numbers of NumPy and Python, and times, in a trace: drawn once."""
    again = {e.context.trace for e in context.graph.events if e.kind == "called-in-loop"}
    sites = Counter(id(query.site) for query in context.graph.queries)
    repeated: list[Query] = []
    for query in _traced_queries(context):
        is_library = isinstance(query.context.calls[0] if query.context.calls else None, _ENTRIES)
        if not (query.context.trace in again or sites[id(query.site)] > 1 or is_library):
            continue  # one call draws one number in any case
        repeated.append(query)
        for value in _behind(query):
            site = value.site
            if site is None or value.context.trace != query.context.trace:
                continue
            if value.context.building or not _is_drawn(value):
                continue
            called = _called(value)
            yield problem("random-number-in-trace", site, query, culprit=value, function=called)
    if repeated:
        yield from _random_branches(context, repeated)


def _random_branches(context: CheckContext, traced: list[Query]) -> Iterator[Problem]:
    """Report branches that a random number chooses while the function is traced."""
    for event in context.graph.events:
        if event.kind != "branched" or not event.context.trace:
            continue
        follow = _in_trace(event.context.trace)
        for value in walk_back(event.values[0], follow, limits.MAX_CLOSE_VALUES):
            if value.context.trace != event.context.trace or not _is_drawn(value):
                continue
            query = _decided(context, traced, event)
            if query is not None:
                name = _called(value)
                yield problem("random-number-in-trace/branch", event.site, query, function=name)
            break


def _called(value: Value) -> str:
    """Return the name of the function that draws a number."""
    return str(value.facts.get("called") or value.facts.get("op"))


def _is_drawn(value: Value) -> bool:
    """True for a random number of NumPy or Python, or the time."""
    if value.kind not in (kinds.NUMBER, kinds.NDARRAY):
        return False
    return computed_by(value, "python_random", "numpy_random")
