"""Colour, or none: renderers name what a piece of text is, and this decides how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

_ESCAPES = {
    "place": "1",
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "gutter": "34",
    "mark": "1;31",
    "label": "1",
    "faint": "2",
    "good": "32",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How to paint; without colour, text stays as it is."""

    colour: bool = False

    def paint(self, role: str, text: str) -> str:
        if not self.colour or not text:
            return text
        return f"\x1b[{_ESCAPES[role]}m{text}\x1b[0m"


def style_for(stream: TextIO, environment: Mapping[str, str]) -> Style:
    """Colour on a terminal only, and never against the user's wish (see no-color.org)."""
    if environment.get("NO_COLOR"):
        return Style(colour=False)
    if environment.get("FORCE_COLOR"):
        return Style(colour=True)
    return Style(colour=stream.isatty() and environment.get("TERM") != "dumb")
