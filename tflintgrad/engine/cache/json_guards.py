"""JSON that we wrote, or anybody else: values are of the kind that they should be, or refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

#: What comes of reading something that we did not write.
MALFORMED = (ValueError, TypeError, LookupError, AttributeError)


def parse(text: str) -> Any:
    """Raises ValueError for what is not JSON."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def as_text(value: Any) -> str:
    """Raises TypeError, like the others, for what is something else."""
    if type(value) is not str:
        raise TypeError
    return value


def as_texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(as_text, values))


def as_flag(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def as_count(value: Any, below: int = 1 << 31) -> int:
    if type(value) is not int or not 0 <= value < below:
        raise TypeError
    return value


def as_number(value: Any) -> float:
    if type(value) not in (int, float):
        raise TypeError
    try:
        return float(value)
    except OverflowError:
        raise TypeError from None


def as_level(value: Any) -> int:
    """The dots of an import; each is a step up."""
    return as_count(value, 1000)
