"""All the ways to write a value, the special ones first."""

from __future__ import annotations

from tflintgrad.flow.values import Value
from tflintgrad.verify.repro import expressions, special
from tflintgrad.verify.repro.writer import Writer


def define(writer: Writer, value: Value) -> str | None:
    return special.define(writer, value)


def expression(writer: Writer, value: Value) -> str:
    return special.expression(writer, value) or expressions.expression(writer, value)


def assignment(writer: Writer, state: Value, holder: Value) -> str:
    return expressions.assignment(writer, state, holder)
