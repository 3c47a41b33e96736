"""Writes values of the graph as lines of Python, each as its expression stands in the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Class, External, Function, Instance, Layer, Method, Tape
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.domain.variables import State
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro import declared_inputs, placeholders
from tflintgrad.verify.repro.gradient_path import GradientPath
from tflintgrad.verify.repro.result import NotReproducible
from tflintgrad.verify.repro.script_layout import Line, Tapes
from tflintgrad.verify.repro.user_module import UserModule, code
from tflintgrad.verify.repro.writing_state import Names, PendingLine, Unwritable, WrittenValue


class ValueWriter(Protocol):
    """Writes single values; it calls the writer back for the values that they are computed from."""

    def define(self, writer: Writer, value: Value) -> str | None:
        """Write a value that takes several lines and return its name; None for other values."""

    def expression(self, writer: Writer, value: Value) -> str:
        """Return the value's expression."""

    def assignment(self, writer: Writer, state: Value, holder: Value) -> str:
        """Return the statement that assigns to a variable."""


class Writer:
    """Writes values on demand; `lines` holds the lines of all values written so far."""

    def __init__(
        self,
        module: UserModule,
        path: GradientPath,
        value_writer: ValueWriter,
        *,
        assume_square: bool,
        position_matters: bool = False,
        inputs: Mapping[str, Any] | None = None,
    ) -> None:
        self.module = module
        self.path = path
        self._value_writer = value_writer
        #: Make every tensor a square matrix, and replace ops that need other shapes.
        self.assume_square = assume_square
        #: The mistake is where the culprit is computed, not what it computes.
        self.position_matters = position_matters
        self._inputs = inputs or {}
        #: Names of the user's inputs that are used, by the numbers of the values.
        self._used_inputs: dict[int, str] = {}
        self.tapes = Tapes(with_loops=path.repro == "filled-list")
        #: True if some placeholder has a guessed shape.
        self.guesses_shapes = False
        self.lines: list[Line] = []
        self.definitions: dict[str, str] = {}
        #: The replacements, as clauses of a sentence.
        self.stand_ins: list[str] = []
        #: Layers whose methods are called, so that they have to be models.
        self.as_models: set[int] = set()
        #: Layers that are one scalar variable in the script.
        self.as_weights: set[int] = set()
        self.known: dict[int, WrittenValue] = {}
        self.names = Names(module)
        #: Numbers of the values that are being written, to detect cycles.
        self._active: list[int] = []
        self.pending = PendingLine()

    # --- references

    def ref(self, value: Value) -> str:
        """Return the value's name in the script, or its literal, writing its lines if necessary."""
        if self._is_unknown_number(value) and self.user_input(value) is None:
            return "1" if value.dtype == "int" else text("scalar")
        known = self.known.get(value.number) or self._make_known(value)
        if isinstance(known, str):
            return known
        self.pending.used |= known.used | {value.number}
        self.pending.key = max(self.pending.key, known.key)
        return known.name

    @staticmethod
    def _is_unknown_number(value: Value) -> bool:
        return (
            value.kind is kinds.NUMBER and value.const is None and not (value.edges or value.facts)
        )

    def _make_known(self, value: Value) -> WrittenValue | str:
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

    def _define(self, value: Value) -> WrittenValue:
        same = self._same(value)
        if same is not None:
            self.ref(same)
            return self._remember(value, self.ref(same), PendingLine(set(self.pending.used)))
        with self._new_line(value) as line:
            if value.kind is kinds.STATE:
                return self._assigned(value, line)
            name = self._value_writer.define(self, value)
            if name is not None:
                return self._remember(value, name, line)
            written = self.expression(value)
        if value.number in self.known:  # a placeholder has its line already
            return self.known[value.number]
        name = self.fresh_name(value)
        self._add_line(value, f"{name} = {written}", line)
        return self._remember(value, name, line)

    def _assigned(self, value: Value, line: PendingLine) -> WrittenValue:
        holder = value.of if isinstance(value, State) else None
        if holder is None:
            raise Unwritable
        statement = self._value_writer.assignment(self, value, holder)
        self._add_line(value, statement, line)
        return self._remember(value, self.ref(holder), line)

    def _remember(self, value: Value, name: str, line: PendingLine) -> WrittenValue:
        known = WrittenValue(name, set(line.used), max(line.key, self.pending.key))
        self.known[value.number] = known
        return known

    def _add_line(self, value: Value, written: str, pending: PendingLine) -> None:
        pending.key = max(pending.key, value.number)
        blocks = self.tapes.around(value.context)
        line = Line(pending.key, written, blocks, values=pending.inside | {value.number})
        line.is_made_once = value.kind is kinds.VARIABLE or isinstance(value, Layer)
        self.lines.append(line)

    def _same(self, value: Value) -> Value | None:
        """Return the value that this one is only another view of."""
        before = self.path.before.get(value.number)
        if isinstance(value, Phi):
            return before or self._chosen(value)
        if before is None or value.kind is kinds.STATE:
            return None
        copied = value.site is not None and value.site is before.site and not value.is_op
        return before if copied and before.kind is not kinds.STATE else None

    def _chosen(self, phi: Phi) -> Value:
        """Choose an alternative: one that is written already, or the first without a cycle."""
        alternatives = [item for item in phi.alternatives if item.number not in self._active]
        written = [item for item in alternatives if item.number in self.known]
        tensors = [item for item in alternatives if item.kind is not kinds.NONE]
        for alternative in (*written, *tensors, *alternatives):
            return alternative
        raise Unwritable

    @contextmanager
    def _new_line(self, value: Value) -> Iterator[PendingLine]:
        outer, self.pending = self.pending, PendingLine(elementwise=_is_elementwise(value))
        try:
            yield self.pending
        finally:
            inner, self.pending = self.pending, outer
            outer.used |= inner.used
            outer.key = max(outer.key, inner.key)

    def fresh_name(self, value: Value) -> str:
        """Return an unused name for a value, the program's own if possible."""
        return self.names.fresh(placeholders.name_for(value))

    # --- expressions

    def expression(self, value: Value) -> str:
        """Return the value's expression, or that of its replacement."""
        before = self.path.before.get(value.number)
        on_path = value in self.path
        if self.user_input(value) is not None or (not on_path and self._replaces(value)):
            return self.stand_in(value)
        saved = self._snapshot()
        try:
            if before is not None and self.assume_square and not self._is_culprit(value):
                placeholders.require_any_shape(value)
            written = self._connected_expression(value, before)
            if self._is_patchwork(value, saved[2]):
                raise Unwritable
            return written
        except (Unwritable, placeholders.NeedsShape) as problem:
            self._restore(saved)
            if self._is_culprit(value) and not self.position_matters:
                shown = code(value.site) if value.site is not None else value.name
                raise NotReproducible(
                    f"`{shown}` cannot be separated from its program"
                ) from problem
        if before is not None:
            return self._smooth_step(value, before)
        return self.stand_in(value)

    def _connected_expression(self, value: Value, before: Value | None) -> str:
        """Return the value's expression; raise Unwritable if it does not use the step before."""
        outer, self.pending.used = self.pending.used, set()
        written = self._value_writer.expression(self, value)
        connected = before is None or self._uses(before)
        self.pending.used |= outer
        if not connected:
            raise Unwritable
        return written

    def _uses(self, before: Value) -> bool:
        """True if the pending line depends on the step before it."""
        if before.number in self.pending.used:
            return True
        holder = (
            before.of if isinstance(before, State) else None
        )  # reading a variable reads what was assigned to it
        if (
            before.kind is not kinds.STATE
            or holder is None
            or holder.number not in self.pending.used
        ):
            return False
        self.ref(before)
        return True

    def _is_patchwork(self, value: Value, replaced_before: int) -> bool:
        """True for a mixture of code and placeholders beside the path: its shapes may not fit."""
        if value.number in self.path.before or len(self.stand_ins) == replaced_before:
            return False
        return not _is_elementwise(value) and not self.path.is_related_beyond(value)

    def _is_culprit(self, value: Value) -> bool:
        return value is self.path.culprit

    def _replaces(self, value: Value) -> bool:
        """True for a value beside the path that is not worth copying."""
        if isinstance(value, (External, Function, Layer, Class)) or self.path.is_related(value):
            return False
        if self.assume_square and value.scalar is not True and _is_not_python(value):
            return value.kind in (kinds.TENSOR, kinds.NDARRAY, kinds.UNKNOWN, kinds.VARIABLE)
        if value.kind is kinds.NUMBER and not value.edges and "op" not in value.facts:
            return True  # a loop index, or an unknown number
        behind = list(walk_back(value, limit=limits.MAX_COPIED_VALUES + 1))
        return len(behind) > limits.MAX_COPIED_VALUES

    def inline(self, node: cst.CSTNode, value: Value) -> str:
        """Return the text for `node` inside an expression: the value's expression or its name."""
        written = placeholders.literal(value)
        if written is not None:
            plain = code(node) if self.module.is_closed(node) else written
            return f"({plain})" if plain.startswith("-") and "(" not in plain else plain
        is_computed_here = value.site is node and value.number not in self.known
        if not is_computed_here or isinstance(value, Phi) or value.number in self._active:
            return self.ref(value)
        same = self._same(value)
        if same is not None:
            return self.ref(same)
        if value.kind is kinds.VARIABLE or value.kind is kinds.STATE:
            return self.ref(value)
        self._active.append(value.number)
        elementwise, self.pending.elementwise = self.pending.elementwise, _is_elementwise(value)
        try:
            written = self.expression(value)
        finally:
            self._active.pop()
            self.pending.elementwise = elementwise
        if value.number in self.known:
            return self.ref(value)
        self.pending.used.add(value.number)
        self.pending.inside.add(value.number)
        self.pending.key = max(self.pending.key, value.number)
        return written

    # --- replacements

    def _smooth_step(self, value: Value, before: Value) -> str:
        """Return an expression with a slope in place of a step of the path."""
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
        self.note_replacement(replaced, written)
        return written

    def stand_in(self, value: Value) -> str:
        """Add a line that makes a placeholder for an unknown value, and return its name."""
        if isinstance(value, (Class, Function, Instance, Layer, Method, Tape)):
            raise Unwritable
        if value.kind in (kinds.METHOD, kinds.PARTIAL, kinds.SUPER, kinds.CLASS, kinds.TAPE):
            raise Unwritable
        scalar = (
            self.pending.elementwise and not self.assume_square and value.kind is not kinds.VARIABLE
        )
        given = self.user_input(value)
        if given is not None:
            self._used_inputs[value.number] = given.name
            is_source = value is self.path.source
            return self.replace(value, declared_inputs.stand_in(given, value, scalar, is_source))
        if not scalar and value.scalar is not True and _is_not_python(value):
            self.guesses_shapes = True
        return self.replace(value, placeholders.stand_in(value, scalar))

    def variable(self, value: Value, wanted: str, what: str) -> str:
        """Add a line that makes a variable in place of an unknown source, and return its name."""
        given = self.user_input(value)
        numbers = text("matrix" if self.assume_square and not value.scalar else "scalar")
        if given is not None:
            self._used_inputs[value.number] = given.name
            numbers = declared_inputs.tensor(given, value, not self.assume_square, is_source=True)
        return self.replace(value, placeholders.variable(value, numbers), wanted, what)

    def replace(self, value: Value, written: str, wanted: str = "", what: str = "") -> str:
        """Add a set-up line that binds `written` in place of a value, and return its name."""
        name = self.names.fresh(wanted or placeholders.name_for(value))
        replaced = what or placeholders.shown(value)
        self.note_replacement(replaced, name)
        shown = replaced if "`" in replaced else f"`{replaced}`"
        comment = f"stands for {shown}" if replaced not in ("", name) else ""
        line = Line(0, f"{name} = {written}", (), comment, {value.number}, is_setup=True)
        is_tensor = written.startswith(text("tensor", value="").removesuffix(")"))
        line.parameter = name if is_tensor else ""
        self.lines.append(line)
        self.known[value.number] = WrittenValue(name, {value.number}, 0)
        return name

    def note_replacement(self, replaced: str, written: str) -> None:
        """Note for the script's heading what `written` replaces."""
        shown = replaced if "`" in replaced else f"`{replaced}`"
        clause = f"{shown} by `{written}`" if replaced else f"an unknown value by `{written}`"
        if replaced != written and clause not in self.stand_ins:
            self.stand_ins.append(clause)

    # --- the user's inputs

    def user_input(self, value: Value) -> declared_inputs.Input | None:
        """Return the user's input for a value; none for what is computed from the source."""
        given = declared_inputs.input_for(value, self._inputs)
        return None if given is None or self.path.is_related_beyond(value) else given

    @property
    def used_inputs(self) -> tuple[str, ...]:
        """The names of the user's inputs that the script uses."""
        names = (name for number, name in self._used_inputs.items() if number in self.known)
        return tuple(dict.fromkeys(names))

    # --- backtracking

    def _snapshot(
        self,
    ) -> tuple[int, dict[int, WrittenValue], int, Names, dict[str, str], set[int]]:
        return (
            len(self.lines),
            dict(self.known),
            len(self.stand_ins),
            self.names.copy(),
            dict(self.definitions),
            set(self.as_weights),
        )

    def _restore(
        self, saved: tuple[int, dict[int, WrittenValue], int, Names, dict[str, str], set[int]]
    ) -> None:
        count, self.known, replaced, self.names, self.definitions, self.as_weights = saved
        del self.lines[count:]
        del self.stand_ins[replaced:]


def _is_elementwise(value: Value) -> bool:
    return placeholders.is_elementwise(value)


def _is_not_python(value: Value) -> bool:
    """True unless the value is a Python number or string."""
    return value.kind not in (kinds.NUMBER, kinds.STRING)
