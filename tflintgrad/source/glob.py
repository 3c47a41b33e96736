"""Glob patterns (`*`, `?`, `[a-z]`, `**`) of `.gitignore` files and configurations.

A pattern becomes a regular expression with atomic groups, so that it never backtracks: a pattern
with many stars takes no longer than another.
"""

from __future__ import annotations

import itertools
import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPECIAL = frozenset("*?[\\")
#: POSIX character classes as git defines them, in every locale.
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
    """Patterns for the names of files, and for their paths with `/` between names.

    With `crossing`, a star in a path matches `/` as well, and an invalid character is literal;
    without, everything is as in git, where an invalid pattern matches nothing.
    """

    def __init__(
        self, names: Iterable[str] = (), paths: Iterable[str] = (), *, crossing: bool = False
    ) -> None:
        self._names = _AnyOf(names, crossing=crossing, endings=True)
        self._paths = _AnyOf(paths, crossing=crossing, endings=False)

    def matches(self, path: str, name: str) -> bool:
        """True if a pattern matches the name or the path of a file."""
        if self._names.exist and self._names.match(name):
            return True
        return self._paths.exist and self._paths.match(path)


class _AnyOf:
    """A set of patterns for one string; most patterns need no regular expression."""

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

    def match(self, text: str) -> bool:
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
    """A star, or the start of the pattern, with the literal part up to the next star."""

    def __init__(self, star: str = "", *, wide: bool = False) -> None:
        self.regex = star
        self.wide = wide
        """True if the star matches `/` as well."""


def _translated(pattern: str, crossing: bool, numbers: Iterator[int]) -> str | None:
    """Translate the pattern into a regular expression; None if it is invalid."""
    one = "." if crossing else "[^/]"
    pieces = [_Piece()]
    index = 0
    first_special = next((i for i, char in enumerate(pattern) if char in _SPECIAL), 0)
    while index < len(pattern):
        char = pattern[index]
        if char == "*":
            start = index
            while pattern[index : index + 1] == "*":
                index += 1
            # Git compares the literal prefix of a pattern separately, so a star after it is free.
            free = start == first_special or pattern[start - 1] == "/"
            folders = index - start > 1 and free and _at_end_of_name(pattern, index)
            if folders and pattern[index : index + 1] == "/":
                pieces.append(_Piece("(?:.*?/)??", wide=True))
                index += 1
            elif folders or crossing:
                pieces.append(_Piece(".*?", wide=True))
            else:
                pieces.append(_Piece("[^/]*?"))
            continue
        if char == "?":
            found: str | None = one
        elif char == "[":
            found, end = _set(pattern, index, crossing)
            index = end - 1 if found is not None else index
        elif char == "\\":
            found = re.escape(pattern[index + 1]) if index + 1 < len(pattern) else None
            index += found is not None
        else:
            found = re.escape(char)
        if found is None:
            if not crossing:
                return None
            found = re.escape(char)
        pieces[-1].regex += found
        index += 1
    return _joined(pieces, numbers)


def _at_end_of_name(pattern: str, index: int) -> bool:
    return pattern[index : index + 1] in ("", "/") or pattern.startswith("\\/", index)


def _joined(pieces: list[_Piece], numbers: Iterator[int]) -> str:
    """Concatenate the pieces, each in an atomic group: its first match is never revised.

    A narrow star (which does not match `/`) after a wide one may fail where the wide one could
    match more, so a wide piece forms one atomic group with the narrow pieces after it.
    """

    def atomic(regex: str) -> str:
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
        regex = head + "".join(map(atomic, narrow)) + final
        joined += regex if last or not group[0].wide else atomic(regex)
    return joined


def _set(pattern: str, start: int, crossing: bool) -> tuple[str | None, int]:
    """Translate the set `[…]` at `start`; None if it is invalid. Also return where it ends."""
    index = start + 1
    negated = pattern[index : index + 1] in ("!", "^")
    index += negated
    first = index
    items: list[str] = []
    previous = ""
    while (char := pattern[index : index + 1]) != "]" or index == first:
        if char == "-" and previous and pattern[index + 1 : index + 2] not in ("", "]"):
            char, index = _plain(pattern, index + 1)
            if previous <= char:
                items.append(f"{re.escape(previous)}-{re.escape(char)}")
            previous = ""
        elif pattern.startswith("[:", index) and (name := _class_at(pattern, index)) is not None:
            if name not in _CLASSES:
                return None, index
            items.append(_CLASSES[name])
            index += len(name) + len("[::")
            previous = ""
        else:
            char, index = _plain(pattern, index)
            items.append(re.escape(char))
            previous = char
        if not char:
            return None, index
        index += 1
    inside = "".join(items)
    regex = f"[{'^' * negated}{inside}]"
    if not inside:  # a range backwards
        regex = "." if negated else "(?!)"
    return (regex if crossing else f"(?!/){regex}"), index + 1


def _plain(pattern: str, index: int) -> tuple[str, int]:
    """Return the character at an index, or the one after a backslash; empty at the end."""
    if pattern[index : index + 1] == "\\":
        index += 1
    return pattern[index : index + 1], index


def _class_at(pattern: str, index: int) -> str | None:
    """Return the name in `[:name:]`; empty, which is no class, if nothing closes it."""
    end = pattern.find("]", index + 2)
    if end < 0:
        return ""
    inside = pattern[index + 2 : end]
    return inside[:-1] if inside.endswith(":") else None
