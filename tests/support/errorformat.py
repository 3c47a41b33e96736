"""Vim's errorformat as regular expressions, as far as docs/editors.md uses it."""

from __future__ import annotations

import re


def as_python(errorformat: str) -> list[re.Pattern[str]]:
    """Return the patterns of an errorformat that name a location."""
    parts = {
        "%f": "(?P<file>.+?)",
        "%l": r"(?P<line>\d+)",
        "%c": r"(?P<column>\d+)",
        "%m": "(?P<message>.+)",
        "%.%#": ".*",
        "%+G": "(?P<general>)",
    }
    token = re.compile("|".join(map(re.escape, parts)) + r"|\\(.)|(.)")

    def replaced(found: re.Match[str]) -> str:
        return parts.get(found[0]) or re.escape(found[1] or found[2])

    return [re.compile(token.sub(replaced, part)) for part in errorformat.split(",")]


def first_match(patterns: list[re.Pattern[str]], line: str) -> re.Match[str] | None:
    return next((found for pattern in patterns if (found := pattern.fullmatch(line))), None)
