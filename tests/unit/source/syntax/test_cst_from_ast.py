"""Plain trees have the nodes and places of those that libcst's own parser makes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import libcst as cst
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.paths import ROOT
from tflintgrad import limits
from tflintgrad.diagnostics import Span
from tflintgrad.source.split_large import split_module
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.cst_from_ast import large_module, plain_module
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import LazyBlock
from tflintgrad.source.syntax.libcst_parser import parse_native
from tflintgrad.source.syntax.parse import parse
from tflintgrad.source.syntax.spans import find_spans

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
    "small statements in a row": "x = 1; y = 2;\nif x: y = 3; z = 4\nwhile x: break\n",
    "rows that go on": "if x: \\\n  y = 1\nx = 1; \\\ny = 2\nz = x + \\\n  y\n",
    "elif and else if": "if a:\n  x\nelif b:\n  y\nelse:\n  if c:\n    z\n  else:\n    w\n",
    "strings": "a = 'x' \"y\" '''z'''\nb = (f'{a!r:>{w}}' # c\n 'q')\nc = rb'\\'x'\nd = '' ''\n",
    "strings in rows": "a = ('x'  # it's \"odd\"\n\n  # 'more'\n  \"y\"'z' '')\n"
    "b = b'x' \\\n  rb'y'\n",
    "numbers": "a = 0xFF, 1_000, 1e-3, .5, 2j, ..., True, None, -1, ~b\n",
    "subscripts": "a[1]; a[1, 2]; a[(1, 2)]; a[(1), (2)]; a[1:2, ::3, ...]; a[()]; a[:, (1)]\n",
    "tuples": "(); (1,); 1, 2; (1, *a); [*a]; {1, 2}; {**a, 'b': 1}; del a, b; del (c); del d,\n",
    "calls": "f(*a, k=1, *b, **c); f(x for x in y); f(a, *b, c=d, e=(yield))\n",
    "parameters": "lambda a, /, b=1, *c, d, e=2, **f: 0\ndef g(*, a: int = 1) -> int: ...\n",
    "operators": "a and b and c or not d; a < b <= c is not d; a @ b ** -c // d\n"
    "a @= b\na: int = 1\n",
    "comprehensions": "[a for b in c if d if e for f in g]\n{a: b for a, b in c}\n{x for x in y}\n",
    "imports": "import a.b as c, d\nfrom .. import e as f, g\n"
    "from .h.i import *\nfrom . import (j, k,)\n",
    "blocks": "try:\n  a\nexcept (B, C) as d:\n  e\nexcept:\n  raise f from g\n"
    "else:\n  h\nfinally:\n  i\n"
    "with a as b, c as (d, e):\n  pass\nfor x in y:\n  continue\nelse:\n  assert z, w\n",
    "match": "match x:\n    case [1, *rest] if rest:\n        y = 1\n"
    "    case {'a': b, **c}:\n        pass\n",
    "in a method": "class A(B, metaclass=C):\n    @d(e)\n    def f(self):\n        global g\n"
    "        return (yield g), (h := 1), lambda: 2\n",
    "form feed": "def f(x):\n\f    a = 1\n    b = 2\n    c = 3\n    return c\n",
}
FILES = sorted(ROOT.glob("tflintgrad/**/*.py"))[::9] + sorted(ROOT.glob("tests/keras/**/*.py"))[::9]


def nodes_below(top: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending = [top]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(children(node))


Place = tuple[str, str, str, Span | None]


def locations(module: cst.Module) -> list[Place]:
    """What there is, in order, with its words, and where."""
    found = list(nodes_below(module))[1:]
    spans = find_spans(module, found)
    return [
        (_kind(node), _words(node), _operator(node), _place(spans.get(id(node)), node))
        for node in found
    ]


def _kind(node: cst.CSTNode) -> str:
    return "block" if isinstance(node, cst.IndentedBlock) else type(node).__name__


def _words(node: cst.CSTNode) -> str:
    value = getattr(node, "value", None)
    star = getattr(node, "star", None)
    return f"{star or ''}{value if isinstance(value, str) else ''}"


def _operator(node: cst.CSTNode) -> str:
    return type(getattr(node, "operator", None)).__name__


def _place(span: Span | None, node: cst.CSTNode) -> Span | None:
    """Comments behind a block are part of it only for those who see them."""
    if span is None or isinstance(node, cst.BaseSuite):
        return None
    has_block = any(isinstance(inner, cst.BaseSuite) for inner in children(node))
    return Span(span.start, span.start) if has_block else span


def assert_same(text: str) -> None:
    exact = locations(parse_native(text))
    assert locations(plain_module(text, ast.parse(text))) == exact
    with mock.patch.object(limits, "MAX_PIECE_CHARACTERS", 0):
        in_pieces = [(above, ast.parse(piece)) for above, piece in split_module(text)]
    assert locations(large_module(text, in_pieces)) == exact


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


def test_identifiers_are_those_that_python_sees() -> None:
    (name,) = (node for node in nodes_below(parse("\ufb01t\n").tree) if type(node) is cst.Name)
    assert name.value == "fit"


def test_a_body_is_made_when_it_is_looked_into() -> None:
    (function,) = parse("def f(x):\n" + LONG).tree.body
    assert isinstance(function, cst.FunctionDef)
    body = function.body
    assert isinstance(body, LazyBlock)
    assert not body.is_built
    assert body.mentions(["b = a"])
    assert not body.mentions(["gradient"])
    assert len(body.body) == 4
    assert body.is_built


def test_code_is_generated_from_exact_trees() -> None:
    text = ODD["comments first"]
    assert parse(text, exact=True).tree.code == text
