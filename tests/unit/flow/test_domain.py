"""The value domain: kinds are a closed enumeration, and copies forget no field."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import libcst as cst
import pytest

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context, Frame
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.objects import Function
from tflintgrad.source.syntax.bindings import Bindings

FLOW = Path(kinds.__file__).parents[1]


def _context() -> Context:
    return Context(Module("program.py", cst.Module([])))


def _function() -> Function:
    frame = Frame(None, Bindings())
    body = cst.parse_expression("lambda: 0")
    assert isinstance(body, cst.Lambda)
    return Function(body, frame, _context(), "f", {})


def _fields(item: object) -> list[str]:
    return [name for cls in type(item).__mro__ for name in getattr(cls, "__slots__", ())]


#: Fields of a value that belong to one object and not to its copies.
_OF_ONE_OBJECT = {
    *("number", "facts", "edges", "const", "dtype", "scalar", "is_op"),
    "is_not_followed",
}


@pytest.mark.parametrize(
    ("item", "own"),
    [
        (_context(), set()),
        (Arguments(cst.Pass()), set()),
        # Each function object has its own number, and facts and edges are about that object.
        (_function(), _OF_ONE_OBJECT),
    ],
    ids=lambda item: type(item).__name__ if not isinstance(item, set) else "",
)
def test_copy_keeps_every_field(item: Any, own: set[str]) -> None:
    """Each field holds an object of its own, which the copy holds as well."""
    fields = [name for name in _fields(item) if name not in own]
    assert fields
    for name in fields:
        if name not in ("node", "site", "kind", "context"):  # the constructor looks into these
            setattr(item, name, object())
    copy = item.copy()
    assert copy is not item
    assert [name for name in fields if getattr(copy, name) is not getattr(item, name)] == []


def test_replace_changes_only_what_is_named() -> None:
    context = _context()
    other = context.replace(jit=True)
    assert (context.jit, other.jit) == (False, True)
    assert all(
        getattr(other, name) is getattr(context, name)
        for name in Context.__slots__
        if name != "jit"
    )


def test_kinds_are_made_in_one_module() -> None:
    makers = [
        path.name
        for path in FLOW.parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Kind", "kinds.Kind")
        if "flow" in path.parts
    ]
    assert set(makers) == {"kinds.py"}


def test_every_kind_has_its_own_name() -> None:
    found = {name: kind for name, kind in vars(kinds).items() if isinstance(kind, kinds.Kind)}
    assert {name: kind.name for name, kind in found.items()} == {
        name: name.lower() for name in found
    }
    assert len(found) > 40
