"""From values of the graph to lines of Python: each value as its expression is written."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Class, External, Function, Instance, Layer, Method, Tape
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.verify.repro import placeholders, user_inputs
from tflintgrad.verify.repro.gradient_path import GradientPath
from tflintgrad.verify.repro.result import NotReproducible
from tflintgrad.verify.repro.script_layout import Line, Tapes
from tflintgrad.verify.repro.source_program import SourceProgram, code
from tflintgrad.verify.repro.templates import text


class Unwritable(Exception):
    """A value whose expression cannot stand in the reproduction as it is written."""


@dataclass(slots=True)
class Frame:
    """What one line takes in while it is written."""

    #: Numbers of the values it is computed from, however far back.
    used: set[int] = field(default_factory=set)
    #: Numbers of the values that are computed in it.
    inside: set[int] = field(default_factory=set)
    key: int = 0
    #: The op takes its inputs element by element, so that a scalar fits everywhere.
    elementwise: bool = False


@dataclass(slots=True)
class Known:
    """A value that the script has: under which name, from what, since when."""

    name: str
    used: set[int]
    key: int


class Steps(Protocol):
    """How single values are written; they in turn ask the writer for what they need."""

    def define(self, writer: Writer, value: Value) -> str | None:
        """Write a value that takes several lines, and give its name; None for all others."""

    def expression(self, writer: Writer, value: Value) -> str:
        """The value's expression."""

    def assignment(self, writer: Writer, state: Value, holder: Value) -> str:
        """The statement that assigns to a variable."""


