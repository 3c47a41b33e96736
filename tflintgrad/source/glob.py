"""Patterns of file names, `*`, `?`, `[a-z]` and `**`, as `.gitignore` and configurations have them.

A pattern becomes a regular expression that never goes back over what it has settled, so that no
pattern takes long, however many stars it has: anyone may have written the `.gitignore` of a project
that is checked. `pathspec` backtracks: `*a*a*a*a*a*a*a*a*b` takes 42 s on a name of 60 letters.
"""

from __future__ import annotations

import itertools
import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPECIAL = frozenset("*?[\\")
#: What git takes them for, in every locale.
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t\\n\\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class Matcher:
    """Whether one of many patterns fits a file: its name, or its path with `/` between names.

    With `crossing`, a star in a path stands for `/` as well, and an odd character stands for
    itself; without, everything is as in git, where an odd pattern fits nothing.
    """

    def __init__(
        self, names: Iterable[str] = (), paths: Iterable[str] = (), *, crossing: bool = False
    ) -> None:
        self._names = _AnyOf(names, crossing=crossing, endings=True)
        self._paths = _AnyOf(paths, crossing=crossing, endings=False)

    def fits(self, path: str, name: str) -> bool:
        if self._names.exist and self._names.fit(name):
            return True
        return self._paths.exist and self._paths.fit(path)


class _AnyOf:
    """Patterns for one text; nearly all of those that people write need no regular expression."""

    def __init__(self, patterns: Iterable[str], *, crossing: bool, endings: bool) -> None:
        self._crossing = crossing
        exact, ends, others = [], [], []
        for pattern in patterns:
            if _SPECIAL.isdisjoint(pattern):
                exact.append(pattern)
            elif endings and pattern[0] == "*" and _SPECIAL.isdisjoint(pattern[1:]):
                ends.append(pattern[1:])
            else:
                others.append(pattern)
        self.exist = bool(exact or ends or others)
        self._exact = frozenset(exact)
        self._ends = tuple(ends)
        self._others = others

    def fit(self, text: str) -> bool:
        if text in self._exact or text.endswith(self._ends):
            return True
        return bool(self._others) and self._regex.fullmatch(text) is not None

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        numbers = itertools.count()
        found = (_translated(pattern, self._crossing, numbers) for pattern in self._others)
        usable = [regex for regex in found if regex is not None]
        return re.compile("|".join(usable) if usable else "(?!)", re.DOTALL)


class _Piece:
    """A star, or nothing, and what must follow it."""

    def __init__(self, star: str = "", *, wide: bool = False) -> None:
        self.regex = star
        self.wide = wide
        """Whether the star stands for `/` as well."""


def _translated(pattern: str, crossing: bool, numbers: Iterator[int]) -> str | None:
    """The pattern as a regular expression; None for one that fits nothing."""
    one = "." if crossing else "[^/]"
    pieces = [_Piece()]
    place = 0
    first_special = next((i for i, char in enumerate(pattern) if char in _SPECIAL), 0)
    while place < len(pattern):
        char = pattern[place]
        if char == "*":
            start = place
            while pattern[place : place + 1] == "*":
                place += 1
            # Like git, which compares what comes before the first star beforehand.
            free = start == first_special or pattern[start - 1] == "/"
            folders = place - start > 1 and free and _at_end_of_name(pattern, place)
            if folders and pattern[place : place + 1] == "/":
                pieces.append(_Piece("(?:.*?/)??", wide=True))
                place += 1
            elif folders or crossing:
                pieces.append(_Piece(".*?", wide=True))
            else:
                pieces.append(_Piece("[^/]*?"))
            continue
        if char == "?":
            found: str | None = one
        elif char == "[":
            found, end = _set(pattern, place, crossing)
            place = end - 1 if found is not None else place
        elif char == "\\":
            found = re.escape(pattern[place + 1]) if place + 1 < len(pattern) else None
            place += found is not None
        else:
            found = re.escape(char)
        if found is None:
            if not crossing:
                return None
            found = re.escape(char)
        pieces[-1].regex += found
        place += 1
    return _joined(pieces, numbers)


def _at_end_of_name(pattern: str, place: int) -> bool:
    return pattern[place : place + 1] in ("", "/") or pattern.startswith("\\/", place)


def _joined(pieces: list[_Piece], numbers: Iterator[int]) -> str:
    """The pieces in a row. What a later star can make up for is never tried again.

    After a star that stands for fewer characters than an earlier one does, the earlier one may
    have to try again; both are then settled together.
    """

    def settled(regex: str) -> str:
        number = next(numbers)
        return f"(?=(?P<_{number}>{regex}))(?P=_{number})"

    groups: list[list[_Piece]] = []
    for piece in pieces:
        if piece.wide or not groups:
            groups.append([])
        groups[-1].append(piece)
    joined = ""
    for group in groups:
        last = group is groups[-1]
        head, *narrow = (piece.regex for piece in group)
        final = narrow.pop() if last and narrow else ""
        regex = head + "".join(map(settled, narrow)) + final
        joined += regex if last or not group[0].wide else settled(regex)
    return joined


def _set(pattern: str, start: int, crossing: bool) -> tuple[str | None, int]:
    """`[…]` as a regular expression, None for one that is not closed; and where it ends."""
    place = start + 1
    negated = pattern[place : place + 1] in ("!", "^")
    place += negated
    first = place
    items: list[str] = []
    previous = ""
    while (char := pattern[place : place + 1]) != "]" or place == first:
        if char == "-" and previous and pattern[place + 1 : place + 2] not in ("", "]"):
            char, place = _plain(pattern, place + 1)
            if previous <= char:
                items.append(f"{re.escape(previous)}-{re.escape(char)}")
            previous = ""
        elif pattern.startswith("[:", place) and (name := _class_at(pattern, place)) is not None:
            if name not in _CLASSES:
                return None, place
            items.append(_CLASSES[name])
            place += len(name) + len("[::")
            previous = ""
        else:
            char, place = _plain(pattern, place)
            items.append(re.escape(char))
            previous = char
        if not char:
            return None, place
        place += 1
    inside = "".join(items)
    regex = f"[{'^' * negated}{inside}]"
    if not inside:  # a range backwards
        regex = "." if negated else "(?!)"
    return (regex if crossing else f"(?!/){regex}"), place + 1


def _plain(pattern: str, place: int) -> tuple[str, int]:
    """The character at a place, behind a backslash the next one; empty at the end."""
    if pattern[place : place + 1] == "\\":
        place += 1
    return pattern[place : place + 1], place


def _class_at(pattern: str, place: int) -> str | None:
    """The name in `[:name:]`; empty, which no class is called, where nothing closes it."""
    end = pattern.find("]", place + 2)
    if end < 0:
        return ""
    inside = pattern[place + 2 : end]
    return inside[:-1] if inside.endswith(":") else None
