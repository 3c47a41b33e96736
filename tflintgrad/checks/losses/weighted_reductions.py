"""Weights of examples that meet a loss after it was reduced (rule 529)."""

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
    source_behind,
    walk_forward,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.provenance import computed_by, option_of
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of, range_of
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.flow.reachability import Reachability


@check
def weighted_reductions(context: CheckContext) -> Iterator[Problem]:
    """Report one number of a whole batch that is multiplied by a weight for each example."""
    reported: set[int] = set()
    for query, reach, loss, users in candidates(context, _is_reduced_loss, reached=True):
        source = source_behind(reach, loss)
        if source is None or loss.site is None or id(loss.site) in reported:
            continue
        weights = _weights(reach, loss, users)
        if weights is None:
            continue
        reported.add(id(loss.site))
        yield problem(
            "weights-after-reduction",
            loss.site,
            query,
            path=reach.path(source, loss),
            culprit=loss,
            loss=loss.facts["loss"].name.rpartition(".")[2],
            weights=shown(weights, "the weights"),
            weights_code=shown(weights, "").strip("`"),
        )


def _is_reduced_loss(value: Value) -> bool:
    """True for the result of a loss object of Keras that reduces, as it does by default."""
    loss = value.facts.get("loss")
    if loss is None or loss.arguments.unpacked:
        return False
    return loss.option("reduction") is None and value.scalar is True


def _weights(reach: Reachability, loss: Value, users: Users) -> Value | None:
    """Return what has one number per example and is multiplied with the loss, but is no loss."""
    found: list[Value] = []

    def step(value: Value, user: Value) -> Step:
        inputs = inputs_of(user)
        others = [item for item in inputs if item is not value]
        if computed_by(user, "multiply") and len(inputs) == 2 and len(others) == 1:
            if _is_per_example(reach, loss, others[0]):
                found.append(others[0])
                return "end"
            return "go on" if shape_of(others[0]).rank == 0 else "end"
        return "go on" if only_holds(user) or computed_by(user, "cast") else "end"

    walk_forward(loss, users, step)
    return found[0] if found else None


def _is_per_example(reach: Reachability, loss: Value, weights: Value) -> bool:
    """True for numbers of which there is one per example, or more, and which are not trained."""
    if any(reach.leads_to(weights, source.value) for source in reach.query.sources):
        return False
    bounds = range_of(weights)
    if bounds is not None and bounds.low == bounds.high:
        return False  # the same for all: the program gives the loss a shape
    shape = shape_of(weights)
    if shape.rank is not None:
        return shape.rank > 0 and None not in shape.dims and any(dim != 1 for dim in shape.dims)
    truth = option_of(loss, "truth")
    return truth is not None and any(
        item is truth for item in walk_back(weights, _elements, limits.MAX_CLOSE_VALUES)
    )


def _elements(value: Value) -> list[Value]:
    """Return the inputs of which each element of a value takes an element."""
    keeps = is_elementwise(value) or value.dtype == "bool" or computed_by(value, "cast", "gather")
    keeps = keeps and shape_fact(value) not in ("reduce", "scalar")
    return list(all_edges(value)) if keeps and value.kind is not kinds.UNKNOWN else []
