"""Notebooks: the code cells of an .ipynb file as one Python module, with positions in the cells.

The file is read in two steps. `open_cells` reads the text of the code cells and skips the rest of
the file; that is enough for the prefilter. `assemble` translates the cells into one module.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.source.cpython_parser import syntax_tree
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.files import BrokenNotebook, is_notebook
from tflintgrad.source.ipython_magics import Translation, translate, without_prompts
from tflintgrad.source.notebook_reader import CodeCell, open_cells, raw_code, read_cells

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterable

__all__ = [
    "BrokenCell",
    "BrokenNotebook",
    "CodeCell",
    "Notebook",
    "PlacedCell",
    "assemble",
    "is_notebook",
    "open_cells",
    "open_notebook",
    "raw_code",
    "read_cells",
    "read_notebook",
]


@dataclass(frozen=True, slots=True)
class BrokenCell:
    """A code cell that is not valid Python, with the position and message of the error."""

    cell: int
    row: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A code cell of the module: its lines as written, and its position in the module."""

    cell: int
    first_row: int
    lines: tuple[str, ...]
    shifts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook as one module, with one line for every line of every code cell, in order."""

    text: str
    broken: tuple[BrokenCell, ...] = ()
    cells: tuple[PlacedCell, ...] = ()

    def cell_position(self, row: int, column: int) -> tuple[int, int, int]:
        """Return the cell of a position in `text`, and row and column in it, all 1-based.

        A column beyond the end of a line (longer Python replaced a magic) becomes its end.
        """
        if not self.cells:
            return 1, 1, 1
        after = bisect_right(self.cells, row, key=lambda cell: cell.first_row)
        cell = self.cells[max(after - 1, 0)]
        index = min(max(row - cell.first_row, 0), len(cell.lines) - 1)
        end = len(cell.lines[index]) + 1
        return cell.cell, index + 1, min(column + cell.shifts[index], end)

    def module_row(self, cell: int, row: int) -> int:
        """Return the row in `text` of a row in a code cell."""
        return self._cell(cell).first_row + row - 1

    def lines(self, cell: int) -> tuple[str, ...]:
        """Return the lines of a code cell, untranslated."""
        return self._cell(cell).lines

    def _cell(self, number: int) -> PlacedCell:
        at = bisect_left(self.cells, number, key=lambda cell: cell.cell)
        if at < len(self.cells) and self.cells[at].cell == number:
            return self.cells[at]
        raise KeyError(f"cell {number} is not a code cell")


def open_notebook(path: str, is_newer_python: Callable[[str], bool] | None = None) -> Notebook:
    """Read a notebook from a file; raise `Unreadable` or `BrokenNotebook`."""
    return assemble(open_cells(path), is_newer_python)


def read_notebook(
    data: bytes | mmap.mmap, is_newer_python: Callable[[str], bool] | None = None
) -> Notebook:
    """Read a notebook from the content of its file; raise `BrokenNotebook`."""
    return assemble(read_cells(data), is_newer_python)


def assemble(
    cells: Iterable[CodeCell], is_newer_python: Callable[[str], bool] | None = None
) -> Notebook:
    """Combine all cells into one module.

    `is_newer_python` decides if a cell that the running Python rejects has the syntax of a newer
    one.
    """
    placed: list[PlacedCell] = []
    broken: list[BrokenCell] = []
    module: list[str] = []
    for cell in cells:
        lines = split_lines(cell.text)
        python = _as_python(cell, lines, is_newer_python)
        if isinstance(python, BrokenCell):
            broken.append(python)
            python = _blank(lines)
        first_row = len(module) + 1
        placed.append(PlacedCell(cell.cell, first_row, tuple(lines), tuple(python.shifts)))
        module += python.lines
    return Notebook("".join(f"{line}\n" for line in module), tuple(broken), tuple(placed))


def _as_python(
    cell: CodeCell, lines: list[str], is_newer_python: Callable[[str], bool] | None
) -> Translation | BrokenCell:
    """Translate a cell into Python; a cell in another language becomes blank lines."""
    if not cell.is_text:
        return BrokenCell(cell.cell, 1, 1, "the source of the cell is not text")
    if not cell.is_python:
        return _blank(lines)
    plain = Translation(lines)
    if _problem(plain) is None:
        return plain
    translated = translate(lines)
    if translated is None:
        return _blank(lines)
    problem = _problem(translated)
    if problem is None or (is_newer_python and is_newer_python("\n".join(translated.lines))):
        return translated
    pasted = without_prompts(lines)
    if pasted is not None and _problem(pasted) is None:
        return pasted
    return _broken_cell(cell.cell, lines, translated, problem)


def _blank(lines: list[str]) -> Translation:
    return Translation([""] * len(lines))


def _problem(cell: Translation) -> SyntaxError | None:
    """Return the error with which the running Python rejects a cell; None if it is valid."""
    try:
        syntax_tree("\n".join(cell.lines), ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as problem:
        return problem
    except UnicodeEncodeError:
        return SyntaxError("contains characters that cannot be encoded")
    except ValueError as problem:  # a null character, or too long
        return SyntaxError(str(problem))
    except (RecursionError, MemoryError):
        return SyntaxError("nested too deeply to analyse")
    return None


def _broken_cell(
    cell: int, lines: list[str], translated: Translation, problem: SyntaxError
) -> BrokenCell:
    row = min(max(problem.lineno or 1, 1), len(lines))
    column = max(problem.offset or 1, 1) + translated.shifts[row - 1]
    return BrokenCell(cell, row, min(column, len(lines[row - 1]) + 1), problem.msg)
