"""Function bodies that are parsed late are the bodies that are parsed at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command import ROOT
from tflintgrad.findings import Span
from tflintgrad.syntax.folding import Folded, Skeleton, parse_folded
from tflintgrad.syntax.native import parse_native
from tflintgrad.syntax.parse import parse
from tflintgrad.syntax.positions import find_spans
from tflintgrad.syntax.scopes import children

LONG = """\
    a = x
    b = a
    c = b
    return c
"""
ODD = {
    "comments first": "def f(x):\n    # why\n\n    # more\n"
    + LONG
    + "    # behind\n# after\ny = 1\n",
    "several rows of header": "def f(\n    x,  # one\n    # two\n):  # three\n" + LONG,
    "header with a backslash": "def f(x): \\\n    return (\n  x,\n  x,\n  x,\n  x)\n",
    "decorated first": "def f(x):\n    @g\n    def h():\n        pass\n    a = 1\n    return h\n",
    "in a class": "class A:\n    def f(self):\n"
    + LONG.replace("    ", "        ")
    + "\n    z = 1\n",
    "asynchronous": "async def f(x):\n    await x\n    async with x:\n        a = 1\n    yield a\n",
    "tabs": "def f(x):\n" + LONG.replace("    ", "\t"),
    "in every kind of block": "if a:\n  def f(x):\n"
    + LONG
    + "elif b:\n  def g(x):\n"
    + LONG
    + "else:\n  try:\n    def h(x):\n"
    + LONG.replace("    ", "      ")
    + "  except E:\n    def i(x):\n"
    + LONG.replace("    ", "      ")
    + "  finally:\n    def j(x):\n"
    + LONG.replace("    ", "      "),
    "strings over rows": "def f(x):\n    '''\nleft\n'''\n    a = '''\nmore\n'''\n    return a\n",
    "on one row": "def f(x): return x\ndef g(x):\n" + LONG,
    "no last newline": "def f(x):\n" + LONG.rstrip("\n"),
    "wide letters": "def f(x):\n    é = '日本'; y = x\n" + LONG,
    "form feed": "def f(x):\n\f    a = 1\n    b = 2\n    c = 3\n    return c\n",
}
FILES = sorted(ROOT.glob("tflintgrad/**/*.py"))[::9] + sorted(ROOT.glob("tests/keras/**/*.py"))[::9]


def nodes_below(top: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending = [top]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(children(node))


def places(module: cst.Module) -> list[tuple[str, Span | None]]:
    """What there is, in order, and where; a block's own end depends on who generates it."""
    found = [node for node in nodes_below(module) if not isinstance(node, cst.IndentedBlock)]
    spans = find_spans(module, found[1:])
    return [(type(node).__name__, spans.get(id(node))) for node in found[1:]]


def assert_same(text: str) -> None:
    folded = parse_folded(text, ast.parse(text))
    assert places(folded) == places(parse_native(text))


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_programs(text: str) -> None:
    assert_same(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_real_programs(path: Path) -> None:
    assert_same(path.read_text(encoding="utf-8"))


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.sampled_from(sorted(ODD)), max_size=4),
    st.sampled_from(["", "\n", "# comment\n", "x = 1\n\n\n"]),
)
def test_one_program_behind_the_other(names: list[str], between: str) -> None:
    parts = [ODD[name] if ODD[name].endswith("\n") else ODD[name] + "\n" for name in names]
    assert_same(between.join(parts))


def test_a_body_is_parsed_when_it_is_looked_into() -> None:
    tree = parse("def f(x):\n" + LONG).tree
    assert isinstance(tree, Skeleton)
    (body,) = tree.folded
    assert not body.is_parsed
    assert len(body.body) == 4
    assert body.is_parsed


def test_code_that_is_generated_is_complete() -> None:
    text = ODD["comments first"]
    assert ast.dump(ast.parse(parse(text).tree.code)) == ast.dump(ast.parse(text))


def test_small_bodies_and_stubs_stay() -> None:
    text = 'def f(x):\n    """A.\n\n    B\n    C\n    D\n    """\n    raise NotImplementedError\n'
    functions = [node for node in nodes_below(parse(text).tree) if type(node) is cst.FunctionDef]
    assert not isinstance(functions[0].body, Folded)
