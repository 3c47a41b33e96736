"""Walks through the graph, from a value back to what it was computed from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Iterator

from tflintgrad import limits
from tflintgrad.flow.domain.values import Value
from tflintgrad.timeouts import check_limits

#: For callers that take a value for absent if the walk does not find it.
NO_LIMIT = sys.maxsize


def all_edges(value: Value) -> Iterable[Value]:
    """Return what the value was computed from."""
    return [edge.to for edge in value.edges]


def certain_edges(value: Value) -> Iterable[Value]:
    """Return what the value was computed from, without what unread code could have used as well."""
    return [edge.to for edge in value.edges if edge.label != "perhaps"]


def uncut_edges(value: Value) -> Iterable[Value]:
    """Return what the value was computed from, without edges that are cut."""
    return [edge.to for edge in value.edges if edge.label != "cut"]


def number_edges(value: Value) -> Iterable[Value]:
    """Return the values whose numbers the value depends on, not just their shapes."""
    return [edge.to for edge in value.edges if edge.cut is None or not edge.cut.shape_only]


def all_behind(
    start: Value,
    follow: Callable[[Value], Iterable[Value]] = all_edges,
    limit: int | None = None,
) -> list[Value] | None:
    """Return every value behind `start`; None if there are more than `limit`."""
    if limit is None:
        limit = limits.MAX_WALK_VALUES
    found = list(walk_back(start, follow, limit + 1))
    return found if len(found) <= limit else None


def may_find(
    start: Value,
    goals: Container[Value],
    follow: Callable[[Value], Iterable[Value]] = all_edges,
    limit: int | None = None,
) -> bool:
    """True if one of `goals` is behind `start`, or if there are too many values to know.

    A check that claims that something is absent asks this.
    """
    if limit is None:
        limit = limits.MAX_WALK_VALUES
    met = 0
    for value in walk_back(start, follow, limit + 1):
        if value in goals:
            return True
        met += 1
    return met > limit


def walk_back(
    start: Value,
    follow: Callable[[Value], Iterable[Value]] = all_edges,
    limit: int | None = None,
) -> Iterator[Value]:
    """Yield every value behind `start` once, itself first; `follow` returns the next ones.

    The walk ends at the limit: a value that it does not yield may be there (see `all_behind`).
    """
    if limit is None:
        limit = limits.MAX_WALK_VALUES
    seen: set[int] = set()
    pending = [start]
    while pending and len(seen) < limit:
        value = pending.pop()
        if value.number not in seen:
            seen.add(value.number)
            if len(seen) % limits.VALUES_PER_CLOCK_CHECK == 0:
                check_limits()
            yield value
            pending.extend(follow(value))


def shortest_path(
    start: Value, goals: Container[int], inputs: Callable[[Value], Iterable[Value]], limit: int
) -> list[Value]:
    """Return the values on a shortest way from one of the goals to `start`, the goal first."""
    parents: dict[int, Value | None] = {start.number: None}
    pending = [start]
    for value in pending:
        if value.number in goals:
            path = [value]
            step = parents[value.number]
            while step is not None:
                path.append(step)
                step = parents[step.number]
            return path
        for other in inputs(value):
            if other.number not in parents:
                parents[other.number] = value
                pending.append(other)
        if len(pending) > limit:
            break
    return []
