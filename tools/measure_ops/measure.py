"""Measure one function: what the tape gives for each float input, and what the true slope is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tools.measure_ops import singular
from tools.measure_ops.calls import Arrays, Call, kind_of, leaves, target
from tools.measure_ops.synthesise import candidates, optional_inputs, parameters
from tools.measure_ops.values import F, Slot

Record = dict[str, Any]


def measure(
    function: Callable[..., Any],
    arguments: dict[str, Any] | None = None,
    converted: Callable[..., Any] | None = None,
    careful: bool = False,
) -> Record:
    """The record of one function; `arguments` from a recipe, else synthesised.

    `careful` leaves out the facts: finding them tries shapes that can abort the process.
    """
    record = _measure_inputs(function, arguments, converted)
    if not careful and "unclassified" not in record:
        record.update(singular.facts(record["call"], record))
        for option in record["options"]:
            name = next(reversed(option.arguments))
            more = singular.facts(option, {"inputs": {name: record["inputs"][name]}})
            for fact in ("singular", "masked"):
                if name in more.get(fact, {}):
                    record.setdefault(fact, {})[name] = more[fact][name]
    record.pop("call", None)
    record.pop("options", None)
    return record


def _measure_inputs(
    function: Callable[..., Any],
    arguments: dict[str, Any] | None,
    converted: Callable[..., Any] | None,
) -> Record:
    if arguments is not None:
        call = Call(function, arguments, converted=converted)
        call.run(call.sources(call.arrays()))
        return _in_best_precision(call)
    found, reason = _find_call(function)
    if found is None:
        return {"unclassified": reason}
    record = _in_best_precision(found)
    # Each optional input on its own: what one does in tf.function must not colour the others.
    for option in _optional_calls(found):
        name = next(reversed(option.arguments))
        seen = _in_best_precision(option)
        if seen["inputs"][name]["class"] != "shape":
            seen["inputs"][name].pop("traced", None)
            record["inputs"][name] = seen["inputs"][name]
            record["random"] = record["random"] or seen["random"]
            record["options"].append(seen["call"])
    return record


def _in_best_precision(call: Call) -> Record:
    """Finite differences are far sharper in float64; float32 where the function or its gradient refuses."""
    double = replace(call, dtype="float64")
    try:
        double.run(double.sources(double.arrays()))
    except Exception:
        return _measure(call)
    record = _measure(double)
    seen = record["inputs"].values()
    doubtful = any(
        "raises" in i["class"] or "raises" in i.get("traced", "") or i["class"] == "shape"
        for i in seen
    )
    return _measure(call) if doubtful else record


def _measure(call: Call) -> Record:
    record: Record = {"inputs": {}}
    result = call.run(call.sources(call.arrays()))
    record["result"] = _describe(result)
    for name, slots in call.inputs().items():
        record["inputs"][name] = _input(call, slots)
    _tuple_results(call, result, record)
    record["random"] = _is_random(call)
    record["plain"] = _plain_inputs(call)
    record["signature"] = [
        [p.name, p.kind.name, p.default is p.empty] for p in parameters(call.function)
    ]
    record["call"] = call
    record["options"] = []
    return record


def _find_call(function: Callable[..., Any]) -> tuple[Call | None, str]:
    """The first call that works, preferably one whose result is finite and depends on an input."""
    reason = "no combination of made-up arguments was accepted"
    second_best: Call | None = None
    useless = 0
    for tried, arguments in enumerate(candidates(function)):
        if tried > 160 or useless > 12:
            break
        call = _deterministic(Call(function, arguments))
        try:
            result = call.run(call.sources(call.arrays()))
        except Exception as error:  # every kind of refusal means: try the next
            if tried == 0:
                text = str(error).splitlines() or [""]
                reason = f"{type(error).__name__}: {text[0][:100]}"
            continue
        if _is_telling(call, result):
            return call, ""
        second_best = second_best or call
        useless += 1
    return second_best, reason


def _is_telling(call: Call, result: Any) -> bool:
    """Finite numbers that move with some input."""
    import tensorflow as tf

    for part in leaves(result):
        if kind_of(part) in ("float", "complex"):
            values = tf.convert_to_tensor(part).numpy()
            if values.size == 0 or not np.all(np.isfinite(values)):
                return False
    if not call.inputs():
        return any(isinstance(v, tf.Tensor) for v in call.arguments.values()) or not call.arguments
    return all(
        _changes(call, [slot.order for slot in slots], quickly=True)
        for slots in call.inputs().values()
    )


def _deterministic(call: Call) -> Call:
    """Random functions of Keras carry their own state: give them a seed."""
    names = {p.name for p in parameters(call.function) if p.default is not p.empty}
    module = getattr(call.function, "__module__", "") or ""
    if "seed" in names and module.startswith("keras"):
        return replace(call, arguments={**call.arguments, "seed": 5})
    return call


def _optional_calls(call: Call) -> Iterator[Call]:
    """The call with one more input each: optional arguments that take a float tensor."""
    shapes: list[tuple[int, ...]] = [()]
    for slots in call.inputs().values():
        shape = slots[0].draw().shape
        if shape not in shapes:
            shapes.append(shape)
    for name in optional_inputs(call.function):
        if name in call.arguments:
            continue
        for shape in shapes:
            more = replace(call, arguments={**call.arguments, name: F(*shape)})
            try:
                more.run(more.sources(more.arrays()))
            except Exception:
                continue
            yield more
            break


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
        kinds = {d if isinstance(d := _describe(item), str) else "list" for item in result}
        return "list" if not kinds or kinds & {"float", "complex", "list"} else "object"
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
    else:
        slope, sure = _slope(call, orders)
        record["slope"] = None if slope is None else float(f"{slope:.3g}")
        record["class"] = _class(eager, gradient, slope, sure, changes, record)
    traced, _ = _gradient(call, orders, traced=True)
    if traced != eager:
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
    if (
        slope is not None
        and sure
        and abs(gradient - slope) > 0.02 * max(abs(slope), abs(gradient), 0.1)
    ):
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
                    given = {n: [next(parts) for _ in sources[n]] for n in numbers}
                    return call.run(given, traced=True)

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
    found = [
        (tf.convert_to_tensor(g).numpy(), n) for g, n in zip(gradients, nudges) if g is not None
    ]
    if not found:
        return "none", 0.0
    if all(not np.any(g) for g, _ in found):
        return "zero", 0.0
    try:
        return "flow", float(sum(np.sum(np.asarray(g, np.float64) * n) for g, n in found))
    except ValueError:  # a gradient of another shape than its source
        return "flow", float("nan")


def _value(call: Call, arrays: Arrays) -> float:
    parts = [
        p for p in leaves(call.run(call.sources(arrays))) if kind_of(p) in ("float", "complex")
    ]
    return float(target(parts))


def _slope(call: Call, orders: list[int]) -> tuple[float | None, bool]:
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


def _moved(arrays: Arrays, direction: Arrays, step: float) -> Arrays:
    return {
        order: [(a + step * n).astype(a.dtype) for a, n in zip(parts, direction[order])]
        for order, parts in arrays.items()
    }


def _changes(call: Call, orders: list[int], quickly: bool = False) -> bool:
    """Does the result depend on the values at all, or only on shapes and dtypes?"""
    base = call.arrays()
    reference = _snapshot(call, base)
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
                # equal to another input: only then does a comparison tell
                lambda part: others[0][0] if others and others[0][0].shape == part.shape else part,
            ]
        for change in kinds:
            arrays = dict(base)
            for order in orders:
                arrays[order] = [np.asarray(change(p), p.dtype) for p in drawn[order]]
            try:
                if _snapshot(call, arrays) != reference:
                    return True
            except Exception:  # outside the domain: says nothing
                continue
    return False


def _snapshot(call: Call, arrays: Arrays) -> list[str]:
    """The result as something that can be compared."""
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


def _tuple_results(call: Call, result: Any, record: Record) -> None:
    """For tuples: which element the first input reaches, each on its own."""
    described = record["result"]
    if not isinstance(described, list) or not call.inputs():
        return
    orders = [slot.order for slots in call.inputs().values() for slot in slots]
    for position, element in enumerate(described):
        if element[1] not in ("float", "complex"):
            continue
        one = replace(call, function=_element_of(call.function, position), converted=None)
        eager, gradient = _gradient(one, orders, traced=False)
        slope, sure = _slope(one, orders)
        changes = _changes(one, orders)
        name = _class(eager, gradient, slope, sure, changes, {})
        if name != "flow":
            element[1] = name if name != "shape" else "none"
        elif element[1] == "float":
            element[1] = "flow"


def _element_of(function: Callable[..., Any], position: int) -> Callable[..., Any]:
    return lambda *positional, **keywords: function(*positional, **keywords)[position]


def _is_random(call: Call) -> bool:
    """Does another seed give another result?"""
    if call.arguments.get("seed") == 5:  # see _deterministic
        other = replace(call, arguments={**call.arguments, "seed": 6})
        return _snapshot(call, call.arrays()) != _snapshot(other, call.arrays())
    seen = [_snapshot(replace(call, seed=seed), call.arrays()) for seed in (1, 2, 3)]
    return any(snapshot != seen[0] for snapshot in seen)


def _plain_inputs(call: Call) -> list[str]:
    """Integer, boolean and string tensors among the arguments: values too, though without gradient."""
    import tensorflow as tf

    return [name for name, value in call.arguments.items() if isinstance(value, tf.Tensor)]
