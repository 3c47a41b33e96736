"""Validates reports, which come from a process that a hostile program may control.

The program shares its process with the observer, so it can write anything into the report and sign
it. A forged report may falsify the program's own verdict, but nothing else: malformed reports are
rejected here, and text is made safe to display.
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

#: Characters that move the cursor, reorder text, or cannot be encoded (surrogates).
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_MAX_INTEGER = 1 << 63
#: Fields that are compared with the user's paths, and not displayed.
_PATH_FIELDS = ("filename", "files")


class InvalidReport(Exception):
    """The bytes are not a report; the message says why."""


def read_report(payload: bytes) -> Report:
    """Return the report in a payload; raise InvalidReport if it is malformed."""
    try:
        data = json.loads(payload)
        if not _fits(data, Report):
            raise InvalidReport("its report cannot be read")
        return report_from_json(_safe(data))
    except InvalidReport:
        raise
    except Exception as problem:  # nested too deeply, too long, not text
        raise InvalidReport(f"its report cannot be read: {type(problem).__name__}") from None


def _safe(data: Any) -> Any:
    """Return JSON data with unsafe characters replaced, except in paths."""
    if isinstance(data, str):
        return _UNSAFE.sub("\ufffd", data)
    if isinstance(data, list):
        return [_safe(item) for item in data]
    if isinstance(data, dict):
        return {key: item if key in _PATH_FIELDS else _safe(item) for key, item in data.items()}
    return data


def _fits(value: Any, hint: Any) -> bool:
    """True if a JSON value and all values in it have the type of `hint`."""
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
        # `True` is an integer in Python; a larger integer cannot become a float.
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MAX_INTEGER
    return isinstance(value, hint)


@functools.cache
def _fields(of: type) -> dict[str, Any]:
    return typing.get_type_hints(of)
