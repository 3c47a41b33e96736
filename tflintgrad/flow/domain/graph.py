"""The gradient-flow graph of one run of the analysis: its queries and what else was noticed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import libcst as cst

from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.module_prescan import ModuleFacts


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Something the program does that a rule may have an opinion on, whatever the paths."""

    kind: str
    site: cst.CSTNode
    context: Context
    values: tuple[Value, ...] = ()
    note: str = ""


@dataclass(slots=True)
class Graph:
    #: The program; `loaded` are the modules of the project that it got to.
    module: Module
    loaded: list[Module] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    #: Loops whose body always leaves them: they run once.
    single_loops: set[int] = field(default_factory=set)
    #: Attributes and outer names that some function changes, in any module that was read.
    changing_attributes: set[str] = field(default_factory=set)
    shared_names: set[str] = field(default_factory=set)
    #: The work ran out before everything was seen.
    incomplete: bool = False
    #: Functions of other modules were not followed, and nobody looked at what they may have done.
    needs_second_pass: bool = False
    #: Functions whose analysis failed: where, name, why.
    crashes: list[tuple[cst.CSTNode, str, Exception]] = field(default_factory=list)

    @property
    def modules(self) -> list[Module]:
        return [self.module, *self.loaded]

    def know(self, traits: ModuleFacts) -> None:
        self.changing_attributes |= traits.changing_attributes
        self.shared_names |= traits.shared_names

    def note(
        self,
        kind: str,
        site: cst.CSTNode,
        context: Context,
        values: Iterable[Value] = (),
        note: str = "",
    ) -> None:
        self.events.append(Event(kind, site, context, tuple(values), note))
