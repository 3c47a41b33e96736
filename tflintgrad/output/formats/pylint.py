"""The format of `pylint --output-format=parseable`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import rulebook
from tflintgrad.output.messages import cell_prefix, escape_controls, message_of, verdict_suffix
from tflintgrad.output.source_lines import with_source_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield a line for each finding."""
    for finding, source_lines in with_source_lines(results):
        location = f"{escape_controls(finding.filename)}:{source_lines.region(finding).row}"
        # After the comma, Pylint names the function; it leaves that empty where there is none.
        rule = f"[{finding.code}({rulebook().name_of(finding.code)}), ]"
        message = f"{cell_prefix(finding)}{message_of(finding)}{verdict_suffix(finding)}"
        yield f"{location}: {rule} {message}\n"
