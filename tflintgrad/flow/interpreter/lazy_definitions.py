"""Lazy definitions: functions and classes of other modules are made when they are used.

A program uses few names of a module that it imports. The other definitions are not needed, nor are
the modules that define their base classes. So at the level of such a module a `def`, a `class` or
an alias binds a `Deferred`. A definition with a decorator of the project is made at once: the
decorator may register it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.numbering import numbering_for_imports
from tflintgrad.flow.domain.objects import Class, External
from tflintgrad.flow.domain.project_names import Deferred
from tflintgrad.flow.domain.values import Value
from tflintgrad.source.syntax.bindings import bindings_of, children, dotted_name, first_name

if TYPE_CHECKING:
    from tflintgrad.flow.domain.module import Module
    from tflintgrad.flow.interpreter.interpreter import Interpreter

Definition = cst.FunctionDef | cst.ClassDef | cst.Assign


def is_deferrable(interp: Interpreter, node: Definition) -> bool:
    """True if this definition can be made later, or never, without a difference."""
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
    """True for `Config = other.Config`."""
    target = node.targets[0].target
    return len(node.targets) == 1 and isinstance(target, cst.Name) and dotted_name(node.value) != ""


def _is_of_project(interp: Interpreter, decorator: cst.Decorator) -> bool:
    """True if the decorator may be code of the project."""
    expression = decorator.decorator
    head = expression.func if isinstance(expression, cst.Call) else expression
    name = first_name(head)
    value = interp.store.read((interp.frame.number, name))
    if value is None:  # a builtin, or a name of an `import *`
        interp.missing_names.add(name)
        return bool(interp.frame.star_imports)
    return not isinstance(value, External)


def _bound_again(module: Module) -> frozenset[str]:
    """Return the names that the module level binds more than once."""
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
    """Yield the names that the definition looks up when it is made, and its own name."""
    pending: list[cst.CSTNode] = [node]
    while pending:
        item = pending.pop()
        if isinstance(item, cst.Name):
            yield item.value
        elif isinstance(item, cst.FunctionDef):
            pending += [item.name, item.params, *item.decorators]
        else:
            pending += children(item)


def defer(interp: Interpreter, node: Definition, make: Callable[[], Value]) -> None:
    """Bind the name of a definition; `make` makes it when the name is used."""
    module, frame = interp.context.module, interp.frame
    name = _bound_name(node)

    def run() -> Value:
        module.deferred.discard(name)
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
    module.deferred.add(name)
    interp.budget.steps -= 1  # an unused definition is no work, and does not change the rest
    if isinstance(node, cst.ClassDef):
        interp.deferred_classes.append(DeferredClass(node, frame, deferred))


def _bound_name(node: Definition) -> str:
    if isinstance(node, cst.Assign):
        return first_name(node.targets[0].target)
    return node.name.value


@dataclass(frozen=True, slots=True, eq=False)
class DeferredClass:
    """A class that was not made so far, with the frame of its module."""

    node: cst.ClassDef
    frame: Frame
    deferred: Deferred


def subclasses_of(interp: Interpreter, cls: Class) -> list[Class]:
    """Return the subclasses of a class in all modules that were loaded."""
    names = {cls.name}
    deferred = list(interp.deferred_classes)
    while found := [item for item in deferred if _may_extend(interp, item, names)]:
        deferred = [item for item in deferred if item not in found]
        for item in found:
            item.deferred.get()
            names.add(item.node.name.value)
    return [item for item in interp.classes if item is not cls and cls in item.mro()]


def _may_extend(interp: Interpreter, cls: DeferredClass, names: set[str]) -> bool:
    """True if a base of the class has one of these names."""
    for base in cls.node.bases:
        if isinstance(base.value, cst.Attribute):
            name = base.value.attr.value
        else:  # an import may rename it
            name = first_name(base.value)
            value = interp.store.read((cls.frame.number, name))
            name = value.name if isinstance(value, Deferred) else name
        if name in names:
            return True
    return False
