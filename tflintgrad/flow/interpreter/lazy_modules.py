"""Lazy modules: a module of the project is loaded when the program uses a name of it."""

from __future__ import annotations

import ast
from collections.abc import Container
from typing import Protocol

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.module import Module, SyntaxCache
from tflintgrad.flow.domain.numbering import numbering_for_imports
from tflintgrad.flow.domain.objects import External
from tflintgrad.flow.domain.project_names import Deferred, ProjectModule
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.module_prescan import ModuleFacts, ModulePrescan, guessed_facts
from tflintgrad.knowledge.roles import is_listed
from tflintgrad.project.module_resolver import ModuleFile
from tflintgrad.source.file_stamp import digest_of_strings
from tflintgrad.source.syntax.bindings import Bindings, bindings_of
from tflintgrad.source.syntax.outline import Outline
from tflintgrad.source.syntax.parse import parse


class ParsedModule:
    """A parsed file, with the result of its prescan."""

    __slots__ = ("filename", "outline", "syntax_cache", "traits", "tree")

    def __init__(self, filename: str, text: str, *, exact: bool = False) -> None:
        """Parse; raise `SyntaxProblem` for text that is not valid Python."""
        prescan = ModulePrescan(text)
        self.outline: Outline | None = None

        def visit(syntax: ast.Module) -> None:
            prescan.look(syntax)
            if len(text) <= limits.MAX_PIECE_CHARACTERS and "\r" not in text:
                self.outline = Outline(text, syntax)

        parsed = parse(text, exact=exact, visit=visit)
        self.filename = filename
        self.tree = parsed.tree
        self.traits = prescan.traits() if parsed.is_cpython else guessed_facts(text)
        self.syntax_cache = SyntaxCache()

    def interface(self, used: Container[str]) -> str | None:
        """Return a digest of what a program knows of the module that uses these definitions.

        None if only the whole text tells.
        """
        if self.outline is None:
            return None
        traits = self.traits
        return digest_of_strings(
            (
                self.outline.digest(used),
                *sorted(traits.changing_attributes),
                "",
                *sorted(traits.shared_names),
                "",
                *sorted(traits.registering),
                f"{traits.is_graph_code} {traits.chooses_keras_2}",
            )
        )


class Project(Protocol):
    """The other files of a project, as far as one program can import them."""

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        """Return the module that an import statement of a file names."""

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        """Return a module of a package."""

    def code(self, path: str) -> ParsedModule | None:
        """Return a parsed file; None if it cannot be parsed."""

    @property
    def budget_scale(self) -> int:
        """The factor by which the steps allowed in other modules are multiplied."""

    @property
    def own_ops(self) -> str:
        """The lines of the op table about the project's own libraries."""

    @property
    def keras(self) -> int | None:
        """The Keras of the program's files, 2 or 3; None: they may be older than Keras 3."""

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        """Return modules whose module level calls one of these names of a module."""

    def note_load(self, path: str, deferred: set[str], missing: set[str]) -> None:
        """Take what will be known of a program after it was interpreted.

        These are the definitions of the module that were not needed, and the names that the program
        looked up in any module and did not find there.
        """


def find(interp: Interpreter, dotted: str, level: int = 0) -> ProjectModule | None:
    """Return the module of the project that an import statement names."""
    if interp.project is None:
        return None
    file = interp.project.resolve(interp.context.module.path, dotted, level)
    return module_at(interp, file) if file is not None else None


def module_at(interp: Interpreter, file: ModuleFile) -> ProjectModule:
    """Return the value of a module: one for each file."""
    key = file.path or file.folder
    found = interp.modules.get(key)
    if found is None:
        found = interp.modules[key] = ProjectModule(file, interp.context)
    return found


def imported(interp: Interpreter, module: ProjectModule, name: str) -> Value:
    """Return what `from module import name` binds; it is resolved when it is used."""
    return Deferred(name, lambda: member(interp, module, name), interp.context)


