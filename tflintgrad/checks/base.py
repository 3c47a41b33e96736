"""What a check reports, before positions are known; and how checks are registered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import libcst as cst

from tflintgrad import limits
from tflintgrad.diagnostics import Effect, Severity
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.objects import Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a
from tflintgrad.timeouts import check_time


@dataclass(slots=True)
class Problem:
    """One claim, at a syntax node; `path` are the values from source to target."""

    code: str
    site: cst.CSTNode
    message: str
    effect: Effect
    severity: Severity = "error"
    path: list[Value] = field(default_factory=list)
    #: The value on the path whose step is the mistake.
    culprit: Value | None = None
    query: Query | None = None
    #: The exception, where the effect is one.
    raises: str | None = None
    #: Other queries the same mistake hurts.
    also: list[Query] = field(default_factory=list)

    @property
    def among(self) -> tuple[str, tuple[str, ...]] | None:
        """The class it was found with, where another one could have been meant."""
        return self.query.context.among if self.query is not None else None


@dataclass(slots=True)
class CheckContext:
    """The graph, with one walk per query for all checks, as long as there is room."""

    graph: Graph
    single_loops: set[int] = field(default_factory=set)
    _reaches: dict[int, Reachability] = field(default_factory=dict)
    _in_use: Reachability | None = None
    _room: int = field(default_factory=lambda: limits.MAX_REMEMBERED_VALUES)
    _seen: set[int] = field(default_factory=set)
    _gave_up: bool = False

    def reach(self, query: Query) -> Reachability:
        check_time()
        found = self._in_use
        if found is None or found.query is not query:
            self._put_back()
            found = self._in_use = self._taken(query)
        return found

    @property
    def gave_up(self) -> bool:
        """Was so much behind a target that nothing was said about it?"""
        self._put_back()
        return self._gave_up

    def _taken(self, query: Query) -> Reachability:
        found = self._reaches.pop(id(query), None)
        if found is None:
            return Reachability(query)
        self._room += found.size
        return found

    def _put_back(self) -> None:
        """The next check asks for the same. It goes through all queries in the same order, so
        that those which were first are worth more than those which were last."""
        reach, self._in_use = self._in_use, None
        if reach is None:
            return
        if id(reach.query) not in self._seen:
            self._seen.add(id(reach.query))
            self._gave_up = self._gave_up or reach.gave_up
        if reach.size <= self._room:
            self._room -= reach.size
            self._reaches[id(reach.query)] = reach


Check = Callable[[CheckContext], Iterator[Problem]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    """Register a check; it is found by being in this package."""
    CHECKS.append(function)
    return function


def inside_loop(loops: tuple[tuple[int, bool], ...], loop: int) -> bool:
    """Is this loop among those around a point of the program?"""
    return any(number == loop for number, _ in loops)


def effect_of_none(query: Query) -> Effect:
    """`None`, unless zeros take its place, or the target is no tensor."""
    if query.target.kind in ("ndarray", "number", "string"):
        return "error"
    # A batch of Jacobians has no place for `None`: TensorFlow fills in zeros.
    if query.method == "batch_jacobian" or asks_for_zeros(query):
        return "zero"
    return "none"


def asks_for_zeros(query: Query) -> bool:
    option = query.arguments.get(3, "unconnected_gradients")
    return option is not None and (
        str(option.const).lower() == "zero" or is_a(option.name, "zero_gradients")
    )


def shown(value: Value) -> str:
    """A value's name for messages."""
    if isinstance(value, Layer):
        return f"the weights of `{value.label or value.name}`"
    if isinstance(value, Weights):
        owner = value.owner.label if isinstance(value.owner, Layer) else value.owner.name
        return f"`{owner}.{value.name}`" if owner else f"`{value.name}`"
    if isinstance(value, Sequence) and not value.name:
        return "another list of variables" if value.kind == "list" else "the value"
    return f"`{value.name}`" if value.name and "<" not in value.name else "the value"
