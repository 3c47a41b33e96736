"""What a child sent, taken for what it is: bytes from a program that may be hostile.

The program shares its process with our observer, so it can write anything into the report, and
sign it. That is its own finding's affair; but nobody else's, so what no honest child sends is
refused here, and what is shown to the user is made fit to be shown.
"""

from __future__ import annotations

import functools
import json
import re
import types
import typing
from dataclasses import is_dataclass
from typing import Any, Literal

from tflintgrad.verify.protocol import Report, report_from_json

#: Would move the cursor, reorder text, or not be writable at all (halves of characters).
_NOT_SHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_LONGEST = 1 << 63
#: Compared with the user's paths, and not shown.
_NAMES_OF_FILES = ("filename", "files")


class NoReport(Exception):
    """It is none; the message says why."""


def read_report(payload: bytes) -> Report:
    try:
        data = json.loads(payload)
        if not _fits(data, Report):
            raise NoReport("its report cannot be read")
        return report_from_json(_shown(data))
    except NoReport:
        raise
    except Exception as problem:  # too deep, too long, not even text
        raise NoReport(f"its report cannot be read: {type(problem).__name__}") from None


def shown(text: str) -> str:
    return _NOT_SHOWN.sub("\ufffd", text)


def _shown(data: Any) -> Any:
    if isinstance(data, str):
        return shown(data)
    if isinstance(data, list):
        return [_shown(item) for item in data]
    if isinstance(data, dict):
        return {key: item if key in _NAMES_OF_FILES else _shown(item) for key, item in data.items()}
    return data


def _fits(value: Any, hint: Any) -> bool:
    """Is it of this type, all through?"""
    if isinstance(hint, type) and is_dataclass(hint):
        hints = _fields(hint)
        return (
            isinstance(value, dict)
            and value.keys() == hints.keys()
            and all(_fits(value[name], part) for name, part in hints.items())
        )
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is list:
        return isinstance(value, list) and all(_fits(item, parts[0]) for item in value)
    if origin is dict:  # JSON's keys are strings
        return isinstance(value, dict) and all(_fits(item, parts[1]) for item in value.values())
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin in (typing.Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if hint is float:
        return isinstance(value, float) or _fits(value, int)
    if hint is int:
        # `True` is an integer in Python; a longer one would be no float.
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LONGEST
    return isinstance(value, hint)


@functools.cache
def _fields(of: type) -> dict[str, Any]:
    return typing.get_type_hints(of)
