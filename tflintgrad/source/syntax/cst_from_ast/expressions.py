"""Conversion of CPython's expressions into libcst nodes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import libcst as cst

from tflintgrad.source.syntax.cst_from_ast.nodes import name, plain
from tflintgrad.source.syntax.cst_from_ast.source_text import SourceText


def expression(source: SourceText, node: ast.expr) -> cst.BaseExpression:
    """Convert an expression."""
    if type(node) in _LINKS:
        return _chain(source, node)
    make = _MAKERS.get(type(node))
    return make(source, node) if make is not None else source.parsed(node)


def _chain(source: SourceText, node: ast.expr) -> cst.BaseExpression:
    """Convert `a.b(c).d[e]` from the left, without recursion: chains can be long."""
    links: list[tuple[Callable[..., Any], Any]] = []
    inner: Any = node
    while (link := _LINKS.get(type(inner))) is not None:
        links.append((link[1], inner))
        inner = getattr(inner, link[0])
    made = expression(source, inner)
    for make, item in links[::-1]:
        made = make(source, item, made)
    return made


def maybe(source: SourceText, node: ast.expr | None) -> cst.BaseExpression | None:
    """Convert an optional expression."""
    return expression(source, node) if node is not None else None


def annotation(source: SourceText, node: ast.expr | None) -> cst.Annotation | None:
    """Convert an optional annotation."""
    return plain(cst.Annotation, annotation=expression(source, node)) if node is not None else None


def _name(source: SourceText, node: ast.Name) -> cst.Name:
    return name(node.id)


def _attribute(source: SourceText, node: ast.Attribute, value: cst.BaseExpression) -> cst.Attribute:
    return plain(cst.Attribute, value=value, attr=name(node.attr))


#: One string literal.
_STRING = re.compile(
    r"""[a-zA-Z]{0,2}(?:"{3}[^\\"]*(?:(?:\\.|"(?!""))[^\\"]*)*"{3}"""
    r"""|'{3}[^\\']*(?:(?:\\.|'(?!''))[^\\']*)*'{3}"""
    r"""|"[^\\"]*(?:\\.[^\\"]*)*"|'[^\\']*(?:\\.[^\\']*)*')""",
    re.DOTALL,
)
#: One string literal with the white space, comments and newlines after it.
_ONE_OF_SEVERAL = re.compile(rf"({_STRING.pattern})(?:[ \t\f\n\\]|#[^\n]*)*", re.DOTALL)
_NUMBERS: dict[type, type[cst.CSTNode]] = {
    int: cst.Integer,
    float: cst.Float,
    complex: cst.Imaginary,
}


def _constant(source: SourceText, node: ast.Constant) -> cst.CSTNode:
    kind = type(node.value)
    if kind is str or kind is bytes:
        text = source.of(node)
        if _STRING.fullmatch(text):
            return plain(cst.SimpleString, value=text)
        return _strings(text) or source.parsed(node)
    number = _NUMBERS.get(kind)
    if number is not None:
        return plain(number, value=source.of(node))
    return plain(cst.Ellipsis) if node.value is ... else name(str(node.value))


def _strings(text: str) -> cst.CSTNode | None:
    """Convert adjacent string literals; None if the text has anything else, such as brackets."""
    parts: list[cst.CSTNode] = []
    offset = 0
    while offset < len(text):
        part = _ONE_OF_SEVERAL.match(text, offset)
        if part is None:
            return None
        parts.append(plain(cst.SimpleString, value=part.group(1)))
        offset = part.end()
    made = parts.pop()
    for left in reversed(parts):
        made = plain(cst.ConcatenatedString, left=left, right=made)
    return made


def _call(source: SourceText, node: ast.Call, function: cst.BaseExpression) -> cst.Call:
    return plain(cst.Call, func=function, args=_arguments(source, node))


def _arguments(source: SourceText, node: ast.Call) -> list[cst.Arg]:
    arguments: list[Any] = [*node.args, *node.keywords]
    if node.args and node.keywords:
        arguments.sort(key=lambda item: (item.lineno, item.col_offset))
    return [argument(source, item) for item in arguments]


def argument(source: SourceText, node: ast.expr | ast.keyword) -> cst.Arg:
    """Convert an argument of a call, or a base of a class."""
    if isinstance(node, ast.keyword):
        keyword = name(node.arg) if node.arg is not None else None
        value, star = node.value, "**" if keyword is None else ""
    elif isinstance(node, ast.Starred):
        value, star, keyword = node.value, "*", None
    else:
        value, star, keyword = node, "", None
    return plain(cst.Arg, value=expression(source, value), keyword=keyword, star=star)


