"""Azure Pipelines: logging commands, which it shows as issues of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.messages import escape_for_log, sentence_of, severity_of
from tflintgrad.output.paths import in_project
from tflintgrad.output.source_lines import with_source_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.source_lines import SourceLines
    from tflintgrad.output.style import Style

_TYPES = {"error": "error", "warning": "warning", "info": "warning"}  # Azure has no other type


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield a logging command for each finding."""
    for finding, source_lines in with_source_lines(results):
        yield _command(finding, source_lines) + "\n"


def _command(finding: Finding, source_lines: SourceLines) -> str:
    region = source_lines.region(finding)
    properties: dict[str, object] = {
        "type": _TYPES[severity_of(finding)],
        "sourcepath": in_project(finding.filename),
        "linenumber": region.row,
    }
    if region.column is not None:
        properties["columnnumber"] = region.column
    properties["code"] = finding.code
    listed = "".join(f"{name}={_property(str(value))};" for name, value in properties.items())
    return f"##vso[task.logissue {listed}]{_data(sentence_of(finding))}"


def _data(text: str) -> str:
    return escape_for_log(text.replace("%", "%AZP25"))


def _property(text: str) -> str:
    return _data(text).replace(";", "%3B").replace("]", "%5D")
