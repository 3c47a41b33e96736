"""Functions and classes of other modules are made when somebody asks for them.

A module of the project is read for the sake of a name or two. What else it defines is not needed,
and neither are the modules that its other classes have their bases from. So at the top of such a
module a `def`, a `class` or another name for something binds what waits. Only a decorator of the
project's own has to run: it may put what it gets into a registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.objects import Class, Deferred, External
from tflintgrad.flow.domain.values import Value, numbering_for_imports
from tflintgrad.source.syntax.bindings import bindings_of, children, dotted_name, first_name

if TYPE_CHECKING:
    from tflintgrad.flow.domain.module import Module
    from tflintgrad.flow.interpreter.interpreter import Interpreter

Definition = cst.FunctionDef | cst.ClassDef | cst.Assign


def is_deferrable(interp: Interpreter, node: Definition) -> bool:
    """Is nothing lost if this definition runs later, or never?"""
    module = interp.context.module
    if interp.frame.parent is not None or module is interp.graph.module or interp.store.depth:
        return False
    if isinstance(node, cst.Assign):
        if not _is_alias(node):
            return False
    elif any(_is_of_project(interp, decorator) for decorator in node.decorators):
        return False
    changing = _bound_again(module)
    return not changing or changing.isdisjoint(_names_needed(node))


def _is_alias(node: cst.Assign) -> bool:
    """`Config = other.Config`"""
    target = node.targets[0].target
    return len(node.targets) == 1 and isinstance(target, cst.Name) and dotted_name(node.value) != ""


def _is_of_project(interp: Interpreter, decorator: cst.Decorator) -> bool:
    expression = decorator.decorator
    head = expression.func if isinstance(expression, cst.Call) else expression
    value = interp.store.read((interp.frame.number, first_name(head)))
    if value is None:  # a builtin, or whatever `import *` brought
        return bool(interp.frame.star_imports)
    return not isinstance(value, External)


def _bound_again(module: Module) -> frozenset[str]:
    """Names that mean one thing at one row of the module's top, and another one further down."""
    found = module.syntax_cache.bound_again
    if found is None:
        once: set[str] = set()
        again: set[str] = set()
        for statement in module.tree.body:
            names = bindings_of(statement).names
            again |= names & once
            once |= names
        found = module.syntax_cache.bound_again = frozenset(again)
    return found


def _names_needed(node: cst.CSTNode) -> Iterator[str]:
    """The names that are looked up when the definition runs, and its own."""
    pending: list[cst.CSTNode] = [node]
    while pending:
        item = pending.pop()
        if isinstance(item, cst.Name):
            yield item.value
        elif isinstance(item, cst.FunctionDef):
            pending += [item.name, item.params, *item.decorators]
        else:
            pending += children(item)


def later(interp: Interpreter, node: Definition, make: Callable[[], Value]) -> None:
    """Bind what a definition makes, to be made when somebody asks for it."""
    module, frame = interp.context.module, interp.frame
    name = _bound_name(node)

    def run() -> Value:
        with interp.module_scope(module, frame), numbering_for_imports():
            try:
                value = make()
            except Exception as error:
                interp.graph.crashes.append((node, name, error))
                value = interp.unknown(node)
            interp.bind(name, value)
        return value

    deferred = Deferred(name, run, interp.context)
    interp.bind(name, deferred)
    if isinstance(node, cst.ClassDef):
        interp.deferred_classes.append(DeferredClass(node, frame, deferred))


def _bound_name(node: Definition) -> str:
    if isinstance(node, cst.Assign):
        return first_name(node.targets[0].target)
    return node.name.value


@dataclass(frozen=True, slots=True, eq=False)
class DeferredClass:
    node: cst.ClassDef
    frame: Frame
    deferred: Deferred


def subclasses_of(interp: Interpreter, cls: Class) -> list[Class]:
    """The subclasses of a class, in all modules that were read."""
    names = {cls.name}
    waiting = list(interp.deferred_classes)
    while called := [item for item in waiting if _may_extend(interp, item, names)]:
        waiting = [item for item in waiting if item not in called]
        for item in called:
            item.deferred.get()
            names.add(item.node.name.value)
    return [item for item in interp.classes if item is not cls and cls in item.mro()]


def _may_extend(interp: Interpreter, waiting: DeferredClass, names: set[str]) -> bool:
    for base in waiting.node.bases:
        if isinstance(base.value, cst.Attribute):
            name = base.value.attr.value
        else:  # perhaps imported under another name
            name = first_name(base.value)
            value = interp.store.read((waiting.frame.number, name))
            name = value.name if isinstance(value, Deferred) else name
        if name in names:
            return True
    return False
