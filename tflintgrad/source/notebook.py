"""Notebooks: the code cells of an .ipynb file as one Python module, and the way back to the cells.

The file is read in two steps. `open_cells` finds the sources of the code cells and leaves the rest
of the file where it is; that is enough for the prefilter. `assemble` makes Python of them.
"""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    """A code cell that is no Python, and why."""

    cell: int
    row: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A code cell in the module: its lines as written, and where they are."""

    cell: int
    first_row: int
    lines: tuple[str, ...]
    shifts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Notebook:
    """One module; every line of every code cell is one line of it, in the order of the cells."""

    text: str
    broken: tuple[BrokenCell, ...] = ()
    cells: tuple[PlacedCell, ...] = ()

    def place(self, row: int, column: int) -> tuple[int, int, int]:
        """From a place in `text` to the cell, and the row and column in it; all 1-based.

        What is beyond a line (a magic was replaced by longer Python) is at its end.
        """
        if not self.cells:
            return 1, 1, 1
        after = bisect_right(self.cells, row, key=lambda cell: cell.first_row)
        cell = self.cells[max(after - 1, 0)]
        index = min(max(row - cell.first_row, 0), len(cell.lines) - 1)
        furthest = len(cell.lines[index]) + 1
        return cell.cell, index + 1, min(column + cell.shifts[index], furthest)

    def row_of(self, cell: int, row: int) -> int:
        """From a row in a code cell to the row in `text`."""
        return self._cell(cell).first_row + row - 1

    def lines(self, cell: int) -> tuple[str, ...]:
        """A code cell as its author wrote it."""
        return self._cell(cell).lines

    def _cell(self, number: int) -> PlacedCell:
        at = bisect_left(self.cells, number, key=lambda cell: cell.cell)
        if at < len(self.cells) and self.cells[at].cell == number:
            return self.cells[at]
        raise KeyError(f"cell {number} is no code cell")


def open_notebook(path: str, second_opinion: Callable[[str], bool] | None = None) -> Notebook:
    """Read a notebook; raises `Unreadable` or `BrokenNotebook`."""
    return assemble(open_cells(path), second_opinion)


def read_notebook(
    data: bytes | mmap.mmap, second_opinion: Callable[[str], bool] | None = None
) -> Notebook:
    """Like `open_notebook`, for what was read already."""
    return assemble(read_cells(data), second_opinion)


def assemble(
    cells: Iterable[CodeCell], second_opinion: Callable[[str], bool] | None = None
) -> Notebook:
    """One module of all cells.

    `second_opinion` is asked whether the text of a cell is Python that the running Python is too
    old for.
    """
    placed: list[PlacedCell] = []
    broken: list[BrokenCell] = []
    module: list[str] = []
    for cell in cells:
        lines = split_lines(cell.text)
        python = _as_python(cell, lines, second_opinion)
        if isinstance(python, BrokenCell):
            broken.append(python)
            python = _left_out(lines)
        first_row = len(module) + 1
        placed.append(PlacedCell(cell.cell, first_row, tuple(lines), tuple(python.shifts)))
        module += python.lines
    return Notebook("".join(f"{line}\n" for line in module), tuple(broken), tuple(placed))


def _as_python(
    cell: CodeCell, lines: list[str], second_opinion: Callable[[str], bool] | None
) -> Translation | BrokenCell:
    if not cell.is_text:
        return BrokenCell(cell.cell, 1, 1, "the source of the cell is not text")
    if not cell.is_python:
        return _left_out(lines)
    plain = Translation(lines)
    if _problem(plain) is None:
        return plain
    translated = translate(lines)
    if translated is None:
        return _left_out(lines)
    problem = _problem(translated)
    if problem is None or (second_opinion and second_opinion("\n".join(translated.lines))):
        return translated
    pasted = without_prompts(lines)
    if pasted is not None and _problem(pasted) is None:
        return pasted
    return _broken_cell(cell.cell, lines, translated, problem)


def _left_out(lines: list[str]) -> Translation:
    return Translation([""] * len(lines))


def _problem(cell: Translation) -> SyntaxError | None:
    """What the running Python has against a cell."""
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile("\n".join(cell.lines), "cell", "exec", flags, dont_inherit=True)
    except SyntaxError as problem:
        return problem
    except UnicodeEncodeError:
        return SyntaxError("contains characters that no encoding has")
    except ValueError as problem:  # a null character
        return SyntaxError(str(problem))
    except (RecursionError, MemoryError):
        return SyntaxError("nested too deeply to be analysed")
    return None


def _broken_cell(
    cell: int, lines: list[str], translated: Translation, problem: SyntaxError
) -> BrokenCell:
    row = min(max(problem.lineno or 1, 1), len(lines))
    column = max(problem.offset or 1, 1) + translated.shifts[row - 1]
    return BrokenCell(cell, row, min(column, len(lines[row - 1]) + 1), problem.msg)
