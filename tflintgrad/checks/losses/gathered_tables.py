"""One index for each row, but all of them taken from every row: `tf.gather` without batch_dims."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.losses.forward_steps import (
    Step,
    Users,
    candidates,
    is_elementwise,
    only_holds,
    shape_fact,
    source_behind,
    walk_forward,
)
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.rule_calls import integer
from tflintgrad.flow.properties.shapes.shape_of import shape_of


@check
def gathered_tables(context: CheckContext) -> Iterator[Problem]:
    """Report `tf.gather(values, indices, axis=1)` whose table meets a vector in a loss."""
    for query, reach, value, users in candidates(context, _is_table, reached=True):
        source = source_behind(reach, value) if _is_summed_up(value, users) else None
        if value.site is None or source is None:
            continue
        values, indices = inputs_of(value)[:2]
        yield problem(
            "gather-without-batch-dims",
            value.site,
            query,
            path=reach.path(source, value),
            culprit=value,
            values=shown(values, "the first argument"),
            indices=shown(indices, "the second one"),
            n=str(shape_of(indices)).strip("(),"),
        )


def _is_table(value: Value) -> bool:
    """True if `n` indices are taken along the second axis of `n` rows."""
    if not computed_by(value, "gather"):
        return False
    passed, inputs = value.facts.get("passed"), inputs_of(value)
    if passed is None or len(inputs) < 2 or passed.option("batch_dims"):
        return False
    if len(passed.positional) > 3 or integer(passed.option("axis")) not in (1, -1):
        return False
    values, indices = shape_of(inputs[0]), shape_of(inputs[1])
    if values.rank != 2 or indices.rank != 1:
        return False
    count = indices.dims[0]
    return count is not None and count != 1 and values.dims[0] == count


def _is_summed_up(table: Value, users: Users) -> bool:
    """True if the table meets a vector, number by number, and nothing else but a reduction."""
    found = walk_forward(table, users, _step)
    if found is None or not found.ended:
        return False
    beside = [
        shape_of(other)
        for user in found.passed.values()
        if user is not table and is_elementwise(user)
        for other in inputs_of(user)
        if other.number not in found.passed
    ]
    if any(len(shape.dims) > 1 or not shape.exact for shape in beside):
        return False
    return any(shape.dims == (shape_of(table).last,) for shape in beside)


def _step(_: Value, user: Value) -> Step:
    if shape_fact(user) in ("reduce", "scalar"):
        return "end" if shape_of(user).rank == 0 else "refuse"
    return "go on" if only_holds(user) or is_elementwise(user) else "refuse"
