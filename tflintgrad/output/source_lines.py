"""The lines that findings point into: those of the file itself, and of others on the path."""

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

    Located = Finding | Step | Spot


class Region(NamedTuple):
    """Rows and columns of a file on disk; columns are None in a notebook."""

    row: int
    end_row: int
    column: int | None = None
    end_column: int | None = None


class SourceLines:
    """The lines that the findings of one file point into; every file is read once."""

    def __init__(self, result: FileResult) -> None:
        self._result = result
        self._lines: dict[tuple[str, int | None], Sequence[str]] = {}
        self._hashes: dict[tuple[str, int | None], LineHashes] = {}
        self._notebooks: dict[str, Notebook | None] = {}
        self._rows: dict[str, Mapping[int, tuple[int, ...]]] = {}

    def lines(self, item: Located) -> Sequence[str]:
        """Return the lines of a file or cell; none if the file no longer exists."""
        key = (item.filename, item.cell)
        found = self._lines.get(key)
        if found is None:
            own = item.filename == self._result.path
            found = self._result.lines(item.cell) if own else self._read(*key)
            self._lines[key] = found
        return found

    def _read(self, filename: str, cell: int | None) -> Sequence[str]:
        if cell is None:
            return _read_lines(filename)
        if filename not in self._notebooks:
            self._notebooks[filename] = _read_notebook(filename)
        notebook = self._notebooks[filename]
        try:
            return notebook.lines(cell) if notebook is not None else []
        except KeyError:
            return []

    def line(self, item: Located, row: int) -> str | None:
        """Return a line of a file or cell, or None if there is no such line."""
        lines = self.lines(item)
        return lines[row - 1] if 1 <= row <= len(lines) else None

    def line_hash(self, item: Located, row: int) -> str | None:
        """Return GitHub's hash of a line, or None if there is no such line."""
        from tflintgrad.output.github_line_hash import LineHashes

        key = (item.filename, item.cell)
        if key not in self._hashes:
            self._hashes[key] = LineHashes(self.lines(item))
        return self._hashes[key].of(row)

    def column(self, item: Located, location: Location, unit: ColumnUnit) -> int:
        """Return the column of a location in `unit`, or in characters if the line is unknown."""
        line = "" if unit == "characters" else self.line(item, location.row) or ""
        return column_in(line, location.column, unit)

    def region(self, item: Located, unit: ColumnUnit = "characters") -> Region:
        """Return the rows and columns in the file; of a notebook, the rows of its JSON."""
        start, end = item.span.start, item.span.end
        if item.cell is not None:
            return Region(self._row_in_file(item, start.row), self._row_in_file(item, end.row))
        return Region(
            start.row,
            end.row,
            self.column(item, start, unit),
            self.column(item, end, unit),
        )

    def _row_in_file(self, item: Located, row: int) -> int:
        from tflintgrad.source.notebook_lines import rows_in_file

        name = item.filename
        if name not in self._rows:
            self._rows[name] = rows_in_file(name)
        rows = self._rows[name].get(item.cell or 0, ())
        return rows[min(row, len(rows)) - 1] if rows else 1


def with_source_lines(results: Iterable[FileResult]) -> Iterator[tuple[Finding, SourceLines]]:
    """Yield all findings, each with the lines that it points into."""
    for result in results:
        source_lines = SourceLines(result)
        for finding in result.findings:
            yield finding, source_lines


def _read_lines(filename: str) -> Sequence[str]:
    from tflintgrad.source.decoding import DecodeError, decode, split_lines
    from tflintgrad.source.files import Unreadable, read_bytes

    try:
        return split_lines(decode(read_bytes(filename)))
    except (Unreadable, DecodeError):
        return []


def _read_notebook(filename: str) -> Notebook | None:
    from tflintgrad.source.files import Unreadable
    from tflintgrad.source.notebook import BrokenNotebook, open_notebook

    try:
        return open_notebook(filename)
    except (Unreadable, BrokenNotebook):
        return None
