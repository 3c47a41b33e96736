"""A reduced term plus one number per example: the gradient counts the first n times."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.losses.forward_steps import (
    Step,
    Users,
    candidates,
    only_holds,
    shape_fact,
    source_behind,
    walk_forward,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import all_edges, may_find, walk_back
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.shape_of import Shape, shape_of


@check
def unreduced_terms(context: CheckContext) -> Iterator[Problem]:
    """Report sums of a reduced and an unreduced loss that are differentiated as they are."""
    for query, reach, value, users in candidates(context, _is_mixed, reached=True):
        if query.method != "gradient" or query.arguments.passed("upstream") is not None:
            continue
        reduced, unreduced = _terms(value)
        source = source_behind(reach, reduced)
        if value.site is None or source is None or source_behind(reach, unreduced) is None:
            continue
        if not _is_added_up(value, query.target, users) or may_find(reduced, (unreduced,)):
            continue  # `x - reduce_mean(x)`
        yield problem(
            "unreduced-term",
            value.site,
            query,
            path=reach.path(source, value),
            culprit=value,
            reduced=shown(reduced, "the reduced term"),
            unreduced=shown(unreduced, "the other term"),
            shape=shape_of(unreduced),
            times=_times(shape_of(unreduced)),
            each=shown(unreduced, "").strip("`"),
        )


def _times(shape: Shape) -> str:
    """Return how many elements a tensor has: `6 times`, or `n times` where that is not known."""
    if shape.size is not None:
        return f"{shape.size} times"
    sizes = [size for size in str(shape).strip("(),").split(", ") if size != "1"]
    return f"{' × '.join(sizes)} times"


def _is_mixed(value: Value) -> bool:
    """True for a sum with a reduced and an unreduced term."""
    return bool(_terms(value))


def _terms(value: Value) -> tuple[Value, ...]:
    """Return the reduced and the unreduced term of a sum; nothing if it has not both."""
    inputs = inputs_of(value)
    if len(inputs) != 2 or not computed_by(value, "add", "subtract"):
        return ()
    for reduced, unreduced in (inputs, inputs[::-1]):
        shape = shape_of(unreduced)
        if shape_of(reduced).rank != 0 or not shape.exact or not shape.dims:
            continue
        if all(dim == 1 for dim in shape.dims) or None in shape.dims:
            continue
        if _is_reduction(reduced) and _is_of_examples(unreduced):
            return reduced, unreduced
    return ()


def _is_reduction(value: Value) -> bool:
    """True for a reduced term, also one that is weighted or a sum itself."""
    return any(
        shape_fact(item) in ("reduce", "scalar")
        for item in walk_back(value, _single_numbers, limits.MAX_PATTERN_VALUES)
    )


def _single_numbers(value: Value) -> list[Value]:
    """Return the numbers that a number was computed from."""
    inputs = inputs_of(value)
    listed = [item for held in inputs if isinstance(held, Sequence) for item in all_edges(held)]
    return [item for item in (*inputs, *listed) if item.is_op and shape_of(item).rank == 0]


def _is_of_examples(value: Value) -> bool:
    """True for a loss of each example: computed from something, and not a parameter."""
    return value.is_op and value.kind is kinds.TENSOR


def _is_added_up(value: Value, target: Value, users: Users) -> bool:
    """True if the sum becomes the target without a mean over its elements."""
    found = walk_forward(value, users, _step)
    return found is not None and target.number in found.passed


def _step(_: Value, user: Value) -> Step:
    # A sum that is divided by something may be a mean.
    added = computed_by(user, "reduce_sum", "add", "subtract", "add_n", "cast")
    return "go on" if added or only_holds(user) or user.facts.get("op") == "-" else "refuse"