def member(interp: Interpreter, module: ProjectModule, name: str) -> Value:
    """Return the value of a name of a module; a library's name if the module has none."""
    found = _member(interp, module, name, set())
    if found is not None:
        return found
    unknown = External(f"{module.name}.{name}", interp.context)
    if module.frame is None and module.file.path is not None:
        unknown.facts["not_followed"] = True  # beyond a limit: the program knows the value
    return unknown


def _member(
    interp: Interpreter, module: ProjectModule, name: str, visited: set[int]
) -> Value | None:
    if module.number in visited:
        return None
    visited.add(module.number)
    load(interp, module)
    frame = module.frame
    if frame is not None:
        own = interp.read((frame.number, name))
        if own is not None:
            return own
    if interp.project is not None:
        interp.missing_names.add(name)
        inner = interp.project.submodule(module.file, name)
        if inner is not None:
            return module_at(interp, inner)
    return resolve_star_import(interp, frame, name, visited) if frame is not None else None


def resolve_star_import(
    interp: Interpreter, frame: Frame, name: str, visited: set[int] | None = None
) -> Value | None:
    """Return the value of a name that `from module import *` binds; the last import wins.

    Of libraries, the last one that is known to have the name.
    """
    guess: Value | None = None
    for base in reversed(frame.star_imports):
        if isinstance(base, ProjectModule):
            if _exports(interp, base, name):
                found = _member(interp, base, name, visited if visited is not None else set())
                if found is not None:
                    return found
        elif base in ("tf", "np", "keras", "math") or base.startswith(("tf.", "keras.")):
            found = interp.external(f"{base}.{name}")
            if _is_known(interp, found.name):
                return found
            guess = guess or found
    return guess


def _is_known(interp: Interpreter, name: str) -> bool:
    """True if the tables have a name of a library."""
    table = interp.table
    return bool(is_listed(name) or table.lookup(name) or table.lookup(f"{name}.__call__"))


def _exports(interp: Interpreter, module: ProjectModule, name: str) -> bool:
    """True if `import *` binds the name."""
    load(interp, module)
    if module.frame is None:
        return False
    listed = interp.store.read((module.frame.number, "__all__"))
    if listed is not None and listed.kind in (kinds.LIST, kinds.TUPLE):
        names = {item.const for item in getattr(listed, "items", ())}
        if names and all(isinstance(item, str) for item in names):
            return name in names
    return not name.startswith("_")


def load(interp: Interpreter, module: ProjectModule) -> None:
    """Interpret the body of a module by itself, as if it ran before the program."""
    if module.loaded or interp.project is None:
        return
    if len(interp.graph.loaded) >= limits.MAX_MODULES:
        return
    if interp.budget.imports_spent and not interp.budget.take_late_module():
        return
    module.loaded = True
    code = interp.project.code(module.file.path) if module.file.path is not None else None
    if code is None:
        return
    description = Module(
        code.filename,
        code.tree,
        path=module.file.path or "",
        name=module.name,
        syntax_cache=code.syntax_cache,
        table=interp.graph.module.table,
        is_graph_code=code.traits.is_graph_code,
    )
    interp.project.note_load(description.path, description.deferred, interp.missing_names)
    interp.graph.loaded.append(description)
    interp.graph.add_module_facts(code.traits)
    module.frame = Frame(None, _bindings(code))
    leaving = interp.budget.begin_import()
    try:
        with interp.module_scope(description, module.frame), numbering_for_imports():
            interp.run(code.tree)
    except Exception as error:
        interp.graph.crashes.append((code.tree, f"the body of {module.name}", error))
    finally:
        if leaving:
            interp.budget.end_module_body()
    _load_users(interp, module, code.traits)


def _bindings(code: ParsedModule) -> Bindings:
    known = code.syntax_cache.bindings
    found = known.get(id(code.tree))
    if found is None:
        found = known[id(code.tree)] = bindings_of(code.tree)
    return found


def _load_users(interp: Interpreter, module: ProjectModule, traits: ModuleFacts) -> None:
    """Load modules that register something in a module, even if the program does not name them."""
    if not traits.registering or interp.project is None or module.file.path is None:
        return
    for file in interp.project.users(module.file.path, traits.registering):
        load(interp, module_at(interp, file))
