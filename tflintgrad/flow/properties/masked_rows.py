"""Masks of rows: whether a mask certainly leaves out all of some row, along the last axis."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain.cuts import CutKind
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of, unshaped


def has_row_of(mask: Value, truth: bool, depth: int = 0) -> bool:
    """True if some row of a mask certainly is all true, or all false."""
    inputs = inputs_of(mask)
    if depth >= limits.MAX_PATTERN_STEPS or not inputs or isinstance(mask, (Phi, Sequence)):
        return False
    if mask.facts.get("op") == "[]":
        slices = mask.facts.get("slices") or ()
        kept = bool(mask.facts.get("only_reshapes")) and slices[-1:] == (slice(None),)
        return kept and has_row_of(inputs[0], truth, depth + 1)
    if computed_by(mask, "logical_not") or mask.facts.get("op") == "~":
        return has_row_of(inputs[0], not truth, depth + 1)
    if mask.facts.get("constant") or computed_by(mask, "cast", "array_of"):
        return _has_written_row(mask, {float(truth)}) or has_row_of(inputs[0], truth, depth + 1)
    if computed_by(mask, "sequence_mask"):
        return not truth and 0.0 in _numbers(inputs[0])
    if computed_by(mask, "less") and len(inputs) == 2 and not truth:
        # tf.range(steps) < lengths[:, None]
        counted = computed_by(unshaped(inputs[0]), "counts")
        return counted and _is_column(inputs[1]) and 0.0 in _numbers(unshaped(inputs[1]))
    if len(inputs) == 2 and inputs[1].const == 0:
        # tokens != 0
        found = computed_by(mask, "equal") if truth else computed_by(mask, "not_equal", "greater")
        return found and _has_written_row(inputs[0], {0.0})
    return False


def _has_written_row(value: Value, numbers: set[float]) -> bool:
    """True if the program writes down a matrix, and one of its rows has these numbers only."""
    for _ in range(limits.MAX_PATTERN_STEPS):
        if isinstance(value, Sequence) or not inputs_of(value) or _is_filled(value):
            break
        if not value.facts.get("constant") and not computed_by(value, "cast", "array_of"):
            break
        value = inputs_of(value)[0]
    if not isinstance(value, Sequence) or not value.exact:
        return False
    if not all(isinstance(row, Sequence) for row in value.items):
        return False
    return any(set(literal(row)) == numbers for row in value.items)


def _is_filled(array: Value) -> bool:
    """True if the program assigns to items of an array."""
    return any(edge.cut is not None and edge.cut.kind is CutKind.ARRAY_ITEM for edge in array.edges)


def _is_column(value: Value) -> bool:
    """True for `lengths[:, None]`, one number for each row."""
    slices = value.facts.get("slices") or ()
    return bool(value.facts.get("only_reshapes")) and slices[-1:] == (None,)


def _numbers(value: Value) -> list[float]:
    """Return the numbers of a constant, also of an array that the program does not fill later."""
    numbers = literal(value)
    if numbers or not computed_by(value, "array_of"):
        return numbers
    inputs = inputs_of(value)
    return literal(inputs[0]) if inputs and not _is_filled(value) else []
