"""One line per finding, for editors and grep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.headline import headline
from tflintgrad.output.messages import verdict_suffix
from tflintgrad.output.source_lines import with_source_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield a line for each finding."""
    for finding, source_lines in with_source_lines(results):
        yield f"{headline(finding, source_lines, style)}{verdict_suffix(finding)}\n"
