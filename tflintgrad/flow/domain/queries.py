"""Gradient queries: the places where the program requests a gradient."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.objects import Gradients, Tape
from tflintgrad.flow.domain.query_sources import Source, expand_sources
from tflintgrad.flow.domain.values import Value


@dataclass(eq=False)
class Query:
    """A call of `tape.gradient(target, sources)`, or a query that Keras makes."""

    tape: Tape
    method: str
    target: Value
    #: The sources argument: a variable, or a list, dict or model of them.
    sources_value: Value
    site: cst.CSTNode
    context: Context
    number: int
    arguments: Arguments
    result: Gradients | None = None
    #: The program does not train this model: the query stands for what `fit` would do.
    assumed: bool = False
    _sources: list[Source] | None = None

    @property
    def sources(self) -> list[Source]:
        """The single sources; read only after the whole program was analysed."""
        if self._sources is None:
            self._sources = expand_sources(self.sources_value)
        return self._sources

    @property
    def explicit(self) -> bool:
        """True if the program makes the query, False if Keras does."""
        return self.tape.explicit
