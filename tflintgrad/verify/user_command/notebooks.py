"""Maps what a notebook's kernel did to the cells of the notebook.

A kernel runs every cell as a file of its own, which exists only in Python's cache of lines. The
observer logs its text, and the cell with that text is the one that ran.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from tflintgrad.diagnostics import Finding
from tflintgrad.engine.cell_locations import to_cells, to_module
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.notebook import Notebook, PlacedCell, is_notebook
from tflintgrad.verify.user_command.observation import Observation, QuerySummary, merged

Line = tuple[str, int]


class Notebooks:
    """Notebooks by path, to convert between cells and rows of the module that all cells form."""

    def __init__(self, notebooks: Mapping[str, Notebook] | None = None) -> None:
        self._notebooks = {
            os.path.realpath(p): notebook for p, notebook in (notebooks or {}).items()
        }

    def of(self, path: str) -> Notebook | None:
        """Return the notebook at `path`, if it is one of these."""
        return self._notebooks.get(os.path.realpath(path)) if is_notebook(path) else None

    def in_rows(self, finding: Finding) -> Finding:
        """Return the finding with positions in rows of the module."""
        for filename, notebook in self._named_in(finding):
            finding = to_module(finding, filename, notebook)
        return finding

    def in_cells(self, finding: Finding) -> Finding:
        """Return the finding with positions in cells."""
        for filename, notebook in self._named_in(finding):
            finding = to_cells(finding, filename, notebook)
        return finding

    def _named_in(self, finding: Finding) -> list[tuple[str, Notebook]]:
        names = [finding.filename, *(spot.filename for spot in finding.queries)]
        names += [step.filename for step in finding.flow]
        pairs = [(name, self.of(name)) for name in dict.fromkeys(names)]
        return [(name, notebook) for name, notebook in pairs if notebook is not None]

    def placed(self, observation: Observation) -> Observation:
        """Return the observation with the kernel's lines replaced by rows of notebooks."""
        cells = {name: self._cells(text) for name, text in observation.texts.items()}

        def mapped(line: Line) -> list[Line]:
            filename, row = line
            found = [(path, first + row - 1) for path, first in cells.get(filename, ())]
            return found or [line]

        def moved(query: QuerySummary) -> QuerySummary:
            # Cells with the same text are one file to the kernel.
            (filename, row), *others = mapped((query.filename, query.line))
            related = [other for line in query.related for other in mapped(line)]
            return replace(query, filename=filename, line=row, related=(*related, *others))

        return replace(
            observation,
            queries=tuple(merged(map(moved, observation.queries))),
            raised=tuple(
                replace(error, lines=tuple(new for line in error.lines for new in mapped(line)))
                for error in observation.raised
            ),
        )

    def _cells(self, text: str) -> list[Line]:
        """Return the notebooks with a cell of this text, each with the row of its first line."""
        ran = _without_blank_end(split_lines(text))
        return [
            (path, cell.first_row + skipped)
            for path, notebook in self._notebooks.items()
            for cell in notebook.cells
            for skipped in (_blank_start(cell),)
            if _is_same_code(_without_blank_end([*cell.lines[skipped:]]), ran)
        ]


def _blank_start(cell: PlacedCell) -> int:
    """Return how many blank lines a cell starts with; IPython leaves them out."""
    return next((row for row, line in enumerate(cell.lines) if line.strip()), 0)


def _without_blank_end(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _is_same_code(written: list[str], ran: list[str]) -> bool:
    """True if the lines are the same, except for magics, which IPython turns into calls."""
    return len(written) == len(ran) and all(
        mine.rstrip() == its.rstrip() or "get_ipython()" in its
        for mine, its in zip(written, ran, strict=True)
    )
