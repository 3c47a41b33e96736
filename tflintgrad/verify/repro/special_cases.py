"""Values that take several statements: a list filled in a loop, a write whose result is dropped."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro.script_layout import Line
from tflintgrad.verify.repro.writer import Writer
from tflintgrad.verify.repro.writing_state import Unwritable


def define(writer: Writer, value: Value) -> str | None:
    """Write the lines of such a value and return its name; None for other values."""
    repro = writer.path.repro
    culprit = writer.path.culprit
    if repro == "filled-list" and isinstance(value, Sequence) and value.rest is culprit:
        return _filled_list(writer, value)
    if repro == "dropped-write" and value is culprit and value.kind is kinds.TENSORARRAY:
        return _unwritten_array(writer, value)
    return None


def expression(writer: Writer, value: Value) -> str | None:
    """Return an expression for a whole loop or for an element of a dataset; None for others."""
    before = writer.path.before.get(value.number)
    if before is None:
        return None
    if writer.path.repro == "while-loop" and value is writer.path.culprit:
        return text("while_loop", value=writer.ref(before))
    if writer.path.repro == "dataset-element" and before is writer.path.culprit:
        return text("element", value=writer.ref(before))
    return None


def _filled_list(writer: Writer, value: Sequence) -> str:
    """Write `states = []` before the loop and `states.append(x)` inside."""
    assert value.rest is not None
    item = writer.path.before.get(value.rest.number)
    if item is None:
        raise Unwritable
    name = writer.fresh_name(value)
    written = writer.ref(item)
    around = writer.tapes.around(item.context)
    outside = tuple(block for block in around if block.loop is None)
    writer.lines.append(Line(value.number, f"{name} = []", outside))
    inside = {value.number, value.rest.number}
    key = max(writer.pending.key, item.number)
    writer.lines.append(Line(key, f"{name}.append({written})", around, values=inside))
    return name


def _unwritten_array(writer: Writer, value: Value) -> str:
    """Write `array.write(…)` as a statement that drops the result."""
    item = writer.path.before.get(value.number)
    if item is None:
        raise Unwritable
    name = writer.fresh_name(value)
    written = writer.ref(item)
    blocks = tuple(b for b in writer.tapes.around(item.context) if b.loop is None)
    key = max(writer.pending.key, item.number)
    writer.lines.append(Line(value.number, f"{name} = {text('array_of_scalars')}", blocks))
    statement = text("write", name=name, value=written)
    writer.lines.append(Line(key, statement, blocks, values={value.number}))
    writer.note_replacement(f"the writes to `{name}`", statement)
    return name
