"""What there is to say about one file, as reports get it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.diagnostics import Finding
    from tflintgrad.source.notebook import Notebook


@dataclass(frozen=True, slots=True)
class FileResult:
    """What there is to say about one file.

    `error` is set when the file could not be checked at all (missing, unreadable); `warnings` are
    lines for people, about parts that could not be analysed.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str | None = None
    text: str | None = None
    """The source, kept only where there are findings to show; of a notebook, all cells in one."""
    notebook: Notebook | None = None
    elsewhere: bool = False
    """Nobody asked for this file; what is in it hurts one that was asked for."""
    tensorflow_version: str = ""
    """The TensorFlow that the findings are for, if one was named."""

    def lines(self, cell: int | None = None) -> Sequence[str]:
        """The source, or that of one cell, line by line."""
        if cell is not None and self.notebook is not None:
            return self.notebook.lines(cell)
        from tflintgrad.source.decoding import split_lines  # a clean tree does without

        return split_lines(self.text or "")
