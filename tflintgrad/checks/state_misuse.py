"""Misuse of variables and metrics that is a mistake on any path (rules 4xx)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown


@check
def misused_state(context: CheckContext) -> Iterator[Problem]:
    """Report metrics as losses and augmented assignments to variables."""
    for event in context.graph.events:
        if event.kind == "metric-as-loss":
            rule = "metric-as-loss/name" if event.note else "metric-as-loss"
            yield problem(rule, event.site)
        elif event.kind == "augmented-variable":
            variable = shown(event.values[0])
            yield problem("augmented-assign-to-variable", event.site, variable=variable)
