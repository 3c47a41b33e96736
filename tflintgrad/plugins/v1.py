"""Version 1 of the interface for rules of other packages.

A check is a function under `@check`. It gets a `Program` and yields a `Problem` for each
mistake; the page of the rule words and rates it. A program whose gradients are not understood
has few values, so a check that claims only what it sees stays silent there.

Values, queries and cuts are equal if they are the same place of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from tflintgrad.checks.base import CheckContext
from tflintgrad.diagnostics import Effect
from tflintgrad.flow.domain import cuts, kinds, queries, values
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.source.syntax.expression_text import expression_text
from tflintgrad.timeouts import check_limits

__all__ = ["Cut", "Problem", "Program", "Query", "Value", "check"]


class Value:
    """One value that the program computes: a node of the gradient-flow graph."""

    __slots__ = ("_node",)

    def __init__(self, node: values.Value) -> None:
        """Take a node of the graph; checks get values from a query."""
        self._node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self._node is other._node

    def __hash__(self) -> int:
        return self._node.number

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name or self.op or self.code}>"

    @property
    def kind(self) -> str:
        """The kind: `tensor`, `variable`, `layer`, `ndarray`, `number`, …, or `unknown`."""
        return self._node.kind.name

    @property
    def name(self) -> str:
        """The name that the program binds it to.

        Empty if there is none, or if a function of an unread library returned it.
        """
        name = self._node.name
        return "" if "<" in name or self._node.facts.get("opaque") else name

    @property
    def op(self) -> str:
        """The function, layer or operator that computed it; empty for all other values.

        A function or layer has its canonical name (`tf.math.log`, `keras.layers.Dense`), also one
        of a library that is not read (`acme_ops.quantize`), whatever the program calls it. An
        operator is its symbol (`+`), a subscript `[]`.
        """
        node = self._node
        layer = node.facts.get("layer")
        if layer is not None:
            return layer.name
        callee = self._unread_callee()
        return callee.name if callee is not None else node.facts.get("op", "")

    def _unread_callee(self) -> values.Value | None:
        """Return the function of a library that computed it, of which no code was read."""
        node = self._node
        if not node.facts.get("opaque") or not node.edges:
            return None
        callee = node.edges[0].to
        return callee if callee.kind is kinds.EXTERNAL else None

    @property
    def code(self) -> str:
        """The expression as the program has it, with `…` in place of long parts; or empty."""
        return expression_text(self._node.site)

    @property
    def dtype(self) -> str | None:
        """`float`, `int`, `bool`, `string` or `complex`; None if it is not known."""
        return self._node.dtype

    @property
    def constant(self) -> Any:
        """The number, text or flag that it certainly is; None if that is not known."""
        return self._node.const

    @property
    def inputs(self) -> tuple[Value, ...]:
        """The values that it was computed from, whether or not a gradient passes."""
        found = [edge.to for edge in self._node.edges if edge.label != "perhaps"]
        return tuple(Value(node) for node in found if node.kind is not kinds.EXTERNAL)

    def argument(self, which: int | str) -> Value | None:
        """Return an argument of the call that computed it, by position or keyword.

        For a function that tflintgrad knows, `which` may also be the name of a parameter that the
        call passes by position. None if there is no such argument, or if it is not known.
        """
        facts = self._node.facts
        passed = facts.get("passed")
        if isinstance(passed, Arguments) and not passed.unpacked:
            found = _argument(passed.positional, passed.keywords, which)
            found = found or facts.get("arguments", {}).get(str(which))
        elif self._unread_callee() is not None:
            found = _argument(*self._written_arguments(), which)
        else:
            found = None
        return None if found is None else Value(found)

    def _written_arguments(self) -> tuple[list[values.Value], dict[str, values.Value]]:
        """Return the arguments of an unread call; the edges behind the callee's are theirs."""
        call, nodes = self._node.site, [edge.to for edge in self._node.edges[1:]]
        if not isinstance(call, cst.Call) or any(item.star for item in call.args):
            return [], {}
        if len(call.args) != len(nodes):
            return [], {}
        keywords = [item.keyword.value if item.keyword else "" for item in call.args]
        pairs = list(zip(keywords, nodes, strict=True))
        return [node for key, node in pairs if not key], {key: node for key, node in pairs if key}


def _argument(
    positional: list[values.Value], keywords: dict[str, values.Value], which: int | str
) -> values.Value | None:
    if isinstance(which, str):
        return keywords.get(which)
    return positional[which] if 0 <= which < len(positional) else None


