"""Edits of calls and their arguments, which several fixes share."""

from __future__ import annotations

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.source.syntax.walk import nodes_in


def has_argument(call: cst.Call, name: str) -> bool:
    """True if a call passes an argument by this keyword."""
    return any(item.keyword is not None and item.keyword.value == name for item in call.args)


def without_argument(call: cst.Call, name: str, codemod: Codemod) -> None:
    """Drop the argument with this keyword."""
    kept = [
        codemod.argument(item)
        for item in call.args
        if item.keyword is None or item.keyword.value != name
    ]
    codemod.replace(call, f"{codemod.code(call.func)}({', '.join(kept)})")


def with_argument(call: cst.Call, code: str, codemod: Codemod) -> None:
    """Add an argument at the end of a call."""
    written = [codemod.argument(item) for item in call.args]
    codemod.replace(call, f"{codemod.code(call.func)}({', '.join([*written, code])})")


def swap_arguments(call: cst.Call, codemod: Codemod) -> None:
    """Exchange the first two positional arguments of a call; raises `NoFix`."""
    if len(call.args) < 2 or any(item.star for item in call.args[:2]):
        raise NoFix
    if (call.args[0].keyword is None) != (call.args[1].keyword is None):
        raise NoFix
    first, second = (item.value for item in call.args[:2])
    codemod.replace(first, codemod.code(second))
    codemod.replace(second, codemod.code(first))


def only_function(name: str, codemod: Codemod) -> cst.FunctionDef:
    """Return the only function of this name in the file; raises `NoFix`."""
    found = [
        node
        for node in nodes_in(codemod.tree)
        if isinstance(node, cst.FunctionDef) and node.name.value == name
    ]
    if len(found) != 1:
        raise NoFix
    return found[0]


def calls_of(name: str, codemod: Codemod) -> list[cst.Call]:
    """Return the calls of a function of the file by its name."""
    return [
        node
        for node in nodes_in(codemod.tree)
        if isinstance(node, cst.Call)
        and isinstance(node.func, cst.Name)
        and node.func.value == name
    ]
