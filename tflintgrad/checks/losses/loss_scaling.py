"""Losses that lack a factor: that of a loss-scaling optimizer, or the number of replicas."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.updates.update_events import Update, query_behind, updates
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a


@check
def unscaled_losses(context: CheckContext) -> Iterator[Problem]:
    """Report gradients that a loss-scaling optimizer divides by a factor they never had."""
    scaled = {event.values[1].number for event in context.graph.events if event.kind == "scaled"}
    reported: set[int] = set()
    for update in updates(context.graph):
        if update.by_hand or id(update.site) in reported:
            continue
        optimizer = update.event.values[0]
        if not _unscales(optimizer):
            continue
        query = query_behind(update.gradients)
        if query is None or not query.explicit:
            continue
        if not _may_be_scaled(context.reach(query), optimizer, scaled):
            reported.add(id(update.site))
            yield problem("loss-not-scaled", update.site, query, culprit=optimizer)


def _unscales(optimizer: Value) -> bool:
    """True if the optimizer divides gradients by the scale of the loss, as Keras 3 does."""
    if not isinstance(optimizer, Layer) or optimizer.context.module.table.is_keras_2:
        return False
    if is_a(optimizer.name, "loss_scaling"):
        return True
    factor = optimizer.option("loss_scale_factor")
    return factor is not None and isinstance(factor.const, (int, float)) and factor.const != 1


def _may_be_scaled(reach: Reachability, optimizer: Value, scaled: set[int]) -> bool:
    """True if the target is scaled, or may be: by code that reads the optimizer."""
    if reach.gave_up:
        return True
    for number, value in reach.dependencies.items():
        if number in scaled or any(edge.to is optimizer for edge in value.edges):
            return True
    return not reach.query.target.edges


@check
def replica_means(context: CheckContext) -> Iterator[Problem]:
    """Report means over one replica's examples whose gradients the optimizer adds up."""
    runs = [event for event in context.graph.events if event.kind == "strategy-run"]
    if not runs:
        return
    reported: set[int] = set()
    for update in updates(context.graph):
        query = query_behind(update.gradients)
        if query is None or update.by_hand or id(query.site) in reported:
            continue
        run = next((event for event in runs if _is_inside(query, event)), None)
        if run is None or not _has_replicas(run.values[0]) or _is_invariant(update):
            continue
        if update.event.values[2] is not query.result and not _is_clipped(update):
            continue
        mean = _mean_in(query.target)
        if mean is not None:
            reported.add(id(query.site))
            origin = None if mean.site is None else (mean.site, "the mean over one replica")
            yield problem("replica-mean", query.site, query, origin=origin)


def _is_inside(query: Query, run: Event) -> bool:
    _, begin, end = run.values
    return begin.number < query.number < end.number


def _has_replicas(strategy: Value) -> bool:
    """True if the strategy is one for several devices."""
    return all(
        is_a(item.name, "mirrors") and not _has_one_device(item) for item in alternatives(strategy)
    )


def _has_one_device(strategy: Value) -> bool:
    lists = [e.to for e in strategy.edges if isinstance(e.to, Sequence) and e.to.exact]
    return any(len(devices.items) == 1 for devices in lists)


def _is_invariant(update: Update) -> bool:
    """True if the optimizer's steps do not depend on the size of gradients, or may not."""
    optimizer = update.event.values[0]
    return not isinstance(optimizer, Layer) or is_a(optimizer.name, "scale_invariant")


def _is_clipped(update: Update) -> bool:
    return computed_by(update.gradients, "clips_with_norm")


def _mean_in(value: Value, depth: int = 0) -> Value | None:
    """Return the mean over examples that a value, or a term of it, is without another factor."""
    if depth >= limits.MAX_PATTERN_STEPS:
        return None
    if isinstance(value, Phi):
        means = [_mean_in(item, depth + 1) for item in value.alternatives]
        return means[0] if means and None not in means else None
    inputs = value.facts.get("inputs") or ()
    if computed_by(value, "reduce_mean"):
        is_mean = value.scalar is True and bool(inputs) and not _is_scaled_by_keras(inputs[0])
        return value if is_mean else None
    if computed_by(value, "add", "subtract"):
        means = [_mean_in(item, depth + 1) for item in inputs]
        return next((mean for mean in means if mean is not None), None)
    if computed_by(value, "multiply", "divide"):
        factors = [item for item in inputs if item.kind is kinds.NUMBER and not item.edges]
        others = [item for item in inputs if item not in factors]
        return _mean_in(others[0], depth + 1) if factors and len(others) == 1 else None
    return None


def _is_scaled_by_keras(value: Value) -> bool:
    """True for the result of a Keras loss, which divides by the number of replicas itself."""
    loss = value.facts.get("layer")
    if loss is None or loss.kind is not kinds.LOSS:
        return value.scalar is True or value.kind is kinds.UNKNOWN
    reduction = loss.option("reduction")
    if reduction is None:
        return True
    name = reduction.const if isinstance(reduction.const, str) else reduction.name
    return not name.lower().endswith("none")
