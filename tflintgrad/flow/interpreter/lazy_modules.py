"""Modules of the project: imported lazily, read when somebody uses a name of theirs."""

from __future__ import annotations

from typing import Protocol

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.module import Module, SyntaxCache
from tflintgrad.flow.domain.objects import Deferred, External, ProjectModule
from tflintgrad.flow.domain.values import Value, numbering_for_imports
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.module_prescan import ModuleFacts, ModulePrescan, guessed_traits
from tflintgrad.project.module_resolver import ModuleFile
from tflintgrad.source.syntax.bindings import Bindings, bindings_of
from tflintgrad.source.syntax.parse import parse


class ParsedModule:
    """A parsed module, with what is known of it before it runs."""

    __slots__ = ("filename", "syntax_cache", "traits", "tree")

    def __init__(self, filename: str, text: str, *, exact: bool = False) -> None:
        """Raise `SyntaxProblem` for text that is not analysable Python."""
        notes = ModulePrescan(text)
        parsed = parse(text, exact=exact, visit=notes.look)
        self.filename = filename
        self.tree = parsed.tree
        self.traits = notes.traits() if parsed.is_cpython else guessed_traits(text)
        self.syntax_cache = SyntaxCache()


class Project(Protocol):
    """The other files, as far as one program can get to them by imports."""

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None: ...

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None: ...

    def code(self, path: str) -> ParsedModule | None:
        """None for a file that cannot be parsed."""

    @property
    def budget_scale(self) -> int:
        """How many times the usual work in other modules is allowed."""

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        """Modules that call or decorate with one of these names of a module at their top."""


def find(interp: Interpreter, dotted: str, level: int = 0) -> ProjectModule | None:
    """The module of the project that an import statement names."""
    if interp.project is None:
        return None
    file = interp.project.resolve(interp.context.module.path, dotted, level)
    return module_at(interp, file) if file is not None else None


def module_at(interp: Interpreter, file: ModuleFile) -> ProjectModule:
    key = file.path or file.folder
    found = interp.modules.get(key)
    if found is None:
        found = interp.modules[key] = ProjectModule(file, interp.context)
    return found


def imported(interp: Interpreter, module: ProjectModule, name: str) -> Value:
    """What `from module import name` binds: found when it is used."""
    return Deferred(name, lambda: member(interp, module, name), interp.context)


def member(interp: Interpreter, module: ProjectModule, name: str) -> Value:
    """What a name of a module is; of one that is not read, something unknown."""
    found = _member(interp, module, name, set())
    return found or External(f"{module.name}.{name}", interp.context)


def _member(interp: Interpreter, module: ProjectModule, name: str, asked: set[int]) -> Value | None:
    if module.number in asked:
        return None
    asked.add(module.number)
    load(interp, module)
    frame = module.frame
    if frame is not None:
        own = interp.read((frame.number, name))
        if own is not None:
            return own
    if interp.project is not None:
        inner = interp.project.submodule(module.file, name)
        if inner is not None:
            return module_at(interp, inner)
    return resolve_star_import(interp, frame, name, asked) if frame is not None else None


def resolve_star_import(
    interp: Interpreter, frame: Frame, name: str, asked: set[int] | None = None
) -> Value | None:
    """A name that came in by `from module import *`; the last one counts.

    Which names come in cannot be told from outside, so such a module is open from the start.
    """
    for base in reversed(frame.star_imports):
        if isinstance(base, ProjectModule):
            if _exports(interp, base, name):
                found = _member(interp, base, name, asked if asked is not None else set())
                if found is not None:
                    return found
        elif base in ("tf", "np", "keras", "math") or base.startswith(("tf.", "keras.")):
            return interp.external(f"{base}.{name}")
    return None


def _exports(interp: Interpreter, module: ProjectModule, name: str) -> bool:
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
    """Run a module's body, as Python did when it was imported: before and outside all else."""
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
    )
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
    """A registry is filled by modules that nobody needs to name: Python ran them, so do we."""
    if not traits.registering or interp.project is None or module.file.path is None:
        return
    for file in interp.project.users(module.file.path, traits.registering):
        load(interp, module_at(interp, file))
