"""Small pieces of sentences."""

from __future__ import annotations

import os


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def it_or_them(number: int) -> str:
    return "it" if number == 1 else "them"


def near(path: str) -> str:
    """As seen from the current directory."""
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return path
