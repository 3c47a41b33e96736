"""Measurements behind the op table: the calls that were made, and two derivatives per input.

`python -m tools.measure_ops` writes `rules/measurements.txt` together with the table; only
`tflintgrad op` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from tflintgrad.knowledge.op_table import SortedLines, files_for, rules_file


@dataclass(frozen=True, slots=True)
class Measured:
    """One input: the tape's derivative along a random direction, and the true derivative."""

    argument: str
    tape: str  # a number, "None", "zeros", an exception, or "-" if the result is not a tensor
    slope: str  # a number, or "-" if finite differences do not converge


@dataclass(frozen=True, slots=True)
class Example:
    """A call that was measured, with its measured inputs."""

    call: str
    condition: str  # "when method=area" for a variant, "at zero-in-x" for a special point
    inputs: tuple[Measured, ...]


def examples_of(name: str, version: str = "") -> tuple[Example, ...]:
    """Return the measured calls of an op, the plain one first; empty if its entry is handmade."""
    for file in files_for(version):
        lines = _file(file.replace("ops", "measurements", 1))
        found = [*lines.starting_with(f"{name}\t"), *lines.starting_with(f"{name} ")]
        if found:
            return tuple(example for line in found for example in _parse(line))
    return ()


@cache
def _file(name: str) -> SortedLines:
    return SortedLines(rules_file(name).read_bytes())


def _parse(line: str) -> list[Example]:
    head, *fields = line.split("\t")
    name, _, condition = head.partition(" ")
    expression = ""
    examples: list[Example] = []
    for field in fields:
        if field.startswith(_EXPRESSION):
            expression = field.removeprefix(_EXPRESSION)
        elif field.startswith("("):
            call = f"{expression} where {field[1:-1]}" if expression else name + field
            examples.append(Example(call, condition, ()))
        else:
            last = examples.pop()
            inputs = (*last.inputs, Measured(*field.split(" ")))
            examples.append(replace(last, inputs=inputs))
    return [example for example in examples if example.inputs]


_EXPRESSION = ":= "
