"""A column against a vector: the loss compares every prediction with every label."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.losses.forward_steps import (
    Step,
    Users,
    candidates,
    is_elementwise,
    only_holds,
    shape_fact,
    walk_forward,
)
from tflintgrad.flow.domain.objects import Tape
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.shape_of import Shape, shape_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.shape_rules import shape_rule


@check
def broadcast_losses(context: CheckContext) -> Iterator[Problem]:
    """Report sums and differences of `(n, 1)` and `(n,)` that are reduced to a loss."""
    for query, reach, value, users in candidates(context, _is_square, reached=False):
        if _is_meant(value, query.tape) or _is_mean_of_terms(value, users):
            continue
        source = _source(reach, query, value) if _is_reduced(value, query.target, users) else None
        if value.site is None or source is None:
            continue
        one, other = inputs_of(value)[:2]
        yield problem(
            "broadcast-loss",
            value.site,
            query,
            path=reach.path(source, value),
            culprit=value,
            one=shown(one, "the left side"),
            other=shown(other, "the right side"),
            first=shape_of(one),
            second=shape_of(other),
            n=str(shape_of(one)).strip("(),").partition(",")[0],
            column=_short(one if shape_of(one).rank == 2 else other),
            vector=_short(other if shape_of(one).rank == 2 else one),
        )


def _short(value: Value) -> str:
    """Return an operand as code that a help can repeat; "" for one that is long."""
    name = shown(value, "").strip("`")
    return name if name.replace(".", "").isidentifier() else ""


def _source(reach: Reachability, query: Query, value: Value) -> Value | None:
    """Return a source behind the value, also behind a cut: the number of pairs is wrong there."""
    for source in query.sources:
        if reach.reaches(source.value) and reach.path(source.value, value):
            return source.value
    return None


def _is_square(value: Value) -> bool:
    """True for an op on `(n, 1)` and `(n,)`, whose result is `(n, n)`."""
    inputs = inputs_of(value)
    if len(inputs) != 2 or "layer" in value.facts:
        return False
    if not is_elementwise(value) and not computed_by(value, "broadcasting_loss"):
        return False
    one, other = shape_of(inputs[0]), shape_of(inputs[1])
    return _pairs_up(one, other) or _pairs_up(other, one)


def _pairs_up(column: Shape, vector: Shape) -> bool:
    if column.rank != 2 or vector.rank != 1:
        return False
    n = vector.dims[0]
    return n is not None and n != 1 and column.dims == (n, 1)


def _is_meant(value: Value, tape: Tape) -> bool:
    """True if the program makes a column in order to compare each number with each other one."""
    columns, vectors = _sides(value)
    made = columns[-1]
    if _unshaped(made) is _unshaped(vectors[-1]):
        return True
    if not _is_made_column(made):
        return False
    # In the loss, or in the very expression that compares: data have names.
    return tape in made.context.recording or not any("bound" in item.facts for item in columns)


def _sides(value: Value) -> tuple[list[Value], list[Value]]:
    """Return the column and the vector of an op, each with what it was computed from."""
    one, other = inputs_of(value)[:2]
    if shape_of(one).rank == 2:
        return _origins(one, 2), _origins(other, 1)
    return _origins(other, 2), _origins(one, 1)


def _origins(value: Value, rank: int) -> list[Value]:
    """Return values of this rank that a value was computed from, element by element."""
    found = [value]
    for _ in range(limits.MAX_CLOSE_VALUES):
        if not is_elementwise(value):
            break
        behind = [item for item in inputs_of(value) if shape_of(item).rank == rank]
        if not behind:
            break
        value = behind[0]
        found.append(value)
    return found


def _is_made_column(value: Value) -> bool:
    """True for `x[:, None]`, `tf.expand_dims` and `tf.reshape`."""
    slices = value.facts.get("slices")
    if slices is not None:
        return None in slices[1:]
    found = shape_rule(value.facts.get("op") or value.facts.get("called", ""))
    return found is not None and found[0] in ("expanded", "reshaped", "transposed")


def _unshaped(value: Value) -> Value:
    """Return the value behind indexing and reshaping."""
    for _ in range(limits.MAX_CLOSE_VALUES):
        slices = value.facts.get("slices")
        if slices is not None and value.facts.get("only_reshapes", True):
            value = slices[0]
            continue
        found = shape_rule(value.facts.get("op") or value.facts.get("called", ""))
        inputs = inputs_of(value)
        reshapes = ("expanded", "reshaped", "transposed", "squeezed", "flattened", "converted")
        if found is None or found[0] not in reshapes or not inputs:
            break
        value = inputs[0]
    return value


def _is_reduced(value: Value, target: Value, users: Users) -> bool:
    """True if nothing is done with the pairs but elementwise functions and a reduction."""
    if computed_by(value, "broadcasting_loss"):
        return True
    made = _is_made_column(_sides(value)[0][-1])

    def step(item: Value, user: Value) -> Step:
        if shape_fact(user) in ("reduce", "scalar", "last"):
            # Along one axis of a table that is meant.
            return "refuse" if made and shape_of(user).rank != 0 else "end"
        goes_on = only_holds(user) or (is_elementwise(user) and not _meets_matrix(user, item))
        return "go on" if goes_on else "refuse"

    found = walk_forward(value, users, step)
    return found is not None and (bool(found.ended) or target.number in found.passed)


def _is_mean_of_terms(value: Value, users: Users) -> bool:
    """True for the mean of a sum or difference: that of all pairs is the same."""
    if not computed_by(value, "add", "subtract"):
        return False
    above = users.get(value.number) or ()
    return bool(above) and all(computed_by(user, "reduce_mean") for user in above)


def _meets_matrix(user: Value, table: Value) -> bool:
    """True if a table of pairs is combined with a matrix that no mistake made."""
    for other in inputs_of(user):
        dims = shape_of(other).dims
        if other is table or len(dims) != 2 or 1 in dims:
            continue
        behind = walk_back(other, limit=limits.MAX_NEAR_VALUES)
        if not any(map(_is_square, behind)):
            return True
    return False
