"""How expressions evaluate: literals, names, operators, comprehensions, subscripts."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, TypeVar

import libcst as cst

from tflintgrad.flow import attributes, calls, definitions, iteration, operators, statements
from tflintgrad.flow.context import Frame
from tflintgrad.flow.interpreter import EXPRESSIONS, Interpreter
from tflintgrad.flow.library.apply import edges_to
from tflintgrad.flow.truth import truth
from tflintgrad.flow.values import (
    Cut,
    Edge,
    Gradients,
    Mapping,
    Phi,
    Sequence,
    Super,
    Value,
    Weights,
    alternatives,
)

_H = TypeVar("_H", bound=Callable[..., Value])


def _expression(*kinds: type) -> Callable[[_H], _H]:
    def register(handler: _H) -> _H:
        for kind in kinds:
            EXPRESSIONS[kind] = handler
        return handler

    return register


_LITERAL_NAMES = {"None": None, "True": True, "False": False}


@_expression(cst.Name)
def _name(interp: Interpreter, node: cst.Name) -> Value:
    name = node.value
    if name in _LITERAL_NAMES:
        return interp.constant(_LITERAL_NAMES[name], node)
    value = interp.lookup(name)
    if value is not None:
        return value
    if name == "__name__":
        return interp.constant("__main__", node)
    if interp.star_imports and name not in _BUILTINS:
        for base in interp.star_imports:
            if base in ("tf", "np", "keras", "math") or base.startswith(("tf.", "keras.")):
                return interp.external(f"{base}.{name}")
        return interp.unknown(node, name=name)
    if name in _BUILTINS:
        return interp.external(f"builtins.{name}")
    return interp.unknown(node, name=name)


_BUILTINS = frozenset(dir(builtins))


@_expression(cst.Attribute)
def _attribute(interp: Interpreter, node: cst.Attribute) -> Value:
    return attributes.get_attribute(interp, interp.evaluate(node.value), node.attr.value, node)


@_expression(cst.Call)
def _call(interp: Interpreter, node: cst.Call) -> Value:
    callee = interp.evaluate(node.func)
    if callee.name == "builtins.super" and not node.args:
        frame: Frame | None = interp.frame
        while frame is not None and frame.owner is None:
            frame = frame.parent
        if frame is not None and frame.owner is not None and frame.receiver is not None:
            return Super(frame.owner, frame.receiver, interp.context)
    arguments = calls.evaluate_arguments(interp, node)
    if callee.name == "builtins.super" and len(arguments.positional) == 2:
        cls, receiver = arguments.positional
        if hasattr(cls, "mro"):
            return Super(cls, receiver, interp.context)  # type: ignore[arg-type]
    return calls.call(interp, callee, arguments)


@_expression(cst.Integer, cst.Float, cst.Imaginary)
def _number(interp: Interpreter, node: Any) -> Value:
    return interp.constant(node.evaluated_value, node)


@_expression(cst.SimpleString, cst.ConcatenatedString)
def _string(interp: Interpreter, node: Any) -> Value:
    text = node.evaluated_value
    return interp.constant(text, node) if text else interp.value("string", node)


@_expression(cst.FormattedString)
def _formatted(interp: Interpreter, node: cst.FormattedString) -> Value:
    for part in node.parts:
        if isinstance(part, cst.FormattedStringExpression):
            interp.evaluate(part.expression)
    return interp.value("string", node)


@_expression(cst.Ellipsis)
def _ellipsis(interp: Interpreter, node: cst.Ellipsis) -> Value:
    return interp.constant(..., node)


@_expression(cst.BinaryOperation)
def _binary(interp: Interpreter, node: cst.BinaryOperation) -> Value:
    # A sum of a thousand terms is a thousand levels deep on the left: walk down, not in.
    spine = [node]
    while isinstance(spine[-1].left, cst.BinaryOperation):
        spine.append(spine[-1].left)
    value = interp.evaluate(spine[-1].left)
    for operation in reversed(spine):
        right = interp.evaluate(operation.right)
        symbol = operators.SYMBOLS.get(type(operation.operator), "?")
        value = operators.binary(interp, symbol, value, right, operation)
    return value


@_expression(cst.UnaryOperation)
def _unary(interp: Interpreter, node: cst.UnaryOperation) -> Value:
    operand = interp.evaluate(node.expression)
    if isinstance(node.operator, cst.Not):
        known = truth(operand)
        if known is not None:
            return interp.constant(not known, node)
        return interp.value("number", node, dtype="bool")
    symbol = {cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~"}[type(node.operator)]
    return operators.unary(interp, symbol, operand, node)


@_expression(cst.Comparison)
def _comparison(interp: Interpreter, node: cst.Comparison) -> Value:
    left = interp.evaluate(node.left)
    rights = [interp.evaluate(target.comparator) for target in node.comparisons]
    return operators.compare(interp, node, left, rights)


@_expression(cst.BooleanOperation)
def _boolean(interp: Interpreter, node: cst.BooleanOperation) -> Value:
    left = interp.evaluate(node.left)
    known = truth(left)
    is_and = isinstance(node.operator, cst.And)
    if known is not None:
        return interp.evaluate(node.right) if known is is_and else left
    right = interp.evaluate(node.right)
    if truth(right) is (not is_and) and right.const is not None and isinstance(right.const, bool):
        return right
    return interp.join([left, right])


@_expression(cst.IfExp)
def _conditional(interp: Interpreter, node: cst.IfExp) -> Value:
    known = truth(interp.evaluate(node.test))
    if known is not None:
        return interp.evaluate(node.body if known else node.orelse)
    return interp.join([interp.evaluate(node.body), interp.evaluate(node.orelse)])


@_expression(cst.NamedExpr)
def _walrus(interp: Interpreter, node: cst.NamedExpr) -> Value:
    value = interp.evaluate(node.value)
    statements.assign(interp, node.target, value, node)
    return value


@_expression(cst.Lambda)
def _lambda(interp: Interpreter, node: cst.Lambda) -> Value:
    return definitions.make_function(interp, node, "<lambda>")


@_expression(cst.Await)
def _await(interp: Interpreter, node: cst.Await) -> Value:
    return interp.evaluate(node.expression)


@_expression(cst.Yield)
def _yield(interp: Interpreter, node: cst.Yield) -> Value:
    interp.frame.yield_contexts.append(interp.context)
    if isinstance(node.value, cst.From):
        source = interp.evaluate(node.value.item)
        interp.frame.yields.append(iteration.element_of(interp, source, node))
    elif node.value is not None:
        interp.frame.yields.append(interp.evaluate(node.value))
    return interp.unknown(node)


@_expression(cst.List, cst.Tuple, cst.Set)
def _display(interp: Interpreter, node: cst.List | cst.Tuple | cst.Set) -> Value:
    kind = type(node).__name__.lower()
    result = Sequence(kind, node, interp.context, [])
    for element in node.elements:
        value = interp.evaluate(element.value)
        if isinstance(element, cst.StarredElement):
            items = iteration.known_items(value)
            if items is not None and result.exact:
                for item in items:
                    result.add_item(item)
            else:
                result.add_rest(iteration.element_of(interp, value, element))
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
    return result


@_expression(cst.Dict)
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
            iteration.put(interp, result, interp.evaluate(element.key).const, value)
    return result


@_expression(cst.ListComp, cst.GeneratorExp, cst.SetComp)
def _comprehension(interp: Interpreter, node: cst.ListComp) -> Value:
    outer = interp.frame
    interp.frame = Frame(outer, interp.bindings(node, node.for_in))
    try:
        iterable = interp.evaluate(node.for_in.iter)
        items = _exact_items(interp, node, iterable)
        if items is not None:
            return Sequence("list", node, interp.context, items)
        result = Sequence("list", node, interp.context, [])
        with interp.looping(node, False, node.for_in) as loop:
            _comp_for(interp, node.for_in, iterable)
            value = interp.evaluate(node.elt)
            result.rest = value
            result.edges.append(Edge(value))
            interp.close_loop(loop, True)
        return result
    finally:
        interp.frame = outer


def _exact_items(interp: Interpreter, node: cst.ListComp, iterable: Value) -> list[Value] | None:
    """Unroll `[f(x) for x in [a, b]]` when the items are few and known."""
    clause = node.for_in
    if clause.ifs or clause.inner_for_in is not None:
        return None
    items = iteration.known_items(iterable)
    if items is None:
        count = iterable.facts.get("length") if iterable.kind == "range" else None
        if not isinstance(count, int) or count > 8:
            return None
        items = [interp.constant(index, clause.iter) for index in range(count)]
    if len(items) > 8:
        return None
    results: list[Value] = []
    for item in items:
        statements.assign(interp, clause.target, item, node)
        number = len(interp.context.loops)
        with interp.circumstances(
            loops=(*interp.context.loops, (-id(node) % 10**9 - number, False))
        ):
            results.append(interp.evaluate(node.elt))
    return results


def _comp_for(interp: Interpreter, clause: cst.CompFor, iterable: Value) -> None:
    item = iteration.element_of(interp, iterable, clause.iter)
    statements.assign(interp, clause.target, item, clause)
    for condition in clause.ifs:
        interp.evaluate(condition.test)
    if clause.inner_for_in is not None:
        _comp_for(interp, clause.inner_for_in, interp.evaluate(clause.inner_for_in.iter))


@_expression(cst.DictComp)
def _dict_comprehension(interp: Interpreter, node: cst.DictComp) -> Value:
    outer = interp.frame
    interp.frame = Frame(outer, interp.bindings(node, node.for_in))
    result = Mapping(node, interp.context)
    try:
        iterable = interp.evaluate(node.for_in.iter)
        with interp.looping(node, False, node.for_in) as loop:
            _comp_for(interp, node.for_in, iterable)
            interp.evaluate(node.key)
            result.put(None, interp.evaluate(node.value))
            interp.close_loop(loop, True)
    finally:
        interp.frame = outer
    return result


@_expression(cst.Subscript)
def _subscript(interp: Interpreter, node: cst.Subscript) -> Value:
    owner = interp.evaluate(node.value)
    parts = [part for element in node.slice for part in _evaluate_slice(interp, element.slice)]
    single = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
    value = subscript(interp, owner, parts[0] if single else None, node)
    if value.facts.get("op") == "[]":
        value.facts["only_reshapes"] = all(_keeps_all(element.slice) for element in node.slice)
        for part in parts:
            if part.kind in ("tensor", "variable"):
                cut = Cut("TFG301", "an index only selects: no gradient passes to it")
                value.edges.extend(edges_to(interp, part, "cut", cut))
    return value


def _keeps_all(part: cst.BaseSlice) -> bool:
    """`:`, `None`, `...` and `tf.newaxis` select everything."""
    if isinstance(part, cst.Slice):
        return part.lower is None and part.upper is None
    if not isinstance(part, cst.Index):
        return False
    inner = part.value
    if isinstance(inner, cst.Attribute):
        return inner.attr.value == "newaxis"
    return isinstance(inner, cst.Ellipsis) or (
        isinstance(inner, cst.Name) and inner.value == "None"
    )


def _evaluate_slice(interp: Interpreter, part: cst.BaseSlice) -> list[Value]:
    if isinstance(part, cst.Index):
        return [interp.evaluate(part.value)]
    if isinstance(part, cst.Slice):
        bounds = (part.lower, part.upper, part.step)
        return [interp.evaluate(bound) for bound in bounds if bound is not None]
    return []


def subscript(interp: Interpreter, owner: Value, index: Value | None, site: cst.CSTNode) -> Value:
    """`owner[index]`; `index` is None for slices and several indices."""
    if isinstance(owner, Phi):
        return interp.join([subscript(interp, o, index, site) for o in alternatives(owner)])
    if isinstance(owner, Sequence):
        if index is not None and isinstance(index.const, int):
            return iteration.item_at(interp, owner, index.const, site)
        if index is None:
            return _slice_sequence(interp, owner, site)
        return iteration.element_of(interp, owner, site)
    if isinstance(owner, Mapping):
        return _mapping_item(interp, owner, index, site)
    if isinstance(owner, (Gradients, Weights)):
        if index is not None and isinstance(index.const, int):
            return iteration.item_at(interp, owner, index.const, site)
        return owner if index is None else iteration.element_of(interp, owner, site)
    if owner.kind == "shape":
        return interp.value("number", site, dtype="int", scalar=True)
    if owner.kind in ("tensor", "variable", "symbolic"):
        sliced = interp.value(
            "tensor" if owner.kind != "symbolic" else "symbolic",
            site,
            edges=edges_to(interp, owner),
            dtype=owner.dtype,
            is_op=True,
        )
        if owner.kind == "variable":
            sliced.facts["slice_of_variable"] = owner
        sliced.facts["op"] = "[]"
        sliced.facts["inputs"] = (owner,)
        sliced.facts["index"] = index.const if index is not None else None
        return sliced
    if owner.kind in ("ndarray", "string"):
        return interp.value(owner.kind, site, edges=[Edge(owner)], dtype=owner.dtype)
    if index is not None and isinstance(index.const, (int, str)):
        key = (
            owner.number,
            f"[{index.const!r}]" if isinstance(index.const, str) else f"[{index.const}]",
        )
        known = interp.store.read(key)
        if known is None:
            known = interp.unknown(site, owner)
            interp.store.write(key, known)
        return known
    return interp.unknown(site, owner)


def _slice_sequence(interp: Interpreter, owner: Sequence, site: cst.CSTNode) -> Value:
    result = Sequence(owner.kind, site, interp.context, [])
    for item in [*owner.items, *([owner.rest] if owner.rest is not None else [])]:
        result.add_rest(item)
    if len(owner.items) == 1 and owner.exact:
        return owner
    return result


def _mapping_item(
    interp: Interpreter, owner: Mapping, index: Value | None, site: cst.CSTNode
) -> Value:
    key = index.const if index is not None else None
    known = iteration.entry(interp, owner, key) if key is not None else None
    if known is not None:
        return known
    possible = [*owner.entries.values(), *([owner.rest] if owner.rest is not None else [])]
    if key is not None and owner.rest is not None:
        return owner.rest
    if key is None and possible:
        return iteration._spread(interp, possible, site) if len(possible) > 1 else possible[0]
    return interp.unknown(site, owner)
