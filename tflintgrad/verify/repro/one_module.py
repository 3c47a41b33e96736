"""A program and the modules of its project that it imports, written as one module."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tflintgrad import limits
from tflintgrad.project.module_resolver import ModuleFile
from tflintgrad.source.cpython_parser import syntax_tree
from tflintgrad.verify.repro.module_text import (
    Edit,
    bound_at_top,
    defined_name,
    edited,
    is_script_part,
    local_names,
)
from tflintgrad.verify.repro.result import NotReproducible


class Resolver(Protocol):
    """Answers which file of the project an import names."""

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        """Return the module that an import statement of a file names."""

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        """Return a module of a package."""


@dataclass(frozen=True, slots=True)
class OneModule:
    """The text of the module, and where the rows of each file went."""

    text: str
    #: How many rows stand before those of each file, by absolute path.
    offsets: dict[str, int]

    def row(self, path: str, row: int) -> int | None:
        """Return the row of the module that a row of a file became."""
        offset = self.offsets.get(path)
        return None if offset is None else offset + row


@dataclass(slots=True)
class _File:
    """A file of the project, with what its names mean in the module that is written."""

    path: str
    tree: ast.Module
    #: The name in the written module of each name that the file binds or imports.
    names: dict[str, str] = field(default_factory=dict)
    #: Names that stand for modules of the project.
    modules: dict[str, ModuleFile] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    #: Statements that are rewritten, by id: their names need no other treatment.
    done: set[int] = field(default_factory=set)
    #: Names that its functions and classes bind inside themselves.
    local: frozenset[str] = frozenset()


def as_one_module(
    path: str, text: str, resolver: Resolver, read: Callable[[str], str | None]
) -> OneModule:
    """Return the program at `path` with the modules that it imports written before it.

    Raise NotReproducible if that is impossible: if a module is used as an object, for example.
    """
    writer = _Writer(resolver, read)
    writer.add(path, text, is_program=True)
    rows = ["from __future__ import annotations"] if writer.has_future else []
    offsets = {}
    for part, lines in writer.parts:
        offsets[part] = len(rows)
        rows += lines
    return OneModule("\n".join(rows) + "\n", offsets)


class _Writer:
    """Writes files, each after those that it imports."""

    def __init__(self, resolver: Resolver, read: Callable[[str], str | None]) -> None:
        self._resolver = resolver
        self._read = read
        self._files: dict[str, _File] = {}
        #: The library or file that each name belongs to.
        self._owners: dict[str, str] = {}
        self.parts: list[tuple[str, list[str]]] = []
        self.has_future = False

    def add(self, path: str, text: str, *, is_program: bool = False) -> _File:
        """Write a file after those that it imports."""
        if len(self._files) >= limits.MAX_INLINED_MODULES:
            raise NotReproducible("the program needs too many modules of its project")
        try:
            tree = syntax_tree(text)
        except (SyntaxError, ValueError, RecursionError):
            raise NotReproducible(f"`{os.path.basename(path)}` is no valid Python") from None
        file = self._files[path] = _File(path, tree, local=local_names(tree))
        for statement in tree.body:
            if not is_program and is_script_part(statement, tree):
                _leave_out(file, statement)
        self._resolve_imports(file)
        self._bind(file)
        self._rename(file)
        self.parts.append((path, edited(text, file.edits)))
        return file

    # --- imports

    def _resolve_imports(self, file: _File) -> None:
        for statement in _statements(file):
            if isinstance(statement, ast.Import):
                self._import(file, statement)
            elif isinstance(statement, ast.ImportFrom):
                self._import_from(file, statement)

    def _import(self, file: _File, statement: ast.Import) -> None:
        left = []
        for alias in statement.names:
            module = self._resolver.resolve(file.path, alias.name, 0)
            if module is None:
                left.append(alias)
                continue
            self._load(module)
            top = alias.name.partition(".")[0]
            package = module if alias.asname else self._resolver.resolve(file.path, top, 0)
            if package is None:
                raise NotReproducible(f"the program needs `import {alias.name}`")
            file.modules[alias.asname or top] = package
        if len(left) < len(statement.names):
            _leave_out(file, statement, ast.unparse(ast.Import(left)) if left else "")

    def _import_from(self, file: _File, statement: ast.ImportFrom) -> None:
        if statement.module == "__future__":
            self.has_future = True
            _leave_out(file, statement)
            return
        module = self._resolver.resolve(file.path, statement.module or "", statement.level)
        if module is None:
            return
        for alias in statement.names:
            if alias.name == "*":
                loaded = self._load(module)
                file.names.update(loaded.names if loaded is not None else {})
                file.modules.update(loaded.modules if loaded is not None else {})
            else:
                self._import_name(file, module, alias)
        _leave_out(file, statement)

    def _import_name(self, file: _File, module: ModuleFile, alias: ast.alias) -> None:
        bound = alias.asname or alias.name
        loaded = self._load(module)
        below = self._resolver.submodule(module, alias.name)
        if loaded is not None and alias.name in loaded.names:
            file.names[bound] = loaded.names[alias.name]
        elif loaded is not None and alias.name in loaded.modules:
            file.modules[bound] = loaded.modules[alias.name]
        elif below is not None:
            self._load(below)
            file.modules[bound] = below
        else:
            raise NotReproducible(f"the program needs `{alias.name}` of `{module.name}`")

    def _load(self, module: ModuleFile) -> _File | None:
        """Write a module unless it is written already; None for a folder without code."""
        if module.path is None:
            return None
        known = self._files.get(module.path)
        if known is not None:
            return known
        text = self._read(module.path)
        if text is None:
            raise NotReproducible(f"`{os.path.basename(module.path)}` cannot be read")
        return self.add(module.path, text)

    # --- names

    def _bind(self, file: _File) -> None:
        """Give each name that the file binds itself a name that no other file has."""
        stem = os.path.splitext(os.path.basename(file.path))[0]
        for name, library, statement in bound_at_top(file.tree, file.done):
            owner = library or file.path
            free = name
            while self._owners.get(free, owner) != owner:
                free = f"{free}_{stem}"
            if free != name and library:
                raise NotReproducible(f"two modules import different things as `{name}`")
            if library and free in self._owners and statement in file.tree.body:
                names = getattr(statement, "names", ())
                if len(names) == 1:  # another file has the same import
                    _leave_out(file, statement)
            self._owners[free] = owner
            file.names[name] = free

    def _rename(self, file: _File) -> None:
        """Collect the edits that give names their meaning in the written module."""
        pending: list[tuple[ast.AST, bool]] = [(file.tree, False)]
        while pending:
            node, in_string = pending.pop()
            if id(node) in file.done:
                continue
            new = self._meaning(file, node)
            if new is None:
                in_string = in_string or isinstance(node, ast.JoinedStr)
                pending += [(child, in_string) for child in ast.iter_child_nodes(node)]
                continue
            name = ast.unparse(node) if isinstance(node, ast.expr) else defined_name(node)
            if in_string or name in file.local or new in file.local:
                raise NotReproducible(f"two functions or modules use the name `{name}`")
            if isinstance(node, ast.expr):
                file.edits.append(Edit.replacing(node, new))
                continue
            file.edits.append(Edit.renaming(node, new))
            pending += [(child, in_string) for child in ast.iter_child_nodes(node)]

    def _meaning(self, file: _File, node: ast.AST) -> str | None:
        """Return the other name that a node needs; None if it can stay."""
        if isinstance(node, ast.Name):
            if node.id in file.modules and node.id not in file.local:
                raise NotReproducible(f"the module `{node.id}` is used as an object")
            name = file.names.get(node.id, node.id)
            return None if name == node.id else name
        if isinstance(node, ast.Attribute):
            return self._attribute(file, node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = file.names.get(node.name, node.name)
            return None if name == node.name or node not in file.tree.body else name
        return None

    def _attribute(self, file: _File, node: ast.Attribute) -> str | None:
        module = self._module_of(file, node.value)
        if module is None:
            return None
        loaded = self._files.get(module.path or "")
        if not isinstance(node.ctx, ast.Load) or loaded is None or node.attr not in loaded.names:
            raise NotReproducible(f"the module `{ast.unparse(node.value)}` is used as an object")
        return loaded.names[node.attr]

    def _module_of(self, file: _File, node: ast.expr) -> ModuleFile | None:
        """Return the module of the project that an expression names."""
        if isinstance(node, ast.Name):
            return file.modules.get(node.id)
        if isinstance(node, ast.Attribute):
            package = self._module_of(file, node.value)
            if package is not None:
                return self._resolver.submodule(package, node.attr)
        return None


def _statements(file: _File) -> list[ast.AST]:
    """Return the nodes of a file in their order, without those that are left out."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = [file.tree]
    while pending:
        node = pending.pop()
        if id(node) not in file.done:
            found.append(node)
            pending += reversed(list(ast.iter_child_nodes(node)))
    return found


def _leave_out(file: _File, statement: ast.stmt, left: str = "") -> None:
    inner = "" if statement in file.tree.body else "pass"
    file.edits.append(Edit.replacing(statement, left or inner))
    file.done.add(id(statement))
