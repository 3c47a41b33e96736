"""Which names a function, class body or loop binds: what makes a name local or loop-carried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

_TRIVIA = ("whitespace", "leading_lines", "lpar", "rpar", "comma", "semicolon", "lines_after")


@dataclass(slots=True)
class Bindings:
    """Names bound by a piece of code, without looking into nested functions or classes."""

    names: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    is_generator: bool = False


_FIELDS: dict[type, tuple[str, ...]] = {}


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The node's syntactic children, without trivia (libcst's own `children` copies lists)."""
    kind = type(node)
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = tuple(
            name
            for name in kind.__dataclass_fields__
            if not name.startswith(_TRIVIA) and not name.startswith("whitespace")
        )
        _FIELDS[kind] = fields
    for name in fields:
        value = getattr(node, name)
        if isinstance(value, cst.CSTNode):
            yield value
        elif isinstance(value, (list, tuple)):
            for item in value:
                if isinstance(item, cst.CSTNode):
                    yield item


def bindings_of(*code: cst.CSTNode) -> Bindings:
    """Collect what some code binds in its own scope."""
    found = Bindings()
    pending: list[cst.CSTNode] = list(code)
    while pending:
        node = pending.pop()
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            found.names.add(node.name.value)
            continue
        if isinstance(node, (cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp)):
            pending.extend(_walrus_targets(node))
            continue
        _note(node, found)
        pending.extend(children(node))
    return found


def _walrus_targets(node: cst.CSTNode) -> list[cst.CSTNode]:
    """A walrus inside a comprehension binds in the enclosing scope."""
    if isinstance(node, cst.Lambda):
        return []
    found: list[cst.CSTNode] = []
    pending = list(children(node))
    while pending:
        inner = pending.pop()
        if isinstance(inner, cst.NamedExpr):
            found.append(inner)
        elif not isinstance(inner, cst.Lambda):
            pending.extend(children(inner))
    return found


def _note(node: cst.CSTNode, found: Bindings) -> None:
    if isinstance(node, cst.AssignTarget) or isinstance(
        node, (cst.AugAssign, cst.AnnAssign, cst.For, cst.NamedExpr, cst.CompFor)
    ):
        _note_target(node.target, found)
    elif isinstance(node, (cst.AsName,)):
        _note_target(node.name, found)
    elif isinstance(node, cst.ImportAlias):
        if node.asname is None:
            found.names.add(first_name(node.name))
    elif isinstance(node, cst.Global):
        found.globals.update(item.name.value for item in node.names)
    elif isinstance(node, cst.Nonlocal):
        found.nonlocals.update(item.name.value for item in node.names)
    elif isinstance(node, cst.Yield):
        found.is_generator = True
    elif isinstance(node, (cst.MatchAs, cst.MatchStar)) and node.name is not None:
        found.names.add(node.name.value)
    elif isinstance(node, cst.Del):
        _note_target(node.target, found)


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
    """`a` of `a.b.c`."""
    while isinstance(node, cst.Attribute):
        node = node.value
    return node.value if isinstance(node, cst.Name) else ""


def dotted_name(node: cst.CSTNode) -> str:
    """`a.b.c` as written; empty for anything that is not a dotted name."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return ""
    parts.append(node.value)
    return ".".join(reversed(parts))
