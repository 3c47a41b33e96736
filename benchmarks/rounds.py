"""Commands take turns, round after round, so that whatever the machine does meets them alike."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.processes import run
from benchmarks.results import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.processes import Cost


@dataclass(frozen=True, slots=True)
class Entry:
    """A command that takes part."""

    name: str
    command: Sequence[str]
    lines: int = 0
    size: int = 0
    most: int = 0
    """The greatest exit code that is no failure."""
    environment: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[], None] | None = None
    """Prepares each run."""


def take_turns(
    entries: Sequence[Entry], rounds: int, folder: Path
) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """Return the cost of each entry, measured in new processes, and the entries that failed."""
    costs: dict[int, list[Cost]] = {number: [] for number in range(len(entries))}
    failures = []
    for turn in range(rounds):
        for place in range(len(entries)):
            # The order rotates, so that no entry always runs first.
            number = (place + turn) % len(entries)
            entry = entries[number]
            if number not in costs:
                continue
            _say(f"round {turn + 1} of {rounds}: {_called(entry)}")
            if entry.before is not None:
                entry.before()
            finished = run(entry.command, folder, entry.environment)
            if 0 <= finished.code <= entry.most:
                costs[number].append(finished.cost)
            else:
                del costs[number]
                failures.append(f"{_called(entry)} failed: {_last_line(finished.errors)}")
    _say("")
    rows = [
        Row(entries[number].name, tuple(found), entries[number].lines, entries[number].size)
        for number, found in costs.items()
    ]
    return tuple(rows), tuple(failures)


def _called(entry: Entry) -> str:
    return f"{entry.name}, {entry.size:,}" if entry.size else entry.name


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it says nothing"


def _say(text: str) -> None:
    """Print the progress if standard error is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text[:78]}\x1b[K")
        sys.stderr.flush()
