"""Findings become text: one module per output format, each with a `render` function.

A module in this package whose name does not start with an underscore is an output format of that
name, with dashes for underscores; there is no list to add it to.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.report._style import Style


class Render(Protocol):
    """Turns results into pieces of output, as early as the format allows."""

    def __call__(self, results: Iterable[FileResult], style: Style) -> Iterator[str]: ...


def formats() -> list[str]:
    """The names of all output formats."""
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name.replace("_", "-") for name in modules if not name.startswith("_"))


def renderer(name: str) -> Render:
    """The renderer of one format; only its module is imported."""
    return cast("Render", import_module(f"{__name__}.{name.replace('-', '_')}").render)
