"""Calls of Keras objects."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.values import Value


class KerasCall:
    """One call of a Keras object: everything computed by it has a number in `first` to `last`."""

    __slots__ = (
        "callee",
        "context",
        "default_training",
        "first",
        "inputs",
        "last",
        "result",
        "scope",
        "site",
        "training",
    )

    def __init__(
        self,
        callee: Value,
        context: Context,
        arguments: Arguments,
        scope: cst.CSTNode,
        first: int,
    ) -> None:
        self.callee = callee
        self.context = context
        self.inputs = arguments.all()
        self.site = arguments.site
        #: What the call itself says of `training`.
        self.training = arguments.option("training")
        #: The function or module that makes the call.
        self.scope = scope
        self.first = first
        self.last = first
        #: The default of the parameter `training` of a forward pass in the program.
        self.default_training: Value | None = None
        #: None while the call is being interpreted.
        self.result: Value | None = None