class Writer:
    """Writes values on demand; `lines` are what the values asked for so far need."""

    def __init__(
        self,
        program: SourceProgram,
        spine: GradientPath,
        steps: Steps,
        *,
        uniform: bool,
        where_matters: bool = False,
        inputs: Mapping[str, Any] | None = None,
    ) -> None:
        self.program = program
        self.spine = spine
        self.steps = steps
        #: Shapes are not known: every tensor is a square matrix, and ops that mind are replaced.
        self.uniform = uniform
        #: The mistake is where the culprit is computed, not what it computes.
        self.where_matters = where_matters
        self._inputs = inputs or {}
        #: The inputs that are as the user says: their names, by the numbers of the values.
        self._given: dict[int, str] = {}
        self.tapes = Tapes(with_loops=spine.repro == "filled-list")
        #: Some stand-in has a shape that nobody knows to be right.
        self.guesses_shapes = False
        self.lines: list[Line] = []
        self.definitions: dict[str, str] = {}
        self.stand_ins: list[str] = []
        #: Layers that are asked for more than their output, so that they have to be models.
        self.as_models: set[int] = set()
        #: Layers that are one scalar variable here.
        self.as_weights: set[int] = set()
        self.known: dict[int, Known] = {}
        self._taken: set[str] = {"tf", "np", "step", *program.imports}
        self._active: list[int] = []
        self.frame = Frame()

    # --- referring to values

    def ref(self, value: Value) -> str:
        """The name under which the script has the value, or its literal."""
        if self.is_stand_in_number(value) and self.said(value) is None:
            return "1" if value.dtype == "int" else text("scalar")
        known = self.known.get(value.number) or self._make_known(value)
        if isinstance(known, str):
            return known
        self.frame.used |= known.used | {value.number}
        self.frame.key = max(self.frame.key, known.key)
        return known.name

    @staticmethod
    def is_stand_in_number(value: Value) -> bool:
        return (
            value.kind is kinds.NUMBER and value.const is None and not (value.edges or value.facts)
        )

    def _make_known(self, value: Value) -> Known | str:
        written = placeholders.literal(value)
        if written is not None:
            return written
        if value.number in self._active or len(self._active) > limits.MAX_EXPRESSION_DEPTH:
            raise Unwritable
        self._active.append(value.number)
        try:
            return self._define(value)
        finally:
            self._active.pop()

    def _define(self, value: Value) -> Known:
        same = self._same(value)
        if same is not None:
            self.ref(same)
            return self._remember(value, self.ref(same), Frame(set(self.frame.used)))
        with self._new_frame(value) as frame:
            if value.kind is kinds.STATE:
                return self._assigned(value, frame)
            name = self.steps.define(self, value)
            if name is not None:
                return self._remember(value, name, frame)
            written = self.text_of(value)
        if value.number in self.known:  # a stand-in has its line already
            return self.known[value.number]
        name = self.fresh(value)
        self._line(value, f"{name} = {written}", frame)
        return self._remember(value, name, frame)

    def _assigned(self, value: Value, frame: Frame) -> Known:
        holder = value.facts.get("of")
        if holder is None:
            raise Unwritable
        statement = self.steps.assignment(self, value, holder)
        self._line(value, statement, frame)
        return self._remember(value, self.ref(holder), frame)

    def _remember(self, value: Value, name: str, frame: Frame) -> Known:
        known = Known(name, set(frame.used), max(frame.key, self.frame.key))
        self.known[value.number] = known
        return known

    def _line(self, value: Value, written: str, frame: Frame) -> None:
        frame.key = max(frame.key, value.number)
        blocks = self.tapes.around(value.context)
        line = Line(frame.key, written, blocks, values=frame.inside | {value.number})
        line.is_made_once = value.kind is kinds.VARIABLE or isinstance(value, Layer)
        self.lines.append(line)

    def _same(self, value: Value) -> Value | None:
        """The value that this one is only another view of."""
        before = self.spine.before.get(value.number)
        if isinstance(value, Phi):
            return before or self._chosen(value)
        if before is None or value.kind is kinds.STATE:
            return None
        copied = value.site is not None and value.site is before.site and not value.is_op
        return before if copied and before.kind is not kinds.STATE else None

    def _chosen(self, phi: Phi) -> Value:
        """One of the ways: one that is there already, or the first that does not go in circles."""
        ways = [way for way in phi.alternatives if way.number not in self._active]
        there = [way for way in ways if way.number in self.known]
        tensors = [way for way in ways if way.kind is not kinds.NONE]
        for way in (*there, *tensors, *ways):
            return way
        raise Unwritable

    @contextmanager
    def _new_frame(self, value: Value) -> Iterator[Frame]:
        outer, self.frame = self.frame, Frame(elementwise=placeholders.is_elementwise(value))
        try:
            yield self.frame
        finally:
            inner, self.frame = self.frame, outer
            outer.used |= inner.used
            outer.key = max(outer.key, inner.key)

    # --- writing values

    def text_of(self, value: Value) -> str:
        """The value's expression, or what takes its place."""
        before = self.spine.before.get(value.number)
        on_path = value in self.spine
        if self.said(value) is not None or (not on_path and self._replaces(value)):
            return self.stand_in(value)
        saved = self._snapshot()
        try:
            if before is not None and self.uniform and not self._is_culprit(value):
                placeholders.needs_no_shape(value)
            written = self._expression(value, before)
            if self._is_patchwork(value, saved[2]):
                raise Unwritable
            return written
        except (Unwritable, placeholders.NeedsShape) as problem:
            self._restore(saved)
            if self._is_culprit(value) and not self.where_matters:
                shown = code(value.site) if value.site is not None else value.name
                raise NotReproducible(
                    f"`{shown}` cannot be separated from its program"
                ) from problem
        if before is not None:
            return self.smooth(value, before)
        return self.stand_in(value)

    def _expression(self, value: Value, before: Value | None) -> str:
        outer, self.frame.used = self.frame.used, set()
        written = self.steps.expression(self, value)
        connected = before is None or self._uses(before)
        self.frame.used |= outer
        if not connected:
            raise Unwritable
        return written

    def _uses(self, before: Value) -> bool:
        """Does what is being written depend on the step before it?"""
        if before.number in self.frame.used:
            return True
        holder = before.facts.get("of")  # who reads a variable reads what was assigned to it
        if before.kind is not kinds.STATE or holder is None or holder.number not in self.frame.used:
            return False
        self.ref(before)
        return True

    def _is_patchwork(self, value: Value, said: int) -> bool:
        """Beside the path, a mixture of what is written and stand-ins has no shape to rely on."""
        if value.number in self.spine.before or len(self.stand_ins) == said:
            return False
        return not placeholders.is_elementwise(value) and not self.spine.is_related_beyond(value)

    def _is_culprit(self, value: Value) -> bool:
        return value is self.spine.culprit

    def _replaces(self, value: Value) -> bool:
        """Is it beside the path, and not worth copying?"""
        if isinstance(value, (External, Function, Layer, Class)) or self.spine.is_related(value):
            return False
        if (
            self.uniform
            and value.scalar is not True
            and value.kind not in (kinds.NUMBER, kinds.STRING)
        ):
            return value.kind in (kinds.TENSOR, kinds.NDARRAY, kinds.UNKNOWN, kinds.VARIABLE)
        if value.kind is kinds.NUMBER and not value.edges and "op" not in value.facts:
            return True  # an index of a loop, or something that nobody knows
        behind = list(walk_back(value, limit=limits.MAX_COPIED_VALUES + 1))
        return len(behind) > limits.MAX_COPIED_VALUES

    def inline(self, node: cst.CSTNode, value: Value) -> str:
        """The value at a place in an expression: written out if it is computed there."""
        written = placeholders.literal(value)
        if written is not None:
            plain = code(node) if self.program.is_closed(node) else written
            return f"({plain})" if plain.startswith("-") and "(" not in plain else plain
        there = value.site is node and value.number not in self.known
        if not there or isinstance(value, Phi) or value.number in self._active:
            return self.ref(value)
        same = self._same(value)
        if same is not None:
            return self.ref(same)
        if value.kind is kinds.VARIABLE or value.kind is kinds.STATE:
            return self.ref(value)
        self._active.append(value.number)
        elementwise, self.frame.elementwise = (
            self.frame.elementwise,
            placeholders.is_elementwise(value),
        )
        try:
            written = self.text_of(value)
        finally:
            self._active.pop()
            self.frame.elementwise = elementwise
        if value.number in self.known:
            return self.ref(value)
        self.frame.used.add(value.number)
        self.frame.inside.add(value.number)
        self.frame.key = max(self.frame.key, value.number)
        return written

    # --- replacing values

    def smooth(self, value: Value, before: Value) -> str:
        """Something with a slope that computes this step of the path."""
        if isinstance(before, Layer) or before.kind in (
            kinds.DATASET,
            kinds.DICT,
            kinds.TENSORARRAY,
        ):
            raise NotReproducible(
                f"`{placeholders.shown(value)}` cannot be separated from its program"
            )
        replaced = placeholders.shown(value)
        kind = "smooth_of_integers" if before.dtype in ("int", "bool") else "smooth"
        written = text(kind, value=self.ref(before))
        self.say(replaced, written)
        return written

    def stand_in(self, value: Value) -> str:
        """A number or tensor in the place of something unknown, made before everything else."""
        if isinstance(value, (Class, Function, Instance, Layer, Method, Tape)):
            raise Unwritable
        if value.kind in (kinds.METHOD, kinds.PARTIAL, kinds.SUPER, kinds.CLASS, kinds.TAPE):
            raise Unwritable
        scalar = self.frame.elementwise and not self.uniform and value.kind is not kinds.VARIABLE
        said = self.said(value)
        if said is not None:
            self._given[value.number] = said.name
            is_source = value is self.spine.source
            return self.replace(value, user_inputs.stand_in(said, value, scalar, is_source))
        if (
            not scalar
            and value.scalar is not True
            and value.kind not in (kinds.NUMBER, kinds.STRING)
        ):
            self.guesses_shapes = True
        return self.replace(value, placeholders.stand_in(value, scalar))

    def variable(self, value: Value, wanted: str, what: str) -> str:
        """A variable in the place of a source of which nobody knows what it is."""
        said = self.said(value)
        numbers = text("matrix" if self.uniform and not value.scalar else "scalar")
        if said is not None:
            self._given[value.number] = said.name
            numbers = user_inputs.tensor(said, value, not self.uniform, is_source=True)
        return self.replace(value, placeholders.variable(value, numbers), wanted, what)

    def replace(self, value: Value, written: str, wanted: str = "", what: str = "") -> str:
        """Make something else in the place of a value, before everything else."""
        name = self.fresh_name(wanted or placeholders.name_for(value))
        replaced = what or placeholders.shown(value)
        self.say(replaced, name)
        shown = replaced if "`" in replaced else f"`{replaced}`"
        comment = f"stands for {shown}" if replaced not in ("", name) else ""
        line = Line(0, f"{name} = {written}", (), comment, {value.number}, is_setup=True)
        is_tensor = written.startswith(text("tensor", value="").removesuffix(")"))
        line.given = name if is_tensor else ""
        self.lines.append(line)
        self.known[value.number] = Known(name, {value.number}, 0)
        return name

    def say(self, replaced: str, written: str) -> None:
        shown = replaced if "`" in replaced else f"`{replaced}`"
        said = f"{shown} by `{written}`" if replaced else f"an unknown value by `{written}`"
        if replaced != written and said not in self.stand_ins:
            self.stand_ins.append(said)

    # --- what the user says

    def said(self, value: Value) -> user_inputs.Input | None:
        """About a value that does not depend on the source: all others are computed."""
        said = user_inputs.said_about(value, self._inputs)
        return None if said is None or self.spine.is_related_beyond(value) else said

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the inputs that are as the user says."""
        names = (name for number, name in self._given.items() if number in self.known)
        return tuple(dict.fromkeys(names))

    # --- names

    def fresh(self, value: Value) -> str:
        """A name that nothing else has, the value's own if it is to be had."""
        return self.fresh_name(placeholders.name_for(value))

    def fresh_name(self, wanted: str) -> str:
        base = wanted if wanted.isidentifier() and not keyword.iskeyword(wanted) else "value"
        name, count = base, 1
        while name in self._taken or self.program.is_known(name):
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name

    # --- trying

    def _snapshot(self) -> tuple[int, dict[int, Known], int, set[str], dict[str, str], set[int]]:
        return (
            len(self.lines),
            dict(self.known),
            len(self.stand_ins),
            set(self._taken),
            dict(self.definitions),
            set(self.as_weights),
        )

    def _restore(
        self, saved: tuple[int, dict[int, Known], int, set[str], dict[str, str], set[int]]
    ) -> None:
        count, self.known, said, self._taken, self.definitions, self.as_weights = saved
        del self.lines[count:]
        del self.stand_ins[said:]
