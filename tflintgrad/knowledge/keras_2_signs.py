"""Signs of the Keras that code is for: reads `rules/keras-2-signs.txt`.

The head of that file explains its format. It is read once, at the first lookup.
"""

from __future__ import annotations

import re
from functools import cache

from tflintgrad.knowledge.op_table import rules_file

_TEXT = "text "
_INSTALLED = "installed 3: "
#: The version of signs that only tell the time.
_DATED = 0


@cache
def keras_2_arguments(role: str) -> frozenset[str]:
    """Return the keywords that the constructors of a role have in Keras 2 only."""
    found: dict[str, frozenset[str]] = {}
    for line in _lines():
        name, _, words = line.partition(":")
        if not line.startswith((_TEXT, _INSTALLED)):
            found[name] = frozenset(words.split())
    return found.get(role, frozenset())


def keras_in(code: bytes) -> int:
    """Return the Keras that the text of a file is for: 2, 3, or 1 for that of TensorFlow 1.

    0: the text does not tell.
    """
    for version, word, pattern in _texts():
        if version != _DATED and word in code and pattern.search(code):
            return version
    return 0


def installed_keras_3() -> str:
    """Return the pattern of what Keras 3 installs."""
    return next(line for line in _lines() if line.startswith(_INSTALLED)).removeprefix(_INSTALLED)


def is_dated(text: bytes) -> bool:
    """True if something in the text was written before Keras 3: a year, an older version."""
    return any(
        version == _DATED and word in text and pattern.search(text)
        for version, word, pattern in _texts()
    )


@cache
def _texts() -> tuple[tuple[int, bytes, re.Pattern[bytes]], ...]:
    """Return the version, a word that the text contains, and its pattern, for each sign."""
    found = []
    for line in _lines():
        head, _, pattern = line.partition(": ")
        if line.startswith(_TEXT):
            _, version, word = head.split(" ")
            compiled = re.compile(pattern.encode(), re.MULTILINE)
            found.append((int(version), word.encode(), compiled))
    return tuple(found)


@cache
def _lines() -> tuple[str, ...]:
    text = rules_file("keras-2-signs.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