def _subscript(source: SourceText, node: ast.Subscript, value: cst.BaseExpression) -> cst.Subscript:
    if isinstance(node.slice, ast.Tuple) and node.slice.elts:
        parts = node.slice.elts
        if any(isinstance(part, ast.Starred) for part in parts):
            return source.parsed(node)  # type: ignore[return-value]  # a subscript
        text = source.of(node.slice)
        if text[0] == "(" and text[-1] == ")":  # a[(1, 2)] or a[(1), (2)]
            return source.parsed(node)  # type: ignore[return-value]  # a subscript
    else:
        parts = [node.slice]
    elements = [plain(cst.SubscriptElement, slice=_slice(source, part)) for part in parts]
    return plain(cst.Subscript, value=value, slice=elements)


def _slice(source: SourceText, node: ast.expr) -> cst.BaseSlice:
    if not isinstance(node, ast.Slice):
        return plain(cst.Index, value=expression(source, node), star=None)
    return plain(
        cst.Slice,
        lower=maybe(source, node.lower),
        upper=maybe(source, node.upper),
        step=maybe(source, node.step),
    )


def _display(kind: type[cst.CSTNode]) -> Callable[[SourceText, Any], cst.CSTNode]:
    def make(source: SourceText, node: ast.Tuple | ast.List | ast.Set) -> cst.CSTNode:
        return plain(kind, elements=[element(source, item) for item in node.elts])

    return make


def element(source: SourceText, node: ast.expr) -> cst.BaseElement:
    """Convert an element of a list, tuple or set."""
    if isinstance(node, ast.Starred):
        return plain(cst.StarredElement, value=expression(source, node.value))
    return plain(cst.Element, value=expression(source, node))


def _starred(source: SourceText, node: ast.Starred) -> cst.BaseElement:
    return element(source, node)


def _dict(source: SourceText, node: ast.Dict) -> cst.Dict:
    elements: list[cst.BaseDictElement] = []
    for key, value in zip(node.keys, node.values, strict=True):
        converted = expression(source, value)
        if key is None:
            elements.append(plain(cst.StarredDictElement, value=converted))
        else:
            elements.append(plain(cst.DictElement, key=expression(source, key), value=converted))
    return plain(cst.Dict, elements=elements)


def _comprehension(kind: type[cst.CSTNode]) -> Callable[[SourceText, Any], cst.CSTNode]:
    def make(source: SourceText, node: Any) -> cst.CSTNode:
        elt, for_in = expression(source, node.elt), _clauses(source, node.generators)
        return plain(kind, elt=elt, for_in=for_in)

    return make


def _dict_comprehension(source: SourceText, node: ast.DictComp) -> cst.DictComp:
    return plain(
        cst.DictComp,
        key=expression(source, node.key),
        value=expression(source, node.value),
        for_in=_clauses(source, node.generators),
    )


def _clauses(source: SourceText, clauses: list[ast.comprehension]) -> cst.CompFor:
    inner: cst.CompFor | None = None
    for clause in reversed(clauses):
        inner = plain(
            cst.CompFor,
            target=expression(source, clause.target),
            iter=expression(source, clause.iter),
            ifs=[plain(cst.CompIf, test=expression(source, test)) for test in clause.ifs],
            inner_for_in=inner,
        )
    assert inner is not None
    return inner


def _binary(source: SourceText, node: ast.BinOp) -> cst.BaseExpression:
    """Convert from the innermost term outwards, without recursion: sums can have many terms."""
    chain = [node]
    while isinstance(chain[-1].left, ast.BinOp):
        chain.append(chain[-1].left)
    left = expression(source, chain[-1].left)
    for item in reversed(chain):
        right, operator = expression(source, item.right), _BINARY[type(item.op)]
        left = plain(cst.BinaryOperation, left=left, operator=operator, right=right)
    return left


def _boolean(source: SourceText, node: ast.BoolOp) -> cst.BaseExpression:
    operator = _BOOLEAN[type(node.op)]
    left = expression(source, node.values[0])
    for item in node.values[1:]:
        right = expression(source, item)
        left = plain(cst.BooleanOperation, left=left, operator=operator, right=right)
    return left


def _unary(source: SourceText, node: ast.UnaryOp) -> cst.UnaryOperation:
    operand = expression(source, node.operand)
    return plain(cst.UnaryOperation, operator=_UNARY[type(node.op)], expression=operand)


def _comparison(source: SourceText, node: ast.Compare) -> cst.Comparison:
    targets = [
        plain(
            cst.ComparisonTarget,
            operator=_COMPARING[type(operator)],
            comparator=expression(source, operand),
        )
        for operator, operand in zip(node.ops, node.comparators, strict=True)
    ]
    return plain(cst.Comparison, left=expression(source, node.left), comparisons=targets)


def _conditional(source: SourceText, node: ast.IfExp) -> cst.IfExp:
    return plain(
        cst.IfExp,
        test=expression(source, node.test),
        body=expression(source, node.body),
        orelse=expression(source, node.orelse),
    )


def _lambda(source: SourceText, node: ast.Lambda) -> cst.Lambda:
    body = expression(source, node.body)
    return plain(cst.Lambda, params=parameters(source, node.args), body=body)


