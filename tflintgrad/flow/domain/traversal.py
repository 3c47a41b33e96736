"""Walking the graph from a value back to what it was computed from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from tflintgrad import limits
from tflintgrad.flow.domain.values import Value

#: Where a value that was not found would be taken to be absent.
NO_LIMIT = sys.maxsize


def all_edges(value: Value) -> Iterable[Value]:
    return [edge.to for edge in value.edges]


def uncut_edges(value: Value) -> Iterable[Value]:
    return [edge.to for edge in value.edges if edge.label != "cut"]


def all_behind(
    start: Value,
    follow: Callable[[Value], Iterable[Value]] = all_edges,
    limit: int | None = None,
) -> list[Value] | None:
    """Every value behind `start`; None where there are too many to say what is not among them."""
    if limit is None:
        limit = limits.MAX_WALK_VALUES
    found = list(walk_back(start, follow, limit + 1))
    return found if len(found) <= limit else None


def walk_back(
    start: Value,
    follow: Callable[[Value], Iterable[Value]] = all_edges,
    limit: int | None = None,
) -> Iterator[Value]:
    """Every value behind `start`, itself first, each once; `follow` says where to go on.

    Beyond the limit there may be more: what is not found may be there all the same (`all_behind`).
    """
    if limit is None:
        limit = limits.MAX_WALK_VALUES
    seen: set[int] = set()
    pending = [start]
    while pending and len(seen) < limit:
        value = pending.pop()
        if value.number not in seen:
            seen.add(value.number)
            yield value
            pending.extend(follow(value))
