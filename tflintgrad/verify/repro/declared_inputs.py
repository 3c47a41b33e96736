"""The user's inputs (`verify.inputs`), which replace guessed placeholders.

An input is a value, or a table of `shape`, `dtype`, `low`, `high` and `value`; the configuration
has checked that these fit together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Class, External, Function, Instance, Layer, Method, Tape
from tflintgrad.flow.domain.values import Value
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro import placeholders

#: Values that an input cannot replace.
_NO_NUMBERS = (Class, External, Function, Instance, Layer, Method, Tape)
#: Kinds of values that are Python's own.
_PLAIN = (kinds.NUMBER, kinds.STRING, kinds.SHAPE, kinds.LIST, kinds.TUPLE, kinds.DICT, kinds.SET)
#: The dtypes of which TensorFlow can draw random numbers.
_DRAWN = ("float16", "bfloat16", "float32", "float64", "int32", "int64")
_FLOAT = "float32"
_DTYPES = {"int": "int32", "bool": "bool", "complex": "complex64", "string": "string"}


@dataclass(frozen=True, slots=True)
class Input:
    """The user's settings of one input; the other fields are guessed."""

    name: str
    value: Any = None
    shape: tuple[int, ...] | None = None
    dtype: str = ""
    low: float | None = None
    high: float | None = None

    @property
    def has_shape(self) -> bool:
        """True if the user decides the shape."""
        return self.value is not None or self.shape is not None


def input_for(value: Value, inputs: Mapping[str, Any]) -> Input | None:
    """Return the user's input for a value, by its name in the program or in the script."""
    if not inputs or isinstance(value, _NO_NUMBERS):
        return None
    for name in _names(value):
        if name in inputs:
            given = inputs[name]
            return Input(name, **given) if isinstance(given, Mapping) else Input(name, given)
    return None


def _names(value: Value) -> list[str]:
    if not value.name:
        return []
    names = [placeholders.name_for(value)]
    if not value.facts.get("opaque"):  # opaque values have the name of the called function
        owner, _, last = value.name.rpartition(".")
        names += [value.name, f"self.{last}" if owner else last]
    return names


def stand_in(given: Input, value: Value, scalar: bool, is_source: bool) -> str:
    """Return an expression for the user's input, of the value's kind."""
    if given.value is not None and given.shape is None and not given.dtype:
        # A Python number works with tensors of all dtypes.
        plain = value.kind is kinds.UNKNOWN and not is_source and not isinstance(given.value, tuple)
        if plain or value.kind in _PLAIN:
            return _literal(given.value)
    written = tensor(given, value, scalar, is_source)
    if value.kind is kinds.NUMBER:
        return text("whole_number" if value.dtype == "int" else "number", value=written)
    if value.kind is kinds.NDARRAY:
        return text("array", value=written)
    if value.kind is kinds.VARIABLE:
        return placeholders.variable(value, written)
    return written


def tensor(given: Input, value: Value, scalar: bool, is_source: bool) -> str:
    """Return an expression for the user's input as a tensor."""
    if given.value is not None:
        # A 1 in the configuration must not become an integer tensor, which has no gradient.
        is_float = is_source or value.kind is kinds.VARIABLE or value.dtype == "float"
        dtype = given.dtype or (_FLOAT if is_float and _is_whole(given.value) else "")
        return _constant(_literal(given.value), dtype, given.shape)
    shape = given.shape if given.shape is not None else () if scalar or value.scalar else (2, 2)
    return _drawn(given, given.dtype or _DTYPES.get(value.dtype or "", _FLOAT), shape)


def _drawn(given: Input, dtype: str, shape: tuple[int, ...]) -> str:
    """Return an expression for random numbers: by default from 0 to 1, for integers 0 or 1."""
    if dtype == "string":
        return _constant(text("text"), "", shape)
    if dtype == "bool":
        return text("drawn_truth", shape=shape)
    if dtype.startswith("complex"):
        drawn = text("drawn_complex", value=_drawn(given, _FLOAT, shape))
        return drawn if dtype == "complex64" else text("cast", value=drawn, dtype=dtype)
    if dtype not in _DRAWN:
        return text("cast", value=_drawn(given, "int32", shape), dtype=dtype)
    number = int if "int" in dtype else float
    low = number(given.low if given.low is not None else 0)
    high = number(given.high if given.high is not None else 2 if number is int else 1)
    named = "" if dtype == _FLOAT else f", {text('dtype', name=dtype)}"
    return text("drawn", shape=shape, low=low, high=high, dtype=named)


def _constant(value: str, dtype: str, shape: tuple[int, ...] | None) -> str:
    named = f", {text('dtype', name=dtype)}" if dtype else ""
    sized = f", shape={shape}" if shape is not None else ""
    return text("tensor", value=f"{value}{named}{sized}")


def _is_whole(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_whole, value))
    return isinstance(value, int) and not isinstance(value, bool)


def _literal(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)
