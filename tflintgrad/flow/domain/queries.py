"""Gradient queries: where the program asks for a gradient."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.objects import Arguments, Tape
from tflintgrad.flow.domain.query_sources import Source, expand_sources
from tflintgrad.flow.domain.values import Value


@dataclass(eq=False)
class Query:
    """`tape.gradient(target, sources)` or one that Keras makes."""

    tape: Tape
    method: str
    target: Value
    #: The sources argument as given.
    asked: Value
    site: cst.CSTNode
    context: Context
    number: int
    arguments: Arguments
    result: Value | None = None
    #: Nobody is seen to train this: the question is what would happen if somebody did.
    assumed: bool = False
    _sources: list[Source] | None = None

    @property
    def sources(self) -> list[Source]:
        """The single sources; asked for only once the whole program has been seen."""
        if self._sources is None:
            self._sources = expand_sources(self.asked)
        return self._sources

    @property
    def explicit(self) -> bool:
        return self.tape.explicit
