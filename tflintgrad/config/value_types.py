"""Types of configuration values: each validates a value, and has an equivalent JSON schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, get_args

from tflintgrad.config.file_patterns import expand_braces
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.knowledge.rules import RulebookError, rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tflintgrad.diagnostics import Severity


class InvalidValue(Exception):
    """An invalid value, or an unknown key; the message names the key."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class ValueType(Protocol):
    """The type of a key's value."""

    def read(self, key: str, value: object) -> Any:
        """Return the value in the form that Settings has; raise InvalidValue if it is invalid."""
        ...

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the valid values."""
        ...


def did_you_mean(wanted: str, known: Iterable[str]) -> str:
    """Return `; did you mean …?` with the most similar known spelling, or an empty string."""
    import difflib  # only for people who mistyped

    spellings = {item.casefold(): item for item in known}
    near = difflib.get_close_matches(wanted.casefold().replace("_", "-"), spellings, 1)
    return f"; did you mean {spellings[near[0]]!r}?" if near else ""


class Flag:
    """True or false."""

    def read(self, key: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise InvalidValue(key, f"{key} must be true or false")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Number(NamedTuple):
    """A number from `least` to `most`."""

    least: float
    most: float

    def read(self, key: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise InvalidValue(key, f"{key} must be a number")
        if not self.least <= value <= self.most:  # also false for nan
            raise InvalidValue(key, f"{key} must be a number from {self.least:g} to {self.most:g}")
        return float(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.least, "maximum": self.most}


class Count(NamedTuple):
    """A whole number from `least` to `most`."""

    most: int
    least: int = 1

    def read(self, key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self._in_range(value):
            raise InvalidValue(
                key, f"{key} must be a whole number from {self.least} to {self.most}"
            )
        return value

    def _in_range(self, value: int) -> bool:
        return self.least <= value <= self.most

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Text:
    """A string that is not empty."""

    def read(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise InvalidValue(key, f"{key} must be a string")
        if not value:
            raise InvalidValue(key, f"{key} must not be empty")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}


class OneOf(NamedTuple):
    """One of some strings."""

    choices: Callable[[], Iterable[str]]

    def read(self, key: str, value: object) -> str:
        known = list(self.choices())
        if not isinstance(value, str) or value not in known:
            hint = did_you_mean(value, known) if isinstance(value, str) else ""
            raise InvalidValue(key, f"{key} must be one of {', '.join(known)}{hint}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices())}


class Device:
    """A device of TensorFlow: cpu, cpu:1, gpu, gpu:1 or auto."""

    REGEX = "(?:cpu|gpu)(?::[0-9]+)?|auto"

    def read(self, key: str, value: object) -> str:
        if not isinstance(value, str) or re.fullmatch(self.REGEX, value) is None:
            raise InvalidValue(key, f"{key} must be cpu, cpu:1, gpu, gpu:1 or auto, as a string")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self.REGEX})$"}


class Version:
    """A version of TensorFlow, from the oldest in the op table on: 2.15, or 2.16.1."""

    def read(self, key: str, value: object) -> str:
        from tflintgrad.knowledge.op_table import UnknownVersion, check_version

        if not isinstance(value, str):
            raise InvalidValue(key, f'{key} must be a string such as "2.15"')
        try:
            check_version(value)
        except UnknownVersion as problem:
            raise InvalidValue(key, f"{key}: {problem}") from None
        if re.fullmatch(self._regex(), value) is None:
            raise InvalidValue(key, f"{key}: {value!r} is not a version of TensorFlow")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self._regex()})$"}

    def _regex(self) -> str:
        from tflintgrad.knowledge.op_table import older_versions

        major, minor = map(int, older_versions()[-1].split("."))
        number = rf"{major}\.(?:{_from(minor)})|(?:{_from(major + 1)})\.(?:{_from(0)})"
        return rf"(?:{number})(?:\.[0-9A-Za-z]+)*"


def _from(number: int) -> str:
    """Return a regular expression for the whole numbers from `number` on."""
    digits = str(number)
    found = [digits, f"[1-9][0-9]{{{len(digits)},}}"]
    for index, digit in enumerate(digits):
        if digit < "9":
            rest = "[0-9]" * (len(digits) - index - 1)
            found.append(f"{digits[:index]}[{int(digit) + 1}-9]{rest}")
    return "|".join(found)


class Patterns:
    """A list of patterns for names and paths of files."""

    def read(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InvalidValue(key, f"{key} must be a list of strings")
        if "" in value:
            raise InvalidValue(key, f"{key}: a pattern must not be empty")
        for pattern in value:
            _check_pattern(key, pattern)
        return tuple(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "minLength": 1}}


def _check_pattern(key: str, pattern: str) -> None:
    try:
        expand_braces(pattern)
    except ConfigurationError as problem:
        raise InvalidValue(key, f"{key}: {problem}") from None


class Codes(NamedTuple):
    """A list of rules by code, prefix or name, spelled as `tflintgrad rules` lists them."""

    required: bool = False
    """True if the list must not be empty."""

    def read(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InvalidValue(key, f"{key} must be a list of strings")
        if self.required and not value:
            raise InvalidValue(
                key, f"{key} must not be empty; without it, the default rules are on"
            )
        for item in value:
            check_selector(key, item)
        return tuple(value)

    def schema(self) -> dict[str, Any]:
        items = {"$ref": "#/definitions/rule"}
        return {"type": "array", "items": items, **({"minItems": 1} if self.required else {})}


def check_selector(key: str, selector: str) -> None:
    """Raise InvalidValue unless `selector` is a code, prefix or name, in its exact spelling."""
    book = rulebook()
    if selector in book.selectors:
        return
    try:
        book.expand([selector])
    except RulebookError as problem:
        raise InvalidValue(key, f"{key}: {problem}") from None
    hint = did_you_mean(selector, book.selectors)
    raise InvalidValue(key, f"{key}: {selector!r} is misspelled{hint}")


class CodesByPattern:
    """A table of file patterns, each with a list of rules."""

    def read(self, key: str, value: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            raise InvalidValue(key, f"{key} must be a table of patterns, each with a list of rules")
        if "" in value:
            raise InvalidValue(key, f"{key}: a pattern must not be empty")
        for pattern in value:
            _check_pattern(key, pattern)
        return {pattern: self._codes(key, pattern, codes) for pattern, codes in value.items()}

    def _codes(self, key: str, pattern: str, codes: object) -> tuple[str, ...]:
        try:
            return Codes().read(f'{key}."{pattern}"', codes)
        except InvalidValue as problem:
            raise InvalidValue(f"{key}.{pattern}", str(problem)) from None

    def schema(self) -> dict[str, Any]:
        names = {"minLength": 1}
        return {"type": "object", "propertyNames": names, "additionalProperties": Codes().schema()}


class SeverityByCode:
    """A table of rules, each with a severity."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Return the severities."""
        from tflintgrad.diagnostics import Severity  # slow to import, and rarely needed

        return get_args(Severity)

    def read(self, key: str, value: object) -> dict[str, Severity]:
        if not isinstance(value, dict):
            raise InvalidValue(
                key, f"{key} must be a table of rules, each with {' or '.join(self.levels)}"
            )
        for selector, level in value.items():
            check_selector(key, selector)
            if not isinstance(level, str) or level not in self.levels:
                hint = did_you_mean(level, self.levels) if isinstance(level, str) else ""
                if level in ("off", "none", "ignore"):
                    hint = "; to turn off a rule, use ignore"
                message = f"{key}.{selector} must be one of {', '.join(self.levels)}{hint}"
                raise InvalidValue(f"{key}.{selector}", message)
        return dict(value)

    def schema(self) -> dict[str, Any]:
        levels = {"enum": list(self.levels)}
        names = {"$ref": "#/definitions/rule"}
        return {"type": "object", "propertyNames": names, "additionalProperties": levels}
