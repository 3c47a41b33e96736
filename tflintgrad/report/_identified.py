"""Findings with what tells each from others, for formats that compare runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.fingerprints import fingerprints
from tflintgrad.report._paths import in_project
from tflintgrad.report._sources import Sources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.findings import Finding
    from tflintgrad.fingerprints import Fingerprint


def identified(result: FileResult) -> Iterator[tuple[Finding, Fingerprint, Sources]]:
    """Each with its fingerprint, and the text that it points into."""
    sources = Sources(result)
    known = fingerprints(result, in_project(result.path))
    for finding, fingerprint in zip(result.findings, known, strict=True):
        yield finding, fingerprint, sources
