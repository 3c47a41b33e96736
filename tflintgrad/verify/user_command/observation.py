"""The queries and exceptions of an observed command, merged over all of its processes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """One source whose gradient was `None`, not finite, or all zeros at least once."""

    position: int
    name: str
    none: int = 0
    sampled: int = 0
    nan: int = 0
    zero: int = 0


@dataclass(frozen=True, slots=True)
class ExceptionSummary:
    """An exception that a query raised, or that ended a process."""

    bases: tuple[str, ...]
    """The names of its class and base classes, nearest first."""
    message: str = ""
    lines: tuple[tuple[str, int], ...] = ()
    """The user's lines that it passed, outermost first."""
    count: int = 1


@dataclass(frozen=True, slots=True)
class QuerySummary:
    """All calls of the queries on one line, by one method."""

    filename: str
    line: int
    method: str
    calls: int
    traced: bool = False
    none_calls: int = 0
    sampled: int = 0
    nan_samples: int = 0
    ends_in_nan: bool = False
    """True if the last sample was not finite."""
    sources: tuple[SourceSummary, ...] = ()
    more_sources: int = 0
    """How many sources are left out of `sources`."""
    raised: tuple[ExceptionSummary, ...] = ()
    unseen: str = ""
    """Why numbers were not, or not always, observed, such as `XLA`."""
    device: str = ""
    related: tuple[tuple[str, int], ...] = ()
    """Other lines that stand for this query: where the model was compiled, its loss."""

    @property
    def passed(self) -> int:
        """The number of calls that raised no exception."""
        return self.calls - sum(error.count for error in self.raised)


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that was observed of one command."""

    exit_code: int
    queries: tuple[QuerySummary, ...] = ()
    raised: tuple[ExceptionSummary, ...] = ()
    processes: int = 0
    """The number of processes that loaded TensorFlow."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The texts of code that exists only in memory, by Python's name for its file."""


def read_observation(folder: Path, exit_code: int) -> Observation:
    """Merge the logs that the processes of a command left in `folder`."""
    processes = 0
    queries: list[QuerySummary] = []
    raised: list[ExceptionSummary] = []
    texts: dict[str, str] = {}
    for path in sorted(folder.glob("*.jsonl")):
        # A record replaces the earlier ones of the same process and query.
        latest: dict[int, QuerySummary] = {}
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


def _query(record: dict[str, Any]) -> QuerySummary:
    return QuerySummary(
        filename=record["filename"],
        line=record["line"],
        method=record["method"],
        calls=record["calls"],
        traced=record["traced"],
        none_calls=record["none_calls"],
        sampled=record["sampled"],
        nan_samples=record["bad_samples"],
        ends_in_nan=record["last_bad"],
        sources=tuple(SourceSummary(*fields) for fields in record["sources"]),
        more_sources=record["more_sources"],
        raised=tuple(
            ExceptionSummary(tuple(bases), count=times) for bases, times in record["raised"]
        ),
        unseen=record["unseen"],
        device=record["device"],
        related=_lines(record["related"]),
    )


def _exception(record: dict[str, Any]) -> ExceptionSummary:
    return ExceptionSummary(tuple(record["bases"]), record["message"], _lines(record["lines"]))


def _lines(pairs: list[list[Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((str(filename), int(line)) for filename, line in pairs)


def merged(queries: Iterable[QuerySummary]) -> list[QuerySummary]:
    """Return one summary per line and method, sorted."""
    found: dict[tuple[str, int, str], QuerySummary] = {}
    for query in queries:
        key = (query.filename, query.line, query.method)
        found[key] = _added(found[key], query) if key in found else query
    return [found[key] for key in sorted(found)]


def _added(one: QuerySummary, other: QuerySummary) -> QuerySummary:
    """Return the sum of two summaries of the same query."""
    sources = {(source.position, source.name): source for source in one.sources}
    # A source that is not listed for one process was fine in all samples of that process.
    for source in other.sources:
        key = (source.position, source.name)
        before = sources.get(key) or SourceSummary(*key, sampled=one.sampled)
        sources[key] = SourceSummary(
            *key,
            before.none + source.none,
            before.sampled + source.sampled,
            before.nan + source.nan,
            before.zero + source.zero,
        )
    listed = {(source.position, source.name) for source in other.sources}
    for key, source in sources.items():
        if key not in listed:
            sources[key] = replace(source, sampled=source.sampled + other.sampled)
    return replace(
        one,
        calls=one.calls + other.calls,
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
