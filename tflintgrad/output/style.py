"""Colours and links in the terminal: renderers name the role of a text, `Style` its look."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from tflintgrad import limits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from tflintgrad.output.columns import ColumnUnit

#: The parameters of the escape sequence of each role.
_ESCAPES = {
    "location": "1",
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

#: Values of TERM_PROGRAM and of TERM in terminals that show links (OSC 8).
_LINKING_PROGRAMS = frozenset(
    {"Hyper", "WarpTerminal", "WezTerm", "ghostty", "iTerm.app", "rio", "terminology", "vscode"}
)
_LINKING_TERMS = frozenset({"alacritty", "contour", "foot", "xterm-ghostty", "xterm-kitty"})
#: Variables that are only set by terminals with links.
_LINKING_VARIABLES = ("DOMTERM", "KONSOLE_VERSION", "WT_SESSION")
_OLDEST_LINKING_VTE = 5000


#: The columns of a row where the output is no terminal, and the fewest on one.
NO_TERMINAL_WIDTH = 80
_NARROWEST = 40


class Style(NamedTuple):
    """The look of the output; without colour and links, text stays as it is."""

    colour: bool = False
    links: bool = False
    columns: ColumnUnit = "characters"
    """The unit of columns in text formats."""
    summary: bool = True
    """True if a line at the end counts the findings."""
    path_steps: int = limits.MAX_SHOWN_PATH_STEPS
    """The largest number of steps to show of a path; 0 for all."""
    width: int = NO_TERMINAL_WIDTH
    """The columns of a row of text."""

    def paint(self, role: str, text: str) -> str:
        """Return text in the colour of its role."""
        if not self.colour or not text:
            return text
        return f"\x1b[{_ESCAPES[role]}m{text}\x1b[0m"

    def link(self, url: str, text: str) -> str:
        """Return text as a link."""
        return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\" if self.links else text


def style_for(
    stream: TextIO, environment: Mapping[str, str], columns: ColumnUnit = "characters"
) -> Style:
    """Return the style for a stream: coloured on a terminal, unless the user forbids it."""
    colour = _wants_colour(stream, environment)
    if colour and sys.platform == "win32":
        import os

        os.system("")  # enables escape sequences in older consoles
    links = colour and _shows_links(stream, environment)
    return Style(colour, links, columns, width=_width_of(stream))


def _width_of(stream: TextIO) -> int:
    if not stream.isatty():
        return NO_TERMINAL_WIDTH
    import shutil

    return max(shutil.get_terminal_size((NO_TERMINAL_WIDTH, 24)).columns, _NARROWEST)


def _wants_colour(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Follow no-color.org, force-color.org and bixense.com/clicolors."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return environment.get("CLICOLOR") != "0" and is_terminal(stream, environment)


def is_terminal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """True if the stream is a terminal that understands escape sequences."""
    if not stream.isatty() or environment.get("TERM") == "dumb":
        return False
    # `M-x compile` in Emacs is a terminal, but finds no error locations between escape sequences.
    return not environment.get("INSIDE_EMACS", "").endswith(",compile")


def _shows_links(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """True for terminals that are known to show links: there is no way to query that."""
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
