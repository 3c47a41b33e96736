"""Render results as text: one module of `formats/` per output format, with a `render` function.

The name of the module is that of the format, with underscores for dashes; no list names them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


class Render(Protocol):
    """A function that turns results into pieces of output, as early as the format allows."""

    def __call__(self, results: Iterable[FileResult], style: Style) -> Iterator[str]:
        """Yield pieces of output, as early as the format allows."""
        ...


def renderer(name: str) -> Render:
    """Return the renderer of a format; only its module is imported."""
    return cast("Render", import_module(f"{__name__}.formats.{name.replace('-', '_')}").render)
