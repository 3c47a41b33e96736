"""What `pylint --output-format=parseable` prints, for what reads that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.report._sources import with_sources
from tflintgrad.report._words import harmless, in_cell, message_of, verdict_of
from tflintgrad.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.report._style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for finding, sources in with_sources(results):
        place = f"{harmless(finding.filename)}:{sources.region(finding).row}"
        # Pylint names the function, too; we do not, and leave its place empty as it does.
        rule = f"[{finding.code}({rulebook().name_of(finding.code)}), ]"
        message = f"{in_cell(finding)}{message_of(finding)}{verdict_of(finding)}"
        yield f"{place}: {rule} {message}\n"
