"""Measure how a result depends on its inputs: linearly, piecewise linearly, or curved.

A nested tape says whether the second derivative vanishes, and gradients at several points whether
the first one is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tools.measure_ops.calls import Arrays, Call, kind_of, leaves, target
from tools.measure_ops.values import Slot

#: Where the inputs are drawn again: a seed, a factor and a summand.
_POINTS = (
    (0, 1.0, 0.0),
    (1, 1.0, 0.0),
    (2, -1.0, 0.0),
    (3, -3.0, 0.4),
    (4, 2.0, 0.3),
    (5, 9.0, 0.0),
)
_SMOOTH = "smooth"


def curve_of(call: Call, flowing: Iterable[str]) -> str:
    """Return the fact `curve` of one call; `flowing` are the inputs that a gradient reaches.

    It is one word if it holds for all inputs together (`linear` for a sum), and one for each input
    by itself otherwise (`a:linear,b:linear` for a product). "" if it cannot be measured.
    """
    wanted = set(flowing)
    inputs = {name: slots for name, slots in call.inputs().items() if name in wanted}
    inputs = {n: s for n, s in inputs.items() if not any(map(_is_complex, s))}
    if not inputs:
        return ""
    call = _in_double_precision(call)
    together = _curve(call, [slot for slots in inputs.values() for slot in slots])
    if together and together != _SMOOTH:
        return together
    alone = {name: _curve_of_one(call, slots) for name, slots in inputs.items()}
    known = {name: curve for name, curve in alone.items() if curve}
    if all(curve == _SMOOTH for curve in known.values()):
        return _SMOOTH if known else ""
    return ",".join(f"{name}:{curve}" for name, curve in sorted(known.items()))


def _curve_of_one(call: Call, slots: list[Slot]) -> str:
    curve = _curve(call, slots)
    if curve == _SMOOTH and len(slots) > 1:
        each = {_curve(call, [slot]) for slot in slots}
        return "each" if each == {"linear"} else curve
    return curve


def _is_complex(slot: Slot) -> bool:
    return bool(np.iscomplexobj(slot.draw()))


def _in_double_precision(call: Call) -> Call:
    double = replace(call, dtype="float64")
    try:
        double.run(double.sources(double.arrays()))
    except Exception:  # it takes float32 only
        return call
    return double


def _curve(call: Call, slots: list[Slot]) -> str:
    """Return linear, piecewise or smooth for some inputs together; "" if that is not known.

    A nested tape answers `None` for a linear function and zeros for a piecewise linear one;
    `piecewise.none` is one for which it answers `None`.
    """
    orders = [slot.order for slot in slots]
    answers: set[str] = set()
    firsts: list[Any] = []
    for arrays in _points(call, orders):
        first = _gradient(call, orders, arrays)
        if first is None or not np.all(np.isfinite(first)):
            continue
        answer = _second(call, orders, arrays)
        nearby = _gradient(call, orders, _nearby(arrays, orders, call.dtype))
        if answer == "raises" or nearby is None:
            return ""
        if answer == "flow" or not _equal(first, nearby, call.dtype):
            return _SMOOTH
        answers.add(answer)
        firsts.append(first)
    if len(firsts) < 2:
        return ""
    if all(_equal(firsts[0], other, call.dtype) for other in firsts[1:]):
        # Zeros come from a curved op that is linear only as it is called here (a power of one).
        return "" if "zero" in answers else "linear"
    return "piecewise" if "zero" in answers else "piecewise.none"


def _points(call: Call, orders: list[int]) -> Iterator[Arrays]:
    for seed, factor, summand in _POINTS:
        drawn = call.arrays(seed)
        arrays = call.arrays()
        for order in orders:
            arrays[order] = [np.asarray(factor * p + summand, p.dtype) for p in drawn[order]]
        yield arrays


def _nearby(arrays: Arrays, orders: list[int], dtype: str) -> Arrays:
    step = 1e-5 if dtype == "float64" else 1e-3
    random = np.random.RandomState(7)
    return {
        order: [
            (p + step * random.uniform(0.5, 1.0, p.shape)).astype(p.dtype) if order in orders else p
            for p in parts
        ]
        for order, parts in arrays.items()
    }


def _equal(one: Any, other: Any, dtype: str) -> bool:
    if one.shape != other.shape:
        return False
    scale = max(float(np.max(np.abs(one), initial=0.0)), 1e-3)
    allowed = 1e-7 if dtype == "float64" else 1e-5
    return bool(np.max(np.abs(one - other), initial=0.0) <= allowed * scale)


def _gradient(call: Call, orders: list[int], arrays: Arrays) -> Any:
    """Return the gradient for some inputs as one vector; None if the tape gives none."""
    import tensorflow as tf

    sources = call.sources(arrays)
    watched = [source for order in orders for source in sources[order]]
    try:
        with tf.GradientTape() as tape:
            tape.watch(watched)
            y = _target(call, sources)
        found = tape.gradient(y, watched, unconnected_gradients="zero")
    except Exception:  # outside the domain
        return None
    parts = [tf.reshape(tf.convert_to_tensor(g), [-1]).numpy() for g in found]
    return np.concatenate([np.asarray(part, np.float64) for part in parts])


def _second(call: Call, orders: list[int], arrays: Arrays) -> str:
    """Return what a nested tape answers: none, zero, flow or raises."""
    import tensorflow as tf

    sources = call.sources(arrays)
    watched = [source for order in orders for source in sources[order]]
    random = np.random.RandomState(3)
    try:
        with tf.GradientTape() as outer:
            outer.watch(watched)
            with tf.GradientTape() as inner:
                inner.watch(watched)
                y = _target(call, sources)
            firsts = [g for g in inner.gradient(y, watched) if g is not None]
            firsts = [tf.convert_to_tensor(g) for g in firsts]
        # A random direction: the rows of a Hessian can add up to zero, as those of softmax do.
        along = [tf.constant(random.uniform(0.5, 1.5, g.shape), g.dtype) for g in firsts]
        seconds = outer.gradient(firsts, watched, output_gradients=along)
    except Exception:
        return "raises"
    found = [tf.convert_to_tensor(g).numpy() for g in seconds if g is not None]
    if not found:
        return "none"
    scale = max(float(np.max(np.abs(g.numpy()), initial=0.0)) for g in firsts)
    noise = (1e-9 if call.dtype == "float64" else 1e-5) * max(scale, 1e-3)
    return "flow" if any(np.max(np.abs(g), initial=0.0) > noise for g in found) else "zero"


def _target(call: Call, sources: dict[int, list[Any]]) -> Any:
    return target([p for p in leaves(call.run(sources)) if kind_of(p) in ("float", "complex")])
