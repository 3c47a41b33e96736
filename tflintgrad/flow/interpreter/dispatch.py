"""Tables of handlers: how each class of statement and expression is interpreted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tflintgrad.flow.domain.values import Value

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.interpreter import Interpreter

ExpressionHandler = Callable[["Interpreter", Any], Value]
StatementHandler = Callable[["Interpreter", Any], bool]

EXPRESSIONS: Final[dict[type, ExpressionHandler]] = {}
STATEMENTS: Final[dict[type, StatementHandler]] = {}


_S = TypeVar("_S", bound=StatementHandler)
_E = TypeVar("_E", bound=ExpressionHandler)


def statement(*classes: type) -> Callable[[_S], _S]:
    """Register a handler of statements; it returns False if control does not get past them."""

    def register(handler: _S) -> _S:
        for cls in classes:
            STATEMENTS[cls] = handler
        return handler

    return register


def expression(*classes: type) -> Callable[[_E], _E]:
    """Register a handler of expressions."""

    def register(handler: _E) -> _E:
        for cls in classes:
            EXPRESSIONS[cls] = handler
        return handler

    return register
