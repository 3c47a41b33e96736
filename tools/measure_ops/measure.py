"""Measure one function: what the tape gives for each float input, and what the true slope is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tools.measure_ops import singular
from tools.measure_ops.calls import Arrays, Call, kind_of, leaves, target
from tools.measure_ops.synthesise import candidates, optional_inputs, parameters
from tools.measure_ops.values import F, Slot

Record = dict[str, Any]


def measure(function: Callable[..., Any], arguments: dict[str, Any] | None = None) -> Record:
    """The record of one function; `arguments` from a recipe, else synthesised."""
    if arguments is None:
        call, reason = _find_call(function)
        if call is None:
            return {"unclassified": reason}
        call = _with_optional_inputs(call)
    else:
        call = Call(function, arguments)
        call.run(call.sources(call.arrays()))
    call = _in_double_precision(call)
    record: Record = {"inputs": {}}
    result = call.run(call.sources(call.arrays()))
    record["result"] = _describe(result)
    record["steering"] = [n for n in call.arguments if n not in call.inputs() and n != "*"]
    for name, slots in call.inputs().items():
        record["inputs"][name] = _input(call, slots)
    _tuple_results(call, result, record)
    record["random"] = _is_random(call)
    _tensor_inputs(call, record)
    record.update(singular.facts(call, record))
    return record


def _find_call(function: Callable[..., Any]) -> tuple[Call | None, str]:
    reason = "takes no tensor"
    for tried, arguments in enumerate(candidates(function)):
        if tried > 160:
            break
        call = Call(function, arguments)
        try:
            call.run(call.sources(call.arrays()))
        except Exception as error:  # every kind of refusal means: try the next
            if tried == 0 or "missing" in str(error):
                reason = f"{type(error).__name__}: {str(error).splitlines()[0][:100] if str(error) else ''}"
            continue
        return call, ""
    return None, reason


def _with_optional_inputs(call: Call) -> Call:
    """Give float tensors to the optional arguments that take them."""
    shapes: list[tuple[int, ...]] = [()]
    for slots in call.inputs().values():
        shape = slots[0].draw().shape
        if shape not in shapes:
            shapes.append(shape)
    for name in optional_inputs(call.function):
        if name in call.arguments:
            continue
        for shape in shapes:
            more = Call(call.function, {**call.arguments, name: F(*shape)})
            try:
                more.run(more.sources(more.arrays()))
            except Exception:
                continue
            call = more
            break
    return call


def _in_double_precision(call: Call) -> Call:
    """Finite differences are far sharper in float64, where the function takes it."""
    double = Call(call.function, call.arguments, "float64")
    try:
        double.run(double.sources(double.arrays()))
    except Exception:
        return call
    return double


def _describe(result: Any) -> Any:
    """The kind of a result; for tuples a list of (name, kind)."""
    import tensorflow as tf

    if isinstance(result, tf.RaggedTensor):
        return "ragged"
    if isinstance(result, tf.sparse.SparseTensor):
        return "sparse"
    if isinstance(result, dict):
        return "dict"
    if isinstance(result, list):
        kinds = {_describe(item) if not isinstance(item, list) else "list" for item in result}
        return "list" if not kinds or kinds & {"float", "complex", "list"} else f"list.{min(kinds)}"
    if isinstance(result, tuple) and not isinstance(result, tf.TensorShape):
        names = getattr(result, "_fields", None) or [f"r{i}" for i in range(len(result))]
        inner = [_describe(item) for item in result]
        return [[n, k if isinstance(k, str) else "tuple"] for n, k in zip(names, inner)]
    if isinstance(result, (tf.TensorShape, str, bytes)):
        return "object"
    return kind_of(result)


def _input(call: Call, slots: list[Slot]) -> Record:
    """Class of one argument in eager mode and, where it differs, inside tf.function."""
    orders = [slot.order for slot in slots]
    eager, gradient = _gradient(call, orders, traced=False)
    record: Record = {}
    parts = leaves(call.run(call.sources(call.arrays())))
    differentiable = [p for p in parts if kind_of(p) in ("float", "complex")]
    changes = _changes(call, orders)
    if not differentiable:
        outside = any(kind_of(p) in ("ndarray", "number", "str") for p in parts)
        record["class"] = ("leaves" if outside else "none") if changes else "shape"
        if outside and not changes:
            record["class"] = "shape"
    else:
        slope, sure = _slope(call, orders)
        record["slope"] = None if slope is None else float(f"{slope:.3g}")
        record["class"] = _class(eager, gradient, slope, sure, changes, record)
    traced, _ = _gradient(call, orders, traced=True)
    if traced != eager and eager != "target":
        record["traced"] = traced
    return record


def _class(
    eager: str, gradient: float, slope: float | None, sure: bool, changes: bool, record: Record
) -> str:
    if eager.startswith("raises"):
        return eager
    flat = slope is None or abs(slope) < 1e-5
    if eager == "none":
        return ("none" if changes else "shape") if flat else "lost"
    if eager == "zero":
        return ("zero" if changes else "shape") if flat else "lost.zero"
    record["gradient"] = float(f"{gradient:.3g}")
    if slope is not None and sure and abs(gradient - slope) > 0.02 * max(abs(slope), abs(gradient), 0.1):
        record["wrong"] = True
    return "flow"


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


def _gradient(call: Call, orders: list[int], traced: bool) -> tuple[str, float]:
    """What the tape says (none, zero, flow, raises.X), and the slope along the test direction."""
    import tensorflow as tf

    arrays = call.arrays()
    sources = call.sources(arrays)
    watched = [source for order in orders for source in sources[order]]
    direction = _direction(arrays, orders)
    nudges = [part for order in orders for part in direction[order]]
    run: Any = call.run
    try:
        with tf.GradientTape() as tape:
            tape.watch(watched)
            if traced:
                numbers = sorted(sources)

                @tf.function(autograph=False)
                def run(*flat: Any) -> Any:
                    parts = iter(flat)
                    return call.run({n: [next(parts) for _ in sources[n]] for n in numbers})

                result = run(*[s for n in numbers for s in sources[n]])
            else:
                result = call.run(sources)
            parts = [p for p in leaves(result) if kind_of(p) in ("float", "complex")]
            if not parts:
                return "target", 0.0
            y = target(parts)
        gradients = tape.gradient(y, watched)
    except Exception as error:
        return f"raises.{type(error).__name__}", 0.0
    found = [(tf.convert_to_tensor(g).numpy(), n) for g, n in zip(gradients, nudges) if g is not None]
    if not found:
        return "none", 0.0
    if all(not np.any(g) for g, _ in found):
        return "zero", 0.0
    try:
        return "flow", float(sum(np.sum(np.asarray(g, np.float64) * n) for g, n in found))
    except ValueError:  # a gradient of another shape than its source
        return "flow", float("nan")


def _value(call: Call, arrays: Arrays) -> float:
    parts = [p for p in leaves(call.run(call.sources(arrays))) if kind_of(p) in ("float", "complex")]
    return float(target(parts))


def _slope(call: Call, orders: list[int]) -> tuple[float | None, bool]:
    """Central differences at two step sizes; sure when they agree (no kink or jump in between)."""
    arrays = call.arrays()
    direction = _direction(arrays, orders)
    steps = (1e-4, 5e-5) if call.dtype == "float64" else (1e-2, 5e-3)
    slopes = []
    for step in steps:
        try:
            ends = [
                _value(call, {o: [a + sign * step * n for a, n in zip(arrays[o], direction[o])] for o in arrays})
                if call.dtype == "float64"
                else _value(
                    call,
                    {
                        o: [(a + sign * step * n).astype("float32") for a, n in zip(arrays[o], direction[o])]
                        for o in arrays
                    },
                )
                for sign in (1, -1)
            ]
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


def _changes(call: Call, orders: list[int]) -> bool:
    """Does the result depend on the values at all, or only on shapes and dtypes?"""
    base = call.arrays()
    reference = _snapshot(call, base)
    for seed in (1, 2, 3, 4):
        drawn = call.arrays(seed)
        for scale, offset in ((1.0, 0.0), (-3.0, 0.4), (float("nan"), 0.0)):
            arrays = {
                o: [
                    np.asarray(scale * part + offset if scale == scale else part * np.nan, part.dtype)
                    for part in (drawn if o in orders else base)[o]
                ]
                if o in orders
                else base[o]
                for o in base
            }
            try:
                if _snapshot(call, arrays) != reference:
                    return True
            except Exception:  # outside the domain: says nothing
                continue
    return False


def _snapshot(call: Call, arrays: Arrays) -> list[bytes]:
    import tensorflow as tf

    parts = []
    for leaf in leaves(call.run(call.sources(arrays))):
        try:
            value = leaf.numpy() if isinstance(leaf, (tf.Tensor, tf.Variable)) else np.asarray(leaf)
            parts.append(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
        except Exception:
            parts.append(type(leaf).__name__.encode())
    return parts


def _tuple_results(call: Call, result: Any, record: Record) -> None:
    """For tuples: which element the first input reaches, each on its own."""
    described = record["result"]
    if not isinstance(described, list) or not call.inputs():
        return
    orders = [slot.order for slots in call.inputs().values() for slot in slots]
    for position, element in enumerate(described):
        if element[1] not in ("float", "complex"):
            continue
        one = Call(lambda *a, _p=position, **k: call.function(*a, **k)[_p], call.arguments, call.dtype)
        eager, gradient = _gradient(one, orders, traced=False)
        slope, sure = _slope(one, orders)
        changes = _changes(one, orders)
        name = _class(eager, gradient, slope, sure, changes, {})
        if name != "flow":
            element[1] = name if name != "shape" else "none"
        elif element[1] == "float":
            element[1] = "flow"


def _is_random(call: Call) -> bool:
    import tensorflow as tf

    sources = call.sources(call.arrays())
    keywords: list[list[bytes]] = []
    for seed in (1, 2, 3):
        original = tf.random.set_seed
        try:
            tf.random.set_seed = lambda _, s=seed: original(s)
            keywords.append(_snapshot(call, call.arrays()))
        finally:
            tf.random.set_seed = original
    del sources
    return any(k != keywords[0] for k in keywords)


def _tensor_inputs(call: Call, record: Record) -> None:
    """Integer, boolean and string tensors among the arguments: values too, though without gradient."""
    import tensorflow as tf

    record["plain"] = [
        name
        for name, value in call.arguments.items()
        if isinstance(value, tf.Tensor)
    ]
    record["signature"] = [
        [p.name, p.kind.name, p.default is p.empty] for p in parameters(call.function)
    ]
