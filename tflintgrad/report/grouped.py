"""The findings of each file below its name, in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.report._headline import place_in_file, rule_and_message
from tflintgrad.report._sources import Sources
from tflintgrad.report._words import harmless, verdict_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.report._style import Style


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
