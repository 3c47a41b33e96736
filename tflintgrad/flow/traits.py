"""One walk over a module before it is interpreted: its size, and what it changes or registers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import libcst as cst

from tflintgrad.flow.roles import names_of
from tflintgrad.syntax.scopes import bindings_of, children


@dataclass(frozen=True, slots=True)
class Traits:
    size: int
    #: Attributes assigned somewhere outside `__init__`: they can differ between iterations.
    changing_attributes: frozenset[str]
    #: Names that some function rebinds in an outer scope (`global`, `nonlocal`).
    shared_names: frozenset[str]
    #: Code for TensorFlow 1: placeholders and sessions, nothing runs eagerly.
    is_graph_code: bool
    #: Functions and classes at the top that put something into a container: a registry's door.
    registering: frozenset[str]


def traits_of(tree: cst.Module, text: str = "") -> Traits:
    """`text`, where it is at hand, spares looking for what it does not mention."""
    size = 0
    changing: set[str] = {"#state"}
    shared: set[str] = set()
    registering: set[str] = set()
    sessions = False
    possible = not text or any(f".{name}" in text for name in _graph_names())
    for statement in tree.body:
        own_size, stores = _walk(statement, changing, shared)
        size += own_size
        sessions = sessions or (possible and _uses_sessions(statement))
        if stores and isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            registering.add(statement.name.value)
    return Traits(
        size + 1, frozenset(changing), frozenset(shared), sessions, frozenset(registering)
    )


def _walk(top: cst.CSTNode, changing: set[str], shared: set[str]) -> tuple[int, bool]:
    """The size of a statement, and whether it stores into a container somewhere."""
    size = 0
    stores = False
    pending: list[tuple[cst.CSTNode, bool]] = [(top, False)]
    while pending:
        node, in_init = pending.pop()
        size += 1
        kind = type(node)
        if kind is cst.FunctionDef:
            in_init = node.name.value in ("__init__", "build")  # type: ignore[attr-defined]
        elif kind is cst.Global or kind is cst.Nonlocal:
            shared.update(item.name.value for item in node.names)  # type: ignore[attr-defined]
        elif kind in _ASSIGNMENTS:
            if isinstance(node.target, cst.Subscript):  # type: ignore[attr-defined]
                stores = True
            if not in_init:
                changing.update(bindings_of(node).attributes)
        elif kind in _EXPRESSIONS:
            continue
        pending.extend((child, in_init) for child in children(node))
    return size, stores


_ASSIGNMENTS = {cst.AssignTarget, cst.AugAssign, cst.AnnAssign}
#: Nothing is assigned to an attribute inside these.
_EXPRESSIONS = {cst.Call, cst.BinaryOperation, cst.Comparison, cst.Attribute, cst.Name, cst.Expr}


def _uses_sessions(node: cst.CSTNode) -> bool:
    names = _graph_names()
    pending = [node]
    while pending:
        item = pending.pop()
        if type(item) is cst.Attribute and item.attr.value in names:
            return True
        pending += children(item)
    return False


@cache
def _graph_names() -> frozenset[str]:
    """What only code for TensorFlow 1 calls, whatever the module's name is."""
    return frozenset(name.rpartition(".")[2] for name in names_of("graph_code"))
