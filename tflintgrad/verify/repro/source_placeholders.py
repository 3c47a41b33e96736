"""What the gradient is asked for, where the program does not say what it is."""

from __future__ import annotations

from tflintgrad.checks.singularities import singular_points_of
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked
from tflintgrad.verify.repro import placeholders
from tflintgrad.verify.repro.gradient_path import GradientPath
from tflintgrad.verify.repro.templates import text
from tflintgrad.verify.repro.writer import Writer

#: How reproductions of rules about points are made at which a derivative is not finite.
SINGULAR = {"singular-point", "underflow"}


def is_unknown(source: Value) -> bool:
    """Is nothing known of the source's shape?"""
    if isinstance(source, Layer) or source.scalar is True:
        return False
    if source.kind is kinds.VARIABLE:
        return "initial" not in source.facts and source.site is None
    return source.kind is not kinds.TENSOR or not (source.facts.get("inputs") or source.site)


def stand_in(writer: Writer, query: Query) -> None:
    """A variable for the weights of something unknown, a tensor for what the tape was told of."""
    source = writer.spine.source
    reach = Reachability(query)
    watched = source.number in reach.watched()
    if (
        source.kind is kinds.TENSOR
        and source.scalar is not True
        and source.dtype in ("float", None)
    ):
        if watched or is_tracked(reach, source) is False:
            if writer.said(source) is not None:
                writer.stand_in(source)
            else:
                writer.replace(source, text("tensor", value=text("matrix")))
        return
    if source.kind in (kinds.VARIABLE, kinds.TENSOR) or isinstance(source, Layer) or watched:
        return
    owner = source.name if source.name.isidentifier() else ""
    writer.variable(source, "weights", f"the weights of `{owner}`" if owner else "")


def at_singular_point(spine: GradientPath) -> GradientPath:
    """The path from the singular op's input on: that is where the point can be put."""
    culprit = spine.culprit
    start = spine.before.get(culprit.number) if culprit is not None else None
    if start is not None and spine.repro == "underflow" and computed_by(start, "softmax"):
        start = spine.before.get(start.number, start)
    if start is None:
        return spine
    return GradientPath(spine.path[spine.path.index(start) :], culprit, spine.repro)


def stand_in_at_singular_point(writer: Writer) -> None:
    spine = writer.spine
    assert spine.culprit is not None
    entry = entry_of(spine.culprit)
    given = spine.culprit.facts.get("given") or {}
    points = singular_points_of(entry, given) if entry is not None else {}
    point = next((found[0] for found in points.values() if found), 0.0)
    numbers = text("underflow") if spine.repro == "underflow" else text("singular", point=point)
    made = text("variable", value=numbers, options="")
    writer.replace(
        spine.source, made, placeholders.name_for(spine.source), placeholders.shown(spine.source)
    )
