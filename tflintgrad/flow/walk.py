"""Walking the graph from a value back to what it was computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tflintgrad.flow.values import Value


def all_edges(value: Value) -> Iterable[Value]:
    return [edge.to for edge in value.edges]


def uncut_edges(value: Value) -> Iterable[Value]:
    return [edge.to for edge in value.edges if edge.label != "cut"]


def walk_back(
    start: Value,
    follow: Callable[[Value], Iterable[Value]] = all_edges,
    limit: int = 2000,
) -> Iterator[Value]:
    """Every value behind `start`, itself first, each once; `follow` says where to go on."""
    seen: set[int] = set()
    pending = [start]
    while pending and len(seen) < limit:
        value = pending.pop()
        if value.number not in seen:
            seen.add(value.number)
            yield value
            pending.extend(follow(value))
