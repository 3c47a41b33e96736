"""Measured results as plain values that can be stored, and ratios computed from them."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from benchmarks.processes import Cost

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Clock = Literal["cpu", "wall"]


@dataclass(frozen=True, slots=True)
class Row:
    """One command, and what each round of it cost."""

    name: str
    costs: tuple[Cost, ...]
    lines: int = 0
    """How many it worked on."""
    size: int = 0
    """The size within a series: lines of the file, or number of files."""

    def median(self, clock: Clock) -> float:
        return statistics.median(self._seconds(clock))

    @property
    def memory(self) -> float:
        return max(cost.memory for cost in self.costs)

    def per_1000_lines(self, clock: Clock) -> float:
        """Return the milliseconds per 1,000 lines."""
        return self.median(clock) * 1e6 / self.lines if self.lines else 0.0

    def ratio(self, other: Row, clock: Clock) -> Ratio:
        """Return the ratio of this cost to the other's, computed per round to cancel noise."""
        pairs = zip(self._seconds(clock), other._seconds(clock), strict=True)
        ratios = [own / theirs for own, theirs in pairs]
        return Ratio(statistics.median(ratios), min(ratios), max(ratios))

    def _seconds(self, clock: Clock) -> list[float]:
        # No process takes no time, but a clock may be too coarse to see it.
        return [max(getattr(cost, clock), 1e-4) for cost in self.costs]


@dataclass(frozen=True, slots=True)
class Ratio:
    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Table:
    """Commands that took turns in one run."""

    key: str
    title: str
    about: str
    """The measured files."""
    rows: tuple[Row, ...]
    reference: str
    """The row that others are compared with."""
    when: str
    """The date, how many rounds, and how busy the machine was."""
    command: str
    """The command line."""
    notes: tuple[str, ...] = ()

    def row(self, name: str, size: int = 0) -> Row | None:
        found = (row for row in self.rows if row.name == name and row.size == size)
        return next(found, None)

    def series(self, name: str) -> list[Row]:
        return [row for row in self.rows if row.name == name and row.size]

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(row.name for row in self.rows))

    def ratio(self, row: Row, clock: Clock) -> Ratio | None:
        """Return the ratio of a row to the reference of the same size."""
        other = self.row(self.reference, row.size)
        return row.ratio(other, clock) if other is not None else None


@dataclass(frozen=True, slots=True)
class Results:
    machine: str
    versions: dict[str, str]
    missing: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    stages: str = ""
    """A tree and its profile from `check --profile`."""
    remarks: tuple[str, ...] = field(default=())

    def table(self, key: str) -> Table | None:
        return next((table for table in self.tables if table.key == key), None)


def save(results: Results, path: Path) -> None:
    rounded = _each_float(asdict(results), lambda value: round(value, 4))
    path.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Results:
    stored = json.loads(path.read_text(encoding="utf-8"))
    tables = tuple(_table(table) for table in stored.pop("tables"))
    missing, remarks = tuple(stored.pop("missing")), tuple(stored.pop("remarks"))
    return Results(**stored, tables=tables, missing=missing, remarks=remarks)


def _table(stored: dict[str, Any]) -> Table:
    rows = tuple(
        Row(**{**row, "costs": tuple(Cost(**cost) for cost in row["costs"])})
        for row in stored.pop("rows")
    )
    return Table(**{**stored, "notes": tuple(stored["notes"])}, rows=rows)


def _each_float(value: Any, change: Callable[[float], float]) -> Any:
    if isinstance(value, float):
        return change(value)
    if isinstance(value, dict):
        return {key: _each_float(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_each_float(item, change) for item in value]
    return value
