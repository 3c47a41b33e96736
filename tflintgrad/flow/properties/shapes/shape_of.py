"""The shape of a value, computed on demand: rank and known dimensions."""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.iterables import Range
from tflintgrad.flow.domain.objects import External, Gradients, Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.properties.shapes import layer_rules
from tflintgrad.flow.properties.shapes.file_tables import table_of
from tflintgrad.flow.properties.shapes.op_rules import elementwise, last, reduced
from tflintgrad.flow.properties.shapes.rule_calls import RULES, Call, dimension, dimensions, integer
from tflintgrad.flow.properties.shapes.shape import (
    BATCH_OF_INPUT,
    SCALAR,
    UNKNOWN,
    Dim,
    Shape,
    broadcast,
    joined,
)
from tflintgrad.knowledge.shape_rules import shape_rule

#: Operators that broadcast.
_OPERATORS: Final = frozenset(
    ("+", "-", "*", "/", "**", "%", "//", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^")
)


def shape_of(value: Value) -> Shape:
    """Return what is known of the shape of a value."""
    known = value.facts.get("shape")
    if known is None:
        order = _inputs_first(value)
        for item in order:
            if "shape" not in item.facts:
                item.facts["shape"] = _computed(item)
        _refine(order)
        known = value.facts["shape"]
    return known


def _refine(order: list[Value]) -> None:
    """Find what all iterations of a loop have in common: assume the first one, and check that."""
    loops = [item for item in order if isinstance(item, Phi) and item.loop and item.alternatives]
    if not loops:
        return
    careful = [item.facts["shape"] for item in order]
    for phi in loops:
        phi.facts["shape"] = _shape_so_far(phi.alternatives[0])
    for item in order:
        if item not in loops:
            item.facts["shape"] = _computed(item)
    for _ in range(limits.MAX_SHAPE_ROUNDS):
        stable = True
        for item in order:
            found = _computed(item)
            stable = stable and found == item.facts["shape"]
            item.facts["shape"] = found
        if stable:
            return
    for item, shape in zip(order, careful, strict=True):
        item.facts["shape"] = shape


def _shape_so_far(value: Value) -> Shape:
    """Return a shape that was computed before; in a loop there may be none."""
    known = value.facts.get("shape")
    return UNKNOWN if known is None else known


def _inputs_first(value: Value) -> list[Value]:
    """Return what a shape depends on, so that each value comes after its inputs."""
    found: list[Value] = []
    seen: set[int] = set()
    pending: list[tuple[Value, bool]] = [(value, False)]
    while pending:
        item, visited = pending.pop()
        if visited:
            found.append(item)
            continue
        if item.number in seen:
            continue
        seen.add(item.number)
        pending.append((item, True))
        if len(seen) < limits.MAX_WALK_VALUES:
            pending.extend((v, False) for v in _behind(item) if "shape" not in v.facts)
    return found


def _behind(value: Value) -> list[Value]:
    """Return the values whose shapes may matter for that of another."""
    facts = value.facts
    if isinstance(value, Sequence):
        over = value.over
        if isinstance(over, Range) and over.stop is not None:
            over = over.stop
        return _held(value) if over is None else [*_held(value), over]
    if isinstance(value, Phi):
        return value.alternatives
    if isinstance(value, Gradients):
        return [value.query.sources_value, value.query.target]
    found: list[Value] = list(facts.get("inputs") or ())
    passed = facts.get("passed")
    if passed is not None:
        found += passed.all()
    for name in ("same_as", "template", "element_of"):
        other = facts.get(name)
        if isinstance(other, Value):
            found.append(other)
    layer = facts.get("layer")
    if layer is not None:
        found += layer.arguments.all()
    slices = facts.get("slices")
    if slices is not None:
        found += [item for item in slices if isinstance(item, Value)]
    source = facts.get("shape_from")
    if source is not None:
        found.append(source[1])
    # What a shape such as `(x.shape[0], 1)` spells out depends on x.
    found += [item for other in found if isinstance(other, Sequence) for item in _behind(other)]
    return found


def _computed(value: Value) -> Shape:
    if value.scalar is True:
        return SCALAR
    return _transferred(value)


def _transferred(value: Value) -> Shape:
    facts = value.facts
    if value.const is not None:
        return SCALAR if value.kind is kinds.NUMBER else UNKNOWN
    if isinstance(value, External):
        named = shape_rule(value.name)
        return SCALAR if named is not None and named[0] == "number" else UNKNOWN
    if isinstance(value, Phi):
        return joined(_shape_so_far(item) for item in value.alternatives)
    if isinstance(value, Sequence):
        return _of_list(value)
    if isinstance(value, Gradients):
        return _of_gradient(value)
    if "shape_from" in facts:
        return _from(value)
    if "slices" in facts:
        return _sliced(value)
    if value.kind is kinds.VARIABLE:
        return _of_variable(value)
    if "template" in facts:
        return _of_functional(value)
    if "op" in facts or "passed" in facts:
        return _of_op(value)
    same = facts.get("same_as")
    if same is not None and not isinstance(same, Layer):
        return _shape_so_far(same)
    return UNKNOWN


def _of_gradient(value: Gradients) -> Shape:
    """Return the shape of the gradient for one source; that of a list of sources has none."""
    source = value.query.sources_value
    if isinstance(source, Sequence):
        return UNKNOWN
    own, target = _shape_so_far(source), _shape_so_far(value.query.target)
    if value.query.method == "jacobian":
        return Shape((*target.dims, *own.dims)) if own.exact and target.exact else UNKNOWN
    if value.query.method == "batch_jacobian":
        return Shape((*target.dims, *own.dims[1:])) if own.rank and target.exact else UNKNOWN
    return own


def _held(value: Sequence) -> list[Value]:
    return value.items if value.rest is None else [*value.items, value.rest]


def _of_list(value: Sequence) -> Shape:
    """Return the shape of the tensor that a list of equal shapes becomes."""
    inner = joined(_shape_so_far(item) for item in _held(value))
    if not inner.exact:
        return UNKNOWN
    return Shape((_length(value), *inner.dims))


def _length(value: Sequence) -> Dim:
    """Return the length of a list: that of what its comprehension goes through, if need be."""
    if value.exact:
        return len(value.items)
    over = value.over
    if value.items or over is None:
        return None
    if isinstance(over, Sequence):
        known = _length(over)
        return f"length {over.number}" if known is None else known
    if isinstance(over, Range):
        if over.length is not None or over.stop is None:
            return over.length
        return dimension(over.stop, _shape_so_far)
    shape = _shape_so_far(over)
    return shape.dims[0] if shape.rank else f"length {over.number}"


def _from(value: Value) -> Shape:
    """Return a shape that is that of another value: of a row or batch of it."""
    how, other, number = value.facts["shape_from"]
    known = _shape_so_far(other)
    if how == "same":
        return known
    if how == "row":
        return Shape(known.dims[1:]) if known.rank else UNKNOWN
    if how == "single":
        return Shape((1, *known.dims)) if known.exact else UNKNOWN
    if how == "batched":
        return Shape((f"batch {number}", *known.dims)) if known.exact else UNKNOWN
    if how == "first":  # one row at a time
        return Shape((1, *known.dims[1:])) if known.rank else UNKNOWN
    if how == "part":  # some rows, as `fit` draws them
        return Shape((f"batch {number}", *known.dims[1:])) if known.rank else UNKNOWN
    if how == "shape":
        return Shape((known.rank,))
    return SCALAR if how == "dimension" else UNKNOWN


def _of_variable(value: Value) -> Shape:
    facts = value.facts
    passed = facts.get("passed")
    if passed is not None:
        spelt = passed.option("shape") or passed.passed("shape")
        if spelt is not None:
            return dimensions(spelt, _shape_so_far)
    if isinstance(value, Variable) and value.initial is not None:
        return _shape_so_far(value.initial)
    same = facts.get("same_as")
    return _shape_so_far(same) if same is not None and not isinstance(same, Layer) else UNKNOWN


def _of_functional(value: Value) -> Shape:
    """Return the shape of a functional model's output for the batch that it is applied to."""
    template = _shape_so_far(value.facts["template"])
    passed = value.facts.get("passed")
    inputs: list[Value] = passed.all() if passed is not None else []
    batch: Dim = None
    if inputs:
        first = (
            inputs[0].items[0] if isinstance(inputs[0], Sequence) and inputs[0].items else inputs[0]
        )
        given = _shape_so_far(first)
        batch = given.dims[0] if given.rank else None
    dims = tuple(
        batch if isinstance(dim, str) and dim.startswith(BATCH_OF_INPUT) else dim
        for dim in template.dims
    )
    return Shape(dims, template.exact)


def _of_op(value: Value) -> Shape:
    """Return the shape of the result of an op, operator, layer or loss."""
    facts = value.facts
    layer = facts.get("layer")
    op = facts.get("op", "")
    name = layer.name if layer is not None else op or facts.get("called", "")
    found = shape_rule(name)
    if found is not None:
        return RULES[found[0]](Call(value, found[1], _shape_so_far, layer is not None))
    call = Call(value, "", _shape_so_far, constructed=False)
    if layer is not None:
        return UNKNOWN
    if op in _OPERATORS:
        if len(call.inputs) == 1:
            return _shape_so_far(call.inputs[0])
        return broadcast(map(_shape_so_far, call.inputs))
    if op == "loss":
        return layer_rules.of_loss_object(call)
    entry = value.context.module.table.lookup(op)
    fact = entry.fact("shape", facts.get("given") or {}) if entry is not None else ""
    if fact == "scalar":
        return SCALAR
    if fact == "same":
        return call.first()
    shapes = {"elementwise": elementwise, "reduce": reduced, "last": last}
    return shapes[fact](call) if fact in shapes else UNKNOWN


def _sliced(value: Value) -> Shape:
    """Return the shape of `x[...]`."""
    owner, *parts = value.facts["slices"]
    before = _shape_so_far(owner)
    whole = ... in parts
    indices = [part for part in parts if part is not ... and part is not None]
    if before.rank is None and len(indices) == 2:
        before = table_of(owner)
    if before.rank is None:
        before = _shape_so_far(owner)
        return _sliced_at_end(before, parts)
    if len(indices) > before.rank:
        return UNKNOWN
    dims = list(before.dims)
    found: list[Dim] = []
    for part in parts:
        if part is None:
            found.append(1)
        elif part is ...:
            taken = len(dims) - sum(
                1 for p in parts[parts.index(...) + 1 :] if p is not None and p is not ...
            )
            found += dims[:taken]
            dims = dims[taken:]
        else:
            dim = dims.pop(0)
            chosen = _chosen(part, indices)
            if isinstance(part, slice):
                found.append(_slice_length(part, dim))
            elif chosen is not None:
                found += chosen.dims
            elif not _selects_one(part):
                return UNKNOWN
    return Shape((*found, *dims)) if not whole or not dims else UNKNOWN


def _chosen(part: object, indices: list[object]) -> Shape | None:
    """Return the shape of an array of whole numbers that is the only index of its kind."""
    if not isinstance(part, Value) or part.kind not in (kinds.NDARRAY, kinds.TENSOR):
        return None
    others = [index for index in indices if isinstance(index, Value) and index is not part]
    shape = _shape_so_far(part)
    if others or not shape.rank or not _are_places(part):
        return None
    return Shape(tuple(f"{part.number}[{i}]" if d is None else d for i, d in enumerate(shape.dims)))


def _are_places(value: Value) -> bool:
    """True for whole numbers, also random ones, and a part of them: not for a mask."""
    slices = value.facts.get("slices")
    if slices is not None:
        return _are_places(slices[0])
    return value.dtype == "int" or computed_by(value, "numpy_random")


def _sliced_at_end(before: Shape, parts: list[object]) -> Shape:
    """Return the shape of `x[..., 0]` for an x of unknown rank."""
    if not parts or parts[0] is not ... or any(part is None for part in parts):
        return UNKNOWN
    picked = parts[1:]
    if len(picked) > len(before.dims):
        return UNKNOWN
    kept = list(before.dims[: len(before.dims) - len(picked)])
    for part, dim in zip(picked, before.dims[len(kept) :], strict=True):
        if isinstance(part, slice):
            kept.append(_slice_length(part, dim))
        elif not _selects_one(part):
            return UNKNOWN
    return Shape(tuple(kept), exact=False)


def _selects_one(part: object) -> bool:
    """True for an index that is one number: the dimension is gone."""
    return isinstance(part, Value) and (
        integer(part) is not None or (part.kind is kinds.NUMBER and part.scalar is True)
    )


def _slice_length(part: slice, dim: Dim) -> Dim:
    bounds = (part.start, part.stop, part.step)
    if bounds == (None, None, None):
        return dim
    if not all(bound is None or isinstance(bound, int) for bound in bounds):
        if part.stop == f"({part.start}+1)" and part.step in (None, 1):
            return 1
        # As many of as many: the same bounds of an axis of the same length.
        return None if dim is None else f"{dim}[{part.start}:{part.stop}:{part.step}]"
    if part.step == 0:
        return None
    if isinstance(dim, int):
        return len(range(*part.indices(dim)))
    start = part.start or 0
    if part.stop is not None and 0 <= start <= part.stop and part.step in (None, 1):
        # At most that many; of a batch, all of them.
        return part.stop - start if part.stop - start == 1 else None
    return 1 if start == -1 and part.stop is None and part.step in (None, 1) else None


__all__ = ["SCALAR", "UNKNOWN", "Dim", "Shape", "shape_of"]
