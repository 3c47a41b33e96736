"""The text that findings point into: of the file itself, and of others on the path."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tflintgrad.output.columns import column_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tflintgrad.diagnostics import Finding, Location, Spot, Step
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.columns import ColumnUnit
    from tflintgrad.output.github_line_hash import LineHashes
    from tflintgrad.source.notebook import Notebook

    Place = Finding | Step | Spot


class Region(NamedTuple):
    """A piece of a file as it is stored; of a notebook only the lines are known."""

    row: int
    end_row: int
    column: int | None = None
    end_column: int | None = None


class Sources:
    """What a file's findings need to be shown; every file is read and split once."""

    def __init__(self, result: FileResult) -> None:
        self._result = result
        self._lines: dict[tuple[str, int | None], Sequence[str]] = {}
        self._hashes: dict[tuple[str, int | None], LineHashes] = {}
        self._notebooks: dict[str, Notebook | None] = {}
        self._rows: dict[str, Mapping[int, tuple[int, ...]]] = {}

    def lines(self, place: Place) -> Sequence[str]:
        """The lines of the file or cell; none if it is gone by now."""
        key = (place.filename, place.cell)
        found = self._lines.get(key)
        if found is None:
            own = place.filename == self._result.path
            found = self._result.lines(place.cell) if own else self._elsewhere(*key)
            self._lines[key] = found
        return found

    def _elsewhere(self, filename: str, cell: int | None) -> Sequence[str]:
        if cell is None:
            return _read(filename)
        if filename not in self._notebooks:
            self._notebooks[filename] = _open(filename)
        notebook = self._notebooks[filename]
        try:
            return notebook.lines(cell) if notebook is not None else []
        except KeyError:
            return []

    def line(self, place: Place, row: int) -> str | None:
        lines = self.lines(place)
        return lines[row - 1] if 1 <= row <= len(lines) else None

    def line_hash(self, place: Place, row: int) -> str | None:
        """What identifies a line for GitHub; None for one that is not there."""
        from tflintgrad.output.github_line_hash import LineHashes

        key = (place.filename, place.cell)
        if key not in self._hashes:
            self._hashes[key] = LineHashes(self.lines(place))
        return self._hashes[key].of(row)

    def column(self, place: Place, location: Location, unit: ColumnUnit) -> int:
        """The column of a location in this unit, as far as the text is known."""
        line = "" if unit == "characters" else self.line(place, location.row) or ""
        return column_in(line, location.column, unit)

    def region(self, place: Place, unit: ColumnUnit = "characters") -> Region:
        """Where the place is in its file: of a notebook, in the lines of its JSON."""
        start, end = place.span.start, place.span.end
        if place.cell is not None:
            return Region(self._row_in_file(place, start.row), self._row_in_file(place, end.row))
        return Region(
            start.row,
            end.row,
            self.column(place, start, unit),
            self.column(place, end, unit),
        )

    def _row_in_file(self, place: Place, row: int) -> int:
        from tflintgrad.source.notebook_lines import rows_in_file

        name = place.filename
        if name not in self._rows:
            self._rows[name] = rows_in_file(name)
        rows = self._rows[name].get(place.cell or 0, ())
        return rows[min(row, len(rows)) - 1] if rows else 1


def with_sources(results: Iterable[FileResult]) -> Iterator[tuple[Finding, Sources]]:
    """All findings, each with the text that it points into."""
    for result in results:
        sources = Sources(result)
        for finding in result.findings:
            yield finding, sources


def _read(filename: str) -> Sequence[str]:
    from tflintgrad.source.decoding import DecodeError, decode, split_lines
    from tflintgrad.source.files import Unreadable, read_bytes

    try:
        return split_lines(decode(read_bytes(filename)))
    except (Unreadable, DecodeError):
        return []


def _open(filename: str) -> Notebook | None:
    from tflintgrad.source.files import Unreadable
    from tflintgrad.source.notebook import BrokenNotebook, open_notebook

    try:
        return open_notebook(filename)
    except (Unreadable, BrokenNotebook):
        return None
