"""Findings with their fingerprints, for formats whose readers compare runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.engine.fingerprints import fingerprints
from tflintgrad.output.paths import in_project
from tflintgrad.output.source_lines import SourceLines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.fingerprints import Fingerprint


def with_fingerprints(result: FileResult) -> Iterator[tuple[Finding, Fingerprint, SourceLines]]:
    """Yield each finding of a file with its fingerprint and the lines that it points into."""
    if not result.findings:  # as in most files
        return
    source_lines = SourceLines(result)
    prints = fingerprints(result, in_project(result.path))
    for finding, fingerprint in zip(result.findings, prints, strict=True):
        yield finding, fingerprint, source_lines
