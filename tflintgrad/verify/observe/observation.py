"""What an observed command was seen to do, merged over all of its processes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class SeenSource:
    """One source whose gradient was once `None`, not finite, or all zeros."""

    position: int
    name: str
    none: int = 0
    sampled: int = 0
    nan: int = 0
    zero: int = 0


@dataclass(frozen=True, slots=True)
class SeenException:
    bases: tuple[str, ...]
    """The names of its class and of the classes that this derives from, but for `object`."""
    message: str = ""
    lines: tuple[tuple[str, int], ...] = ()
    """The user's lines that it passed through, outermost first."""
    count: int = 1


@dataclass(frozen=True, slots=True)
class SeenQuery:
    """A place where a gradient was asked for."""

    filename: str
    line: int
    method: str
    asked: int
    traced: bool = False
    none_calls: int = 0
    sampled: int = 0
    nan_samples: int = 0
    ends_in_nan: bool = False
    """Whether the last sample was not finite."""
    sources: tuple[SeenSource, ...] = ()
    more_sources: int = 0
    """How many other sources would be in the list."""
    raised: tuple[SeenException, ...] = ()
    unseen: str = ""
    """Why numbers were not, or not always, seen: `XLA`."""
    device: str = ""
    related: tuple[tuple[str, int], ...] = ()
    """Other lines that stand for this query: where the model was compiled, its loss."""

    @property
    def passed(self) -> int:
        return self.asked - sum(error.count for error in self.raised)


@dataclass(frozen=True, slots=True)
class Observation:
    exit_code: int
    queries: tuple[SeenQuery, ...] = ()
    raised: tuple[SeenException, ...] = ()
    processes: int = 0
    """In how many TensorFlow was loaded."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The texts of what was run and is in no file, by the name that Python has for it."""


def read_observation(folder: Path, exit_code: int) -> Observation:
    processes = 0
    queries: list[SeenQuery] = []
    raised: list[SeenException] = []
    texts: dict[str, str] = {}
    for path in sorted(folder.glob("*.jsonl")):
        # Each line replaces what the same process said about the same place before.
        latest: dict[int, SeenQuery] = {}
        processes += 1
        for record in _records(path):
            if record["kind"] == "query":
                latest[record["number"]] = _query(record)
            elif record["kind"] == "raised":
                raised.append(_exception(record))
            elif record["kind"] == "text":
                texts[record["filename"]] = record["text"]
        queries.extend(latest.values())
    return Observation(exit_code, tuple(merged(queries)), tuple(raised), processes, texts)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            yield json.loads(line)
        except ValueError:  # the last line of a process that was killed
            continue


def _query(record: dict[str, Any]) -> SeenQuery:
    return SeenQuery(
        filename=record["filename"],
        line=record["line"],
        method=record["method"],
        asked=record["asked"],
        traced=record["traced"],
        none_calls=record["none_calls"],
        sampled=record["sampled"],
        nan_samples=record["bad_samples"],
        ends_in_nan=record["last_bad"],
        sources=tuple(SeenSource(*fields) for fields in record["sources"]),
        more_sources=record["more_sources"],
        raised=tuple(SeenException(tuple(bases), count=times) for bases, times in record["raised"]),
        unseen=record["unseen"],
        device=record["device"],
        related=_lines(record["related"]),
    )


def _exception(record: dict[str, Any]) -> SeenException:
    return SeenException(tuple(record["bases"]), record["message"], _lines(record["lines"]))


def _lines(pairs: list[list[Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((str(filename), int(line)) for filename, line in pairs)


def merged(queries: Iterable[SeenQuery]) -> list[SeenQuery]:
    """One for each place, in their order."""
    found: dict[tuple[str, int, str], SeenQuery] = {}
    for query in queries:
        key = (query.filename, query.line, query.method)
        found[key] = _both(found[key], query) if key in found else query
    return [found[key] for key in sorted(found)]


def _both(one: SeenQuery, other: SeenQuery) -> SeenQuery:
    sources = {(source.position, source.name): source for source in one.sources}
    # A source that one process had no complaint about was fine there, however often it was sampled.
    for source in other.sources:
        key = (source.position, source.name)
        before = sources.get(key) or SeenSource(*key, sampled=one.sampled)
        sources[key] = SeenSource(
            *key,
            before.none + source.none,
            before.sampled + source.sampled,
            before.nan + source.nan,
            before.zero + source.zero,
        )
    mentioned = {(source.position, source.name) for source in other.sources}
    for key, source in sources.items():
        if key not in mentioned:
            sources[key] = replace(source, sampled=source.sampled + other.sampled)
    return replace(
        one,
        asked=one.asked + other.asked,
        traced=one.traced or other.traced,
        none_calls=one.none_calls + other.none_calls,
        sampled=one.sampled + other.sampled,
        nan_samples=one.nan_samples + other.nan_samples,
        ends_in_nan=one.ends_in_nan or other.ends_in_nan,
        sources=tuple(sources[key] for key in sorted(sources)),
        more_sources=max(one.more_sources, other.more_sources),
        raised=one.raised + other.raised,
        unseen=one.unseen or other.unseen,
        device=one.device or other.device,
        related=tuple(sorted({*one.related, *other.related})),
    )
