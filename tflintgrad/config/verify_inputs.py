"""The kind of `verify.inputs`: what stands for inputs that are not known, by name."""

from __future__ import annotations

import re
from typing import Any

from tflintgrad import limits
from tflintgrad.config.value_types import Wrong, nearest

_DTYPES = (
    *("float32", "float64", "float16", "bfloat16", "int32", "int64", "int8", "int16", "uint8"),
    *("uint16", "bool", "complex64", "complex128", "string"),
)
#: Beyond that, and infinite, no number is meant.
_LARGEST = 1e308
_BOUNDS = {"minimum": -_LARGEST, "maximum": _LARGEST}
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_KEYS = ("shape", "dtype", "low", "high", "value")


class Unfit(Wrong):
    """Parts that are right, and do not go together: no schema can say so."""


class Inputs:
    """Names, each with a number, a string, true or false, lists of these, or a table."""

    def read(self, key: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Wrong(key, f"{key} must be a table of inputs by name")
        return {name: self._input(key, name, said) for name, said in value.items()}

    def _input(self, key: str, name: str, said: object) -> Any:
        if re.fullmatch(_NAME, name) is None:
            raise Wrong(key, f"{key}: {name!r} is not a name that a program can have for a value")
        place = f"{key}.{name}"
        if not isinstance(said, dict):
            return _value(place, said)
        if not said:
            raise Wrong(place, f"{place} must have one of {', '.join(_KEYS)}")
        table = {part: _part(place, part, inner) for part, inner in said.items()}
        _check_together(place, table)
        return table

    def schema(self) -> dict[str, Any]:
        values = {"$ref": "#/definitions/values"}
        sizes = {"type": "integer", "minimum": 0, "maximum": limits.MAX_INPUT_LENGTH}
        table = {
            "type": "object",
            "properties": {
                "shape": {"type": "array", "items": sizes},
                "dtype": {"enum": list(_DTYPES)},
                "low": {"type": "number", **_BOUNDS},
                "high": {"type": "number", **_BOUNDS},
                "value": values,
            },
            "additionalProperties": False,
            "minProperties": 1,
        }
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^(?:{_NAME})$"},
            "additionalProperties": {"anyOf": [values, table]},
        }


#: What `values` are in the schema: it refers to itself.
VALUES = {
    "description": "A number, a string, true or false, or lists of these.",
    "anyOf": [
        {"type": ["number", "string", "boolean"], **_BOUNDS},
        {"type": "array", "items": {"$ref": "#/definitions/values"}},
    ],
}


def _part(place: str, part: str, value: object) -> Any:
    inside = f"{place}.{part}"
    if part == "shape":
        if not isinstance(value, list) or not all(_is_size(size) for size in value):
            raise Wrong(inside, f"{inside} must be a list of whole numbers, such as [8, 3]")
        return tuple(value)
    if part == "dtype":
        if not isinstance(value, str) or value not in _DTYPES:
            hint = nearest(value, _DTYPES) if isinstance(value, str) else ""
            raise Wrong(inside, f"{inside} must be one of {', '.join(_DTYPES)}{hint}")
        return value
    if part in ("low", "high"):
        if not _is_number(value):
            raise Wrong(inside, f"{inside} must be a number")
        return value
    if part == "value":
        return _value(inside, value)
    hint = nearest(part, _KEYS) or f"; there is {', '.join(_KEYS)}"
    if place.endswith(".self"):
        hint = f'; the name of an attribute is in quotes, "self.{part}"'
    raise Wrong(inside, f"unknown key {inside!r}{hint}")


def _is_size(value: object) -> bool:
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and 0 <= value <= limits.MAX_INPUT_LENGTH
    )


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return -_LARGEST <= value <= _LARGEST


def _value(place: str, value: object) -> Any:
    """Lists as tuples, all of the same length."""
    if isinstance(value, list):
        items = tuple(_value(place, item) for item in value)
        if len({_shape(item) for item in items}) > 1:
            raise Unfit(place, f"{place}: its lists are not all of the same length")
        if len({_sort(item) for item in items}) > 1:
            raise Unfit(place, f"{place}: numbers, strings and truth values are mixed")
        return items
    if isinstance(value, (bool, str)) or _is_number(value):
        return value
    words = "a number, a string, true or false, or lists of these"
    raise Wrong(place, f"{place} must be {words}, or a table of {', '.join(_KEYS)}")


def _shape(value: Any) -> tuple[int, ...]:
    if not isinstance(value, tuple):
        return ()
    return (len(value), *(_shape(value[0]) if value else ()))


def _sort(value: Any) -> str:
    """Of what is in the lists."""
    if isinstance(value, tuple):
        return _sort(value[0]) if value else ""
    return type(value).__name__ if isinstance(value, (bool, str)) else "number"


def _check_together(place: str, table: dict[str, Any]) -> None:
    dtype = table.get("dtype", "float32")
    ends = [part for part in ("low", "high") if part in table]
    if "value" in table:
        if ends:
            raise Unfit(place, f"{place} has a value, so it cannot have {ends[0]} as well")
        if isinstance(table["value"], tuple) and "shape" in table:
            raise Unfit(place, f"{place} has the shape of its lists, so it cannot have another one")
        return
    if ends and dtype in ("bool", "string"):
        raise Unfit(place, f"{place}: there is no {ends[0]} among values of type {dtype}")
    whole = "int" in dtype
    if whole and any(table[part] != int(table[part]) for part in ends):
        raise Unfit(place, f"{place}: the range of {dtype} must be whole numbers")
    low, high = table.get("low", 0), table.get("high", 2 if whole else 1)
    if ends and not low < high:
        raise Unfit(place, f"{place}: low ({low}) must be less than high ({high})")
