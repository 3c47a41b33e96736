"""What the value of a key may be: each kind reads it, and says the same as a JSON schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, get_args

from tflintgrad.config.file_patterns import without_braces
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.knowledge.rules import RulebookError, rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tflintgrad.diagnostics import Severity


class Wrong(Exception):
    """A value that a key cannot have; `key` is where it stands, the message names it."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class Kind(Protocol):
    def read(self, key: str, value: object) -> Any:
        """The value as settings hold it; raises Wrong."""
        ...

    def schema(self) -> dict[str, Any]: ...


def nearest(wanted: str, known: Iterable[str]) -> str:
    """`; did you mean …?`, or nothing."""
    import difflib  # only for people who mistyped

    spellings = {item.casefold(): item for item in known}
    near = difflib.get_close_matches(wanted.casefold().replace("_", "-"), spellings, 1)
    return f"; did you mean {spellings[near[0]]!r}?" if near else ""


class Flag:
    def read(self, key: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise Wrong(key, f"{key} must be true or false")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Number(NamedTuple):
    least: float
    most: float

    def read(self, key: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Wrong(key, f"{key} must be a number")
        if not self.least <= value <= self.most:  # which nothing is that is no number (nan)
            raise Wrong(key, f"{key} must be a number from {self.least:g} to {self.most:g}")
        return float(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.least, "maximum": self.most}


class Count(NamedTuple):
    most: int
    least: int = 1

    def read(self, key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self._holds(value):
            raise Wrong(key, f"{key} must be a whole number from {self.least} to {self.most}")
        return value

    def _holds(self, value: int) -> bool:
        return self.least <= value <= self.most

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Text:
    """Not empty."""

    def read(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise Wrong(key, f"{key} must be a string")
        if not value:
            raise Wrong(key, f"{key} must not be empty")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}


class OneOf(NamedTuple):
    choices: Callable[[], Iterable[str]]

    def read(self, key: str, value: object) -> str:
        known = list(self.choices())
        if not isinstance(value, str) or value not in known:
            hint = nearest(value, known) if isinstance(value, str) else ""
            raise Wrong(key, f"{key} must be one of {', '.join(known)}{hint}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices())}


class Device:
    REGEX = "(?:cpu|gpu)(?::[0-9]+)?|auto"

    def read(self, key: str, value: object) -> str:
        if not isinstance(value, str) or re.fullmatch(self.REGEX, value) is None:
            raise Wrong(key, f"{key} must be cpu, cpu:1, gpu, gpu:1 or auto, as a string")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self.REGEX})$"}


class Version:
    """Of TensorFlow, from the oldest that was measured on: 2.15, or 2.16.1."""

    def read(self, key: str, value: object) -> str:
        from tflintgrad.knowledge.op_table import UnknownVersion, check_version

        if not isinstance(value, str):
            raise Wrong(key, f'{key} must be a string such as "2.15"')
        try:
            check_version(value)
        except UnknownVersion as problem:
            raise Wrong(key, f"{key}: {problem}") from None
        if re.fullmatch(self._regex(), value) is None:
            raise Wrong(key, f"{key}: {value!r} is not written like a version of TensorFlow")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self._regex()})$"}

    def _regex(self) -> str:
        from tflintgrad.knowledge.op_table import older_versions

        major, minor = map(int, older_versions()[-1].split("."))
        number = rf"{major}\.(?:{_from(minor)})|(?:{_from(major + 1)})\.(?:{_from(0)})"
        return rf"(?:{number})(?:\.[0-9A-Za-z]+)*"


def _from(number: int) -> str:
    """The whole numbers that are not smaller, as a regular expression."""
    digits = str(number)
    found = [digits, f"[1-9][0-9]{{{len(digits)},}}"]
    for place, digit in enumerate(digits):
        if digit < "9":
            rest = "[0-9]" * (len(digits) - place - 1)
            found.append(f"{digits[:place]}[{int(digit) + 1}-9]{rest}")
    return "|".join(found)


class Patterns:
    """Names and paths of files."""

    def read(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Wrong(key, f"{key} must be a list of strings")
        if "" in value:
            raise Wrong(key, f"{key}: a pattern must not be empty")
        for pattern in value:
            _check_pattern(key, pattern)
        return tuple(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "minLength": 1}}


def _check_pattern(key: str, pattern: str) -> None:
    try:
        without_braces(pattern)
    except ConfigurationError as problem:
        raise Wrong(key, f"{key}: {problem}") from None


class Codes(NamedTuple):
    """Rules by code, prefix or name, spelt as `tflintgrad rules` lists them."""

    needed: bool = False
    """Whether the list must not be empty."""

    def read(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Wrong(key, f"{key} must be a list of strings")
        if self.needed and not value:
            raise Wrong(key, f"{key} must not be empty; without it, the default rules are on")
        for item in value:
            check_code(key, item)
        return tuple(value)

    def schema(self) -> dict[str, Any]:
        items = {"$ref": "#/definitions/rule"}
        return {"type": "array", "items": items, **({"minItems": 1} if self.needed else {})}


def check_code(key: str, selector: str) -> None:
    book = rulebook()
    if selector in book.selectors:
        return
    try:
        book.expand([selector])
    except RulebookError as problem:
        raise Wrong(key, f"{key}: {problem}") from None
    raise Wrong(key, f"{key}: {selector!r} is spelt otherwise{nearest(selector, book.selectors)}")


class CodesByPattern:
    def read(self, key: str, value: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            raise Wrong(key, f"{key} must be a table of patterns, each with a list of rules")
        if "" in value:
            raise Wrong(key, f"{key}: a pattern must not be empty")
        for pattern in value:
            _check_pattern(key, pattern)
        return {pattern: self._codes(key, pattern, codes) for pattern, codes in value.items()}

    def _codes(self, key: str, pattern: str, codes: object) -> tuple[str, ...]:
        try:
            return Codes().read(f'{key}."{pattern}"', codes)
        except Wrong as problem:
            raise Wrong(f"{key}.{pattern}", str(problem)) from None

    def schema(self) -> dict[str, Any]:
        names = {"minLength": 1}
        return {"type": "object", "propertyNames": names, "additionalProperties": Codes().schema()}


class SeverityByCode:
    @property
    def levels(self) -> tuple[str, ...]:
        from tflintgrad.diagnostics import Severity  # takes long to import, and hardly anybody asks

        return get_args(Severity)

    def read(self, key: str, value: object) -> dict[str, Severity]:
        if not isinstance(value, dict):
            raise Wrong(
                key, f"{key} must be a table of rules, each with {' or '.join(self.levels)}"
            )
        for selector, level in value.items():
            check_code(key, selector)
            if not isinstance(level, str) or level not in self.levels:
                hint = nearest(level, self.levels) if isinstance(level, str) else ""
                if level in ("off", "none", "ignore"):
                    hint = "; to silence a rule, ignore it"
                words = f"{key}.{selector} must be one of {', '.join(self.levels)}{hint}"
                raise Wrong(f"{key}.{selector}", words)
        return dict(value)

    def schema(self) -> dict[str, Any]:
        levels = {"enum": list(self.levels)}
        names = {"$ref": "#/definitions/rule"}
        return {"type": "object", "propertyNames": names, "additionalProperties": levels}
