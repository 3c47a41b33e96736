"""Operators: arithmetic and comparisons, on tensors and on other values."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from typing import Any, Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.values import Dtype, Edge, Mapping, Phi, Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import edges_to
from tflintgrad.knowledge.op_entry import Op, method_of
from tflintgrad.knowledge.op_table import OpTable
from tflintgrad.source.syntax.symbols import SYMBOLS

_METHODS: Final = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "**": "__pow__",
    "%": "__mod__", "//": "__floordiv__", "@": "__matmul__", "&": "__and__", "|": "__or__",
    "^": "__xor__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__",
    "==": "__eq__", "!=": "__ne__",
}  # fmt: skip

_FOLD: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": python.add, "-": python.sub, "*": python.mul, "/": python.truediv,
    "//": python.floordiv, "%": python.mod,
    "<": python.lt, "<=": python.le, ">": python.gt, ">=": python.ge,
    "==": python.eq, "!=": python.ne,
}  # fmt: skip

_COMPARISONS: Final = {"<", "<=", ">", ">=", "==", "!="}
#: With one of these as an operand, TensorFlow computes.
_OPERANDS: Final = frozenset({kinds.TENSOR, kinds.VARIABLE, kinds.GRADIENTS})
_NUMBERS: Final = frozenset({kinds.NUMBER, kinds.NDARRAY})
TENSORS: Final = {kinds.TENSOR, kinds.VARIABLE, kinds.GRADIENTS, kinds.SYMBOLIC, kinds.WEIGHTS}
#: Kinds on which Python or NumPy computes, not TensorFlow.
PLAIN: Final = {
    kinds.NUMBER,
    kinds.STRING,
    kinds.NDARRAY,
    kinds.NONE,
    kinds.LIST,
    kinds.TUPLE,
    kinds.DICT,
    kinds.SET,
    kinds.DTYPE,
    kinds.SHAPE,
}


def written(operator: cst.CSTNode) -> str:
    """Return how an operator between two values is written, also in `+=`."""
    return SYMBOLS.get(type(operator), "?")


def binary(interp: Interpreter, symbol: str, left: Value, right: Value, site: cst.CSTNode) -> Value:
    """Return the value of a binary operation."""
    folded = _fold(interp, symbol, left, right, site)
    if folded is not None:
        return folded
    plain = left.kind in PLAIN and right.kind in PLAIN
    result = interp.value(
        _kind(left, right),
        site,
        dtype=_dtype(symbol, left, right),
        scalar=_scalar(symbol, left, right),
        is_op=not plain,
    )
    result.facts["op"] = symbol
    result.facts["inputs"] = (left, right)
    result.facts["arguments"] = {"self": left, "other": right}
    for operand in (left, right):
        result.edges.extend(_edges(interp, symbol, operand, site))
    if not plain and interp.graph.queries:
        _note_gradients(interp, symbol, left, right, site)
    return result


def _note_gradients(
    interp: Interpreter, symbol: str, left: Value, right: Value, site: cst.CSTNode
) -> None:
    """Note arithmetic on a gradient with numbers or gradients, which a sparse gradient lacks."""
    for one, other in ((left, right), (right, left)):
        if not is_gradient(one):
            continue
        # A φ-node may be a sum over rounds of a loop, which is complete only later.
        if is_gradient(other) or (isinstance(other, Phi) and other.kind not in _NUMBERS):
            interp.graph.note("gradient-arithmetic", site, interp.context, (one, other), symbol)
            return
        if other.kind in _NUMBERS:
            interp.graph.note("gradient-arithmetic", site, interp.context, (one,), symbol)
            return


def is_gradient(value: Value) -> bool:
    """True for a gradient as a query returned it, alone or out of a list."""
    return isinstance(value, Gradients) or isinstance(value.facts.get("element_of"), Gradients)


def symbol_of(name: str) -> str | None:
    """Return the symbol of a function of the `operator` module."""
    return next((s for s, method in _METHODS.items() if method == f"__{name.strip('_')}__"), None)


def entry_of(value: Value) -> Op | None:
    """Return the op table's entry of the op or operator that computed a value."""
    op = value.facts.get("op", "")
    return _entry(value.context.module.table, op) if isinstance(op, str) else None


