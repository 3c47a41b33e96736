"""The text of a short expression, for messages: nodes of analysed trees cannot generate it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import libcst as cst

from tflintgrad.source.syntax.symbols import SYMBOLS, UNARY

#: Longer expressions say less than they take to read.
LONGEST: Final = 40
_DEEPEST: Final = 6
_ELLIPSIS: Final = "…"

_BRACKETS: Final[dict[type, tuple[str, str]]] = {cst.List: ("[", "]"), cst.Tuple: ("(", ")")}
_ATOMS: Final = (cst.Name, cst.Integer, cst.Float, cst.Imaginary, cst.SimpleString)
_POWER: Final = 3
#: How tightly operators bind; all comparisons are looser.
_BINDING: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "@": 2, "**": _POWER}


def expression_text(node: cst.CSTNode | None, longest: int = LONGEST) -> str:
    """Return the text of a short expression; "" for a long one, and for anything else.

    Of a call whose arguments are long, only the function is written out: `tf.concat(…)`.
    """
    return _text(node, longest, 0) if isinstance(node, cst.BaseExpression) else ""


def _text(node: Any, longest: int, depth: int) -> str:
    text = _written(node, longest, depth + 1) if depth < _DEEPEST else ""
    if len(text) <= longest:
        return text
    if isinstance(node, cst.Call):
        function = _text(node.func, longest - 3, depth + 1)
        return f"{function}({_ELLIPSIS})" if function else ""
    return ""


def _written(node: Any, longest: int, depth: int) -> str:
    """Return the text of an expression of any length, whose operands are short."""
    if isinstance(node, _ATOMS):
        return node.value
    if isinstance(node, cst.Attribute):
        owner = _operand(node.value, longest, depth)
        return owner and f"{owner}.{node.attr.value}"
    if isinstance(node, cst.Call):
        return _call(node, longest, depth)
    if isinstance(node, cst.Subscript):
        owner = _operand(node.value, longest, depth)
        index = _joined([_index(item.slice, longest, depth) for item in node.slice])
        return owner and index and f"{owner}[{index}]"
    if isinstance(node, (cst.List, cst.Tuple)):
        return _display(node, longest, depth)
    if isinstance(node, cst.Ellipsis):
        return "..."
    return _operation(node, longest, depth)


def _call(node: cst.Call, longest: int, depth: int) -> str:
    function = _operand(node.func, longest, depth)
    if not function:
        return ""
    parts = []
    for item in node.args:
        value = _text(item.value, longest, depth)
        before = f"{item.keyword.value}=" if item.keyword is not None else item.star
        parts.append(value and before + value)
    arguments = _joined(parts) if parts else ""
    return f"{function}({arguments or (_ELLIPSIS if parts else '')})"


def _display(node: cst.List | cst.Tuple, longest: int, depth: int) -> str:
    """Return the text of a list or tuple."""
    opening, closing = _BRACKETS[type(node)]
    parts = [
        ("*" if isinstance(item, cst.StarredElement) else "") + _text(item.value, longest, depth)
        for item in node.elements
    ]
    inside = _joined(parts)
    if not inside and parts:
        return ""
    comma = "," if len(parts) == 1 and closing == ")" else ""
    return f"{opening}{inside}{comma}{closing}"


def _operation(node: Any, longest: int, depth: int) -> str:
    """Return the text of an operator and its operands."""
    if isinstance(node, cst.UnaryOperation):
        operand = _operand(node.expression, longest, depth)
        sign = UNARY.get(type(node.operator), "")
        return sign and operand and sign + operand
    if isinstance(node, cst.BinaryOperation):
        sign = SYMBOLS[type(node.operator)]
        left = _side(node.left, sign, longest, depth)
        right = _side(node.right, sign, longest, depth, is_right=True)
        return left and right and f"{left} {sign} {right}"
    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        target = node.comparisons[0]
        sign = SYMBOLS.get(type(target.operator), "")
        left = _side(node.left, "", longest, depth)
        right = _side(target.comparator, "", longest, depth)
        return left and sign and right and f"{left} {sign} {right}"
    return ""


def _side(node: Any, sign: str, longest: int, depth: int, *, is_right: bool = False) -> str:
    """Return the text of an operand, in parentheses where it would be read differently."""
    text = _text(node, longest, depth)
    if isinstance(node, cst.UnaryOperation):
        return f"({text})" if text and sign == "**" and not is_right else text
    if not text or not isinstance(node, (cst.BinaryOperation, cst.Comparison)):
        return text
    own = 0
    if isinstance(node, cst.BinaryOperation):
        own = _BINDING.get(SYMBOLS[type(node.operator)], 0)
    around = _BINDING.get(sign, 0)
    same_side = is_right == (own == _POWER)
    fits = own > around or (own == around > 0 and same_side) or (not sign and own > 0)
    return text if fits else f"({text})"


def _operand(node: Any, longest: int, depth: int) -> str:
    """Return the text of what a `.`, `(` or `[` follows."""
    text = _text(node, longest, depth)
    is_atom = isinstance(node, (*_ATOMS, cst.Attribute, cst.Call, cst.Subscript, *_BRACKETS))
    return text if is_atom or not text else f"({text})"


def _index(node: Any, longest: int, depth: int) -> str:
    if isinstance(node, cst.Index):
        return _text(node.value, longest, depth)
    bounds = [node.lower, node.upper, *([node.step] if node.step is not None else [])]
    texts = ["" if item is None else _text(item, longest, depth) for item in bounds]
    known = all(text or item is None for item, text in zip(bounds, texts, strict=True))
    return ":".join(texts) if known else ""


def _joined(parts: Sequence[str]) -> str:
    """Return the parts of a list; "" if one of them is unknown."""
    return ", ".join(parts) if all(parts) else ""
