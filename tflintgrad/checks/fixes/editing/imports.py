"""The names under which a file knows its modules."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.source.syntax.walk import nodes_in

_USUAL_NAME: Final = "tf"
_TENSORFLOW: Final = ("tensorflow", "tensorflow.compat.v2", "tensorflow.compat.v1")


def module_of(call: cst.Call, codemod: Codemod) -> str:
    """Return the name of TensorFlow in the function of a call; raises `NoFix`."""
    first = codemod.code(call.func).partition(".")[0]
    if first not in tensorflow_names(codemod):
        raise NoFix
    return first


def tensorflow_name(codemod: Codemod) -> str:
    """Return the name under which the file imports TensorFlow; without one, import it."""
    names = tensorflow_names(codemod)
    if names:
        return names[0]
    used = {node.value for node in nodes_in(codemod.tree) if isinstance(node, cst.Name)}
    first = _first_import(codemod)
    if _USUAL_NAME in used or first is None:
        raise NoFix
    codemod.safe = False  # the file may be meant for another backend of Keras
    codemod.insert_before(first, f"import tensorflow as {_USUAL_NAME}")
    return _USUAL_NAME


def _first_import(codemod: Codemod) -> cst.CSTNode | None:
    """Return the first import of a file that others may precede."""
    for statement in _import_statements(codemod):
        module = statement.module if isinstance(statement, cst.ImportFrom) else None
        if module is None or codemod.code(module) != "__future__":
            return codemod.line(statement)
    return None


def tensorflow_names(codemod: Codemod) -> list[str]:
    """Return the names under which the file imports TensorFlow."""
    return [name for module, name in _imports(codemod) if module in _TENSORFLOW]


def imported_names(codemod: Codemod) -> set[str]:
    """Return the names of all modules that the file imports."""
    return {name for _, name in _imports(codemod)}


def module_behind(dotted: str, codemod: Codemod) -> str:
    """Return the full name of what a dotted name of the file means; empty if it is not imported."""
    first, dot, rest = dotted.partition(".")
    known = dict(reversed([(name, module) for module, name in _imports(codemod)]))
    return f"{known[first]}{dot}{rest}" if first in known else ""


def _imports(codemod: Codemod) -> list[tuple[str, str]]:
    """Return the modules that the top of the file imports, and the names it gives them."""
    found: list[tuple[str, str]] = []
    for statement in _import_statements(codemod):
        if isinstance(statement.names, cst.ImportStar):
            continue
        for alias in statement.names:
            module = codemod.code(alias.name)
            if isinstance(statement, cst.ImportFrom):
                package = codemod.code(statement.module) if statement.module else ""
                module = f"{package}.{module}"
            asname = alias.asname.name if alias.asname is not None else None
            name = codemod.code(asname) if asname is not None else codemod.code(alias.name)
            is_whole = isinstance(statement, cst.ImportFrom) or asname is not None
            found.append((module, name if is_whole else name.partition(".")[0]))
    return found


def _import_statements(codemod: Codemod) -> list[cst.Import | cst.ImportFrom]:
    return [
        statement
        for line in codemod.tree.body
        for statement in (line.body if isinstance(line, cst.SimpleStatementLine) else ())
        if isinstance(statement, (cst.Import, cst.ImportFrom))
    ]
