"""Small parts of sentences: counts, pronouns and paths; lines on standard error."""

from __future__ import annotations

import os
import sys

from tflintgrad.output.messages import escape_controls


def counted(number: int, noun: str) -> str:
    """Return the number and the noun, in the plural if need be."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def it_or_them(number: int) -> str:
    """Return the pronoun for so many things."""
    return "it" if number == 1 else "them"


def relative(path: str) -> str:
    """Return a path relative to the working directory."""
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return path


def say(text: str) -> None:
    """Print one line on standard error; a name that it quotes controls no terminal and no log."""
    print(escape_controls(text), file=sys.stderr)
