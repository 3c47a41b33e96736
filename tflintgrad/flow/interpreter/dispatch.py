"""How kinds of statements run and kinds of expressions evaluate: registered here by kind."""

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


def statement(*kinds: type) -> Callable[[_S], _S]:
    """Register how statements of some kinds run; False: control does not get past them."""

    def register(handler: _S) -> _S:
        for kind in kinds:
            STATEMENTS[kind] = handler
        return handler

    return register


def expression(*kinds: type) -> Callable[[_E], _E]:
    """Register how expressions of some kinds evaluate."""

    def register(handler: _E) -> _E:
        for kind in kinds:
            EXPRESSIONS[kind] = handler
        return handler

    return register
