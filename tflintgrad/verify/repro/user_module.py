"""The user's file: the imports, functions and expressions that a reproduction copies."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property

import libcst as cst

from tflintgrad.source.syntax.bindings import bindings_of, children, dotted_name, first_name

_BLANK = cst.Module([])
#: Libraries that are installed together with TensorFlow.
_ALWAYS_INSTALLED = {"tensorflow", "keras", "tf_keras", "numpy"}
_SCOPES = (cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.FunctionDef)


def code(node: cst.CSTNode) -> str:
    """Return the node's text, without comments around it."""
    return _BLANK.code_for_node(node).strip()


def render(node: cst.CSTNode, replaced: Mapping[int, str]) -> str:
    """Return the node's text with other texts in place of some nodes, which are keyed by `id`."""
    replacing = _Replacing(replaced)
    changed = node.visit(replacing)
    assert isinstance(changed, cst.CSTNode)
    written = code(changed)
    for mark, other in replacing.marks.items():
        written = written.replace(mark, other)
    return written


class _Replacing(cst.CSTTransformer):
    """Replaces nodes by marks and removes comments."""

    def __init__(self, replaced: Mapping[int, str]) -> None:
        super().__init__()
        self.replaced = replaced
        #: libcst accepts only a name in place of a name, so the texts replace the marks afterwards.
        self.marks: dict[str, str] = {}

    def on_visit(self, node: cst.CSTNode) -> bool:
        return id(node) not in self.replaced

    # libcst allows more results, such as the removal of a node.
    def on_leave(  # type: ignore[override]
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        text = self.replaced.get(id(original_node))
        if text is not None:
            mark = f"__replaced_{id(original_node)}__"
            self.marks[mark] = text
            return cst.Name(mark)
        if isinstance(updated_node, cst.EmptyLine) and updated_node.comment is not None:
            return updated_node.with_changes(comment=None)
        if isinstance(updated_node, cst.TrailingWhitespace):
            return updated_node.with_changes(comment=None, whitespace=cst.SimpleWhitespace(""))
        return updated_node


def free_names(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """Yield the names and dotted names (`self.rate`) that an expression does not bind itself."""
    yield from _free(node, frozenset())


def _free(node: cst.CSTNode, bound: frozenset[str]) -> Iterator[cst.BaseExpression]:
    if isinstance(node, (cst.Name, cst.Attribute)):
        if not dotted_name(node):
            assert isinstance(node, cst.Attribute)
            yield from _free(node.value, bound)
        elif first_name(node) not in bound:
            yield node
        return
    if isinstance(node, _SCOPES):
        bound = bound | _bound_inside(node)
    for child in children(node):
        if isinstance(child, (cst.Annotation, cst.Decorator)):
            continue
        if isinstance(node, cst.Arg) and child is node.keyword:
            continue
        if isinstance(node, cst.FunctionDef) and child is node.name:
            continue
        yield from _free(child, bound)


def _bound_inside(node: cst.CSTNode) -> frozenset[str]:
    if isinstance(node, (cst.Lambda, cst.FunctionDef)):
        names = {parameter.name.value for parameter in _parameters(node.params)}
        if isinstance(node, cst.FunctionDef):
            names |= bindings_of(node.body).names
        return frozenset(names)
    assert isinstance(node, (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp))
    return frozenset(bindings_of(node.for_in).names)


def _parameters(parameters: cst.Parameters) -> list[cst.Param]:
    found = [*parameters.posonly_params, *parameters.params, *parameters.kwonly_params]
    extra = (parameters.star_arg, parameters.star_kwarg)
    return [*found, *(item for item in extra if isinstance(item, cst.Param))]


class UserModule:
    """A module of the user's project."""

    def __init__(self, tree: cst.Module) -> None:
        self.tree = tree

    @cached_property
    def imports(self) -> dict[str, str]:
        """The import line of each name of a library that is installed with TensorFlow."""
        found: dict[str, str] = {}
        for statement in _statements(self.tree):
            if isinstance(statement, cst.Import):
                for alias in statement.names:
                    name = dotted_name(alias.name)
                    bound = alias.asname.name if alias.asname else None
                    if _is_there(name):
                        found[code(bound) if bound else name.partition(".")[0]] = (
                            f"import {name} as {code(bound)}" if bound else f"import {name}"
                        )
            elif isinstance(statement, cst.ImportFrom) and statement.module is not None:
                module = dotted_name(statement.module)
                if statement.relative or not _is_there(module):
                    continue
                if isinstance(statement.names, cst.ImportStar):
                    continue
                for alias in statement.names:
                    line = f"from {module} import {code(alias.name)}"
                    bound = alias.asname.name if alias.asname else None
                    found[code(bound or alias.name)] = f"{line} as {code(bound)}" if bound else line
        return found

    @cached_property
    def functions(self) -> dict[str, cst.FunctionDef]:
        """The functions at the top level of the module, by name."""
        return {
            statement.name.value: statement
            for statement in self.tree.body
            if isinstance(statement, cst.FunctionDef)
        }

    def is_known(self, name: str) -> bool:
        """True for builtins and for names imported from such libraries."""
        return name in self.imports or name in _BUILTINS

    def is_closed(self, node: cst.CSTNode) -> bool:
        """True if the node means the same in any module with these imports."""
        return all(self.is_known(first_name(name)) for name in free_names(node))


_BUILTINS = frozenset(dir(builtins))


def _is_there(module: str) -> bool:
    top = module.partition(".")[0]
    return top in _ALWAYS_INSTALLED or top in sys.stdlib_module_names


def _statements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield all simple statements, including those inside functions and blocks."""
    pending: list[cst.CSTNode] = [node]
    while pending:
        item = pending.pop()
        for child in children(item):
            if isinstance(child, cst.BaseSmallStatement):
                yield child
            elif isinstance(
                child, (cst.BaseStatement, cst.BaseSuite, cst.Else, cst.ExceptHandler, cst.Finally)
            ):
                pending.append(child)
