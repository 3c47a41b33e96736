"""Norms over a whole batch where each example has one of its own (rule 530)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.losses.forward_steps import (
    Users,
    candidates,
    is_elementwise,
    only_holds,
    source_behind,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by, constant_option, option_of
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.shape_of import shape_of


@check
def whole_batch_norms(context: CheckContext) -> Iterator[Problem]:
    """Report similarities and gradient penalties whose norm is that of all examples together."""
    reported: set[int] = set()
    for query, reach, value, users in candidates(context, _is_over_everything, reached=True):
        if value.site is None or id(value.site) in reported:
            continue
        source = source_behind(reach, value)
        if source is None or not _is_mistake(value, users):
            continue
        is_unit = computed_by(value, "normalize")
        rule = "norm-of-batch" if is_unit else "norm-of-batch/penalty"
        reported.add(id(value.site))
        yield problem(
            rule,
            value.site,
            query,
            path=reach.path(source, value),
            culprit=value,
            op=value.facts.get("called") or value.facts.get("op"),
            vectors=shown(_vectors(value), "the vectors"),
        )


def _is_over_everything(value: Value) -> bool:
    """True for a norm, a normalisation or a sum of squares that no axis limits."""
    if not computed_by(value, "norm", "normalize", "reduce_sum") or not inputs_of(value):
        return False
    if computed_by(value, "normalizes_last"):
        return False
    passed = value.facts.get("passed")
    if passed is None or passed.unpacked or len(passed.positional) > 1:
        return False
    return option_of(value, "axis") is None and constant_option(value, "axis") is None


def _argument(value: Value) -> Value:
    return inputs_of(value)[0]


def _vectors(value: Value) -> Value:
    """Return what has a norm: the vectors, not their squares."""
    squares = _argument(value)
    is_squared = computed_by(value, "reduce_sum") and bool(inputs_of(squares))
    return _argument(squares) if is_squared else squares


def _is_mistake(value: Value, users: Users) -> bool:
    """True for unit vectors that are compared, and slopes that a penalty keeps near a number."""
    if computed_by(value, "normalize"):
        rows = _is_of_layers(value) and _has_several_rows(value)
        return rows and _are_compared(value, users)
    squares = _argument(value)
    if computed_by(value, "reduce_sum"):
        if not computed_by(squares, "square") and not _is_second_power(squares):
            return False
        squares = _argument(squares)
        roots = [u for u in users.get(value.number, ()) if not computed_by(u, "cast")]
        roots = [root for user in roots for root in _roots(user, users)]
    else:
        roots = [value]
    is_slope = _is_slope_at_batch(squares)
    return is_slope and any(_is_held_near_a_number(root, users) for root in roots)


def _roots(user: Value, users: Users) -> list[Value]:
    """Return the square root of a sum, or of the sum and an epsilon."""
    if computed_by(user, "square_root"):
        return [user]
    if computed_by(user, "add") and any(item.kind is kinds.NUMBER for item in inputs_of(user)):
        return [u for u in users.get(user.number, ()) if computed_by(u, "square_root")]
    return []


def _is_second_power(value: Value) -> bool:
    inputs = inputs_of(value)
    return computed_by(value, "power") and len(inputs) == 2 and inputs[1].const == 2


# --- similarities ---------------------------------------------------------------------------


def _has_several_rows(value: Value) -> bool:
    shape = shape_of(_argument(value))
    return shape.rank is not None and shape.rank > 1 and shape.dims[0] not in (None, 1)


def _is_of_layers(value: Value) -> bool:
    """True for vectors that a layer computes, one for each example; weights have one norm."""
    near = walk_back(_argument(value), uncut_edges, limits.MAX_CLOSE_VALUES)
    return any(item.facts.get("layer") is not None for item in near)


def _are_compared(value: Value, users: Users) -> bool:
    """True if the rows are multiplied with other rows, and the products summed up for each."""
    for user in _users(value, users):
        if computed_by(user, "matmul"):
            flags = [constant_option(user, f"transposed_{side}") for side in ("first", "second")]
            if "True" in flags or any(computed_by(item, "reshape") for item in inputs_of(user)):
                return True
        elif computed_by(user, "multiply"):
            sums = [item for item in _users(user, users) if computed_by(item, "reduce_sum")]
            if any(constant_option(item, "axis") or option_of(item, "axis") for item in sums):
                return True
    return False


def _users(value: Value, users: Users) -> list[Value]:
    """Return the ops that use a value, also out of a container or turned round."""
    found: list[Value] = []
    pending = list(users.get(value.number, ()))
    while pending and len(found) < limits.MAX_CLOSE_VALUES:
        user = pending.pop()
        if only_holds(user) or computed_by(user, "reshape"):
            pending.extend(users.get(user.number, ()))
        else:
            found.append(user)
    return found


# --- gradient penalties ----------------------------------------------------------------------


def _is_slope_at_batch(value: Value) -> bool:
    """True for the gradient of a critic with respect to a batch of its inputs."""
    if not isinstance(value, Gradients) and "index" in value.facts and len(value.edges) == 1:
        value = value.edges[0].to  # the only one of a list
    if not isinstance(value, Gradients) or len(value.query.sources) != 1:
        return False
    source = value.query.sources[0].value
    if source.kind is kinds.VARIABLE or source.scalar is True:
        return False
    shape = shape_of(source)
    if shape.rank is not None and (shape.rank < 2 or shape.dims[0] == 1):
        return False
    behind = walk_back(value.query.target, uncut_edges, limits.MAX_WALK_VALUES)
    return any(
        item.facts.get("layer") is not None and source in (item.facts.get("inputs") or ())
        for item in behind
    )


def _is_held_near_a_number(norm: Value, users: Users) -> bool:
    """True for `(norm - 1.0) ** 2`: the slope of each example should be that number."""
    for user in users.get(norm.number, ()):
        if not computed_by(user, "subtract") or not is_elementwise(user):
            continue
        others = [item for item in inputs_of(user) if item is not norm]
        if any(not isinstance(item.const, (int, float)) for item in others):
            continue
        squares = users.get(user.number, ())
        if any(computed_by(item, "square") or _is_second_power(item) for item in squares):
            return True
    return False
