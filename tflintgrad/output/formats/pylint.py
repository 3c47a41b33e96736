"""What `pylint --output-format=parseable` prints, for what reads that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import rulebook
from tflintgrad.output.messages import harmless, in_cell, message_of, verdict_of
from tflintgrad.output.source_lines import with_sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for finding, sources in with_sources(results):
        place = f"{harmless(finding.filename)}:{sources.region(finding).row}"
        # Pylint names the function, too; we do not, and leave its place empty as it does.
        rule = f"[{finding.code}({rulebook().name_of(finding.code)}), ]"
        message = f"{in_cell(finding)}{message_of(finding)}{verdict_of(finding)}"
        yield f"{place}: {rule} {message}\n"
