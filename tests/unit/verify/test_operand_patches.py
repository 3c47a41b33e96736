"""Edits of the operands of one operation: of operators, calls and augmented assignments."""

from __future__ import annotations

import ast

import pytest

from tflintgrad.diagnostics import Location, Span
from tflintgrad.verify.operand_patches import with_operands


def patched(text: str, part: str) -> str | None:
    """Return the text with `double(b)` for the second operand of a part of it."""
    row = next(number for number, line in enumerate(text.splitlines(), 1) if part[:3] in line)
    column = text.splitlines()[row - 1].index(part[:3]) + 1
    rows = part.split("\n")
    last = len(rows[-1]) + (column if len(rows) == 1 else 1)
    span = Span(Location(row, column), Location(row + len(rows) - 1, last))
    return with_operands(text, span, "a", "double(b)")


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("z = x - y\n", "x - y", 5.0 - 2 * 2.0),
        ("z = 1 + (x * y)\n", "(x * y)", 1 + 5.0 * 4.0),
        ("ü = 0; z = x / y\n", "x / y", 5.0 / 4.0),
        ("z = f(x, y, 1.0)\n", "f(x, y, 1.0)", 5.0 - 4.0 + 1.0),
        ("z = f(a=x, b=y)\n", "f(a=x, b=y)", 5.0 - 4.0),
        ("z = 3.0\nz += y\n", "z += y", 3.0 + 4.0),
        ("z = (x -\n     y)\n", "x -\n     y", 5.0 - 4.0),
    ],
)
def test_second_operand(text: str, part: str, expected: float) -> None:
    if part.startswith("z +="):
        text = text.replace("z = 3.0", "z  = 3.0")
    found = patched(text, part)
    assert found is not None
    assert found.count("\n") == text.count("\n")
    names: dict[str, object] = {
        "x": 5.0,
        "y": 2.0,
        "f": lambda a, b, c=0.0: a - b + c,
        "double": lambda value: 2 * value,
    }
    exec(compile(ast.parse(found), "patched", "exec"), names)
    assert names["z"] == expected


@pytest.mark.parametrize("text", ["z = x\n", "z = f(x)\n", "z = f(*xs, y)\n", "z = (\n"])
def test_nothing_to_edit(text: str) -> None:
    span = Span(Location(1, 5), Location(1, len(text)))
    assert with_operands(text, span, "a", "b") is None
