"""One line per finding, as editors and grep like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.headline import headline
from tflintgrad.output.messages import verdict_of
from tflintgrad.output.source_lines import with_sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for finding, sources in with_sources(results):
        yield f"{headline(finding, sources, style)}{verdict_of(finding)}\n"
