"""All the ways to write a value, the special ones first."""

from __future__ import annotations

from tflintgrad.flow.domain.values import Value
from tflintgrad.verify.repro import expression_writer, special_cases
from tflintgrad.verify.repro.writer import Writer


def define(writer: Writer, value: Value) -> str | None:
    return special_cases.define(writer, value)


def expression(writer: Writer, value: Value) -> str:
    return special_cases.expression(writer, value) or expression_writer.expression(writer, value)


def assignment(writer: Writer, state: Value, holder: Value) -> str:
    return expression_writer.assignment(writer, state, holder)
