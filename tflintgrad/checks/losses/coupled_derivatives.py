"""Derivatives that add up what is coupled: rows of a Hessian, examples of a batch (516, 517)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.losses.summed_targets import means_jacobian
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by, constant_option, option_of
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind, all_edges, may_find, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.curvature import SMOOTH, Curvature, curve_of_layer
from tflintgrad.flow.properties.shapes.rule_calls import integer
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a


@check
def summed_hessian_rows(context: CheckContext) -> Iterator[Problem]:
    """Report a gradient of a whole first derivative whose entries share their inputs."""
    for query in context.graph.queries:
        first = _first_derivative(query)
        if first is None or len(query.sources) != 1:
            continue
        source = query.sources[0].value
        own = [item.value for item in first.query.sources]
        if own != [source] or isinstance(source, Phi):
            continue
        target = first.query.target
        if not _has_several_entries(source):
            continue
        if _is_coupled(target, source) or (
            _couples_entries(target, source) and not means_jacobian(query)
        ):
            reach = context.reach(query)
            if not reach.gave_up and reach.surely_reaches(source):
                yield problem(
                    "summed-hessian-rows",
                    query.site,
                    query,
                    path=reach.path(source, first),
                    culprit=first,
                    source=shown(source),
                )


def _first_derivative(query: Query) -> Gradients | None:
    """Return the first derivative that the query differentiates as a whole."""
    if query.method not in ("gradient", "gradients") or not query.explicit:
        return None
    target = query.target
    seen: set[Value] = set()  # an object can be a part of itself
    while not isinstance(target, Gradients):  # `gradients(u, x)[0]`
        plain = not target.is_op and "op" not in target.facts and len(target.edges) == 1
        if not plain or isinstance(target, Phi) or target in seen:
            return None
        seen.add(target)
        target = target.edges[0].to
    queries = (query, target.query)
    if any(q.arguments.passed("upstream") is not None for q in queries):
        return None
    return target if target.query.method in ("gradient", "gradients") else None


def _has_several_entries(source: Value) -> bool:
    """True for a vector or matrix whose rows or columns have several entries."""
    shape = shape_of(source)
    return shape.rank in (1, 2) and any(isinstance(dim, int) and dim > 1 for dim in shape.dims)


def _has_several_columns(source: Value) -> bool:
    """True if a row of the source has several entries: a vector is one row, of one example."""
    last = shape_of(source).last
    return isinstance(last, int) and last > 1


def _is_coupled(target: Value, source: Value) -> bool:
    """True if the target is curved in sums of several entries of the source.

    Every path has to pass such a sum: without one, each entry has a derivative of its own.
    """
    if Curvature([source]).of(target) != SMOOTH:
        return False
    mixing: list[Value] = []

    def before_mixing(value: Value) -> list[Value]:
        if _mixes_entries(value, source):
            mixing.append(value)
            return []
        return list(uncut_edges(value))

    behind = list(walk_back(target, before_mixing, limits.MAX_WALK_VALUES))
    if len(behind) >= limits.MAX_WALK_VALUES or source in behind or not mixing:
        return False
    return any(_is_curved(value) for value in mixing) or Curvature(mixing).of(target) == SMOOTH


def _couples_entries(target: Value, source: Value) -> bool:
    """True if the target is curved in a sum of entries of a vector, or multiplies two of them.

    Other terms beside it add to the Hessian, and do not take away what couples the entries.
    """
    if shape_of(source).rank != 1 or Curvature([source]).of(target) != SMOOTH:
        return False
    behind = list(walk_back(target, uncut_edges, limits.MAX_WALK_VALUES))
    for value in behind:
        if computed_by(value, "multiply"):
            coupled = _joins_other_entries(value, source) or _joins_a_sum(value, source)
        else:
            coupled = _adds_up(value, source) and Curvature([value]).of(target) == SMOOTH
        if coupled:
            return True
    return False


def _adds_up(value: Value, source: Value) -> bool:
    """True for a sum of different entries of a vector: of all of them, or of two parts."""
    if computed_by(value, "add", "subtract"):
        return _joins_other_entries(value, source)
    return _mixes_entries(value, source)


def _joins_other_entries(value: Value, source: Value) -> bool:
    """True for two parts of a vector that have no entry at the same place."""
    inputs = value.facts.get("inputs") or ()
    if len(inputs) != 2:
        return False
    one, other = (_entries_of(item, source) for item in inputs)
    if not one or not other or len(one) != len(other):
        return False
    return all(a != b for a, b in zip(one, other, strict=True))


def _joins_a_sum(value: Value, source: Value) -> bool:
    """True for each entry of a vector times a sum over its entries: `x * (a @ x)`."""
    near = limits.MAX_NEAR_VALUES
    inputs = value.facts.get("inputs") or ()
    if len(inputs) != 2:
        return False
    for entries, summed in (inputs, inputs[::-1]):
        if entries is not source and not _each(entries, source, _keeps_entries):
            continue
        if any(_mixes_entries(item, source) for item in walk_back(summed, uncut_edges, near)):
            return True
    return False


def _entries_of(value: Value, source: Value) -> list[int]:
    """Return which entries of a vector a value is an elementwise function of, if that is known."""
    parts: list[Value] = []

    def before_parts(item: Value) -> list[Value]:
        if (item.facts.get("slices") or (None,))[0] is source:
            parts.append(item)
            return []
        return list(uncut_edges(item))

    between = list(walk_back(value, before_parts, limits.MAX_NEAR_VALUES))
    if len(between) >= limits.MAX_NEAR_VALUES or source in between or not parts:
        return []
    if not all(i in parts or i.kind is kinds.NUMBER or _keeps_entries(i) for i in between):
        return []
    places = [_places(part, source) for part in parts]
    return places[0] if all(place == places[0] for place in places) else []


def _places(part: Value, source: Value) -> list[int]:
    """Return the places of the entries that a subscript takes from a vector."""
    _, *indices = part.facts["slices"]
    size = shape_of(source).last
    if len(indices) != 1 or not isinstance(size, int) or size > limits.MAX_WALK_VALUES:
        return []
    index = indices[0]
    if isinstance(index, slice):
        bounds = (index.start, index.stop, index.step)
        known = all(b is None or isinstance(b, int) for b in bounds) and index.step != 0
        return list(range(*index.indices(size))) if known else []
    place = integer(index) if isinstance(index, Value) else None
    return [] if place is None or not -size <= place < size else [place % size]


def _is_curved(value: Value) -> bool:
    """True for a layer with a smooth activation."""
    layer = value.facts.get("layer")
    return layer is not None and curve_of_layer(value, layer) == SMOOTH


def _mixes_entries(value: Value, source: Value) -> bool:
    """True if each number of a value is a sum over several entries of the source."""
    inputs = value.facts.get("inputs") or ()
    layer = value.facts.get("layer")
    columns = _has_several_columns(source) and bool(inputs)
    if layer is not None:
        mixes = is_a(layer.name, "dense_layer") and shape_of(source).rank == 2
        return columns and mixes and _each(inputs[0], source, _keeps_entries)
    if value.facts.get("op") == "@" or computed_by(value, "matmul"):
        if _is_diagonal(inputs[0]):
            return False
        if shape_of(source).rank == 1:  # `matvec(features, weights)`
            factors = [item for item in inputs[1:2] if shape_of(item).rank == 1]
            return columns and any(_each(item, source, _keeps_entries) for item in factors)
        if shape_of(source).rank != 2:
            return False
        if columns and _each(inputs[0], source, _keeps_entries):
            return True
        rows = shape_of(source).dims[0]
        several = isinstance(rows, int) and rows > 1 and len(inputs) > 1
        return several and _each(inputs[1], source, _keeps_entries)
    summed = columns and computed_by(value, "reduce_sum", "reduce_mean")
    return summed and _over_each_row(value) and _each(inputs[0], source, _keeps_entries)


def _is_diagonal(matrix: Value) -> bool:
    """True for a matrix that may be diagonal: a product with it keeps entries apart."""
    near = walk_back(matrix, all_edges, limits.MAX_NEAR_VALUES)
    return any(computed_by(item, "diagonal_matrix") for item in near)


def _over_each_row(value: Value) -> bool:
    """True for a sum over the last axis of a matrix, or over a vector."""
    inputs = value.facts["inputs"]
    before, after = shape_of(inputs[0]), shape_of(value)
    if before.rank == 1:
        return after.rank == 0
    return before.rank == 2 and after.dims in (before.dims[:1], (before.dims[0], 1))


def _each(value: Value, source: Value, keeps: Callable[[Value], bool]) -> bool:
    """True if all steps between a value and the source, of which there are some, are kept."""
    near = limits.MAX_NEAR_VALUES
    behind = all_behind(value, uncut_edges, near) or []
    towards = [item for item in behind if may_find(item, (source,), uncut_edges, near)]
    return source in towards and all(item is source or keeps(item) for item in towards)


def _keeps_entries(value: Value) -> bool:
    entry = entry_of(value)
    return entry is not None and entry.facts.get("shape") == "elementwise"


@check
def mixed_batches(context: CheckContext) -> Iterator[Problem]:
    """Report a Jacobian per example where the examples depend on each other."""
    for query in context.graph.queries:
        if query.method != "batch_jacobian" or len(query.sources) != 1:
            continue
        source = query.sources[0].value
        shape = shape_of(source)
        if shape.rank is not None and (shape.rank < 2 or shape.dims[0] == 1):
            continue
        reach = context.reach(query)
        if reach.gave_up or not reach.surely_reaches(source):
            continue
        # The gradient of a sum over the batch is that of each example.
        summed = any(isinstance(value, Gradients) for value in reach.reached.values())
        for value in reach.reached.values():
            normalised = _is_batch_normalised(value) and reach.leads_to(value, source)
            if normalised or (not summed and _is_reduced(reach, value, source)):
                yield problem(
                    "mixed-batch" if normalised else "mixed-batch/reduced",
                    query.site,
                    query,
                    path=reach.path(source, value),
                    culprit=value,
                    op=value.facts.get("called") or value.facts.get("op"),
                )
                break


def _is_batch_normalised(value: Value) -> bool:
    """True for the result of batch normalisation in training mode."""
    layer = value.facts.get("layer")
    training = value.context.training
    in_training = training is not None and training.const is True
    return layer is not None and in_training and is_a(layer.name, "batch_normalization")


def _is_reduced(reach: Reachability, value: Value, source: Value) -> bool:
    """True for a mean, sum or maximum over the examples of the source."""
    entry = entry_of(value)
    inputs = value.facts.get("inputs") or ()
    if entry is None or entry.facts.get("shape") != "reduce" or not inputs:
        return False
    if not _over_the_batch(value) or not reach.leads_to(value, source):
        return False
    return _each(inputs[0], source, _keeps_examples)


def _over_the_batch(value: Value) -> bool:
    """True for a reduction over the first axis, or over all."""
    axis = option_of(value, "axis")
    if axis is None:
        return constant_option(value, "axis") is None
    return axis.kind is kinds.NONE or axis.const == 0


def _keeps_examples(value: Value) -> bool:
    """True if each example of the result comes from the same one of the input."""
    return value.facts.get("layer") is not None or _keeps_entries(value)
