"""The names under which a file knows its modules."""

from __future__ import annotations

import libcst as cst

from tflintgrad.checks.fixes.codemod import Codemod, NoFix


def module_of(call: cst.Call, codemod: Codemod) -> str:
    """Return the name of TensorFlow in the function of a call; raises `NoFix`."""
    first = codemod.code(call.func).partition(".")[0]
    if first not in tensorflow_names(codemod):
        raise NoFix
    return first


def tensorflow_name(codemod: Codemod) -> str:
    """Return the name under which the file imports TensorFlow; raises `NoFix`."""
    names = tensorflow_names(codemod)
    if not names:
        raise NoFix
    return names[0]


def tensorflow_names(codemod: Codemod) -> list[str]:
    """Return the names under which the file imports TensorFlow."""
    return [name for module, name in _imports(codemod) if module == "tensorflow"]


def imported_names(codemod: Codemod) -> set[str]:
    """Return the names of all modules that the file imports."""
    return {name for _, name in _imports(codemod)}


def _imports(codemod: Codemod) -> list[tuple[str, str]]:
    """Return the modules that the top of the file imports, and the names it gives them."""
    found: list[tuple[str, str]] = []
    for line in codemod.tree.body:
        for statement in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            for alias in statement.names if isinstance(statement, cst.Import) else ():
                module = codemod.code(alias.name)
                asname = alias.asname.name if alias.asname is not None else None
                name = codemod.code(asname) if asname is not None else module.partition(".")[0]
                found.append((module, name))
    return found
