"""Paths on which a gradient is zero by construction: constants, closed bounds, zero factors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.numerics.nan_paths import shown_op
from tflintgrad.checks.numerics.singular_points import reaches_singularity
from tflintgrad.checks.updates.update_events import method_of
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.properties.gates import closed_at_start, closed_inputs
from tflintgrad.flow.properties.identities import constant_reason, fixed_sum, normalises_one
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.zero_starts import (
    Weights,
    has_bias,
    has_zero_kernel,
    is_elementwise_zero,
    zero_start,
)
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.symbolic_tensors import is_symbolic
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.roles import is_a

#: What closes a step; the cause that explains most is the smallest.
_TARGET: Final = 0
_IDENTITY: Final = 1
_BOUND: Final = 2
_START: Final = 3
_FACTOR: Final = 4


class _Step:
    """A value whose gradient does not reach some of its inputs, as long as some weights stay."""

    __slots__ = ("cause", "closed", "reason", "value", "weights")

    def __init__(
        self, cause: int, value: Value, closed: set[int], reason: str, weights: Weights
    ) -> None:
        self.cause = cause
        self.value = value
        #: The numbers of the inputs.
        self.closed = closed
        self.reason = reason
        self.weights = weights


@check
def constant_paths(context: CheckContext) -> Iterator[Problem]:
    """Report sources whose gradient is zero on every path to the target."""
    for query in context.graph.queries:
        if query.assumed:
            continue
        reach = context.reach(query)
        if reach.gave_up:
            continue
        steps = [step for value in reach.must_reach.values() for step in _steps(reach, value)]
        steps = [*_constant_target(query), *_unmoved(context, query, steps)]
        if steps and not any(reaches_singularity(value, 1) for value in reach.must_reach.values()):
            yield from _problems(reach, query, steps)


def _steps(reach: Reachability, value: Value) -> Iterator[_Step]:
    """Yield why a value may pass no gradient on to some of its inputs."""
    if value.site is None or not (reach.is_recorded(value) or is_symbolic(value)):
        return
    reason = constant_reason(value)
    if reason is not None:
        every = {edge.to.number for edge in value.edges}
        yield _Step(_IDENTITY, value, every, reason, frozenset())
        return
    reason = normalises_one(value)
    if reason is not None:
        yield _Step(_IDENTITY, value, {inputs_of(value)[0].number}, reason, frozenset())
        return
    for number, why in closed_inputs(value).items():
        yield _Step(_BOUND, value, {number}, why, frozenset())
    started = closed_at_start(value)
    if started is not None:
        yield _Step(_BOUND, value, {inputs_of(value)[0].number}, *started)
    yield from _zero_steps(value)


def _constant_target(query: Query) -> Iterator[_Step]:
    """Yield the target itself, if its elements add up to a constant: a query sums them."""
    target = query.target
    if query.method != "gradient" or isinstance(target, (Phi, Sequence)) or target.scalar:
        return
    if query.arguments.passed("upstream") is not None:
        return
    found = fixed_sum(target)
    if found is not None:
        every = {edge.to.number for edge in target.edges}
        yield _Step(_TARGET, target, every, found[1], frozenset())


def _unmoved(context: CheckContext, query: Query, steps: list[_Step]) -> list[_Step]:
    """Return the steps without those that rely on what the program itself changes."""
    if any(event.kind == "sets-trainable" for event in context.graph.events):
        # A frozen batch normalisation does not look at its batch.
        steps = [step for step in steps if not is_a(_layer_name(step.value), "batch_normalization")]
    if not any(step.cause == _BOUND and step.weights for step in steps):
        return steps
    events = [event for event in context.graph.events if event.kind == "assign"]
    moved = {event.values[0] for event in events if _moves(event)}
    stepped = {event.values[0] for event in events} - moved
    for other in context.graph.queries:
        if other.site is not query.site:
            moved.update(source.value for source in other.sources)
    return [
        step
        for step in steps
        if step.cause != _BOUND
        or (
            not step.weights & moved
            # A gradient that is only looked at may be zero on purpose.
            and (not query.explicit or step.weights <= stepped)
        )
    ]


def _layer_name(value: Value) -> str:
    layer = value.facts.get("layer")
    return layer.name if layer is not None else ""


def _moves(event: Event) -> bool:
    """True for an assignment that is no step along a gradient."""
    if event.kind != "assign" or not event.note:
        return False
    increment = method_of(event) in names_with("increment")
    return not increment or not any(
        isinstance(item, Gradients) for value in event.values[1:] for item in walk_back(value)
    )


def _zero_steps(value: Value) -> Iterator[_Step]:
    inputs = inputs_of(value)
    if "layer" in value.facts:
        yield from _zero_layer(value, inputs)
        return
    if computed_by(value, "relu") and is_elementwise_zero(value):
        weights = zero_start(inputs[0])
        if weights:
            yield _Step(_START, value, {inputs[0].number}, _RELU, weights)
    if not computed_by(value, "multiply", "matmul") or len(inputs) < 2 or inputs[0] is inputs[1]:
        return
    for factor, other in (inputs[:2], inputs[1::-1]):
        weights = zero_start(factor)
        if weights is None:
            continue
        cause = _START if weights else _FACTOR
        if not weights and _is_intended(value, factor):
            continue
        reason = f"{shown(factor)} is zero everywhere"
        yield _Step(cause, value, {other.number}, reason, weights)


_RELU: Final = "the slope of a ReLU is zero where its input is"


def _is_intended(product: Value, factor: Value) -> bool:
    """True for a zero that stands in the product: `0.0 * sum(unused)` avoids `None` on purpose."""
    site = product.site
    if factor.const is None or not isinstance(site, cst.BinaryOperation):
        return factor.const is not None and not factor.name
    return factor.site is site.left or factor.site is site.right


def _zero_layer(value: Value, inputs: tuple[Value, ...]) -> Iterator[_Step]:
    """Yield the steps of a layer that starts with a kernel of zeros."""
    layer = value.facts["layer"]
    if not inputs or not is_a(layer.name, "linear_layer") or not has_zero_kernel(layer):
        return
    if is_elementwise_zero(value) and zero_start(value):
        every = {edge.to.number for edge in value.edges}
        yield _Step(_START, value, every, _RELU, frozenset({layer}))
        return
    weights = zero_start(inputs[0])
    if weights:
        closed = {inputs[0].number} if has_bias(layer) else {inputs[0].number, layer.number}
        reason = f"{shown(layer)} and what they get are zero"
        yield _Step(_START, value, closed, reason, weights)


def _problems(reach: Reachability, query: Query, steps: list[_Step]) -> Iterator[Problem]:
    steps = _lasting(reach, query, steps)
    alive = _alive(reach, query, steps)
    blocked = [
        source.value
        for source in query.sources
        if not _is_alive(reach, source.value, alive) and reach.surely_reaches(source.value)
    ]
    rules = (
        "constant-expression/target",
        "constant-expression",
        "closed-bound",
        "zero-initialised",
        "zero-factor",
    )
    reported: set[int] = set()
    for source in blocked:
        step = _cause(reach, source, steps, alive)
        if step is None or step.value.number in reported:
            continue
        reported.add(step.value.number)
        site = step.value.site
        layer = step.value.facts.get("layer")
        if layer is not None and layer.site is not None:
            site = layer.site
        if step.cause == _TARGET:
            site = query.site
        assert site is not None
        yield problem(
            rules[step.cause],
            site,
            query,
            path=reach.path(source, step.value),
            culprit=step.value,
            source=shown(source),
            op=_named(step.value),
            reason=step.reason,
        )


def _named(value: Value) -> str:
    layer = value.facts.get("layer")
    return shown_op(value) if layer is None else layer.label or layer.name


def _lasting(reach: Reachability, query: Query, steps: list[_Step]) -> list[_Step]:
    """Return the steps that last: the weights they rely on get no gradient on any path."""
    trained = {item for source in query.sources for item in reach.aliases(source.value)}
    steps = [step for step in steps if step.weights <= trained]
    while True:
        alive = _alive(reach, query, steps)
        kept = [s for s in steps if not any(item.number in alive for item in s.weights)]
        if len(kept) == len(steps):
            return kept
        steps = kept


def _alive(reach: Reachability, query: Query, steps: list[_Step]) -> set[int]:
    """Return the numbers of what a gradient other than zero may reach."""
    closed: dict[int, set[int]] = {}
    for step in steps:
        closed.setdefault(step.value.number, set()).update(step.closed)

    def others(item: Value) -> list[Value]:
        edges = reach.open_edges(item)
        gone = closed.get(item.number)
        return [edge.to for edge in edges if gone is None or edge.to.number not in gone]

    return {item.number for item in walk_back(query.target, others, limits.MAX_QUERY_VALUES)}


def _is_alive(reach: Reachability, source: Value, alive: set[int]) -> bool:
    return any(item.number in alive for item in reach.aliases(source))


def _cause(reach: Reachability, source: Value, steps: list[_Step], alive: set[int]) -> _Step | None:
    """Return the step that explains best why a source gets zeros."""
    goals = {item.number for item in reach.aliases(source)}
    fitting = [
        step
        for step in steps
        if step.value.number in alive
        and any(
            item.number in goals
            for edge in reach.open_edges(step.value)
            if edge.to.number in step.closed
            for item in walk_back(edge.to, limit=limits.MAX_QUERY_VALUES)
        )
    ]
    return min(fitting, key=lambda s: (s.cause, s.value.number), default=None)
