"""Reviewdog's diagnostic format: one JSON object with all findings. Its columns count bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tflintgrad.diagnostics import Spot
from tflintgrad.knowledge.rules import url_of
from tflintgrad.output.messages import (
    HOME_PAGE,
    cell_prefix,
    message_of,
    severity_of,
    verdict_suffix,
)
from tflintgrad.output.paths import in_project
from tflintgrad.output.source_lines import with_source_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.source_lines import Located, SourceLines
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the report."""
    report = {
        "source": {"name": "tflintgrad", "url": HOME_PAGE},
        "severity": "WARNING",
        "diagnostics": [_diagnostic(*found) for found in with_source_lines(results)],
    }
    yield json.dumps(report, indent=2) + "\n"


def _diagnostic(finding: Finding, source_lines: SourceLines) -> dict[str, Any]:
    diagnostic: dict[str, Any] = {
        "message": f"{cell_prefix(finding)}{message_of(finding)}{verdict_suffix(finding)}",
        "location": {
            "path": in_project(finding.filename),
            "range": _range(finding, source_lines),
        },
        "severity": severity_of(finding).upper(),
        "code": {"value": finding.code, "url": url_of(finding.code)},
    }
    # Edits of a notebook are edits of a cell's text, not of the file's JSON.
    if finding.fix is not None and finding.cell is None:
        diagnostic["suggestions"] = [
            {
                "range": _range(Spot(finding.filename, edit.span), source_lines),
                "text": edit.replacement,
            }
            for edit in finding.fix.edits
        ]
    return diagnostic


def _range(item: Located, source_lines: SourceLines) -> dict[str, Any]:
    region = source_lines.region(item, "bytes")
    return {
        "start": _position(region.row, region.column),
        "end": _position(region.end_row, region.end_column),
    }


def _position(row: int, column: int | None) -> dict[str, int]:
    return {"line": row} if column is None else {"line": row, "column": column}
