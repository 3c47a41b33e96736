"""All ways to write a value, special cases first; implements the protocol `ValueWriter`."""

from __future__ import annotations

from tflintgrad.flow.domain.values import Value
from tflintgrad.verify.repro import expression_writer, special_cases
from tflintgrad.verify.repro.writer import Writer


def define(writer: Writer, value: Value) -> str | None:
    """Write a value that takes several lines and return its name; None for other values."""
    return special_cases.define(writer, value)


def expression(writer: Writer, value: Value) -> str:
    """Return the value's expression."""
    return special_cases.expression(writer, value) or expression_writer.expression(writer, value)


def assignment(writer: Writer, state: Value, holder: Value) -> str:
    """Return the statement that assigns to a variable."""
    return expression_writer.assignment(writer, state, holder)
