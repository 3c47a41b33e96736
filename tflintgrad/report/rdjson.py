"""Reviewdog's diagnostic format: one object with all findings. Its columns count bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tflintgrad.report._paths import in_project
from tflintgrad.report._sources import with_sources
from tflintgrad.report._words import HOME_PAGE, in_cell, message_of, severity_of, verdict_of
from tflintgrad.rulebook import url_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.findings import Finding
    from tflintgrad.report._sources import Sources
    from tflintgrad.report._style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    report = {
        "source": {"name": "tflintgrad", "url": HOME_PAGE},
        "severity": "WARNING",
        "diagnostics": [_diagnostic(*found) for found in with_sources(results)],
    }
    yield json.dumps(report, indent=2) + "\n"


def _diagnostic(finding: Finding, sources: Sources) -> dict[str, Any]:
    region = sources.region(finding, "bytes")
    return {
        "message": f"{in_cell(finding)}{message_of(finding)}{verdict_of(finding)}",
        "location": {
            "path": in_project(finding.filename),
            "range": {
                "start": _position(region.row, region.column),
                "end": _position(region.end_row, region.end_column),
            },
        },
        "severity": severity_of(finding).upper(),
        "code": {"value": finding.code, "url": url_of(finding.code)},
    }


def _position(row: int, column: int | None) -> dict[str, int]:
    return {"line": row} if column is None else {"line": row, "column": column}
