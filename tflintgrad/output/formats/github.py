"""GitHub Actions: workflow commands, which it shows as annotations of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.messages import escape_for_log, paragraph_of, severity_of
from tflintgrad.output.paths import in_project
from tflintgrad.output.source_lines import with_source_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.source_lines import SourceLines
    from tflintgrad.output.style import Style

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield a workflow command for each finding."""
    for finding, source_lines in with_source_lines(results):
        yield _command(finding, source_lines) + "\n"


def _command(finding: Finding, source_lines: SourceLines) -> str:
    region = source_lines.region(finding)
    properties: dict[str, object] = {
        "title": f"tflintgrad ({finding.code})",
        "file": in_project(finding.filename),
        "line": region.row,
        "endLine": region.end_row,
    }
    # GitHub accepts columns only for a single line.
    if region.row == region.end_row and region.column is not None:
        properties |= {"col": region.column, "endColumn": region.end_column}
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS[severity_of(finding)]} {listed}::{_data(paragraph_of(finding))}"


def _data(text: str) -> str:
    return escape_for_log(text.replace("%", "%25"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
