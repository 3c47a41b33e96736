"""Findings become text: one module per output format, each with a `render` function.

A module of `formats/` is an output format of that name, with dashes for underscores; there is no
list to add it to.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


class Render(Protocol):
    """Turns results into pieces of output, as early as the format allows."""

    def __call__(self, results: Iterable[FileResult], style: Style) -> Iterator[str]: ...


def renderer(name: str) -> Render:
    """The renderer of one format; only its module is imported."""
    return cast("Render", import_module(f"{__name__}.formats.{name.replace('-', '_')}").render)
