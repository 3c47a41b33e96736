"""Metrics that a program trains on: they have no gradient (rule 407)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, coded, problem


@check
def metrics_as_losses(context: CheckContext) -> Iterator[Problem]:
    """Report metrics where a loss belongs."""
    for event in context.graph.events:
        if event.kind == "metric-as-loss":
            rule = "metric-as-loss"
            if event.note == "name":
                rule = "metric-as-loss/name"
            elif event.note == "function":
                rule = "metric-as-loss/function"
            metric = event.values[0]
            yield problem(rule, event.site, step=coded(metric.site, f"`{metric.name}`"))
