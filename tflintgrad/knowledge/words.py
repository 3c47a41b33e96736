"""Words in the names of a program, by what they state: reads `rules/words.txt`."""

from __future__ import annotations

import re
from functools import cache

from tflintgrad.knowledge.op_table import rules_file
from tflintgrad.knowledge.signatures import TableError

_WHOLE = r"(?<![a-z])(?:{})(?![a-z])"
_PLACES = {"whole": _WHOLE, "part": "{}"}


def states(name: str, *meanings: str) -> bool:
    """True if a name has a word with one of these meanings."""
    return any(_patterns()[meaning].search(name) is not None for meaning in meanings)


def meanings() -> list[str]:
    """Return all meanings that words have."""
    return list(_patterns())


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words: dict[str, list[str]] = {}
    places: dict[str, str] = {}
    meaning = ""
    lines = rules_file("words.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        if line[:1].strip():
            head, _, line = line.partition(":")
            meaning, _, place = head.partition(", ")
            if meaning in words or place not in _PLACES:
                raise TableError(f"rules/words.txt:{number}: expected `meaning, whole:` or `part:`")
            words[meaning], places[meaning] = [], _PLACES[place]
        words[meaning] += line.split()
    return {
        meaning: re.compile(places[meaning].format("|".join(found)), re.IGNORECASE)
        for meaning, found in words.items()
    }
