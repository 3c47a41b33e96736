"""Expressions: literals, names, calls, operators, displays and comprehensions."""

from __future__ import annotations

import builtins
from typing import Any, Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.iterables import Range
from tflintgrad.flow.domain.join import join
from tflintgrad.flow.domain.numbering import last_number
from tflintgrad.flow.domain.objects import Class, External, Super, Weights
from tflintgrad.flow.domain.values import Edge, Mapping, Sequence, Value
from tflintgrad.flow.interpreter import (
    calls,
    containers,
    definitions,
    lazy_modules,
    operators,
    statements,
    trace_boundary,
)
from tflintgrad.flow.interpreter.attributes import object_of
from tflintgrad.flow.interpreter.dispatch import expression
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.loops import close_loop, looping
from tflintgrad.knowledge.roles import is_a
from tflintgrad.source.syntax.bindings import evaluated
from tflintgrad.source.syntax.symbols import UNARY

_LITERAL_NAMES: Final = {"None": None, "True": True, "False": False}


@expression(cst.Name)
def _name(interp: Interpreter, node: cst.Name) -> Value:
    name = node.value
    if name in _LITERAL_NAMES:
        return interp.constant(_LITERAL_NAMES[name], node)
    value = interp.lookup(name)
    if value is not None:
        return value
    if name == "__name__":
        return interp.constant(interp.context.module.name, node)
    interp.missing_names.add(name)
    frame = interp.frame.module_frame()
    if frame.star_imports and name not in _BUILTINS:
        found = lazy_modules.resolve_star_import(interp, frame, name)
        return found if found is not None else interp.unknown(node, name=name)
    if name in _BUILTINS:
        return interp.external(f"builtins.{name}")
    return interp.unknown(node, name=name)


_BUILTINS: Final = frozenset(dir(builtins))


@expression(cst.Attribute)
def _attribute(interp: Interpreter, node: cst.Attribute) -> Value:
    return object_of(interp, node.value).get_attribute(interp, node.attr.value, node)


@expression(cst.Call)
def _call(interp: Interpreter, node: cst.Call) -> Value:
    callee = object_of(interp, node.func)
    is_super = isinstance(callee, External) and is_a(callee.name, "super")
    if is_super and not node.args:
        frame: Frame | None = interp.frame
        while frame is not None and frame.owner is None:
            frame = frame.parent
        if frame is not None and frame.owner is not None and frame.receiver is not None:
            return Super(frame.owner, frame.receiver, interp.context)
    arguments = calls.evaluate_arguments(interp, node)
    if is_super and len(arguments.positional) == 2:
        cls, receiver = arguments.positional
        if isinstance(cls, Class):
            return Super(cls, receiver, interp.context)
    return callee.call(interp, arguments)


@expression(cst.Integer, cst.Float, cst.Imaginary)
def _number(interp: Interpreter, node: Any) -> Value:
    return interp.constant(_literal(interp, node), node)


def _literal(interp: Interpreter, node: Any) -> Any:
    """Return the value of a literal; remembered, because libcst compiles it for each access."""
    known = interp.context.module.syntax_cache.literals
    if id(node) not in known:
        plain = _plain(getattr(node, "value", ""))
        known[id(node)] = evaluated(node) if plain is None else plain
    return known[id(node)]


def _plain(text: str) -> int | float | str | None:
    """Return the value of a simple literal without compiling it; None for other literals."""
    if text[:1] in _QUOTES:
        if "\\" in text or "\r" in text:
            return None
        return text[3:-3] if text.startswith(_TRIPLE) and text[5:] else text[1:-1]
    if not text.isascii():
        return None
    if text.isdecimal():
        return int(text) if text[0] != "0" or text == "0" else None
    return float(text) if text.replace(".", "", 1).isdecimal() else None


_QUOTES = ("'", '"')
_TRIPLE = ("'''", '"""')


@expression(cst.SimpleString, cst.ConcatenatedString)
def _string(interp: Interpreter, node: Any) -> Value:
    text = _literal(interp, node)
    return interp.constant(text, node) if text else interp.value(kinds.STRING, node)


@expression(cst.FormattedString)
def _formatted(interp: Interpreter, node: cst.FormattedString) -> Value:
    shown = [
        interp.evaluate(part.expression)
        for part in node.parts
        if isinstance(part, cst.FormattedStringExpression)
    ]
    return interp.value(kinds.STRING, node, edges=[Edge(value) for value in shown])


@expression(cst.Ellipsis)
def _ellipsis(interp: Interpreter, node: cst.Ellipsis) -> Value:
    return interp.constant(..., node)


