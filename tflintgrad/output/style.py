"""Colour and links, or none: renderers name what a text is, and this decides how it looks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from tflintgrad.output.columns import ColumnUnit

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
    "code": "36",
    "keyword": "35",
}


#: Terminals that show links (OSC 8), as they name themselves in TERM_PROGRAM and in TERM.
_LINKING_PROGRAMS = frozenset(
    {"Hyper", "WarpTerminal", "WezTerm", "ghostty", "iTerm.app", "rio", "terminology", "vscode"}
)
_LINKING_TERMS = frozenset({"alacritty", "contour", "foot", "xterm-ghostty", "xterm-kitty"})
#: Variables that only terminals with links set.
_LINKING_VARIABLES = ("DOMTERM", "KONSOLE_VERSION", "WT_SESSION")
_OLDEST_LINKING_VTE = 5000


class Style(NamedTuple):
    """How to write; without colour and links, text stays as it is."""

    colour: bool = False
    links: bool = False
    columns: ColumnUnit = "characters"
    """What the columns count that people and editors read."""

    def paint(self, role: str, text: str) -> str:
        if not self.colour or not text:
            return text
        return f"\x1b[{_ESCAPES[role]}m{text}\x1b[0m"

    def link(self, url: str, text: str) -> str:
        return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\" if self.links else text


def style_for(
    stream: TextIO, environment: Mapping[str, str], columns: ColumnUnit = "characters"
) -> Style:
    """Colour and links on a terminal only, and never against the user's wish."""
    colour = _wants_colour(stream, environment)
    if colour and sys.platform == "win32":
        import os

        os.system("")  # makes older consoles understand escape sequences
    return Style(colour, colour and _shows_links(stream, environment), columns)


def _wants_colour(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """What no-color.org, force-color.org and bixense.com/clicolors agree on."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return environment.get("CLICOLOR") != "0" and is_terminal(stream, environment)


def is_terminal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Does somebody watch, and something understand escape sequences?"""
    if not stream.isatty() or environment.get("TERM") == "dumb":
        return False
    # `M-x compile` is a terminal that looks for places of errors, and not behind escape sequences.
    return not environment.get("INSIDE_EMACS", "").endswith(",compile")


def _shows_links(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """There is no way to ask a terminal; these are known to."""
    if forced := environment.get("FORCE_HYPERLINK"):
        return forced != "0"
    if not stream.isatty() or environment.get("CI"):
        return False
    vte = environment.get("VTE_VERSION", "")
    return (
        (vte.isdecimal() and int(vte) >= _OLDEST_LINKING_VTE)
        or environment.get("TERM_PROGRAM") in _LINKING_PROGRAMS
        or environment.get("TERM") in _LINKING_TERMS
        or any(environment.get(name) for name in _LINKING_VARIABLES)
    )
