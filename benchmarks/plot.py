"""A picture of what growth costs: one SVG, no scripts; it follows the reader's light or dark."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.results import Results, Row, Table

_STYLE = """
.tg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --paper: #fff; --ink: #1f2328; --faint: #656d76; --grid: #d0d7de;
  --c0: #1a7f37; --c1: #0969da; --c2: #9a6700; --c3: #8250df; }
@media (prefers-color-scheme: dark) { .tg {
  --paper: #0d1117; --ink: #e6edf3; --faint: #8d96a0; --grid: #30363d;
  --c0: #3fb950; --c1: #58a6ff; --c2: #d29922; --c3: #bc8cff; } }
.tg .paper { fill: var(--paper); }
.tg text { fill: var(--faint); font-size: 11.5px; }
.tg .title { fill: var(--ink); font-size: 13px; font-weight: 600; }
.tg .grid { stroke: var(--grid); stroke-width: 1; }
.tg .linear { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 2 4; }
.tg .line { fill: none; stroke-width: 2; }
.tg .spread { stroke-width: 1.5; }
.tg .name { font-size: 12px; font-weight: 600; }
"""
_COLOURS = 4

#: Of one panel, and what is around it.
WIDTH, HEIGHT = 300.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 132.0, 50.0, 44.0
LEADING = 14.0


def draw(results: Results) -> str:
    """CPU seconds against the size of a file, and against the number of files."""
    tables = [table for key in ("lines", "files") if (table := results.table(key)) is not None]
    width = len(tables) * (LEFT + WIDTH + RIGHT)
    height = TOP + HEIGHT + BOTTOM
    names = list(dict.fromkeys(name for table in tables for name in table.names))
    panels = [
        f'<g transform="translate({number * (LEFT + WIDTH + RIGHT) + LEFT:g} {TOP:g})">\n'
        + "".join(f"{part}\n" for part in _panel(table, names))
        + "</g>\n"
        for number, table in enumerate(tables)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tg" role="img" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" aria-labelledby="t d">'
        f'<title id="t">What growth costs</title><desc id="d">{escape(_described(tables))}</desc>\n'
        f"<style>{_STYLE}</style>\n"
        f'<rect class="paper" width="{width:g}" height="{height:g}"/>\n{"".join(panels)}</svg>\n'
    )


def _described(tables: Sequence[Table]) -> str:
    """Return the description of the picture for screen readers."""
    printed = []
    for table in tables:
        for name in table.names:
            *_, last = table.series(name)
            printed.append(f"{name}: {last.median('cpu'):.2g} s for {last.size:,} {table.key}.")
    return " ".join(printed)


@dataclass(frozen=True, slots=True)
class _Scale:
    """From numbers to places, logarithmically."""

    least: float
    most: float
    length: float

    def place(self, value: float) -> float:
        span = math.log10(self.most / self.least)
        return self.length * math.log10(value / self.least) / span

    @property
    def ticks(self) -> list[float]:
        first, last = (math.log10(end) for end in (self.least, self.most))
        return [
            10.0**power for power in range(math.ceil(first - 1e-9), math.floor(last + 1e-9) + 1)
        ]


def _panel(table: Table, names: Sequence[str]) -> Iterator[str]:
    rows = [row for row in table.rows if row.size]
    sizes = [row.size for row in rows]
    seconds = [cost.cpu for row in rows for cost in row.costs]
    across = _Scale(min(sizes), max(max(sizes), min(sizes) * 10), WIDTH)
    up = _Scale(_power(min(seconds), math.floor), _power(max(seconds), math.ceil), HEIGHT)
    yield f'<text class="title" x="0" y="-28">{escape(table.title)}</text>'
    yield f'<text x="0" y="-10">CPU seconds against {table.key}; dotted: linear</text>'
    for tick in up.ticks:
        y = HEIGHT - up.place(tick)
        yield f'<line class="grid" x1="0" x2="{WIDTH:g}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="-8" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>'
    for tick in across.ticks:
        x = across.place(tick)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{HEIGHT:g}"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT + 18:g}" text-anchor="middle">{tick:,.0f}</text>'
    series = {name: table.series(name) for name in table.names if table.series(name)}
    yield from _linear(series[table.reference], across, up)
    for name, points in series.items():
        yield from _line(points, names.index(name) % _COLOURS, across, up)
    ends = {name: HEIGHT - up.place(points[-1].median("cpu")) for name, points in series.items()}
    for name, y in _apart(ends).items():
        colour = f"fill: var(--c{names.index(name) % _COLOURS})"
        place = f'x="{WIDTH + 10:g}" y="{y + 4:.1f}"'
        yield f'<text class="name" style="{colour}" {place}>{escape(name)}</text>'


def _line(points: Sequence[Row], colour: int, across: _Scale, up: _Scale) -> Iterator[str]:
    """Yield a line through the medians, with bars from the least to the most of all rounds."""
    locations = [(across.place(row.size), HEIGHT - up.place(row.median("cpu"))) for row in points]
    stroke = f'style="stroke: var(--c{colour})"'
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in locations)
    yield f'<polyline class="line" {stroke} points="{path}"/>'
    for (x, y), row in zip(locations, points, strict=True):
        taken = [HEIGHT - up.place(cost.cpu) for cost in row.costs]
        ends = f'x1="{x:.1f}" x2="{x:.1f}" y1="{max(taken):.1f}" y2="{min(taken):.1f}"'
        yield f'<line class="spread" {stroke} {ends}/>'
        told = f"{row.name}: {row.median('cpu'):.3g} s for {row.size:,}"
        yield (
            f'<circle style="fill: var(--c{colour})" cx="{x:.1f}" cy="{y:.1f}" r="3">'
            f"<title>{escape(told)}</title></circle>"
        )


def _linear(points: Sequence[Row], across: _Scale, up: _Scale) -> Iterator[str]:
    """Yield a line of linear growth through the last point."""
    last = points[-1]
    size, seconds = float(last.size), last.median("cpu")
    least = max(across.least, size * up.least / seconds)
    start = seconds * least / size
    yield (
        f'<line class="linear" x1="{across.place(least):.1f}" x2="{across.place(size):.1f}" '
        f'y1="{HEIGHT - up.place(start):.1f}" y2="{HEIGHT - up.place(seconds):.1f}">'
        "<title>linear</title></line>"
    )


def _apart(locations: dict[str, float]) -> dict[str, float]:
    """Return the heights of names at the ends of their lines, without overlaps."""
    found: dict[str, float] = {}
    below = -math.inf
    for name, y in sorted(locations.items(), key=lambda item: item[1]):
        found[name] = below = max(y, below + LEADING)
    return found


def _power(value: float, towards: object) -> float:
    assert callable(towards)
    return float(10.0 ** towards(math.log10(max(value, 1e-4))))
