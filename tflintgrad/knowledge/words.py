"""Words in the names of a program, by what they state: reads `rules/words.txt`."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tflintgrad.knowledge.op_table import rules_file
from tflintgrad.knowledge.signatures import TableError

_WHOLE = r"(?<![a-z])(?:{})(?![a-z])"
_PLACES = {"whole": _WHOLE, "part": "{}"}


@lru_cache(maxsize=10_000)  # programs use few names, and checks ask about each many times
def states(name: str, *meanings: str) -> bool:
    """True if a name has a word with one of these meanings."""
    return any(_patterns()[meaning].search(name) is not None for meaning in meanings)


def meanings() -> list[str]:
    """Return all meanings that words have."""
    return list(_patterns())


def pattern_of(meaning: str) -> str:
    """Return a regular expression for the words with a meaning."""
    return "|".join(_listed()[meaning][1])


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        meaning: re.compile(_PLACES[place].format("|".join(found)), re.IGNORECASE)
        for meaning, (place, found) in _listed().items()
    }


@cache
def _listed() -> dict[str, tuple[str, list[str]]]:
    """Return the place and the words of each meaning."""
    words: dict[str, tuple[str, list[str]]] = {}
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
            words[meaning] = (place, [])
        words[meaning][1].extend(line.split())
    return words