def _await(source: SourceText, node: ast.Await) -> cst.Await:
    return plain(cst.Await, expression=expression(source, node.value))


def _yield(source: SourceText, node: ast.Yield) -> cst.Yield:
    return plain(cst.Yield, value=maybe(source, node.value))


def _yield_from(source: SourceText, node: ast.YieldFrom) -> cst.Yield:
    return plain(cst.Yield, value=plain(cst.From, item=expression(source, node.value)))


def _named(source: SourceText, node: ast.NamedExpr) -> cst.NamedExpr:
    target, value = expression(source, node.target), expression(source, node.value)
    return plain(cst.NamedExpr, target=target, value=value)


def parameters(source: SourceText, node: ast.arguments) -> cst.Parameters:
    """Convert the parameters of a function or lambda."""
    first = [*node.posonlyargs, *node.args]
    defaults = [*[None] * (len(first) - len(node.defaults)), *node.defaults]
    named = [
        _parameter(source, item, default) for item, default in zip(first, defaults, strict=True)
    ]
    star: Any = cst.MaybeSentinel.DEFAULT
    if node.vararg is not None:
        star = _parameter(source, node.vararg, star="*")
    elif node.kwonlyargs:
        star = plain(cst.ParamStar)
    return plain(
        cst.Parameters,
        params=named[len(node.posonlyargs) :],
        star_arg=star,
        kwonly_params=[
            _parameter(source, item, default)
            for item, default in zip(node.kwonlyargs, node.kw_defaults, strict=True)
        ],
        star_kwarg=_parameter(source, node.kwarg, star="**") if node.kwarg is not None else None,
        posonly_params=named[: len(node.posonlyargs)],
    )


def _parameter(
    source: SourceText, node: ast.arg, default: ast.expr | None = None, star: str = ""
) -> cst.Param:
    return plain(
        cst.Param,
        name=name(node.arg),
        annotation=annotation(source, node.annotation),
        default=maybe(source, default),
        star=star,
    )


_BINARY: dict[type, cst.BaseBinaryOp] = {
    ast.Add: cst.Add(), ast.Sub: cst.Subtract(), ast.Mult: cst.Multiply(), ast.Div: cst.Divide(),
    ast.FloorDiv: cst.FloorDivide(), ast.Mod: cst.Modulo(), ast.Pow: cst.Power(),
    ast.MatMult: cst.MatrixMultiply(), ast.LShift: cst.LeftShift(), ast.RShift: cst.RightShift(),
    ast.BitAnd: cst.BitAnd(), ast.BitOr: cst.BitOr(), ast.BitXor: cst.BitXor(),
}  # fmt: skip
_BOOLEAN: dict[type, cst.BaseBooleanOp] = {ast.And: cst.And(), ast.Or: cst.Or()}
_UNARY: dict[type, cst.BaseUnaryOp] = {
    ast.Not: cst.Not(), ast.USub: cst.Minus(), ast.UAdd: cst.Plus(), ast.Invert: cst.BitInvert(),
}  # fmt: skip
_COMPARING: dict[type, cst.BaseCompOp] = {
    ast.Eq: cst.Equal(), ast.NotEq: cst.NotEqual(), ast.Lt: cst.LessThan(),
    ast.LtE: cst.LessThanEqual(), ast.Gt: cst.GreaterThan(), ast.GtE: cst.GreaterThanEqual(),
    ast.Is: cst.Is(), ast.IsNot: cst.IsNot(), ast.In: cst.In(), ast.NotIn: cst.NotIn(),
}  # fmt: skip

#: Links of a chain: the field of the expression on their left, and the converter.
_LINKS: dict[
    type, tuple[str, Callable[[SourceText, Any, cst.BaseExpression], cst.BaseExpression]]
] = {
    ast.Attribute: ("value", _attribute),
    ast.Call: ("func", _call),
    ast.Subscript: ("value", _subscript),
}
#: All other expressions are left to libcst's own parser: f-strings, and future syntax.
_MAKERS: dict[type, Callable[[SourceText, Any], Any]] = {
    ast.Name: _name, ast.Constant: _constant, ast.Tuple: _display(cst.Tuple),
    ast.List: _display(cst.List), ast.Set: _display(cst.Set), ast.Starred: _starred,
    ast.Dict: _dict,
    ast.ListComp: _comprehension(cst.ListComp), ast.SetComp: _comprehension(cst.SetComp),
    ast.GeneratorExp: _comprehension(cst.GeneratorExp), ast.DictComp: _dict_comprehension,
    ast.BinOp: _binary, ast.BoolOp: _boolean, ast.UnaryOp: _unary, ast.Compare: _comparison,
    ast.IfExp: _conditional, ast.Lambda: _lambda, ast.Await: _await, ast.Yield: _yield,
    ast.YieldFrom: _yield_from, ast.NamedExpr: _named,
}  # fmt: skip
