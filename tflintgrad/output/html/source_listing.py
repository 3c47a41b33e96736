"""Listings of the files that findings and their paths point into, with an anchor per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Spot
from tflintgrad.output.html.escape import plain
from tflintgrad.output.html.highlight import highlighted, token_classes
from tflintgrad.source.decoding import split_lines

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.workspace import Workspace

#: The most lines of a file that is listed whole; of longer files, only the lines around an anchor.
WHOLE = 1200
AROUND = 30
#: Lines before and after a finding on its card.
EXCERPT = 2


@dataclass(slots=True)
class Listing:
    """The listing of one file, or of one cell of a notebook."""

    filename: str
    cell: int | None
    anchor: str
    lines: Sequence[str]
    #: By row: the numbers of the findings there, and the columns that they point at.
    findings: dict[int, list[int]] = field(default_factory=dict)
    marked: dict[int, list[range]] = field(default_factory=dict)
    #: The rows that a link points at.
    linked: set[int] = field(default_factory=set)
    _classes: list[list[str]] = field(default_factory=list)

    def token_classes(self, row: int) -> list[str]:
        """Return the CSS class of each character of a row."""
        if not self._classes:
            self._classes = token_classes(self.lines)
        return self._classes[row - 1]

    def code(self, row: int) -> str:
        """Return a row as HTML."""
        return highlighted(self.lines[row - 1], self.token_classes(row), self.marked.get(row, ()))

    def has(self, row: int) -> bool:
        """True if there is such a row."""
        return 1 <= row <= len(self.lines)


class Listings:
    """All listings of a page, in the order of their first use."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._listings: dict[tuple[str, int | None], Listing] = {}

    def add(self, number: int, finding: Finding) -> None:
        """Mark a finding in the listing of its file."""
        listing = self.listing(finding.spot)
        start, end = finding.span.start, finding.span.end
        if not listing.has(start.row):
            return
        listing.findings.setdefault(start.row, []).append(number)
        for row in range(start.row, min(end.row, len(listing.lines)) + 1):
            line = listing.lines[row - 1]
            first = start.column - 1 if row == start.row else len(line) - len(line.lstrip())
            last = end.column - 1 if row == end.row else len(line.rstrip())
            listing.marked.setdefault(row, []).append(range(first, max(last, first + 1)))

    def listing(self, spot: Spot) -> Listing:
        """Return the listing of the file or cell of a spot."""
        key = (spot.filename, spot.cell)
        if key not in self._listings:
            anchor = f"s{len(self._listings) + 1}"
            self._listings[key] = Listing(spot.filename, spot.cell, anchor, self._lines(spot))
        return self._listings[key]

    def link(self, spot: Spot) -> str:
        """Return a link to the line of a spot, or "" if there is none; the line is then listed."""
        listing = self.listing(spot)
        row = spot.span.start.row
        if not listing.has(row):
            return ""
        listing.linked.add(row)
        return f"#{listing.anchor}-{row}"

    def _lines(self, spot: Spot) -> Sequence[str]:
        path = self._workspace.absolute_path(spot.filename)
        if spot.cell is None:
            lines = split_lines(self._workspace.text(path) or "")
            return lines[:-1] if not lines[-1] else lines  # no empty line after the last break
        notebook = self._workspace.notebook(path)
        try:
            return notebook.lines(spot.cell) if notebook is not None else ()
        except KeyError:
            return ()

    def excerpt(self, spot: Spot) -> str:
        """Return the lines around a finding as HTML."""
        listing = self.listing(spot)
        first = max(1, spot.span.start.row - EXCERPT)
        last = min(len(listing.lines), spot.span.start.row + EXCERPT)
        if not listing.has(spot.span.start.row):
            return ""
        lines = "".join(_line(row, listing, anchored=False) for row in range(first, last + 1))
        return f'<pre class="code">{lines}</pre>'

    def line(self, spot: Spot) -> str:
        """Return the line of a spot as HTML, without indentation."""
        listing = self.listing(spot)
        row = spot.span.start.row
        if not listing.has(row):
            return ""
        text = listing.lines[row - 1]
        indent = len(text) - len(text.lstrip())
        return highlighted(text[indent:], listing.token_classes(row)[indent:])

    def render(self) -> Iterator[str]:
        """Yield the listings as HTML."""
        for listing in self._listings.values():
            if listing.lines:
                yield _render_listing(listing)


def _render_listing(listing: Listing) -> str:
    cell = f" <small>cell {listing.cell}</small>" if listing.cell is not None else ""
    parts = []
    previous = 0
    for row in _rows(listing):
        if row > previous + 1:
            parts.append(_gap(row - previous - 1))
        parts.append(_line(row, listing, anchored=True))
        previous = row
    if previous < len(listing.lines):
        parts.append(_gap(len(listing.lines) - previous))
    return (
        f'<section class="file" id="{listing.anchor}"><h2>{plain(listing.filename)}{cell}</h2>'
        f'<pre class="code">{"".join(parts)}</pre></section>\n'
    )


def _rows(listing: Listing) -> Iterable[int]:
    """Return the rows to list."""
    count = len(listing.lines)
    if count <= WHOLE:
        return range(1, count + 1)
    near = {
        row
        for anchor in (*listing.linked, *listing.findings)
        for row in range(max(1, anchor - AROUND), min(count, anchor + AROUND) + 1)
    }
    return sorted(near)


def _gap(count: int) -> str:
    return f'<span class="gap">… {count} more line{"" if count == 1 else "s"}</span>\n'


def _line(row: int, listing: Listing, *, anchored: bool) -> str:
    numbers = listing.findings.get(row, [])
    name = f' id="{listing.anchor}-{row}"' if anchored else ""
    marks = "".join(f'<a class="back" href="#p{n}" title="finding {n}">{n}</a>' for n in numbers)
    return (
        f'<span class="line{" hit" if numbers else ""}"{name}><span class="row">{row}</span>'
        f"<span>{listing.code(row)}{marks if anchored else ''}\n</span></span>"
    )
