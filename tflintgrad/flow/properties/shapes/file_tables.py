"""Shapes of tables: text files that NumPy reads, and columns that are put together."""

from __future__ import annotations

from typing import Final

from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.shapes.op_rules import concatenation, shapes_in_list
from tflintgrad.flow.properties.shapes.rule_calls import Call, rule
from tflintgrad.flow.properties.shapes.shape import UNKNOWN, Shape
from tflintgrad.knowledge.shape_rules import shape_rule

#: How many steps lie between a table that was read and its columns.
_STEPS: Final = 12
#: Operators that leave the rows of a table as they are.
_ELEMENTWISE: Final = frozenset(("+", "-", "*", "/"))


@rule
def _table(call: Call) -> Shape:
    """Return the shape of a text file: only `unpack=True` and its subscripts tell the rank."""
    unpack = call.own()
    if unpack is not None and unpack.const is True:
        return Shape((None, f"rows {call.value.number}"))
    return UNKNOWN


@rule
def _columns(call: Call) -> Shape:
    """Return the shape of vectors and tables side by side."""
    parts = shapes_in_list(call) or []
    columns = [Shape((part.dims[0], 1)) if part.rank == 1 else part for part in parts]
    return concatenation(columns, 1) if columns and all(c.rank == 2 for c in columns) else UNKNOWN


@rule
def _side_by_side(call: Call) -> Shape:
    """Return the shape of vectors one after the other, or of tables side by side."""
    parts = shapes_in_list(call) or []
    if not parts or len({part.rank for part in parts}) > 1 or parts[0].rank is None:
        return UNKNOWN
    return concatenation(parts, 0 if parts[0].rank == 1 else 1)


@rule
def _piled(call: Call) -> Shape:
    """Return the shape of vectors as the rows of a table, or of tables one below the other."""
    parts = shapes_in_list(call) or []
    rows = [Shape((1, *part.dims)) if part.rank == 1 else part for part in parts]
    return concatenation(rows, 0) if rows and all(row.exact for row in rows) else UNKNOWN


def table_of(value: Value) -> Shape:
    """Return the shape of a text file that a program takes rows and columns from."""
    rows = ""
    for _ in range(_STEPS):
        slices = value.facts.get("slices")
        inputs = value.facts.get("inputs") or ()
        found = shape_rule(value.facts.get("op") or "")
        if found is not None and found[0] == "table":
            return Shape((rows or f"rows {value.number}", None))
        if slices is not None:  # some rows
            if len(slices) != 2 or not isinstance(slices[1], (slice, Value)):
                return UNKNOWN
            rows = rows or f"rows {value.number}"
            value = slices[0]
        elif inputs and (value.facts.get("op") in _ELEMENTWISE or _keeps_rows(found)):
            value = inputs[0]
        else:
            return UNKNOWN
    return UNKNOWN


def _keeps_rows(found: tuple[str, str] | None) -> bool:
    return found is not None and found[0] in ("like", "permuted")
