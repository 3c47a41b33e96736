"""What tells one finding from all others, however the code around it moves.

A finding is known by its file, its rule and the text of its line. Where several agree in all of
this, they are counted from the top of the file. Neither line numbers nor messages take part, so
that an edit elsewhere in the file changes nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.engine.file_result import FileResult


@dataclass(frozen=True, slots=True, order=True)
class Fingerprint:
    """The identity of a finding."""

    path: str
    code: str
    text: str
    """The line on which the finding starts, without the blanks around it."""
    occurrence: int = 1

    @property
    def digest(self) -> str:
        """The same as 32 characters that are safe anywhere."""
        import hashlib  # only for formats that need it

        parts = (self.path, self.code, self.text, str(self.occurrence))
        data = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hashlib.sha256(data).hexdigest()[:32]


def fingerprints(result: FileResult, path: str | None = None) -> list[Fingerprint]:
    """One for each finding of a file, in their order; no two are alike.

    `path` is what the file is to be known as, where that is not the path it was reported with.
    """
    known_as = portable(result.path if path is None else path)
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    lines = cache(result.lines)  # split once, not for each finding
    for finding in result.findings:
        text = _line(lines(finding.cell), finding.span.start.row)
        seen[finding.code, text] += 1
        found.append(Fingerprint(known_as, finding.code, text, seen[finding.code, text]))
    return found


def portable(path: str) -> str:
    """A path as it is written on every system."""
    return os.path.normpath(path).replace(os.sep, "/")


def _line(lines: Sequence[str], row: int) -> str:
    return lines[row - 1].strip() if 1 <= row <= len(lines) else ""
