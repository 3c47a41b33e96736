"""The two measurements of an input's gradient: by the tape, and by finite differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tools.measure_ops.calls import Arrays, Call, kind_of, leaves, numbers_in, target


def gradient(
    call: Call, orders: list[int], traced: bool, at: Arrays | None = None
) -> tuple[str, float]:
    """Return the tape's class (none, zero, flow, raises.X) and its slope along the direction."""
    import tensorflow as tf

    arrays = at or call.arrays()
    sources = call.sources(arrays)
    watched = [source for order in orders for source in sources[order]]
    direction = _direction(arrays, orders)
    nudges = [part for order in orders for part in direction[order]]
    try:
        with tf.GradientTape() as tape:
            tape.watch(watched)
            if traced:
                numbers = sorted(sources)

                def inside(*flat: Any) -> Any:
                    parts = iter(flat)
                    given = {n: [next(parts) for _ in sources[n]] for n in numbers}
                    return call.run(given, traced=True)

                trace = tf.function(inside, autograph=False)
                result = trace(*[s for n in numbers for s in sources[n]])
            else:
                result = call.run(sources)
            parts = [p for p in leaves(result) if kind_of(p) in ("float", "complex")]
            if not parts:
                return "target", 0.0
            y = target(parts)
        gradients = tape.gradient(y, watched)
    except Exception as error:
        return f"raises.{type(error).__name__}", 0.0
    found = [
        (tf.convert_to_tensor(g).numpy(), n)
        for g, n in zip(gradients, nudges, strict=True)
        if g is not None
    ]
    if not found:
        return "none", 0.0
    if all(not np.any(g) for g, _ in found):
        return "zero", 0.0
    try:
        return "flow", float(sum(np.sum(np.asarray(g, np.float64) * n) for g, n in found))
    except ValueError:  # a gradient of another shape than its source
        return "flow", float("nan")


def slope(call: Call, orders: list[int]) -> tuple[float | None, bool]:
    """Central differences at two step sizes; sure when they agree (no kink or jump in between)."""
    arrays = call.arrays()
    direction = _direction(arrays, orders)
    steps = (1e-4, 5e-5) if call.dtype == "float64" else (1e-2, 5e-3)
    slopes = []
    for step in steps:
        try:
            ends = [_value(call, _moved(arrays, direction, sign * step)) for sign in (1, -1)]
        except Exception:  # a step out of the domain
            return None, False
        slopes.append((ends[0] - ends[1]) / (2 * step))
    if not np.all(np.isfinite(slopes)):
        return None, False
    noise = 1e-6 if call.dtype == "float64" else 2e-3
    extrapolated = (4 * slopes[1] - slopes[0]) / 3
    if abs(extrapolated) < noise * max(1.0, abs(_value(call, arrays))):
        return 0.0, True
    sure = abs(slopes[0] - slopes[1]) < 0.02 * max(abs(slopes[1]), 0.05)
    return extrapolated, sure


def _value(call: Call, arrays: Arrays) -> float:
    return float(target(numbers_in(call.run(call.sources(arrays)))))


def _direction(arrays: Arrays, orders: list[int]) -> Arrays:
    random = np.random.RandomState(5)
    return {
        order: [
            (random.uniform(0.3, 1.0, part.shape) * random.choice([-1, 1], part.shape))
            if order in orders
            else np.zeros(part.shape)
            for part in parts
        ]
        for order, parts in sorted(arrays.items())
    }


def _moved(arrays: Arrays, direction: Arrays, step: float) -> Arrays:
    return {
        order: [
            (a + step * n).astype(a.dtype) for a, n in zip(parts, direction[order], strict=True)
        ]
        for order, parts in arrays.items()
    }


def changes(call: Call, orders: list[int], quickly: bool = False) -> bool:
    """True if the result depends on values, not only on shapes and dtypes."""
    base = call.arrays()
    reference = snapshot(call, base)
    others = [parts for order, parts in base.items() if order not in orders]
    for seed in (1,) if quickly else (1, 2, 3):
        drawn = call.arrays(seed)
        kinds: list[Callable[[Any], Any]] = [lambda part: part]
        if not quickly:
            kinds += [
                lambda part: 0.4 - 3.0 * part,
                lambda part: part * 0.0,
                lambda part: part * np.nan,
                lambda part: part * np.inf,
                # equal to another input: only then does a comparison change
                lambda part: others[0][0] if others and others[0][0].shape == part.shape else part,
            ]
        for change in kinds:
            arrays = dict(base)
            for order in orders:
                arrays[order] = [np.asarray(change(p), p.dtype) for p in drawn[order]]
            try:
                if snapshot(call, arrays) != reference:
                    return True
            except Exception:  # outside the domain: no information
                continue
    return False


def snapshot(call: Call, arrays: Arrays) -> list[str]:
    """Return the result as something that can be compared."""
    import tensorflow as tf

    parts = []
    for leaf in leaves(call.run(call.sources(arrays))):
        if isinstance(leaf, (tf.Tensor, tf.Variable)):
            try:
                leaf = leaf.numpy()
            except Exception:  # a dataset or another resource
                leaf = None
        if isinstance(leaf, np.ndarray) and leaf.dtype != object:
            parts.append(leaf.tobytes().hex())
        elif isinstance(leaf, (np.ndarray, np.generic, int, float, complex, str, bytes)):
            parts.append(repr(leaf))
        else:
            parts.append(type(leaf).__name__)
    return parts


def zero_everywhere(call: Call, orders: list[int]) -> bool:
    """True if the slope is zero at other points, too; a clipped input is not zero everywhere."""
    for seed in (1, 2, 3):
        for scale, offset in ((1.0, 0.0), (-1.0, 0.0), (-3.0, 0.4), (4.0, 0.0)):
            arrays = {
                order: [np.asarray(scale * part + offset, part.dtype) for part in parts]
                for order, parts in call.arrays(seed).items()
            }
            if gradient(call, orders, traced=False, at=arrays)[0] == "flow":
                return False
    return True