def _entry(table: OpTable, op: str) -> Op | None:
    method = _METHODS.get(op)
    return table.lookup(method_of(kinds.TENSOR.name, method) if method else op)


def in_place_raises(table: OpTable, symbol: str) -> bool:
    """True if the augmented assignment raises for a `tf.Variable`; `@=` and others rebind."""
    method = _METHODS.get(symbol, "").replace("__", "__i", 1)
    entry = table.lookup(method_of(kinds.VARIABLE.name, method)) if method else None
    return entry is not None and entry.effect_of(0) == "raises"


def _edges(interp: Interpreter, symbol: str, operand: Value, site: cst.CSTNode) -> list[Edge]:
    if symbol in _COMPARISONS:
        cut = Cut(CutKind.COMPARISON, symbol)
        return edges_to(interp, operand, "cut", cut)
    entry = _entry(interp.table, symbol)
    effect = entry.effect_of(0) if entry is not None and entry.arguments else "flow"
    if effect in ("none", "lost", "zero"):
        cut = Cut(CutKind.NO_GRADIENT_OP, symbol)
        return edges_to(interp, operand, "cut", cut)
    return edges_to(interp, operand)


def _is_counted_up(number: Value) -> bool:
    """True for what `self.step += 1` leaves, and what was computed from it: a trace reads it."""
    rebound = number.facts.get("rebound_at")
    return bool(number.edges) or (
        isinstance(rebound, cst.AugAssign) and "attribute" in number.facts
    )


def _fold(
    interp: Interpreter, symbol: str, left: Value, right: Value, site: cst.CSTNode
) -> Value | None:
    if isinstance(left, Sequence) and isinstance(right, Sequence) and symbol == "+":
        joined = Sequence(left.kind, site, interp.context, [*left.items, *right.items])
        for rest in (left.rest, right.rest):
            if rest is not None:
                joined.add_rest(rest)
        return joined
    if symbol == "+" and is_list(left) and is_list(right):
        together = Sequence(kinds.LIST, site, interp.context, [])
        for part in (left, right):
            together.edges.append(Edge(part))
            together.rest = part
        together.concatenated = (left, right)
        return together
    if isinstance(left, Sequence) and symbol == "*" and right.kind is kinds.NUMBER:
        repeated = Sequence(left.kind, site, interp.context, [])
        held: list[Value] = left.held()
        for item in held:
            repeated.add_rest(item)
        if (
            isinstance(right.const, int)
            and right.const * len(left.items) <= limits.MAX_REPEATED_ITEMS
            and left.exact
        ):
            return Sequence(left.kind, site, interp.context, left.items * right.const)
        return repeated
    if left.const is None or right.const is None or symbol not in _FOLD:
        return None
    if isinstance(left.const, (str, bytes)) and symbol not in ("==", "!=", "+"):
        return interp.value(kinds.STRING, site)
    if _is_large(left.const) or _is_large(right.const):
        return None
    try:
        folded = interp.constant(_FOLD[symbol](left.const, right.const), site)
        if interp.context.trace:
            folded.edges = [Edge(item) for item in (left, right) if _is_counted_up(item)]
        return folded
    except Exception:
        return None


def is_list(value: Value) -> bool:
    """True if the value is certainly a list: of variables, of their gradients, or of anything."""
    if isinstance(value, Gradients):
        return isinstance(value.query.sources_value, (Weights, Sequence))
    return isinstance(value, (Weights, Sequence))


def _is_large(const: object) -> bool:
    """True if folding with this constant would cost too much."""
    if isinstance(const, (str, bytes)):
        return len(const) > limits.MAX_FOLDED_CHARACTERS
    return isinstance(const, int) and const.bit_length() > limits.MAX_FOLDED_BITS


