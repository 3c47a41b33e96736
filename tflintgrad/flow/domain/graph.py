"""The gradient-flow graph of one program: its queries, and the events that checks look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import libcst as cst

from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.keras_calls import KerasCall
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.module_prescan import ModuleFacts
from tflintgrad.knowledge.op_table import with_keras_2


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """An action of the program that a check looks at without walking paths."""

    kind: str
    site: cst.CSTNode
    context: Context
    values: tuple[Value, ...] = ()
    note: str = ""
    #: The branches around it whose condition is not known, outermost first.
    branches: tuple[int, ...] = ()
    #: Of an event that lasts: the numbers of the values that were made meanwhile.
    during: range = range(0)


@dataclass(slots=True)
class Graph:
    """The gradient-flow graph of one program, with its queries and events."""

    #: The entry point; `loaded` are the modules of the project that were read with it.
    module: Module
    loaded: list[Module] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    #: Calls of layers, models and other Keras objects, outer ones before inner ones.
    keras_calls: list[KerasCall] = field(default_factory=list)
    #: Loops that run at most once, because their body always leaves them.
    single_loops: set[int] = field(default_factory=set)
    #: The traces that are graphs of TensorFlow 1: their code runs once by design.
    built_graphs: set[int] = field(default_factory=set)
    #: Attributes and non-local names that some function changes, in any module that was read.
    changing_attributes: set[str] = field(default_factory=set)
    shared_names: set[str] = field(default_factory=set)
    #: The branches that are being interpreted, by number, and how many there were so far.
    branches: tuple[int, ...] = ()
    forks: int = 0
    #: The budget was spent before everything was analysed.
    incomplete: bool = False
    #: Calls into other modules were not analysed, and their effects were not modelled either.
    needs_second_pass: bool = False
    #: Some weights may have changed by now: a step was made, or they were loaded.
    weights_moved: bool = False
    #: Functions whose analysis failed: node, name, exception.
    crashes: list[tuple[cst.CSTNode, str, Exception]] = field(default_factory=list)

    @property
    def modules(self) -> list[Module]:
        """The entry point and the modules read with it."""
        return [self.module, *self.loaded]

    def add_module_facts(self, traits: ModuleFacts) -> None:
        """Add what the prescan of a module found."""
        self.changing_attributes |= traits.changing_attributes
        self.shared_names |= traits.shared_names

    def assume_keras_2(self) -> None:
        """Read all modules of the program as code for Keras 2."""
        for module in self.modules:
            module.table = with_keras_2(module.table)

    def note(
        self,
        kind: str,
        site: cst.CSTNode,
        context: Context,
        values: Iterable[Value] = (),
        note: str = "",
        during: range = range(0),
    ) -> None:
        """Add an event."""
        values = tuple(values)
        self.weights_moved = self.weights_moved or kind == "apply-gradients"
        self.events.append(Event(kind, site, context, values, note, self.branches, during))
