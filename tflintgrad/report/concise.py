"""One line per finding, as editors and grep like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.report._headline import headline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.api import FileResult
    from tflintgrad.report._style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for result in results:
        for finding in result.findings:
            verdict = f" ({finding.verification.verdict})" if finding.verification else ""
            yield f"{headline(finding, style)}{verdict}\n"
