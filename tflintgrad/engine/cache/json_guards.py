"""Guards for JSON that anyone may have written: values have the expected type, or are refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

#: Exceptions that reading a malformed cache entry may raise.
MALFORMED = (ValueError, TypeError, LookupError, AttributeError)


def parse(text: str) -> Any:
    """Parse JSON; raise ValueError for anything else."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def as_text(value: Any) -> str:
    """Return `value` if it is a string; raise TypeError otherwise."""
    if type(value) is not str:
        raise TypeError
    return value


def as_texts(values: Iterable[Any]) -> tuple[str, ...]:
    """Return `values` as a tuple if all are strings; raise TypeError otherwise."""
    return tuple(map(as_text, values))


def as_flag(value: Any) -> bool:
    """Return `value` if it is a bool; raise TypeError otherwise."""
    if type(value) is not bool:
        raise TypeError
    return value


def as_count(value: Any, below: int = 1 << 31) -> int:
    """Return `value` if it is an int from 0 to `below`, exclusive; raise TypeError otherwise."""
    if type(value) is not int or not 0 <= value < below:
        raise TypeError
    return value


def as_number(value: Any) -> float:
    """Return `value` as a float if it is a number; raise TypeError otherwise."""
    if type(value) not in (int, float):
        raise TypeError
    try:
        return float(value)
    except OverflowError:
        raise TypeError from None


def as_level(value: Any) -> int:
    """Return the number of dots of a relative import; raise TypeError for anything else."""
    return as_count(value, 1000)
