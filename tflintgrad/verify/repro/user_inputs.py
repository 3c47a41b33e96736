"""What the user says about inputs (`verify.inputs`): numbers in the place of guesses.

An input is a value, or a table of `shape`, `dtype`, `low`, `high` and `value`; the configuration
has made sure that they go together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Class, External, Function, Instance, Layer, Method, Tape
from tflintgrad.flow.domain.values import Value
from tflintgrad.verify.repro import placeholders
from tflintgrad.verify.repro.templates import text

#: What cannot be a number.
_NO_NUMBERS = (Class, External, Function, Instance, Layer, Method, Tape)
#: Kinds of values that are Python's own.
_PLAIN = (kinds.NUMBER, kinds.STRING, kinds.SHAPE, kinds.LIST, kinds.TUPLE, kinds.DICT, kinds.SET)
#: The dtypes that TensorFlow draws itself.
_DRAWN = ("float16", "bfloat16", "float32", "float64", "int32", "int64")
_FLOAT = "float32"
_DTYPES = {"int": "int32", "bool": "bool", "complex": "complex64", "string": "string"}


@dataclass(frozen=True, slots=True)
class Input:
    """What is said about one input; the rest is as it would be guessed."""

    name: str
    value: Any = None
    shape: tuple[int, ...] | None = None
    dtype: str = ""
    low: float | None = None
    high: float | None = None

    @property
    def has_shape(self) -> bool:
        """Is its shape the user's, and no guess?"""
        return self.value is not None or self.shape is not None


def said_about(value: Value, inputs: Mapping[str, Any]) -> Input | None:
    """Looked up by the name that the program has for the value, or the script will have."""
    if not inputs or isinstance(value, _NO_NUMBERS):
        return None
    for name in _names(value):
        if name in inputs:
            said = inputs[name]
            return Input(name, **said) if isinstance(said, Mapping) else Input(name, said)
    return None


def _names(value: Value) -> list[str]:
    if not value.name:
        return []
    names = [placeholders.name_for(value)]
    if not value.facts.get("opaque"):  # those have the name of what was called
        owner, _, last = value.name.rpartition(".")
        names += [value.name, f"self.{last}" if owner else last]
    return names


def stand_in(said: Input, value: Value, scalar: bool, is_source: bool) -> str:
    """What the user says, as the kind of thing that the value is."""
    if said.value is not None and said.shape is None and not said.dtype:
        # A plain number goes with tensors of all types.
        plain = value.kind is kinds.UNKNOWN and not is_source and not isinstance(said.value, tuple)
        if plain or value.kind in _PLAIN:
            return _literal(said.value)
    written = tensor(said, value, scalar, is_source)
    if value.kind is kinds.NUMBER:
        return text("whole_number" if value.dtype == "int" else "number", value=written)
    if value.kind is kinds.NDARRAY:
        return text("array", value=written)
    if value.kind is kinds.VARIABLE:
        return placeholders.variable(value, written)
    return written


def tensor(said: Input, value: Value, scalar: bool, is_source: bool) -> str:
    if said.value is not None:
        # Who writes 1 in a configuration does not mean that there is no gradient.
        is_float = is_source or value.kind is kinds.VARIABLE or value.dtype == "float"
        dtype = said.dtype or (_FLOAT if is_float and _is_whole(said.value) else "")
        return _constant(_literal(said.value), dtype, said.shape)
    shape = said.shape if said.shape is not None else () if scalar or value.scalar else (2, 2)
    return _drawn(said, said.dtype or _DTYPES.get(value.dtype or "", _FLOAT), shape)


def _drawn(said: Input, dtype: str, shape: tuple[int, ...]) -> str:
    """Random numbers; by default those that TensorFlow draws by default, and 0 or 1."""
    if dtype == "string":
        return _constant(text("text"), "", shape)
    if dtype == "bool":
        return text("drawn_truth", shape=shape)
    if dtype.startswith("complex"):
        drawn = text("drawn_complex", value=_drawn(said, _FLOAT, shape))
        return drawn if dtype == "complex64" else text("cast", value=drawn, dtype=dtype)
    if dtype not in _DRAWN:
        return text("cast", value=_drawn(said, "int32", shape), dtype=dtype)
    number = int if "int" in dtype else float
    low = number(said.low if said.low is not None else 0)
    high = number(said.high if said.high is not None else 2 if number is int else 1)
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
