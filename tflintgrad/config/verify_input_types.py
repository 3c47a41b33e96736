"""The value type of `verify.inputs`: placeholders for unknown inputs of programs, by name."""

from __future__ import annotations

import re
from typing import Any

from tflintgrad import limits
from tflintgrad.config.value_types import InvalidValue, did_you_mean

_DTYPES = (
    *("float32", "float64", "float16", "bfloat16", "int32", "int64", "int8", "int16", "uint8"),
    *("uint16", "bool", "complex64", "complex128", "string"),
)
#: Numbers beyond it, and infinity, are rejected.
_LARGEST = 1e308
_BOUNDS = {"minimum": -_LARGEST, "maximum": _LARGEST}
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_KEYS = ("shape", "dtype", "low", "high", "value")


class InconsistentInput(InvalidValue):
    """Parts of an input that are valid alone but not together; the schema does not forbid them."""


class Inputs:
    """A table of names, each with a number, string, boolean, list of these, or a table."""

    def read(self, key: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise InvalidValue(key, f"{key} must be a table of inputs by name")
        return {name: self._input(key, name, entry) for name, entry in value.items()}

    def _input(self, key: str, name: str, entry: object) -> Any:
        if re.fullmatch(_NAME, name) is None:
            raise InvalidValue(key, f"{key}: {name!r} is not a Python name")
        path = f"{key}.{name}"
        if not isinstance(entry, dict):
            return _value(path, entry)
        if not entry:
            raise InvalidValue(path, f"{path} must have one of {', '.join(_KEYS)}")
        table = {part: _part(path, part, value) for part, value in entry.items()}
        _check_consistent(path, table)
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


#: The definition `values` of the schema, which refers to itself.
VALUES = {
    "description": "A number, a string, true or false, or lists of these.",
    "anyOf": [
        {"type": ["number", "string", "boolean"], **_BOUNDS},
        {"type": "array", "items": {"$ref": "#/definitions/values"}},
    ],
}


def _part(path: str, part: str, value: object) -> Any:
    """Validate one key of an input's table."""
    inside = f"{path}.{part}"
    if part == "shape":
        if not isinstance(value, list) or not all(_is_size(size) for size in value):
            raise InvalidValue(inside, f"{inside} must be a list of whole numbers, such as [8, 3]")
        return tuple(value)
    if part == "dtype":
        if not isinstance(value, str) or value not in _DTYPES:
            hint = did_you_mean(value, _DTYPES) if isinstance(value, str) else ""
            raise InvalidValue(inside, f"{inside} must be one of {', '.join(_DTYPES)}{hint}")
        return value
    if part in ("low", "high"):
        if not _is_number(value):
            raise InvalidValue(inside, f"{inside} must be a number")
        return value
    if part == "value":
        return _value(inside, value)
    hint = did_you_mean(part, _KEYS) or f"; known keys: {', '.join(_KEYS)}"
    if path.endswith(".self"):
        hint = f'; write the name of an attribute in quotes: "self.{part}"'
    raise InvalidValue(inside, f"unknown key {inside!r}{hint}")


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


def _value(path: str, value: object) -> Any:
    """Validate a value, and return it with lists as tuples."""
    if isinstance(value, list):
        items = tuple(_value(path, item) for item in value)
        if len({_shape(item) for item in items}) > 1:
            raise InconsistentInput(path, f"{path}: its lists differ in length")
        if len({_element_type(item) for item in items}) > 1:
            raise InconsistentInput(path, f"{path} mixes numbers, strings and booleans")
        return items
    if isinstance(value, (bool, str)) or _is_number(value):
        return value
    expected = "a number, a string, true or false, or lists of these"
    raise InvalidValue(path, f"{path} must be {expected}, or a table of {', '.join(_KEYS)}")


def _shape(value: Any) -> tuple[int, ...]:
    if not isinstance(value, tuple):
        return ()
    return (len(value), *(_shape(value[0]) if value else ()))


def _element_type(value: Any) -> str:
    """Return the type of the elements of nested lists, by the first of them."""
    if isinstance(value, tuple):
        return _element_type(value[0]) if value else ""
    return type(value).__name__ if isinstance(value, (bool, str)) else "number"


def _check_consistent(path: str, table: dict[str, Any]) -> None:
    """Raise InconsistentInput if the keys of an input's table contradict each other."""
    dtype = table.get("dtype", "float32")
    ends = [part for part in ("low", "high") if part in table]
    if "value" in table:
        if ends:
            raise InconsistentInput(
                path, f"{path} has a value, so it cannot have {ends[0]} as well"
            )
        if isinstance(table["value"], tuple) and "shape" in table:
            raise InconsistentInput(path, f"{path} has a list, so it cannot have a shape as well")
        return
    if ends and dtype in ("bool", "string"):
        raise InconsistentInput(path, f"{path}: a {dtype} cannot have {ends[0]}")
    whole = "int" in dtype
    if whole and any(table[part] != int(table[part]) for part in ends):
        raise InconsistentInput(path, f"{path}: the range of {dtype} must be whole numbers")
    low, high = table.get("low", 0), table.get("high", 2 if whole else 1)
    if ends and not low < high:
        raise InconsistentInput(path, f"{path}: low ({low}) must be less than high ({high})")
