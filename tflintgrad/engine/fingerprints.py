"""Fingerprints: the identity of a finding, which stays the same while the code around it moves.

A fingerprint consists of the file, the rule and the text of the line. Findings that agree in these
are counted from the top of the file. Line numbers and messages are no part of it, so an edit
elsewhere in the file changes no fingerprint.
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
    """The line on which the finding starts, without surrounding blanks."""
    occurrence: int = 1

    @property
    def digest(self) -> str:
        """The fingerprint as 32 hexadecimal digits."""
        import hashlib  # only for formats that need it

        parts = (self.path, self.code, self.text, str(self.occurrence))
        data = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hashlib.sha256(data).hexdigest()[:32]


def fingerprints(result: FileResult, path: str | None = None) -> list[Fingerprint]:
    """Return the fingerprints of a file's findings, in their order; no two are equal.

    `path` is the path to identify the file by, by default that of the result.
    """
    identity = posix_path(result.path if path is None else path)
    occurrences: Counter[tuple[str, str]] = Counter()
    found = []
    lines = cache(result.lines)  # split once, not for each finding
    for finding in result.findings:
        text = _line(lines(finding.cell), finding.span.start.row)
        occurrences[finding.code, text] += 1
        occurrence = occurrences[finding.code, text]
        found.append(Fingerprint(identity, finding.code, text, occurrence))
    return found


def posix_path(path: str) -> str:
    """Return a normalized path with forward slashes."""
    return os.path.normpath(path).replace(os.sep, "/")


def _line(lines: Sequence[str], row: int) -> str:
    return lines[row - 1].strip() if 1 <= row <= len(lines) else ""
