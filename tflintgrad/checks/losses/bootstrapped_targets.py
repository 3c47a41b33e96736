"""Targets computed with the network that is trained, through which the gradient flows."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.words import states


@check
def bootstrapped_targets(context: CheckContext) -> Iterator[Problem]:
    """Report `target = reward + gamma * model(next)` beside `model(now)` in one loss."""
    for query in context.graph.queries:
        if states(f"{query.context.function} {query.target.name}", "residual_gradient"):
            continue
        reach = context.reach(query)
        for value in list(reach.reached.values()):
            if not _is_named_sum(value) or value.site is None:
                continue
            for source in query.sources:
                if _is_bootstrapped(reach, value, source.value):
                    yield problem(
                        "bootstrapped-target",
                        value.site,
                        query,
                        path=reach.path(source.value, value),
                        culprit=value,
                        target=shown(value),
                        source=shown(source.value),
                    )
                    break


def _is_named_sum(value: Value) -> bool:
    return states(value.name, "bootstrapped") and computed_by(value, "add")


def _is_bootstrapped(reach: Reachability, value: Value, source: Value) -> bool:
    """True for a reward plus a discounted estimate, compared with another estimate."""
    inputs = value.facts.get("inputs") or ()
    estimates = [item for item in inputs if reach.leads_to(item, source)]
    rewards = [item for item in inputs if item not in estimates and item.const is None]
    if len(estimates) != 1 or not rewards or not computed_by(estimates[0], "multiply"):
        return False
    return any(_compares(reach, user, value, source) for user in reach.reached.values())


def _compares(reach: Reachability, user: Value, value: Value, source: Value) -> bool:
    """True if an op gets the target and another value that depends on the source."""
    inputs = user.facts.get("inputs") or ()
    if not any(_is_same(item, value) for item in inputs):
        return False
    others = [item for item in inputs if not _is_same(item, value)]
    return any(
        item.kind is not kinds.NUMBER
        and reach.leads_to(item, source)
        and not reach.leads_to(item, value)
        for item in others
    )


def _is_same(item: Value, value: Value) -> bool:
    """True for the value itself, perhaps in another shape."""
    if item is value:
        return True
    inputs = item.facts.get("inputs") or ()
    reshaped = computed_by(item, "reshape") or item.facts.get("only_reshapes") is True
    return reshaped and bool(inputs) and inputs[0] is value
