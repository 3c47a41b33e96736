"""Calls of objects that are not read."""

from __future__ import annotations

from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.values import Value


class UnreadCall:
    """A call of code that is not read: the callee, and the value that stands for its result."""

    __slots__ = ("arguments", "callee", "result")

    def __init__(self, callee: Value, arguments: Arguments, result: Value) -> None:
        self.callee = callee
        self.arguments = arguments
        self.result = result
