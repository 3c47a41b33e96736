"""Placeholders for a source whose value the program does not show."""

from __future__ import annotations

from tflintgrad.checks.numerics.singular_ops import singular_points_of
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro import placeholders
from tflintgrad.verify.repro.gradient_path import GradientPath
from tflintgrad.verify.repro.writer import Writer

#: How reproductions of rules about points are made at which a derivative is not finite.
SINGULAR = {"singular-point", "underflow"}


def has_unknown_shape(source: Value) -> bool:
    """True if nothing is known of the source's shape."""
    if isinstance(source, Layer) or source.scalar is True:
        return False
    if source.kind is kinds.VARIABLE:
        made_of = source.initial if isinstance(source, Variable) else None
        return made_of is None and source.site is None
    return source.kind is not kinds.TENSOR or not (source.facts.get("inputs") or source.site)


def stand_in(writer: Writer, query: Query) -> None:
    """Write a variable for unknown weights, or a tensor for a source that the tape watches."""
    source = writer.path.source
    reach = Reachability(query)
    watched = source.number in reach.watched()
    if (
        source.kind is kinds.TENSOR
        and source.scalar is not True
        and source.dtype in ("float", None)
    ):
        if watched or is_tracked(reach, source) is False:
            if writer.user_input(source) is not None:
                writer.stand_in(source)
            else:
                writer.replace(source, text("tensor", value=text("matrix")))
        return
    if source.kind in (kinds.VARIABLE, kinds.TENSOR) or isinstance(source, Layer) or watched:
        return
    owner = source.name if source.name.isidentifier() else ""
    writer.variable(source, "weights", f"the weights of `{owner}`" if owner else "")


def at_singular_point(path: GradientPath) -> GradientPath:
    """Return the path from the singular op's input on, which becomes the source."""
    culprit = path.culprit
    start = path.before.get(culprit.number) if culprit is not None else None
    if start is not None and path.repro == "underflow" and computed_by(start, "softmax"):
        start = path.before.get(start.number, start)
    if start is None:
        return path
    return GradientPath(path.values[path.values.index(start) :], culprit, path.repro)


def stand_in_at_singular_point(writer: Writer) -> None:
    """Write a variable for the source that holds the singular point of the culprit's op."""
    path = writer.path
    assert path.culprit is not None
    entry = entry_of(path.culprit)
    given = path.culprit.facts.get("given") or {}
    points = singular_points_of(entry, given) if entry is not None else {}
    point = next((found[0] for found in points.values() if found), 0.0)
    numbers = text("underflow") if path.repro == "underflow" else text("singular", point=point)
    made = text("variable", value=numbers, options="")
    writer.replace(
        path.source, made, placeholders.name_for(path.source), placeholders.shown(path.source)
    )
