"""Tables for the terminal and for Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.bars import Bar
    from benchmarks.results import Ratio, Table


def for_terminal(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with the first column aligned left and the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def for_markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    head, *body = rows
    rule = ["---", *["---:"] * (len(head) - 1)]
    return ["| " + " | ".join(row) + " |" for row in (head, rule, *body)]


def cells_of(table: Table) -> list[list[str]]:
    """Return the cells of a table as text; the first row is the header."""
    growing = any(row.size for row in table.rows)
    per_line = any(row.lines > 1 for row in table.rows)
    rows = [list(_head(table, growing=growing, per_line=per_line))]
    for row in table.rows:
        cells = [row.name]
        if growing:
            cells.append(f"{row.size:,}")
        cells += [seconds(row.median("cpu")), seconds(row.median("wall"))]
        if per_line:
            cells += [_per_line(row.per_1000_lines(clock)) for clock in ("cpu", "wall")]
        cells += [_ratio(table.ratio(row, "cpu")), f"{row.memory:.0f}"]
        rows.append(cells)
    return rows


def _head(table: Table, *, growing: bool, per_line: bool) -> Iterator[str]:
    yield ""
    if growing:
        yield table.key
    yield "CPU s"
    yield "clock s"
    if per_line:
        yield "CPU ms / 1,000 lines"
        yield "clock ms / 1,000 lines"
    yield f"CPU, times {table.reference} (least–most)"
    yield "MiB"


def seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _per_line(value: float) -> str:
    return f"{value:.2f}" if 0 < value < 10 else f"{value:,.0f}" if value else ""


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return ""
    return f"{_times(ratio.median)} ({_times(ratio.least)}–{_times(ratio.most)})"


def _times(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def bar_cells(found: Sequence[Bar]) -> list[list[str]]:
    rows = [["goal", "measured", ""]]
    words = {True: "met", False: "**missed**", None: "open"}
    return rows + [[bar.goal, bar.found, words[bar.met]] for bar in found]
