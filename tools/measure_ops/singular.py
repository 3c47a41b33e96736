"""Shapes and singular points: where a derivative is infinite or NaN, and whether tf.where hides it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tools.measure_ops.calls import Arrays, Call, kind_of, leaves

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
        if record["inputs"][name]["class"] != "flow" or len(slots) != 1:
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
            guarded = [p for p in (*POINTS, -2.0, 2.0, FAR) if _non_finite(call, order, p, mask=True)]
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
    parts = [p for p in leaves(call.run(call.sources(arrays))) if kind_of(p) in ("float", "complex")]
    return parts[0] if len(parts) == 1 and kind_of(parts[0]) == "float" else None


def _shape(call: Call) -> str:
    """elementwise, same, scalar, reduce (scalar unless an axis is given), or "" (anything else)."""
    try:
        arrays = call.arrays()
        inputs = call.inputs()
        result = _single(call, arrays)
        if result is None or not inputs:
            return ""
        first = next(iter(inputs.values()))[0]
        base = arrays[first.order][0]
        if base.ndim == 0:
            return _of_scalars(call)
        if result.shape.rank == 0:
            signature = [p for p in _names(call)]
            return "reduce" if {"axis", "reduction_indices"} & set(signature) else "scalar"
        if tuple(result.shape) != base.shape:
            return ""
        before = np.asarray(result)
        nudged = {o: [a.copy() for a in parts] for o, parts in arrays.items()}
        nudged[first.order][0].flat[0] += 0.03
        after = np.asarray(_single(call, nudged))
        changed = before != after
        changed.flat[0] = False
        return "same" if changed.any() else "elementwise"
    except Exception:
        return ""


def _of_scalars(call: Call) -> str:
    """A function that only took scalars: elementwise when it returns one."""
    result = _single(call, call.arrays())
    return "elementwise" if result is not None and result.shape.rank == 0 else ""


def _names(call: Call) -> list[str]:
    import inspect

    try:
        return list(inspect.signature(call.function).parameters)
    except (TypeError, ValueError):
        return []


def _non_finite(call: Call, order: int, point: float, mask: bool) -> bool:
    """Is the gradient at this point (everywhere in the input) infinite or NaN, masked or not?"""
    import tensorflow as tf

    arrays = call.arrays()
    arrays[order] = [np.full_like(part, point) for part in arrays[order]]
    single = Call(call.function, call.arguments, call.dtype)
    sources = single.sources({o: [p.astype("float32") for p in parts] for o, parts in arrays.items()})
    if call.dtype == "float64":
        sources = single.sources(arrays)
        if point == FAR:  # the overflow people meet is float32's; 100 is nothing in float64
            single32 = Call(call.function, call.arguments, "float32")
            as32 = {o: [p.astype("float32") for p in parts] for o, parts in arrays.items()}
            sources = single32.sources(as32)
            single = single32
    watched = sources[order]
    try:
        with tf.GradientTape() as tape:
            tape.watch(watched)
            y = [p for p in leaves(single.run(sources)) if kind_of(p) == "float"]
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
