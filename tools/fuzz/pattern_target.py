"""Patterns of file names: those of `.gitignore` and those of configurations."""

from __future__ import annotations

from random import Random

from tflintgrad.config.file_patterns import FilePatterns
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.source.gitignore import Patterns
from tools.fuzz.target import Target

_PIECES = (
    *("*", "**", "?", "[a-z]", "[!a]", "[", "]", "[]", "[^]", "[[:alpha:]]", "[[:x:]]", "[z-a]"),
    *("\\", "/", "/", "**/", "/**", "!", "#", "{a,b}", "{", "}", ",", "a", "b", ".py", " ", "é"),
    *("\n", "\n", "\r\n", "\t", "\ud800", "(", ")", "|", "$", "^", "+", "-", "--", "."),
)
_LETTERS = ("a", "b", "/", ".", "é", "[", "-", "aaaaaaaa", "a/a/a/a", ".py", "\n", "x")
_BORDER = "\0"


def _patterns(rng: Random) -> str:
    """Return patterns, and behind the border paths to look for."""
    patterns = "".join(rng.choices(_PIECES, k=rng.randint(1, 30)))
    if rng.random() < 0.2:
        patterns += rng.choice(_PIECES) * rng.randint(1, 60)
    paths = ["".join(rng.choices(_LETTERS, k=rng.randint(1, 40))) for _ in range(3)]
    return _BORDER.join((patterns, *paths))


def _attempt(text: str) -> None:
    patterns, *paths = text.split(_BORDER)
    git = Patterns(patterns)
    for path in paths:
        for is_folder in (False, True):
            git.verdict(path, path.rpartition("/")[2], is_folder)
    try:
        ours = FilePatterns(patterns.split("\n"), "/root")
    except ConfigurationError:  # too many braces
        return
    for path in paths:
        ours.match_entry("/root", path)
        ours.cover(path)


PATTERNS = Target("patterns", _patterns, _attempt, seconds=2)
