"""Logging commands that Azure Pipelines shows as issues of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.report._paths import in_project
from tflintgrad.report._sources import with_sources
from tflintgrad.report._words import sentence_of, severity_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.findings import Finding
    from tflintgrad.report._sources import Sources
    from tflintgrad.report._style import Style

_TYPES = {"error": "error", "warning": "warning", "info": "warning"}  # it knows only two


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for finding, sources in with_sources(results):
        yield _command(finding, sources) + "\n"


def _command(finding: Finding, sources: Sources) -> str:
    region = sources.region(finding)
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
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(";", "%3B").replace("]", "%5D")