@expression(cst.BinaryOperation)
def _binary(interp: Interpreter, node: cst.BinaryOperation) -> Value:
    # A sum of a thousand terms is a thousand levels deep on the left: a loop needs no stack.
    spine = [node]
    while isinstance(spine[-1].left, cst.BinaryOperation):
        spine.append(spine[-1].left)
    value = interp.evaluate(spine[-1].left)
    for operation in reversed(spine):
        right = interp.evaluate(operation.right)
        symbol = operators.written(operation.operator)
        value = operators.binary(interp, symbol, value, right, operation)
    return value


@expression(cst.UnaryOperation)
def _unary(interp: Interpreter, node: cst.UnaryOperation) -> Value:
    operand = interp.evaluate(node.expression)
    if isinstance(node.operator, cst.Not):
        known = operand.truth()
        if known is not None:
            return interp.constant(not known, node)
        return interp.value(kinds.NUMBER, node, dtype="bool")
    return operators.unary(interp, UNARY[type(node.operator)], operand, node)


@expression(cst.Comparison)
def _comparison(interp: Interpreter, node: cst.Comparison) -> Value:
    left = interp.evaluate(node.left)
    rights = [interp.evaluate(target.comparator) for target in node.comparisons]
    return operators.compare(interp, node, left, rights)


@expression(cst.BooleanOperation)
def _boolean(interp: Interpreter, node: cst.BooleanOperation) -> Value:
    spine = [node]
    while isinstance(spine[-1].left, cst.BooleanOperation):
        spine.append(spine[-1].left)
    value = interp.evaluate(spine[-1].left)
    for operation in reversed(spine):
        value = _either(interp, operation, value)
    return value


def _either(interp: Interpreter, node: cst.BooleanOperation, left: Value) -> Value:
    known = left.truth()
    is_and = isinstance(node.operator, cst.And)
    if known is not None:
        return interp.evaluate(node.right) if known is is_and else left
    right = interp.evaluate(node.right)
    if right.truth() is (not is_and) and right.const is not None and isinstance(right.const, bool):
        return right
    return join([left, right], interp.context)


@expression(cst.IfExp)
def _conditional(interp: Interpreter, node: cst.IfExp) -> Value:
    test = interp.evaluate(node.test)
    known = None if trace_boundary.is_counted(interp, test) else test.truth()
    if known is not None:
        return interp.evaluate(node.body if known else node.orelse)
    before = last_number()
    name, when_none = _tested_for_none(node)
    branches = []
    for branch in (node.body, node.orelse):
        if branch is when_none and isinstance(branch, cst.Name) and branch.value == name:
            branches.append(interp.constant(None, branch))
        else:
            branches.append(interp.evaluate(branch))
    trace_boundary.note_branch(interp, test, node.test, before)
    return interp.join_branches(branches)


def _tested_for_none(node: cst.IfExp) -> tuple[str, cst.CSTNode | None]:
    """Return the name that `x if x is not None else …` tests, and the branch where it is None."""
    test = node.test
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return "", None
    operator, right = test.comparisons[0].operator, test.comparisons[0].comparator
    if not isinstance(test.left, cst.Name) or not isinstance(right, cst.Name):
        return "", None
    if right.value != "None" or not isinstance(operator, (cst.Is, cst.IsNot)):
        return "", None
    return test.left.value, node.body if isinstance(operator, cst.Is) else node.orelse


@expression(cst.NamedExpr)
def _walrus(interp: Interpreter, node: cst.NamedExpr) -> Value:
    value = interp.evaluate(node.value)
    statements.assign(interp, node.target, value, node)
    return value


@expression(cst.Lambda)
def _lambda(interp: Interpreter, node: cst.Lambda) -> Value:
    return definitions.make_function(interp, node, "<lambda>")


@expression(cst.Await)
def _await(interp: Interpreter, node: cst.Await) -> Value:
    return interp.evaluate(node.expression)


@expression(cst.Yield)
def _yield(interp: Interpreter, node: cst.Yield) -> Value:
    interp.frame.yield_contexts.append(interp.context)
    if isinstance(node.value, cst.From):
        source = interp.evaluate(node.value.item)
        interp.frame.yields.append(source.iterate(interp, node))
    elif node.value is not None:
        interp.frame.yields.append(interp.evaluate(node.value))
    return interp.unknown(node)


_DISPLAYS: Final = {cst.List: kinds.LIST, cst.Tuple: kinds.TUPLE, cst.Set: kinds.SET}


@expression(cst.List, cst.Tuple, cst.Set)
def _display(interp: Interpreter, node: cst.List | cst.Tuple | cst.Set) -> Value:
    result = Sequence(_DISPLAYS[type(node)], node, interp.context, [])
    parts: list[Value] = []
    for element in node.elements:
        value = interp.evaluate(element.value)
        parts.append(value)
        if type(element) is cst.StarredElement:
            items = containers.known_items(value)
            if items is not None and result.exact:
                for item in items:
                    result.add_item(item)
            else:
                result.add_rest(value.iterate(interp, element))
        elif result.exact:
            result.add_item(value)
        else:
            result.add_rest(value)
    dtypes = {item.dtype for item in result.items}
    if len(dtypes) == 1 and result.exact:
        result.dtype = next(iter(dtypes))
    elif dtypes == {"int", "float"}:
        result.dtype = "float"
    result.scalar = False
    if not result.exact and any(isinstance(part, Weights) for part in parts):
        result.concatenated = tuple(parts)
    return result