class Cut:
    """A step that no gradient passes."""

    __slots__ = ("_cut", "_node")

    def __init__(self, cut: cuts.Cut, node: values.Value) -> None:
        """Take a cut of the graph and its value; checks get cuts from a query."""
        self._cut = cut
        self._node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cut) and (self.value, self.kind) == (other.value, other.kind)

    def __hash__(self) -> int:
        return hash((self.value, self.kind))

    def __repr__(self) -> str:
        return f"<cut {self.kind} at {self.value.code}>"

    @property
    def value(self) -> Value:
        """The value whose computation loses the gradient."""
        return Value(self._node)

    @property
    def kind(self) -> str:
        """Why it is lost: the name of tflintgrad's rule for that, such as `numpy-escape`."""
        return self._cut.kind.rule

    @property
    def op(self) -> str:
        """The function, method or operator that loses it, as the program writes it."""
        return self._cut.op


class Query:
    """A place where the program requests a gradient, such as `tape.gradient` or `fit`."""

    __slots__ = ("_context", "_query")

    def __init__(self, query: queries.Query, context: CheckContext) -> None:
        """Take a query and its context; checks get queries from a program."""
        self._query = query
        self._context = context

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self._query is other._query

    def __hash__(self) -> int:
        return self._query.number

    @property
    def method(self) -> str:
        """The method that requests it, such as `gradient` or `jacobian`."""
        return self._query.method

    @property
    def explicit(self) -> bool:
        """True if the program makes the query, False if Keras does."""
        return self._query.explicit

    @property
    def target(self) -> Value:
        """The value that is differentiated, such as the loss."""
        return Value(self._query.target)

    @property
    def sources(self) -> tuple[Value, ...]:
        """The values that it is differentiated with respect to; of a model, its layers."""
        return tuple(Value(source.value) for source in self._query.sources)

    def values(self) -> tuple[Value, ...]:
        """Return the values that the gradient reaches, in the order of execution.

        A function of a library that is not read counts as passing the gradient. Empty where there
        is too much code to know.
        """
        reach = self._context.reach(self._query)
        if reach.gave_up:
            return ()
        return tuple(Value(node) for _, node in sorted(reach.reached.items()))

    def between(self, source: Value) -> tuple[Value, ...]:
        """Return the values on the paths of the gradient to a source, in the order of execution.

        The source comes first and the target last; empty if no gradient reaches the source, or
        where there is too much code to know.
        """
        reach = self._context.reach(self._query)
        if reach.gave_up:
            return ()
        users: dict[int, list[values.Value]] = {}
        for node in reach.reached.values():
            for edge in reach.open_edges(node, through_havoc=False):
                users.setdefault(edge.to.number, []).append(node)
        found: dict[int, values.Value] = {}
        pending = [node for node in reach.aliases(source._node) if node.number in reach.reached]
        while pending:
            check_limits()
            node = pending.pop()
            if node.number not in found:
                found[node.number] = node
                pending += users.get(node.number, [])
        return tuple(Value(node) for _, node in sorted(found.items()))

    def loses(self, source: Value) -> bool:
        """True if the target depends on a source, and no gradient reaches it."""
        reach, node = self._context.reach(self._query), source._node
        return reach.depends_on(node) and not reach.reaches(node)

    def cuts(self, source: Value) -> tuple[Cut, ...]:
        """Return the cuts between a source and the target that come first, earliest first."""
        reach = self._context.reach(self._query)
        if reach.gave_up:
            return ()
        return tuple(Cut(cut, node) for node, _, cut in reach.cuts_between(source._node))

    def path(self, source: Value, via: Value | None = None) -> tuple[Value, ...]:
        """Return the values of a shortest path from a source to the target, through `via`."""
        reach = self._context.reach(self._query)
        found = reach.path(source._node, via._node if via is not None else None)
        return tuple(Value(node) for node in found)


class Program:
    """One program: an entry point, with the modules of its project that it uses."""

    __slots__ = ("_context",)

    def __init__(self, context: CheckContext) -> None:
        """Take the context that all checks of a run share."""
        self._context = context

    @property
    def queries(self) -> tuple[Query, ...]:
        """The queries of the program, in the order of execution."""
        return tuple(Query(query, self._context) for query in self._context.graph.queries)


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake that a check found."""

    rule: str
    """The name of the rule, or `name/variant`."""
    at: Value | Query
    """The place to mark."""
    query: Query | None = None
    """The query whose gradient is affected; without one, `verify` cannot judge the finding."""
    path: tuple[Value, ...] = ()
    """The values from a source to the target, which the finding shows."""
    effect: Effect | None = None
    """The effect on the gradient; by default, that of the page."""
    facts: dict[str, object] = field(default_factory=dict)
    """The texts for the placeholders of the page."""


Check = Callable[[Program], Iterable[Problem]]
#: The checks of all plugins that were imported, in order.
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    """Register a check of the package whose module this is; importing the package has to do so."""
    CHECKS.append(function)
    return function
