"""The gradient-flow graph of one run of the analysis: its queries and what else was noticed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from tflintgrad.flow.context import Context
from tflintgrad.flow.ops import OpTable, op_table
from tflintgrad.flow.queries import Query
from tflintgrad.flow.traits import Traits
from tflintgrad.flow.values import Value
from tflintgrad.syntax.scopes import Bindings


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Something the program does that a rule may have an opinion on, whatever the paths."""

    kind: str
    site: cst.CSTNode
    context: Context
    values: tuple[Value, ...] = ()
    note: str = ""


@dataclass(slots=True)
class Memory:
    """What a tree says that no run changes."""

    bindings: dict[int, Bindings] = field(default_factory=dict)
    literals: dict[int, Any] = field(default_factory=dict)
    words: dict[int, frozenset[str]] = field(default_factory=dict)
    #: Names that the module's top binds more than once.
    bound_again: frozenset[str] | None = None


@dataclass(slots=True)
class Module:
    """One source file under analysis."""

    filename: str
    tree: cst.Module
    #: Where it lies; empty for a program that is no file.
    path: str = ""
    name: str = "__main__"
    #: What was computed once from its syntax, by node; shared by all runs over the same tree.
    memory: Memory = field(default_factory=Memory)
    #: What ops do to a gradient in the TensorFlow that the program is for.
    table: OpTable = field(default_factory=op_table)


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
    is_hasty: bool = False
    #: Functions whose analysis failed: where, name, why.
    crashes: list[tuple[cst.CSTNode, str, Exception]] = field(default_factory=list)

    @property
    def modules(self) -> list[Module]:
        return [self.module, *self.loaded]

    def know(self, traits: Traits) -> None:
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
