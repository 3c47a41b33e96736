"""The result of one file, as output formats get it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.diagnostics import Finding
    from tflintgrad.source.notebook import Notebook


@dataclass(frozen=True, slots=True)
class FileResult:
    """The result of one file.

    `error` is set if the file could not be checked at all (missing, unreadable); `warnings` are
    messages for users about parts that could not be analysed.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str | None = None
    text: str | None = None
    """The text of a file with findings, else None; of a notebook, the module of its cells."""
    notebook: Notebook | None = None
    elsewhere: bool = False
    """The file is not among the requested ones; its findings affect a query in one that is."""
    tensorflow_version: str = ""
    """The TensorFlow version that the findings are for, if the settings name one."""
    own_ops: str = ""
    """The lines of the op table about the project's own libraries that the findings rest on."""

    def lines(self, cell: int | None = None) -> Sequence[str]:
        """Return the lines of the file, or of one cell of a notebook."""
        if cell is not None and self.notebook is not None:
            return self.notebook.lines(cell)
        from tflintgrad.source.decoding import split_lines  # not needed without findings

        return split_lines(self.text or "")
