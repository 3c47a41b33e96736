"""One line per finding, as editors and grep like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.report._headline import headline
from tflintgrad.report._sources import with_sources
from tflintgrad.report._words import verdict_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.report._style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    for finding, sources in with_sources(results):
        yield f"{headline(finding, sources, style)}{verdict_of(finding)}\n"
