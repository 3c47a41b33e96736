"""The findings of each file in columns, below its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.headline import location_in_file, rule_and_message
from tflintgrad.output.messages import escape_controls, verdict_suffix
from tflintgrad.output.source_lines import SourceLines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the name of each file with findings, then a line for each of them."""
    for result in results:
        if not result.findings:
            continue
        source_lines = SourceLines(result)
        locations = [location_in_file(finding, source_lines, style) for finding in result.findings]
        width = max(map(len, locations))
        yield style.paint("location", f"{escape_controls(result.path)}:") + "\n"
        for finding, location in zip(result.findings, locations, strict=True):
            text = f"{rule_and_message(finding, style)}{verdict_suffix(finding)}"
            yield f"  {location:<{width}}  {text}\n"
        yield "\n"
