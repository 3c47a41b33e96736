"""Cuts in one of several functions that may be called: warnings that name the functions."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check
from tflintgrad.checks.paths.cut_paths import losses_of
from tflintgrad.flow.domain.choice import Choice
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.reachability import Reachability


@check
def lost_by_choice(context: CheckContext) -> Iterator[Problem]:
    """Report gradients that are lost in some of the functions that may be called, not in all."""
    room = limits.MAX_VALUES_OF_ALL_CHOICES
    for query in context.graph.queries:
        reach = context.reach(query)
        choices = {
            choice.key: choice
            for value in reach.reached.values()
            if (choice := value.facts.get("choice")) is not None
        }
        for choice in list(choices.values())[: limits.MAX_CHOICES]:
            for position, own in enumerate(choice.own):
                if own:
                    room -= len(reach.dependencies)
                    if room < 0:
                        return
                    yield from _losses(reach, query, choice, position)


def _losses(reach: Reachability, query: Query, choice: Choice, position: int) -> Iterator[Problem]:
    this_way = Reachability(query, (choice.key, position))
    starved = [
        source
        for source in query.sources
        if reach.reaches(source.value) and not this_way.reaches(source.value)
    ]
    reported: set[str] = set()
    for source in starved:
        group = [item for item in query.sources if item.group is source.group]
        whole = source.explicit or all(item in starved for item in group)
        for problem in losses_of(this_way, query, source, whole, reported):
            problem.severity = "warning"
            problem.message += _when(choice, position)
            yield problem


def _when(choice: Choice, position: int) -> str:
    called = choice.names[position]
    others = [f"`{name}`" for name in choice.names if name != called]
    return f" when `{called}` is called and not {' or '.join(others)}"
