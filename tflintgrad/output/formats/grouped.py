"""The findings of each file below its name, in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.headline import place_in_file, rule_and_message
from tflintgrad.output.messages import harmless, verdict_of
from tflintgrad.output.source_lines import Sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for result in results:
        if not result.findings:
            continue
        sources = Sources(result)
        places = [place_in_file(finding, sources, style) for finding in result.findings]
        width = max(map(len, places))
        yield style.paint("place", f"{harmless(result.path)}:") + "\n"
        for finding, place in zip(result.findings, places, strict=True):
            yield f"  {place:<{width}}  {rule_and_message(finding, style)}{verdict_of(finding)}\n"
        yield "\n"
