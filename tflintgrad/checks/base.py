"""Problems, the context that checks run in, and the registration of checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad import limits
from tflintgrad.diagnostics import Effect, Severity
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.objects import Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.syntax.expression_text import expression_text
from tflintgrad.timeouts import check_limits

if TYPE_CHECKING:
    from tflintgrad.knowledge.rule_page import Variant


@dataclass(slots=True)
class Problem:
    """A finding before positions are known; `path` are the values from source to target."""

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
    #: Other queries that the same mistake affects.
    also: list[Query] = field(default_factory=list)
    #: The way of breaking the rule, `name` or `name/variant`, as the page has it.
    rule: str = ""
    #: Where the mistake begins, if the path does not show it, and what happens there.
    origin: tuple[cst.CSTNode, str] | None = None
    #: The query is right, and the mistake comes after it: in what is done with the gradients.
    after_query: bool = False
    #: What fills the placeholders of the message; fixers read it, too.
    facts: dict[str, object] = field(default_factory=dict)

    @property
    def among(self) -> tuple[str, tuple[str, ...]] | None:
        """The class that the analysis assumed, and all possible ones, if there are several."""
        return self.query.context.assumed_class if self.query is not None else None


def problem(
    rule: str,
    site: cst.CSTNode,
    query: Query | None = None,
    *,
    path: list[Value] | None = None,
    culprit: Value | None = None,
    origin: tuple[cst.CSTNode, str] | None = None,
    effect: Effect | None = None,
    after_query: bool = False,
    **facts: object,
) -> Problem:
    """Return a problem, worded and rated as the rule's page says.

    `rule` is the name of the rule, or name/variant; `facts` fill in the placeholders of its
    message; `effect` overrides that of the rule; `origin` is where the mistake begins.
    """
    variant = rulebook().variant(rule)
    effect = effect or variant.effect
    if effect == "none" and query is not None:
        effect = effect_of_none(query)
    return Problem(
        variant.code,
        site,
        variant.text(**facts),
        effect,
        variant.severity,
        path or [],
        culprit,
        query,
        variant.raises or None,
        rule=rule,
        origin=origin,
        after_query=after_query,
        facts=facts,
    )


def variant_of(cut: Cut) -> Variant:
    """Return what the page of its rule says about a cut."""
    return rulebook().variant(cut.kind.value)


def cause_of(cut: Cut, site: cst.CSTNode | None = None) -> str:
    """Return a clause that says why no gradient passes a cut; `site` is the code that is marked."""
    step = coded(site)
    return variant_of(cut).text(op=cut.op, part=cut.part, raises=cut.raises, step=step)


@dataclass(slots=True)
class CheckContext:
    """The graph, with one walk per query for all checks, as long as the cache has room."""

    graph: Graph
    single_loops: set[int] = field(default_factory=set)
    _reaches: dict[int, Reachability] = field(default_factory=dict)
    _in_use: Reachability | None = None
    _room: int = field(default_factory=lambda: limits.MAX_REMEMBERED_VALUES)
    #: How many values each query's walk may have, and how many are left for further queries.
    _limits: dict[int, int] = field(default_factory=dict)
    _left: int = field(default_factory=lambda: limits.MAX_VALUES_OF_ALL_QUERIES)
    _seen: set[int] = field(default_factory=set)
    _gave_up: bool = False

    def reach(self, query: Query) -> Reachability:
        """Return the reachability of a query; that of the last few queries is remembered."""
        check_limits()
        found = self._in_use
        if found is None or found.query is not query:
            self._put_back()
            found = self._in_use = self._taken(query)
        return found

    @property
    def gave_up(self) -> bool:
        """True if a walk behind some target reached its limit, so that nothing was reported."""
        self._put_back()
        return self._gave_up

    def _taken(self, query: Query) -> Reachability:
        found = self._reaches.pop(id(query), None)
        if found is None:
            limit = self._limits.setdefault(id(query), min(limits.MAX_QUERY_VALUES, self._left))
            return Reachability(query, limit=limit)
        self._room += found.size
        return found

    def _put_back(self) -> None:
        """Cache the walk in use, if there is room.

        Every check goes through the queries in the same order, so the first ones are worth more
        than the last ones.
        """
        reach, self._in_use = self._in_use, None
        if reach is None:
            return
        if id(reach.query) not in self._seen:
            self._seen.add(id(reach.query))
            self._left -= len(reach.may_reach)
            self._gave_up = self._gave_up or reach.gave_up
        if reach.size <= self._room:
            self._room -= reach.size
            self._reaches[id(reach.query)] = reach


Check = Callable[[CheckContext], Iterator[Problem]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    """Register a check; the runner imports its module."""
    CHECKS.append(function)
    return function


def inside_loop(loops: tuple[tuple[int, bool], ...], loop: int) -> bool:
    """True if this loop is one of those around a point of the program."""
    return any(number == loop for number, _ in loops)


def effect_of_none(query: Query) -> Effect:
    """Return what a query gives where there is no gradient: `None`, zeros or an exception."""
    if query.target.kind in (kinds.NDARRAY, kinds.NUMBER, kinds.STRING):
        return "error"
    # A batch of Jacobians has no place for `None`: TensorFlow fills in zeros.
    if query.method == "batch_jacobian" or asks_for_zeros(query):
        return "zero"
    return "none"


def asks_for_zeros(query: Query) -> bool:
    """True if the query has `unconnected_gradients` set to zeros."""
    option = query.arguments.passed("unconnected_gradients")
    return option is not None and (
        str(option.const).lower() == "zero" or is_a(option.name, "zero_gradients")
    )


def _given_name(layer: Layer) -> str:
    """Return the `name` that the program gives to a layer when it makes it."""
    given = layer.option("name")
    return given.const if given is not None and isinstance(given.const, str) else ""


def coded(node: cst.CSTNode | None, otherwise: str = "") -> str:
    """Return a short expression as code for messages; `otherwise` for anything else."""
    text = expression_text(node)
    return f"`{text}`" if text else otherwise


def written(query: Query, role: str, value: Value) -> str:
    """Return an argument of a query as the program writes it, or else its value, for messages."""
    call = query.site
    given = query.arguments.written(role) if query.explicit and isinstance(call, cst.Call) else None
    return coded(given) or shown(value)


def shown(value: Value, unnamed: str = "the value") -> str:
    """Return a value's name for messages, or else its expression; `unnamed` if that is long."""
    if isinstance(value, Layer):
        name = value.label or _given_name(value)
        if not name and value.model is not None and value.model.label:
            return f"the weights of `{value.name.rpartition('.')[2]}` in `{value.model.label}`"
        return f"the weights of `{name or value.name}`"
    if isinstance(value, Weights):
        owner = value.owner.label if isinstance(value.owner, Layer) else value.owner.name
        return f"`{owner}.{value.name}`" if owner else f"`{value.name}`"
    if value.name and "<" not in value.name:
        return f"`{value.name}`"
    return coded(value.site, unnamed)
