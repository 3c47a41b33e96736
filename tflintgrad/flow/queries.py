"""Gradient queries: where the program asks for a gradient."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from tflintgrad.flow.context import Context
from tflintgrad.flow.values import Arguments, Tape, Value


@dataclass(slots=True, eq=False)
class Source:
    """One thing a gradient is asked for."""

    value: Value
    #: The user wrote this very thing (not one of many inside `model.trainable_variables`).
    explicit: bool = True


@dataclass(slots=True, eq=False)
class Query:
    """`tape.gradient(target, sources)` or one that Keras makes."""

    tape: Tape
    method: str
    target: Value
    #: The sources argument as given.
    asked: Value
    sources: list[Source]
    site: cst.CSTNode
    context: Context
    number: int
    arguments: Arguments
    result: Value | None = None

    @property
    def explicit(self) -> bool:
        return self.tape.explicit