def _kind(left: Value, right: Value) -> Kind:
    one, other = left.kind, right.kind
    if one is kinds.SYMBOLIC or other is kinds.SYMBOLIC:
        return kinds.SYMBOLIC
    if one in _OPERANDS or other in _OPERANDS:
        return kinds.TENSOR
    if one is kinds.NUMBER and other is kinds.NUMBER:
        return kinds.NUMBER
    if one in _NUMBERS and other in _NUMBERS:
        return kinds.NDARRAY
    return kinds.STRING if one is kinds.STRING else kinds.UNKNOWN


def _dtype(symbol: str, left: Value, right: Value) -> Dtype | None:
    if symbol in _COMPARISONS:
        return "bool"
    if "complex" in (left.dtype, right.dtype):
        return "complex"
    if "float" in (left.dtype, right.dtype):
        return "float"
    if left.dtype == right.dtype == "int":
        return "float" if symbol == "/" else "int"
    # A Python integer takes the dtype of the other operand, a tensor.
    if left.kind in TENSORS and right.dtype == "int" and right.kind is kinds.NUMBER:
        return left.dtype
    if right.kind in TENSORS and left.dtype == "int" and left.kind is kinds.NUMBER:
        return right.dtype
    return None


def _scalar(symbol: str, left: Value, right: Value) -> bool | None:
    if symbol == "@":
        return None
    if left.scalar is False or right.scalar is False:
        return False
    return True if left.scalar and right.scalar else None


def compare(interp: Interpreter, node: cst.Comparison, left: Value, rights: list[Value]) -> Value:
    """Return the value of a comparison, chained or not."""
    results = []
    for target, right in zip(node.comparisons, rights, strict=True):
        results.append(_compare_once(interp, target.operator, left, right, node))
        left = right
    if len(results) == 1:
        return results[0]
    return interp.value(kinds.UNKNOWN, node, edges=[Edge(result) for result in results])


def _is_none(value: Value) -> bool | None:
    """True if the value is `None`, False if it is not, None if that is not known."""
    if isinstance(value, Phi) or value.kind in (kinds.UNKNOWN, kinds.GRADIENTS):
        return None
    return value.kind is kinds.NONE


def _compare_once(
    interp: Interpreter, operator: cst.CSTNode, left: Value, right: Value, site: cst.CSTNode
) -> Value:
    if isinstance(operator, (cst.Is, cst.IsNot)):
        known = None
        if right.kind is kinds.NONE:
            known = _is_none(left)
        elif isinstance(right.const, bool) and isinstance(left.const, bool):
            known = left.const is right.const
        if known is None:
            return interp.value(kinds.NUMBER, site, dtype="bool")
        return interp.constant(known if isinstance(operator, cst.Is) else not known, site)
    if isinstance(operator, (cst.In, cst.NotIn)):
        found = _contains(interp, right, left)
        if found is None:
            return interp.value(kinds.NUMBER, site, dtype="bool")
        return interp.constant(found if isinstance(operator, cst.In) else not found, site)
    return binary(interp, SYMBOLS.get(type(operator), "=="), left, right, site)


def _contains(interp: Interpreter, container: Value, key: Value) -> bool | None:
    """True or False if it is known whether a dict has the key, otherwise None."""
    if not isinstance(container, Mapping) or key.const is None or container.rest is not None:
        return None
    if len(interp.context.loops) > len(container.context.loops):
        return None
    return key.const in container.entries


def unary(interp: Interpreter, symbol: str, operand: Value, site: cst.CSTNode) -> Value:
    """Return the value of a unary operation."""
    if symbol == "-" and isinstance(operand.const, (int, float)):
        return interp.constant(-operand.const, site)
    kind = (
        operand.kind if operand.kind in PLAIN or operand.kind is kinds.SYMBOLIC else kinds.UNKNOWN
    )
    result = interp.value(
        kinds.TENSOR if operand.kind in TENSORS and operand.kind is not kinds.SYMBOLIC else kind,
        site,
        dtype=operand.dtype,
        scalar=operand.scalar,
        is_op=operand.kind not in PLAIN,
        edges=edges_to(interp, operand),
    )
    result.facts["op"] = symbol
    result.facts["inputs"] = (operand,)
    return result
