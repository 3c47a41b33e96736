"""Conversion of CPython's statements into libcst nodes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from tflintgrad.knowledge.queries import query_names
from tflintgrad.source.syntax.cst_from_ast.expressions import (
    annotation,
    argument,
    element,
    expression,
    maybe,
    parameters,
)
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import Block, LazyBlock
from tflintgrad.source.syntax.cst_from_ast.nodes import name, plain
from tflintgrad.source.syntax.cst_from_ast.source_text import SourceText


def statements(source: SourceText, syntax: Sequence[ast.stmt]) -> tuple[list[Any], list[range]]:
    """Convert the statements of a block, and return the rows of each."""
    made: list[Any] = []
    rows: list[range] = []
    before: ast.stmt | None = None  # a small statement
    for node in syntax:
        own = source.rows_of(node)
        if not _is_small(node):
            made.append(_compound(source, node))
            before = None
        elif before is not None and _is_same_line(source, before, node):
            made[-1].body.append(_small(source, node))
            own, before = range(rows.pop().start, own.stop), node
        else:
            made.append(plain(cst.SimpleStatementLine, body=[_small(source, node)]))
            before = node
        rows.append(own)
    return made, rows


#: True for types of statements that hold no others; `hasattr` for a missing field is slow.
_IS_SMALL: dict[type[ast.stmt], bool] = {}


def _is_small(node: ast.stmt) -> bool:
    kind = type(node)
    known = _IS_SMALL.get(kind)
    if known is None:
        known = _IS_SMALL[kind] = "body" not in kind._fields and "cases" not in kind._fields
    return known


def _compound(source: SourceText, node: ast.stmt) -> Any:
    make = _COMPOUND.get(type(node))
    if make is None or getattr(node, "type_params", None):
        rows = source.rows_of(node)
        if source.is_costly(rows):
            raise RecursionError
        return source.parsed_rows(rows)[1][0]
    return make(source, node)


def _is_same_line(source: SourceText, before: ast.stmt, node: ast.stmt) -> bool:
    """True if only a semicolon separates a small statement from the one before it."""
    if node.lineno == before.end_lineno:
        return True
    after = source.after(before).strip()
    return after.startswith(";") and after.endswith("\\")


def _small(source: SourceText, node: ast.stmt) -> Any:
    make = _SMALL.get(type(node))
    return make(source, node) if make is not None else source.parsed_small(node)


def suite(source: SourceText, syntax: list[ast.stmt]) -> cst.BaseSuite:
    """Convert the body of a compound statement."""
    made, rows = statements(source, syntax)
    if _is_small(syntax[0]) and _is_on_the_headers_row(source, syntax[0]):
        return plain(cst.SimpleStatementSuite, body=[part for line in made for part in line.body])
    return plain(Block, body=made, rows=rows)


def _is_on_the_headers_row(source: SourceText, node: ast.stmt) -> bool:
    if source.before(node).strip():
        return True
    return source.row_above(node).endswith("\\")


def _body(source: SourceText, syntax: list[ast.stmt]) -> cst.BaseSuite:
    """Convert the body of a function, lazily unless it is one small statement."""
    if _is_small(syntax[0]) and (len(syntax) == 1 or _is_on_the_headers_row(source, syntax[0])):
        return suite(source, syntax)
    lazy = LazyBlock.of(source, syntax, statements)
    if not source.is_large or lazy.mentions(query_names()):  # the analysis will need it
        return lazy
    if not _can_be_parsed_alone(source, syntax[0]):
        return lazy
    return LazyBlock.of(source, source.rows_of_block(syntax), statements)


def _can_be_parsed_alone(source: SourceText, first: ast.stmt) -> bool:
    """True if the first row of a body has its indentation; `@(` may stand above a decorator."""
    is_decorated = bool(getattr(first, "decorator_list", None))
    return not is_decorated and not _is_on_the_headers_row(source, first)


def _function(source: SourceText, node: ast.FunctionDef | ast.AsyncFunctionDef) -> cst.FunctionDef:
    return plain(
        cst.FunctionDef,
        name=name(node.name),
        params=parameters(source, node.args),
        body=_body(source, node.body),
        decorators=_decorators(source, node.decorator_list),
        returns=annotation(source, node.returns),
        asynchronous=_asynchronous(node),
        type_parameters=None,
    )


def _class(source: SourceText, node: ast.ClassDef) -> cst.ClassDef:
    return plain(
        cst.ClassDef,
        name=name(node.name),
        body=_class_body(source, node.body),
        bases=[argument(source, base) for base in node.bases],
        keywords=[argument(source, keyword) for keyword in node.keywords],
        decorators=_decorators(source, node.decorator_list),
        type_parameters=None,
    )


def _class_body(source: SourceText, syntax: list[ast.stmt]) -> cst.BaseSuite:
    """Convert the body of a class; in a large module at once, so that its functions are lazy."""
    if source.is_large or (_is_small(syntax[0]) and _is_on_the_headers_row(source, syntax[0])):
        return suite(source, syntax)
    return LazyBlock.of(source, syntax, statements)


def _decorators(source: SourceText, nodes: list[ast.expr]) -> list[cst.Decorator]:
    return [plain(cst.Decorator, decorator=expression(source, node)) for node in nodes]


def _asynchronous(node: ast.AST) -> cst.Asynchronous | None:
    return plain(cst.Asynchronous) if type(node).__name__.startswith("Async") else None


def _if(source: SourceText, node: ast.If) -> cst.If:
    """Convert from the last `elif` outwards, without recursion: a chain can have hundreds."""
    chain = [node]
    while (inner := _elif(source, chain[-1])) is not None:
        chain.append(inner)
    orelse: cst.If | cst.Else | None = _else(source, chain[-1].orelse)
    for item in reversed(chain):
        orelse = plain(
            cst.If,
            test=expression(source, item.test),
            body=suite(source, item.body),
            orelse=orelse,
        )
    assert isinstance(orelse, cst.If)
    return orelse


def _elif(source: SourceText, node: ast.If) -> ast.If | None:
    if len(node.orelse) != 1 or not isinstance(inner := node.orelse[0], ast.If):
        return None
    return inner if source.of(inner).startswith("elif") else None


def _else(source: SourceText, syntax: list[ast.stmt]) -> cst.Else | None:
    return plain(cst.Else, body=suite(source, syntax)) if syntax else None


def _for(source: SourceText, node: ast.For | ast.AsyncFor) -> cst.For:
    return plain(
        cst.For,
        target=expression(source, node.target),
        iter=expression(source, node.iter),
        body=suite(source, node.body),
        orelse=_else(source, node.orelse),
        asynchronous=_asynchronous(node),
    )


def _while(source: SourceText, node: ast.While) -> cst.While:
    return plain(
        cst.While,
        test=expression(source, node.test),
        body=suite(source, node.body),
        orelse=_else(source, node.orelse),
    )


def _with(source: SourceText, node: ast.With | ast.AsyncWith) -> cst.With:
    items = [
        plain(
            cst.WithItem,
            item=expression(source, item.context_expr),
            asname=_as(maybe(source, item.optional_vars)),
        )
        for item in node.items
    ]
    body = suite(source, node.body)
    return plain(cst.With, items=items, body=body, asynchronous=_asynchronous(node))


def _as(target: cst.BaseExpression | None) -> cst.AsName | None:
    return plain(cst.AsName, name=target) if target is not None else None


def _try(source: SourceText, node: ast.Try) -> cst.Try:
    finalbody = node.finalbody
    return plain(
        cst.Try,
        body=suite(source, node.body),
        handlers=[
            plain(
                cst.ExceptHandler,
                body=suite(source, handler.body),
                type=maybe(source, handler.type),
                name=_as(name(handler.name)) if handler.name else None,
            )
            for handler in node.handlers
        ],
        orelse=_else(source, node.orelse),
        finalbody=plain(cst.Finally, body=suite(source, finalbody)) if finalbody else None,
    )


def _expression(source: SourceText, node: ast.Expr) -> cst.Expr:
    return plain(cst.Expr, value=expression(source, node.value))


def _assign(source: SourceText, node: ast.Assign) -> cst.Assign:
    targets = [
        plain(cst.AssignTarget, target=expression(source, target)) for target in node.targets
    ]
    return plain(cst.Assign, targets=targets, value=expression(source, node.value))


def _annotated(source: SourceText, node: ast.AnnAssign) -> cst.AnnAssign:
    return plain(
        cst.AnnAssign,
        target=expression(source, node.target),
        annotation=annotation(source, node.annotation),
        value=maybe(source, node.value),
    )


def _augmented(source: SourceText, node: ast.AugAssign) -> cst.AugAssign:
    return plain(
        cst.AugAssign,
        target=expression(source, node.target),
        operator=_AUGMENTED[type(node.op)],
        value=expression(source, node.value),
    )


def _return(source: SourceText, node: ast.Return) -> cst.Return:
    return plain(cst.Return, value=maybe(source, node.value))


def _raise(source: SourceText, node: ast.Raise) -> cst.Raise:
    cause = plain(cst.From, item=expression(source, node.cause)) if node.cause else None
    return plain(cst.Raise, exc=maybe(source, node.exc), cause=cause)


def _assert(source: SourceText, node: ast.Assert) -> cst.Assert:
    return plain(cst.Assert, test=expression(source, node.test), msg=maybe(source, node.msg))


def _delete(source: SourceText, node: ast.Delete) -> cst.Del:
    if len(node.targets) == 1 and not source.of(node).endswith(","):
        return plain(cst.Del, target=expression(source, node.targets[0]))
    elements = [element(source, target) for target in node.targets]
    return plain(cst.Del, target=plain(cst.Tuple, elements=elements))


def _global(source: SourceText, node: ast.Global) -> cst.Global:
    return plain(cst.Global, names=[plain(cst.NameItem, name=name(item)) for item in node.names])


def _nonlocal(source: SourceText, node: ast.Nonlocal) -> cst.Nonlocal:
    return plain(cst.Nonlocal, names=[plain(cst.NameItem, name=name(item)) for item in node.names])


def _import(source: SourceText, node: ast.Import) -> cst.Import:
    return plain(cst.Import, names=_aliases(node.names))


def _import_from(source: SourceText, node: ast.ImportFrom) -> cst.ImportFrom:
    everything = node.names[0].name == "*"
    return plain(
        cst.ImportFrom,
        module=_dotted(node.module) if node.module else None,
        names=plain(cst.ImportStar) if everything else _aliases(node.names),
        relative=[plain(cst.Dot) for _ in range(node.level)],
    )


def _aliases(aliases: list[ast.alias]) -> list[cst.ImportAlias]:
    return [
        plain(
            cst.ImportAlias,
            name=_dotted(alias.name),
            asname=_as(name(alias.asname)) if alias.asname else None,
        )
        for alias in aliases
    ]


def _dotted(text: str) -> cst.Name | cst.Attribute:
    first, *rest = text.split(".")
    node: cst.Name | cst.Attribute = name(first)
    for part in rest:
        node = plain(cst.Attribute, value=node, attr=name(part))
    return node


def _single(kind: type[cst.CSTNode]) -> Callable[[SourceText, Any], cst.CSTNode]:
    return lambda source, node: plain(kind)


_AUGMENTED: dict[type, cst.BaseAugOp] = {
    ast.Add: cst.AddAssign(), ast.Sub: cst.SubtractAssign(), ast.Mult: cst.MultiplyAssign(),
    ast.Div: cst.DivideAssign(), ast.FloorDiv: cst.FloorDivideAssign(),
    ast.Mod: cst.ModuloAssign(), ast.Pow: cst.PowerAssign(),
    ast.MatMult: cst.MatrixMultiplyAssign(), ast.LShift: cst.LeftShiftAssign(),
    ast.RShift: cst.RightShiftAssign(), ast.BitAnd: cst.BitAndAssign(),
    ast.BitOr: cst.BitOrAssign(), ast.BitXor: cst.BitXorAssign(),
}  # fmt: skip
#: All other small statements are left to libcst's own parser: type aliases, and future syntax.
_SMALL: dict[type, Callable[[SourceText, Any], Any]] = {
    ast.Expr: _expression, ast.Assign: _assign, ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented, ast.Return: _return, ast.Raise: _raise, ast.Assert: _assert,
    ast.Delete: _delete, ast.Global: _global, ast.Nonlocal: _nonlocal, ast.Import: _import,
    ast.ImportFrom: _import_from, ast.Pass: _single(cst.Pass), ast.Break: _single(cst.Break),
    ast.Continue: _single(cst.Continue),
}  # fmt: skip
#: All others are left to it as well: `match`, and definitions with type parameters.
_COMPOUND: dict[type, Callable[[SourceText, Any], Any]] = {
    ast.FunctionDef: _function, ast.AsyncFunctionDef: _function, ast.ClassDef: _class,
    ast.If: _if, ast.For: _for, ast.AsyncFor: _for, ast.While: _while, ast.With: _with,
    ast.AsyncWith: _with, ast.Try: _try,
}  # fmt: skip