@expression(cst.Dict)
def _dict(interp: Interpreter, node: cst.Dict) -> Value:
    result = Mapping(node, interp.context)
    for element in node.elements:
        value = interp.evaluate(element.value)
        if isinstance(element, cst.StarredDictElement):
            if isinstance(value, Mapping):
                for key, item in value.entries.items():
                    result.put(key, item)
                if value.rest is not None:
                    result.put(None, value.rest)
            else:
                result.put(None, value)
        elif isinstance(element, cst.DictElement):
            containers.put(interp, result, interp.evaluate(element.key).const, value)
    return result


@expression(cst.ListComp, cst.GeneratorExp, cst.SetComp)
def _comprehension(interp: Interpreter, node: cst.ListComp) -> Value:
    outer = interp.frame
    interp.frame = Frame(outer, interp.bindings(node, node.for_in))
    try:
        iterable = interp.evaluate(node.for_in.iter)
        items = _exact_items(interp, node, iterable)
        if items is not None:
            return _made_of(iterable, Sequence(kinds.LIST, node, interp.context, items))
        result = Sequence(kinds.LIST, node, interp.context, [])
        if not node.for_in.ifs and node.for_in.inner_for_in is None:
            _made_of(iterable, result)
        with looping(interp, node, False, node.for_in) as loop:
            _comp_for(interp, node.for_in, iterable)
            value = interp.evaluate(node.elt)
            containers.mark_as_many(value)
            result.rest = value
            result.edges.append(Edge(value))
            close_loop(interp, loop, True)
        containers.note_clipped(interp, result)
        return result
    finally:
        interp.frame = outer


def _made_of(iterable: Value, result: Sequence) -> Sequence:
    """Note which list a comprehension goes through."""
    result.over = iterable
    return result


def _exact_items(interp: Interpreter, node: cst.ListComp, iterable: Value) -> list[Value] | None:
    """Unroll `[f(x) for x in [a, b]]` if the items are few and known."""
    clause = node.for_in
    if clause.ifs or clause.inner_for_in is not None:
        return None
    items = containers.known_items(iterable)
    if items is None:
        count = iterable.length if isinstance(iterable, Range) else None
        if count is None or count > limits.MAX_RESULTS:
            return None
        items = [interp.constant(index, clause.iter) for index in range(count)]
    if len(items) > limits.MAX_RESULTS:
        return None
    results: list[Value] = []
    for item in items:
        statements.assign(interp, clause.target, item, node)
        number = len(interp.context.loops)
        with interp.context_scope(
            loops=(*interp.context.loops, (-id(node) % 10**9 - number, False))
        ):
            results.append(interp.evaluate(node.elt))
    return results


def _comp_for(interp: Interpreter, clause: cst.CompFor, iterable: Value) -> None:
    item = iterable.iterate(interp, clause.iter)
    statements.assign(interp, clause.target, item, clause)
    for condition in clause.ifs:
        interp.evaluate(condition.test)
        for drawn in item.items if isinstance(item, Sequence) else [item]:
            drawn.facts.pop("any_of", None)
    if clause.inner_for_in is not None:
        _comp_for(interp, clause.inner_for_in, interp.evaluate(clause.inner_for_in.iter))


def _exact_entries(
    interp: Interpreter, node: cst.DictComp, iterable: Value, result: Mapping
) -> bool:
    """Unroll `{k: f(v) for k, v in known.items()}` if the items are few and known."""
    clause = node.for_in
    items = containers.known_items(iterable)
    if items is None or len(items) > limits.MAX_RESULTS:
        return False
    if clause.ifs or clause.inner_for_in is not None:
        return False
    for item in items:
        statements.assign(interp, clause.target, item, node)
        key = interp.evaluate(node.key).const
        containers.put(interp, result, key, interp.evaluate(node.value))
    return True


@expression(cst.DictComp)
def _dict_comprehension(interp: Interpreter, node: cst.DictComp) -> Value:
    outer = interp.frame
    interp.frame = Frame(outer, interp.bindings(node, node.for_in))
    result = Mapping(node, interp.context)
    try:
        iterable = interp.evaluate(node.for_in.iter)
        if _exact_entries(interp, node, iterable, result):
            return result
        with looping(interp, node, False, node.for_in) as loop:
            _comp_for(interp, node.for_in, iterable)
            interp.evaluate(node.key)
            value = interp.evaluate(node.value)
            containers.mark_as_many(value)
            result.put(None, value)
            close_loop(interp, loop, True)
    finally:
        interp.frame = outer
    return result
