"""Facts: the shape of a result, where a derivative is not finite, and whether tf.where hides it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tools.measure_ops.calls import Arrays, Call, kind_of, leaves
from tools.measure_ops.synthesise import parameters

POINTS = (0.0, 1.0, -1.0)
FAR = 100.0


def facts(call: Call, record: dict[str, Any]) -> dict[str, Any]:
    """`shape`, `singular`, `overflow` and `masked` of one call."""
    found: dict[str, Any] = {}
    shape = _shape(call)
    if shape:
        found["shape"] = shape
    points: dict[str, list[float]] = {}
    far: list[str] = []
    masked: dict[str, str] = {}
    for name, slots in call.inputs().items():
        if record["inputs"].get(name, {}).get("class") != "flow" or len(slots) != 1:
            continue
        if np.iscomplexobj(slots[0].draw()):
            continue
        order = slots[0].order
        bad = [p for p in POINTS if _non_finite(call, order, p, mask=False)]
        if bad:
            points[name] = bad
        if shape == "elementwise":
            if _non_finite(call, order, FAR, mask=False):
                far.append(name)
            guarded = [
                p for p in (*POINTS, -2.0, 2.0, FAR) if _non_finite(call, order, p, mask=True)
            ]
            if guarded:
                masked[name] = "nan"
            elif bad or _non_finite(call, order, -2.0, mask=False):
                masked[name] = "ok"
    if points:
        found["singular"] = points
    if far:
        found["overflow"] = far
    if masked:
        found["masked"] = masked
    return found


def _single(call: Call, arrays: Arrays) -> Any:
    parts = [
        p for p in leaves(call.run(call.sources(arrays))) if kind_of(p) in ("float", "complex")
    ]
    return parts[0] if len(parts) == 1 and kind_of(parts[0]) == "float" else None


def _shape(call: Call) -> str:
    """elementwise, same, scalar, reduce (scalar unless given an axis), last, "" (anything else)."""
    if not call.inputs():
        return ""
    names = _names(call)
    shapes = {shape: _result_shape(call.with_shape(shape)) for shape in ((), (3,), (2, 3))}
    own = _result_shape(call)
    sizes = {slot.draw().shape for slots in call.inputs().values() for slot in slots}
    if shapes[(3,)] == () and shapes[(2, 3)] == ():
        return "reduce" if {"axis", "reduction_indices"} & set(names) else "scalar"
    if shapes[(3,)] == () and shapes[(2, 3)] == (2,):
        return "last"  # the last axis is summed up: most losses
    if shapes[()] == () and shapes[(2, 3)] == (2, 3) and _independent(call.with_shape((2, 3))):
        return "elementwise"
    told = {"shape", "newshape", "new_shape", "output_shape", "target_shape"} & set(call.arguments)
    keeps = not told and all(shapes[shape] in (None, shape) for shape in ((3,), (2, 3)))
    return "same" if own is not None and sizes == {own} and keeps else ""


def _result_shape(call: Call) -> tuple[int, ...] | None:
    try:
        result = _single(call, call.arrays())
        return None if result is None else tuple(result.shape)
    except Exception:  # the function does not take such shapes
        return None


def _independent(call: Call) -> bool:
    """True if each entry of the result depends only on the same entry of the input."""
    first = next(iter(call.inputs().values()))[0]
    arrays = call.arrays()
    before = np.asarray(_single(call, arrays))
    nudged = {o: [a.copy() for a in parts] for o, parts in arrays.items()}
    nudged[first.order][0].flat[0] += 0.8  # far enough to change places in a sort
    after = np.asarray(_single(call, nudged))
    changed = (before != after) & ~(np.isnan(before) & np.isnan(after))
    changed.flat[0] = False
    return not changed.any()


def _names(call: Call) -> list[str]:
    return [p.name for p in parameters(call.function)]


def _non_finite(call: Call, order: int, point: float, mask: bool) -> bool:
    """True if the gradient at this point is infinite or NaN, with `mask` behind a `tf.where`."""
    import tensorflow as tf

    # Overflow matters in float32; 100 does not overflow in float64.
    one = replace(call, dtype="float32") if point == FAR else call
    arrays = one.arrays()
    arrays[order] = [np.full_like(part, point) for part in arrays[order]]
    sources = one.sources(arrays)
    watched = sources[order]
    try:
        with tf.GradientTape() as tape:
            tape.watch(watched)
            y = [p for p in leaves(one.run(sources)) if kind_of(p) == "float"]
            if not y:
                return False
            if mask:
                y = [tf.where(tf.zeros_like(p, tf.bool), p, tf.zeros_like(p)) for p in y]
        gradient = tape.gradient(y, watched)[0]
        if gradient is None:
            return False
        return not bool(np.all(np.isfinite(tf.convert_to_tensor(gradient).numpy())))
    except Exception:
        return False
