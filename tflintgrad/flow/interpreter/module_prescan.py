"""Prescan: one walk over a module before it is interpreted, for what it changes and registers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from tflintgrad.flow.domain import slots
from tflintgrad.knowledge.keras_hooks import hook
from tflintgrad.knowledge.roles import names_of


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """Facts about a module that the prescan found."""

    #: The length of its text, from which its budget is computed.
    size: int
    #: Attributes that are assigned outside `__init__`: they can differ between iterations.
    changing_attributes: frozenset[str]
    #: Names that some function rebinds in an outer scope (`global`, `nonlocal`).
    shared_names: frozenset[str]
    #: It is code for TensorFlow 1 with placeholders and sessions: nothing runs eagerly.
    is_graph_code: bool
    #: Module-level functions and classes that store into a container, as a registry does.
    registering: frozenset[str]
    #: It chooses Keras 2, whatever the version of TensorFlow.
    chooses_keras_2: bool


class ModulePrescan:
    """Collects `ModuleFacts` from the syntax tree, whole or in parts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._changing = {slots.STATE}
        self._shared: set[str] = set()
        self._registering: set[str] = set()
        self._names_sessions = _names_sessions(text)
        self._uses_sessions = False

    def look(self, syntax: ast.Module) -> None:
        """Add a tree, or the tree of one part."""
        for statement in syntax.body:
            stores = _stores(statement, self._changing, self._shared)
            if stores and isinstance(statement, _DEFINITIONS):
                self._registering.add(statement.name)
            elif isinstance(statement, ast.Assign) and self._makes_registry(statement.value):
                self._registering.update(_names_in(statement.targets))
        if self._names_sessions and not self._uses_sessions:
            self._uses_sessions = _uses_sessions(syntax)

    def _makes_registry(self, value: ast.expr) -> bool:
        """True for `LOSSES = Registry()`: an object of a class that stores or is named so."""
        if not isinstance(value, ast.Call):
            return False
        name = _last_name(value.func)
        return name in self._registering or "registry" in name.lower()

    def traits(self) -> ModuleFacts:
        """Return the facts that the prescan collected."""
        return ModuleFacts(
            len(self._text),
            frozenset(self._changing),
            frozenset(self._shared),
            self._uses_sessions,
            frozenset(self._registering),
            _chooses_keras_2(self._text),
        )


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _names_in(targets: list[ast.expr]) -> set[str]:
    return {target.id for target in targets if isinstance(target, ast.Name)}


def guessed_facts(text: str) -> ModuleFacts:
    """Return the facts of a text that only a newer Python can parse."""
    return ModuleFacts(
        len(text),
        frozenset({slots.STATE, *_ASSIGNED.findall(text)}),
        frozenset(name for names in _SHARED.findall(text) for name in names.split(", ")),
        _names_sessions(text),
        frozenset(),
        _chooses_keras_2(text),
    )


def _names_sessions(text: str) -> bool:
    return any(f".{name}" in text for name in _graph_names())


def _chooses_keras_2(text: str) -> bool:
    return "TF_USE_LEGACY_KERAS" in text and _LEGACY_KERAS.search(text) is not None


#: `os.environ["TF_USE_LEGACY_KERAS"] = "1"`, `setdefault("TF_USE_LEGACY_KERAS", "true")`, …
_LEGACY_KERAS = re.compile(
    r"""["']TF_USE_LEGACY_KERAS["'] *(?:\] *=|,|:) *(?:str\()?["']?(?:1|true)\b""", re.IGNORECASE
)
_ASSIGNED = re.compile(r"\.(\w+) *[-+*/]?=(?!=)")
_SHARED = re.compile(r"^ *(?:global|nonlocal) +(\w+(?:, *\w+)*)", re.MULTILINE)
#: Methods that set attributes before the first call.
_INITIAL: Final = ("__init__", hook("build"))
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Fields of statements that hold statements.
_SUITES: Final = ("body", "handlers", "orelse", "finalbody", "cases")
#: These fields, by class of node.
_SUITES_OF: Final[dict[type[ast.AST], tuple[str, ...]]] = {}


def _stores(top: ast.stmt, changing: set[str], shared: set[str]) -> bool:
    """Note what a statement changes; return True if it stores into a container."""
    stores = False
    pending: list[tuple[ast.AST, bool]] = [(top, False)]
    while pending:
        node, in_init = pending.pop()
        if isinstance(node, _DEFINITIONS[:2]):
            in_init = node.name in _INITIAL
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            shared.update(node.names)
        for target in _targets(node):
            if isinstance(target, ast.Subscript):
                stores = True
            elif not in_init:
                changing.update(_attributes(target))
        for suite in _suites_of(type(node)):
            pending += [(child, in_init) for child in getattr(node, suite)]
    return stores


def _suites_of(kind: type[ast.AST]) -> tuple[str, ...]:
    known = _SUITES_OF.get(kind)
    if known is None:
        known = _SUITES_OF[kind] = tuple(name for name in _SUITES if name in kind._fields)
    return known


def _targets(node: ast.AST) -> Iterable[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        return (node.target,)
    return ()


def _attributes(target: ast.expr) -> Iterable[str]:
    if isinstance(target, ast.Attribute):
        return (target.attr,)
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for element in target.elts for name in _attributes(element)]
    return _attributes(target.value) if isinstance(target, ast.Starred) else ()


def _uses_sessions(syntax: ast.Module) -> bool:
    names = _graph_names()
    return any(isinstance(node, ast.Attribute) and node.attr in names for node in ast.walk(syntax))


@cache
def _graph_names() -> frozenset[str]:
    """Return the names that only code for TensorFlow 1 calls, under any module name."""
    return frozenset(name.rpartition(".")[2] for name in names_of("graph_code"))
