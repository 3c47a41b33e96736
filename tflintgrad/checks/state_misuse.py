"""TFG4xx that are mistakes by themselves, whatever path they lie on."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, shown


@check
def misused_state(survey: CheckContext) -> Iterator[Problem]:
    for event in survey.graph.events:
        if event.kind == "metric-as-loss":
            yield Problem(
                "TFG407",
                event.site,
                "a metric keeps its value in variables by `assign`: no gradient passes",
                "none",
            )
        elif event.kind == "augmented-variable":
            yield Problem(
                "TFG410",
                event.site,
                f"{shown(event.values[0])} is a `tf.Variable`: an augmented assignment raises "
                "`RuntimeError`",
                "error",
            )
