"""What the kernel of a notebook was seen to do, placed in the cells of the notebook.

A kernel runs every cell as a file of its own, which exists only in Python's cache of lines. The
observer passes its text on, and by that the cell is found again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from tflintgrad.diagnostics import Finding
from tflintgrad.engine.cell_locations import to_cells, to_module
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.notebook import Notebook, PlacedCell, is_notebook
from tflintgrad.verify.observe.observation import Observation, SeenQuery, merged

Line = tuple[str, int]


class Notebooks:
    """Notebooks by their paths; in here, rows are those of the module that all cells form."""

    def __init__(self, notebooks: Mapping[str, Notebook] | None = None) -> None:
        self._notebooks = {
            os.path.realpath(p): notebook for p, notebook in (notebooks or {}).items()
        }

    def of(self, path: str) -> Notebook | None:
        return self._notebooks.get(os.path.realpath(path)) if is_notebook(path) else None

    def in_rows(self, finding: Finding) -> Finding:
        for filename, notebook in self._named_in(finding):
            finding = to_module(finding, filename, notebook)
        return finding

    def in_cells(self, finding: Finding) -> Finding:
        for filename, notebook in self._named_in(finding):
            finding = to_cells(finding, filename, notebook)
        return finding

    def _named_in(self, finding: Finding) -> list[tuple[str, Notebook]]:
        names = [finding.filename, *(spot.filename for spot in finding.queries)]
        names += [step.filename for step in finding.flow]
        pairs = [(name, self.of(name)) for name in dict.fromkeys(names)]
        return [(name, notebook) for name, notebook in pairs if notebook is not None]

    def placed(self, observation: Observation) -> Observation:
        """The same, with rows of notebooks in the place of a kernel's files."""
        cells = {name: self._cells(text) for name, text in observation.texts.items()}

        def places(line: Line) -> list[Line]:
            filename, row = line
            found = [(path, first + row - 1) for path, first in cells.get(filename, ())]
            return found or [line]

        def moved(query: SeenQuery) -> SeenQuery:
            # Cells of the same text are one file.
            (filename, row), *others = places((query.filename, query.line))
            related = [place for line in query.related for place in places(line)]
            return replace(query, filename=filename, line=row, related=(*related, *others))

        return replace(
            observation,
            queries=tuple(merged(map(moved, observation.queries))),
            raised=tuple(
                replace(error, lines=tuple(p for line in error.lines for p in places(line)))
                for error in observation.raised
            ),
        )

    def _cells(self, text: str) -> list[Line]:
        """The notebooks that have such a cell, with the row that the first line of the text is."""
        ran = _without_blank_end(split_lines(text))
        return [
            (path, cell.first_row + skipped)
            for path, notebook in self._notebooks.items()
            for cell in notebook.cells
            for skipped in (_blank_start(cell),)
            if _is_same(_without_blank_end([*cell.lines[skipped:]]), ran)
        ]


def _blank_start(cell: PlacedCell) -> int:
    """IPython leaves them out."""
    return next((row for row, line in enumerate(cell.lines) if line.strip()), 0)


def _without_blank_end(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _is_same(written: list[str], ran: list[str]) -> bool:
    """Line by line, but for magics, of which IPython makes calls."""
    return len(written) == len(ran) and all(
        mine.rstrip() == its.rstrip() or "get_ipython()" in its
        for mine, its in zip(written, ran, strict=True)
    )
