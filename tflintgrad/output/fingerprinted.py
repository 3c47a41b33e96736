"""Findings with what tells each from others, for formats that compare runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.engine.fingerprints import fingerprints
from tflintgrad.output.paths import in_project
from tflintgrad.output.source_lines import Sources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.fingerprints import Fingerprint


def identified(result: FileResult) -> Iterator[tuple[Finding, Fingerprint, Sources]]:
    """Each with its fingerprint, and the text that it points into."""
    sources = Sources(result)
    known = fingerprints(result, in_project(result.path))
    for finding, fingerprint in zip(result.findings, known, strict=True):
        yield finding, fingerprint, sources
