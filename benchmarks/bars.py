"""The speed goals, and the check whether a run met them; missed goals are reported, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.edits import EDIT_GOALS
from benchmarks.parts import CLICK, PARSE_ONCE, TRAINING, UNCHANGED, WARM
from benchmarks.peers import OURS, RUFF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.results import Clock, Results, Row, Table

MANY_FILES = 10_000


@dataclass(frozen=True, slots=True)
class Bar:
    goal: str
    found: str
    met: bool | None
    """None if its part was not measured."""


def bars(results: Results) -> list[Bar]:
    """Return the goals of the parts that were measured."""
    return [
        *_tree(results),
        *_sample(results),
        *_edits(results),
        *_start(results),
        *_growth(results),
        *_memory(results),
    ]


def _tree(results: Results) -> Iterator[Bar]:
    table = results.table("tree")
    if table is None:
        return
    yield from _times(table, OURS, RUFF, "cold, one process: at most 4 times ruff `F`", 4)
    if table.row("ty") is not None:
        yield from _times(table, OURS, "ty", "cold, one process: at most 0.9 times ty", 0.9)
    one, two = table.row(OURS), table.row(f"{OURS} --jobs 2")
    if one is not None and two is not None:
        gain = one.ratio(two, "wall").median
        goal = "two processes: at least 1.6 times as fast as one, by the clock"
        yield Bar(goal, f"{gain:.2f} times", gain >= 1.6)
    yield from _times(table, OURS + WARM, RUFF + WARM, "warm: faster than ruff's warm run", 1)


def _sample(results: Results) -> Iterator[Bar]:
    table = results.table("sample")
    if table is None:
        return
    for name in ("Fixit", "TorchFix"):
        theirs, ours = table.row(name), table.row(OURS)
        if theirs is not None and ours is not None:
            times = theirs.ratio(ours, "cpu").median
            goal = f"at least 100 times as fast as {name} on the same files"
            yield Bar(goal, f"{times:.0f} times", times >= 100)


def _edits(results: Results) -> Iterator[Bar]:
    table = results.table("edits")
    if table is None:
        return
    for name, most in EDIT_GOALS.items():
        row = table.row(f"{OURS}: {name}")
        if row is not None:
            seconds = row.median("cpu")
            goal = f"after an edit of {name}: at most {most} s CPU"
            yield Bar(goal, f"{seconds:.2f} s", seconds <= most)


def _start(results: Results) -> Iterator[Bar]:
    table = results.table("start")
    if table is None:
        return
    goal = "one unchanged file: at most 2 times `python -c 'import click'`"
    yield from _times(table, UNCHANGED, CLICK, goal, 2)
    goal = (
        "one changed script of 1,000 lines: at most 1.5 times importing libcst and parsing it once"
    )
    yield from _times(table, TRAINING, PARSE_ONCE, goal, 1.5)


def _growth(results: Results) -> Iterator[Bar]:
    lines, files = results.table("lines"), results.table("files")
    if lines is not None and len(lines.series(OURS)) > 1:
        *_, before, last = lines.series(OURS)
        times = last.per_1000_lines("cpu") / before.per_1000_lines("cpu")
        goal = f"linear: a line of {last.size:,} costs at most 1.3 times one of {before.size:,}"
        yield Bar(goal, f"{times:.2f} times", times <= 1.3)
    if files is not None and len(files.series(OURS)) > 1:
        first, *_, last = files.series(OURS)
        goal = f"memory: {last.size:,} files take at most 1.5 times that of {first.size:,}"
        found = f"{last.memory:.0f} MiB, {first.memory:.0f} MiB"
        yield Bar(goal, found, last.memory <= 1.5 * first.memory)
    if files is not None:
        goal = f"{MANY_FILES:,} files, warm: under 0.5 s CPU"
        warm = files.row(OURS + WARM, MANY_FILES)
        seconds = warm.median("cpu") if warm is not None else None
        if seconds is None:
            yield Bar(goal, "not measured", None)
        else:
            yield Bar(goal, f"{seconds:.2f} s", seconds < 0.5)


def _memory(results: Results) -> Iterator[Bar]:
    """Whatever it worked on."""
    peaks = {
        table.title: max(row.memory for row in table.rows if row.name.startswith(OURS))
        for table in results.tables
        if any(row.name.startswith(OURS) for row in table.rows)
    }
    if any(peaks.values()):
        where, memory = max(peaks.items(), key=lambda item: item[1])
        yield Bar("at most 300 MiB", f"{memory:.0f} MiB ({where.lower()})", memory <= 300)


def _times(table: Table, own: str, other: str, goal: str, most: float) -> Iterator[Bar]:
    rows = _both(table, own, other)
    if rows is None:
        yield Bar(goal, "not measured", None)
    else:
        times = _ratio(*rows, "cpu")
        yield Bar(goal, f"{times:.2f} times", times <= most)


def _both(table: Table, own: str, other: str) -> tuple[Row, Row] | None:
    rows = table.row(own), table.row(other)
    return (rows[0], rows[1]) if rows[0] is not None and rows[1] is not None else None


def _ratio(own: Row, other: Row, clock: Clock) -> float:
    return own.ratio(other, clock).median
