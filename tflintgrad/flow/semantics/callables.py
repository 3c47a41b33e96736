"""Functions, methods and partials: what calls of them do."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function, Method, Partial
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.calls import call_function
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.registry import call_method
from tflintgrad.flow.semantics.base import OpenSemantics, Semantics, register


class _FunctionSemantics(OpenSemantics[Function]):
    """Functions, methods and lambdas of the project."""

    __slots__ = ()

    def call(self, interp: Interpreter, callee: Function, arguments: Arguments) -> Value:
        return call_function(interp, callee, arguments)

    def truth(self, value: Function) -> bool | None:
        return True


class _MethodSemantics(Semantics[Method]):
    """Methods of objects of libraries."""

    __slots__ = ()

    def call(self, interp: Interpreter, callee: Method, arguments: Arguments) -> Value:
        return call_method(interp, callee, arguments)


class _PartialSemantics(OpenSemantics[Partial]):
    """`functools.partial(function, …)`."""

    __slots__ = ()

    def call(self, interp: Interpreter, callee: Partial, arguments: Arguments) -> Value:
        if callee.is_active:
            return super().call(interp, callee, arguments)
        callee.is_active = True
        try:
            return callee.function.call(interp, _completed(callee.arguments, arguments))
        finally:
            callee.is_active = False


def _completed(first: Arguments, then: Arguments) -> Arguments:
    """Return the arguments of a partial's call: its own first, then those of the call."""
    return Arguments(
        then.site,
        [*first.positional, *then.positional],
        {**first.keywords, **then.keywords},
        [*first.unpacked, *then.unpacked],
    )


register(_FunctionSemantics(Function), kinds.FUNCTION)
register(_MethodSemantics(Method), kinds.METHOD)
register(_PartialSemantics(Partial), kinds.PARTIAL)
