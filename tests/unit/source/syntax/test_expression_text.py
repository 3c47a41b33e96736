"""Short expressions are written as Python has them, from analysed and from exact trees."""

from __future__ import annotations

import ast

import libcst as cst
import pytest

from tflintgrad.source.syntax.expression_text import LONGEST, expression_text
from tflintgrad.source.syntax.parse import parse

WRITTEN = [
    "a.b.c @ (d @ e) ** -2",
    "a - b - (c - d)",
    "(a ** b) ** c",
    "(-a) ** b ** c",
    "a / (b / c)",
    "a / b * c",
    "(a + b) * -(c - d)",
    "(a > b + c) * 2",
    "x[:, None, ..., 1:2, ::3]",
    "[a, *b]",
    "(a,)",
    "()",
    "f(x[0], *a, k=1e-6, **b)",
    "(a + b).c",
    "-x.y",
]
UNKNOWN = ["[x for x in y]", "lambda x: x", 'f"{a}"', "a if b else c", "not a", "a and b"]


def node(code: str, *, exact: bool = False) -> cst.CSTNode:
    statement = parse(f"v = {code}\n", exact=exact).tree.body[0]
    assert isinstance(statement, cst.SimpleStatementLine)
    assignment = statement.body[0]
    assert isinstance(assignment, cst.Assign)
    return assignment.value


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("code", WRITTEN)
def test_written(code: str, exact: bool) -> None:
    text = expression_text(node(code, exact=exact))
    assert text == code
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(code))


@pytest.mark.parametrize("code", UNKNOWN)
def test_unknown(code: str) -> None:
    assert expression_text(node(code)) == ""


def test_a_long_call_keeps_its_function() -> None:
    long = ", ".join(["argument"] * 9)
    assert expression_text(node(f"tf.concat([{long}], 0) * 2")) == "tf.concat(…) * 2"
    assert expression_text(node(f"[{long}]")) == ""


@pytest.mark.parametrize("opening", ["f(", "-", "a + (", "["])
def test_any_depth(opening: str) -> None:
    """What is deeper than a message can show is not walked."""
    closing = {"(": ")", "[": "]"}.get(opening[-1], "")
    code = opening * 50 + "x" + closing * 50
    assert len(expression_text(node(code))) <= LONGEST
