"""Names that a function, class body or loop binds, and so local or loop-carried names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any

import libcst as cst

from tflintgrad.knowledge.queries import query_names
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import LazyBlock


class Bindings:
    """Names that some code binds in its own scope, without nested functions and classes."""

    __slots__ = ("attributes", "called", "globals", "is_generator", "names", "nonlocals")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.attributes: set[str] = set()
        self.is_generator = False
        #: Names that are called.
        self.called: set[str] = set()


#: Fields with white space, commas and brackets, in which nothing is bound.
_TRIVIA = (
    "whitespace", "leading_", "lpar", "rpar", "comma", "semicolon", "lines_after", "lbracket",
    "rbracket", "lbrace", "rbrace", "equal", "operator", "header", "footer", "asynchronous", "dot",
    "trailing_", "colon", "first_colon", "second_colon", "posonly_ind", "encoding", "default_",
    "indent", "has_",
)  # fmt: skip
_FIELDS: dict[type, tuple[str, ...]] = {}
#: True for libcst's node types; `isinstance` is slow because it goes through abstract classes.
_IS_NODE: dict[type, bool] = {}


def _is_node(kind: type) -> bool:
    known = _IS_NODE.get(kind)
    if known is None:
        known = _IS_NODE[kind] = issubclass(kind, cst.CSTNode)
    return known


def _fields(kind: type) -> tuple[str, ...]:
    found = _FIELDS.get(kind)
    if found is None:
        names = [field.name for field in fields(kind)]
        found = _FIELDS[kind] = tuple(name for name in names if not name.startswith(_TRIVIA))
    return found


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the node's children without trivia; libcst's own `children` copies lists."""
    found: list[cst.CSTNode] = []
    for name in _fields(type(node)):
        value = getattr(node, name)
        kind = type(value)
        if kind is tuple or kind is list:
            found += [item for item in value if _is_node(type(item))]
        elif _is_node(kind):
            found.append(value)
    return found


def bindings_of(*code: cst.CSTNode, expressions: bool = True) -> Bindings:
    """Collect the names that some code binds in its own scope.

    With `expressions`, search expressions as well, which may contain `:=`, `yield` and calls.
    """
    found = Bindings()
    pending: list[cst.CSTNode] = list(code)
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind in _LEAVES or (not expressions and _is_expression(kind)):
            continue
        if kind is cst.FunctionDef or kind is cst.ClassDef:
            # `kind is` costs less than `isinstance`, but mypy does not narrow by it.
            found.names.add(node.name.value)  # type: ignore[attr-defined]
            continue
        if kind in _SCOPES:
            pending.extend(_walrus_targets(node))
            continue
        note = _NOTES.get(kind)
        if note is not None:
            note(node, found)
        pending += children(node)
    return found


@cache
def _is_expression(kind: type) -> bool:
    return issubclass(kind, cst.BaseExpression)


#: Expressions in which nothing can be bound.
_LEAVES = {cst.Name, cst.Attribute, cst.Integer, cst.Float, cst.SimpleString, cst.Newline}
#: Expressions with a scope of their own.
_SCOPES = {cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp}


def _walrus_targets(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the `:=` expressions inside a comprehension, which bind in the enclosing scope."""
    if type(node) is cst.Lambda:
        return []
    found: list[cst.CSTNode] = []
    pending = children(node)
    while pending:
        inner = pending.pop()
        if type(inner) is cst.NamedExpr:
            found.append(inner)
        elif type(inner) is not cst.Lambda and type(inner) not in _LEAVES:
            pending += children(inner)
    return found


def _note_imported(node: cst.ImportAlias, found: Bindings) -> None:
    if node.asname is None:
        found.names.add(first_name(node.name))


def _note_capture(node: cst.MatchAs | cst.MatchStar, found: Bindings) -> None:
    if node.name is not None:
        found.names.add(node.name.value)


_NOTES: dict[type, Callable[[Any, Bindings], object]] = {
    **{
        kind: lambda node, found: _note_target(node.target, found)
        for kind in (
            cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.For, cst.NamedExpr, cst.CompFor,
            cst.Del,
        )
    },
    cst.AsName: lambda node, found: _note_target(node.name, found),
    cst.ImportAlias: _note_imported,
    cst.Global: lambda node, found: found.globals.update(n.name.value for n in node.names),
    cst.Nonlocal: lambda node, found: found.nonlocals.update(n.name.value for n in node.names),
    cst.Call: lambda node, found: found.called.add(first_name(node.func)),
    cst.Yield: lambda node, found: setattr(found, "is_generator", True),
    cst.MatchAs: _note_capture,
    cst.MatchStar: _note_capture,
}  # fmt: skip


def _note_target(target: cst.CSTNode, found: Bindings) -> None:
    if isinstance(target, cst.Name):
        found.names.add(target.value)
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            _note_target(element.value, found)
    elif isinstance(target, cst.StarredElement):
        _note_target(target.value, found)
    elif isinstance(target, cst.Attribute):
        found.attributes.add(target.attr.value)


def first_name(node: cst.CSTNode) -> str:
    """Return the first name of a dotted name: `a` of `a.b.c`; empty for anything else."""
    while type(node) is cst.Attribute:
        node = node.value
    return node.value if type(node) is cst.Name else ""


def dotted_name(node: cst.CSTNode) -> str:
    """Return a dotted name such as `a.b.c`; empty for anything else."""
    parts: list[str] = []
    while type(node) is cst.Attribute:
        parts.append(node.attr.value)
        node = node.value
    if type(node) is not cst.Name:
        return ""
    parts.append(node.value)
    return ".".join(reversed(parts))


def has_query(node: cst.CSTNode) -> bool:
    """True if the code contains a gradient query, nested functions included."""
    names = query_names()
    pending = [node]
    while pending:
        item = pending.pop()
        if type(item) is cst.Attribute and item.attr.value in names:
            return True
        if type(item) is not LazyBlock or item.mentions(names):
            pending += children(item)
    return False


def evaluated(node: Any) -> Any:
    """Return the value of a literal; None for wrong escapes, which libcst lets pass."""
    try:
        return node.evaluated_value
    except (SyntaxError, ValueError):
        return None
