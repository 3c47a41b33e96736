"""The files that findings and their paths are in, as listings with a line for every anchor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Spot
from tflintgrad.output.html.escape import plain
from tflintgrad.output.html.highlight import coloured, kinds
from tflintgrad.source.decoding import split_lines

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.workspace import Workspace

#: Of longer files only the parts around what is pointed at are shown.
WHOLE = 1200
AROUND = 30
#: Lines before and after a finding, where it is told.
EXCERPT = 2


@dataclass(slots=True)
class Sheet:
    """One file, or one cell of a notebook."""

    filename: str
    cell: int | None
    anchor: str
    lines: Sequence[str]
    #: By row: the findings there, as numbers; and the columns that they are about.
    findings: dict[int, list[int]] = field(default_factory=dict)
    marked: dict[int, list[range]] = field(default_factory=dict)
    #: The rows that something points at.
    wanted: set[int] = field(default_factory=set)
    _colours: list[list[str]] = field(default_factory=list)

    def colours(self, row: int) -> list[str]:
        if not self._colours:
            self._colours = kinds(self.lines)
        return self._colours[row - 1]

    def code(self, row: int) -> str:
        return coloured(self.lines[row - 1], self.colours(row), self.marked.get(row, ()))

    def has(self, row: int) -> bool:
        return 1 <= row <= len(self.lines)


class Sources:
    """All sheets of a page, in the order in which they were first pointed at."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._sheets: dict[tuple[str, int | None], Sheet] = {}

    def add(self, number: int, finding: Finding) -> None:
        sheet = self.sheet(finding.spot)
        start, end = finding.span.start, finding.span.end
        if not sheet.has(start.row):
            return
        sheet.findings.setdefault(start.row, []).append(number)
        for row in range(start.row, min(end.row, len(sheet.lines)) + 1):
            line = sheet.lines[row - 1]
            first = start.column - 1 if row == start.row else len(line) - len(line.lstrip())
            last = end.column - 1 if row == end.row else len(line.rstrip())
            sheet.marked.setdefault(row, []).append(range(first, max(last, first + 1)))

    def sheet(self, spot: Spot) -> Sheet:
        key = (spot.filename, spot.cell)
        if key not in self._sheets:
            anchor = f"s{len(self._sheets) + 1}"
            self._sheets[key] = Sheet(spot.filename, spot.cell, anchor, self._lines(spot))
        return self._sheets[key]

    def link(self, spot: Spot) -> str:
        """The anchor of a line, which will then be shown; empty where there is no such line."""
        sheet = self.sheet(spot)
        row = spot.span.start.row
        if not sheet.has(row):
            return ""
        sheet.wanted.add(row)
        return f"#{sheet.anchor}-{row}"

    def _lines(self, spot: Spot) -> Sequence[str]:
        path = self._workspace.absolute_path(spot.filename)
        if spot.cell is None:
            lines = split_lines(self._workspace.text(path) or "")
            return lines[:-1] if not lines[-1] else lines  # what ends with a line break
        notebook = self._workspace.notebook(path)
        try:
            return notebook.lines(spot.cell) if notebook is not None else ()
        except KeyError:
            return ()

    def excerpt(self, spot: Spot) -> str:
        """The lines around a finding."""
        sheet = self.sheet(spot)
        first = max(1, spot.span.start.row - EXCERPT)
        last = min(len(sheet.lines), spot.span.start.row + EXCERPT)
        if not sheet.has(spot.span.start.row):
            return ""
        lines = "".join(_line(row, sheet, anchored=False) for row in range(first, last + 1))
        return f'<pre class="code">{lines}</pre>'

    def line(self, spot: Spot) -> str:
        """One line, as a path shows it."""
        sheet = self.sheet(spot)
        row = spot.span.start.row
        if not sheet.has(row):
            return ""
        text = sheet.lines[row - 1]
        indent = len(text) - len(text.lstrip())
        return coloured(text[indent:], sheet.colours(row)[indent:])

    def listings(self) -> Iterator[str]:
        for sheet in self._sheets.values():
            if sheet.lines:
                yield _listing(sheet)


def _listing(sheet: Sheet) -> str:
    cell = f" <small>cell {sheet.cell}</small>" if sheet.cell is not None else ""
    parts = []
    previous = 0
    for row in _rows(sheet):
        if row > previous + 1:
            parts.append(_gap(row - previous - 1))
        parts.append(_line(row, sheet, anchored=True))
        previous = row
    if previous < len(sheet.lines):
        parts.append(_gap(len(sheet.lines) - previous))
    return (
        f'<section class="file" id="{sheet.anchor}"><h2>{plain(sheet.filename)}{cell}</h2>'
        f'<pre class="code">{"".join(parts)}</pre></section>\n'
    )


def _rows(sheet: Sheet) -> Iterable[int]:
    count = len(sheet.lines)
    if count <= WHOLE:
        return range(1, count + 1)
    near = {
        row
        for wanted in (*sheet.wanted, *sheet.findings)
        for row in range(max(1, wanted - AROUND), min(count, wanted + AROUND) + 1)
    }
    return sorted(near)


def _gap(count: int) -> str:
    return f'<span class="gap">… {count} more line{"" if count == 1 else "s"}</span>\n'


def _line(row: int, sheet: Sheet, *, anchored: bool) -> str:
    numbers = sheet.findings.get(row, [])
    name = f' id="{sheet.anchor}-{row}"' if anchored else ""
    marks = "".join(f'<a class="back" href="#p{n}" title="finding {n}">{n}</a>' for n in numbers)
    return (
        f'<span class="line{" hit" if numbers else ""}"{name}><span class="row">{row}</span>'
        f"<span>{sheet.code(row)}{marks if anchored else ''}\n</span></span>"
    )
