"""Literals, names and placeholders for values."""

from __future__ import annotations

import math
import re

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.domain.variables import is_trainable
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.source.syntax.bindings import dotted_name
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro.user_module import code

_OPERATORS = {"+", "-", "*", "/", "**", "%", "//", "<", "<=", ">", ">=", "==", "!=", "&", "|"}
MAX_SHOWN = 60
_WORDS = {kinds.NDARRAY: "array", kinds.NUMBER: "number", kinds.VARIABLE: "weights"}


class NeedsShape(Exception):
    """An op that may not accept a square matrix."""


def literal(value: Value) -> str | None:
    """Return the value as a Python literal; None if it is not a constant."""
    if value.kind is kinds.NONE:
        return "None"
    const = value.const
    if const is None or value.kind not in (kinds.NUMBER, kinds.STRING, kinds.UNKNOWN):
        return None
    if const is ...:
        return "..."
    if isinstance(const, (bool, int, str, bytes)):
        return repr(const)
    if isinstance(const, float) and math.isfinite(const):
        return repr(const)
    return None


def is_elementwise(value: Value) -> bool:
    """True if the value's op works element by element."""
    op = value.facts.get("op", "")
    if op in _OPERATORS:
        return True
    entry = entry_of(value)
    return entry is not None and entry.facts.get("shape") == "elementwise"


def require_any_shape(value: Value) -> None:
    """Raise NeedsShape for an op that may not accept a square matrix."""
    op = value.facts.get("op", "")
    if op in _OPERATORS or op in ("@", "layer") or not op:
        return
    entry = entry_of(value)
    shape = entry.facts.get("shape", "") if entry is not None else ""
    if shape in ("elementwise", "same", "scalar", "reduce"):
        return
    if computed_by(value, "matmul", "convert", "where"):
        return
    if op.startswith(("np.", "math.", "builtins.")):
        return
    raise NeedsShape


def name_for(value: Value) -> str:
    """Return a name for the value: the program's own, or one after its op or kind."""
    bound = value.facts.get("bound")
    if value.facts.get("opaque") and isinstance(bound, cst.Assign):
        target = dotted_name(bound.targets[0].target).rpartition(".")[2]
        if target and len(bound.targets) == 1:
            return target
    label = value.label if isinstance(value, Layer) else value.name
    last = (label or value.name).rpartition(".")[2]
    if last.isidentifier():
        return last if not isinstance(value, Layer) or label else _in_lower_case(last)
    op = value.facts.get("called") or value.facts.get("op") or ""
    word = op.rpartition(".")[2]
    if word.isidentifier() and word not in ("layer",):
        return word
    return _WORDS.get(value.kind, "value")


def _in_lower_case(name: str) -> str:
    """Return `layer_normalization` for `LayerNormalization`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def shown(value: Value) -> str:
    """Return the value's expression in one line, shortened, for a comment."""
    site = value.site
    if isinstance(site, cst.BaseExpression) and not isinstance(site, (cst.Lambda, cst.Name)):
        written = re.sub(r"\s+", " ", re.sub(r"#[^\n]*\n", "\n", code(site)))
        return written if len(written) <= MAX_SHOWN else f"{written[:MAX_SHOWN]}…"
    return value.name


def stand_in(value: Value, scalar: bool) -> str:
    """Return an expression for a placeholder of the value's kind and dtype."""
    scalar = scalar or value.scalar is True
    numbers = _numbers(value, scalar)
    if value.kind in (kinds.NUMBER, kinds.STRING, kinds.SHAPE):
        return numbers
    if value.kind is kinds.NDARRAY:
        is_float = value.dtype not in ("int", "bool", "string")
        return text("float_array" if is_float else "array", value=numbers)
    if value.kind is kinds.VARIABLE:
        return variable(value, numbers)
    if value.kind in (kinds.LIST, kinds.TUPLE, kinds.DICT, kinds.SET):
        return numbers
    return text("tensor", value=numbers)


def variable(value: Value, numbers: str) -> str:
    """Return an expression that makes a variable with these numbers."""
    options = text("not_trainable") if is_trainable(value) is False else ""
    return text("variable", value=numbers, options=options)


def _numbers(value: Value, scalar: bool) -> str:
    if value.dtype == "string" or value.kind is kinds.STRING:
        return text("text")
    if value.dtype == "bool":
        return "True" if scalar or value.kind is kinds.NUMBER else text("truth")
    if value.dtype == "int":
        return text("integer" if scalar or value.kind is kinds.NUMBER else "integers")
    if value.dtype == "complex":
        return text("complex")
    # Other numbers than the source's, so that their difference is not zero.
    return text("other_scalar" if scalar or value.kind is kinds.NUMBER else "other_matrix")


def spread(shape: tuple[int, ...]) -> str:
    """Return an expression for distinct numbers in a shape."""
    if not shape:
        return text("scalar")
    return text("spread", size=math.prod(shape), shape=shape)
