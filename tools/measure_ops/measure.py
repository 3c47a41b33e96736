"""Measure one function: what the tape gives for each float input, and what the true slope is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tools.measure_ops import curvature, ranges, singular, slopes
from tools.measure_ops.calls import Call, kind_of, leaves, numbers_in
from tools.measure_ops.synthesise import candidates, optional_inputs, parameters
from tools.measure_ops.values import AT, F, Slot

Record = dict[str, Any]


def measure(
    function: Callable[..., Any],
    arguments: dict[str, Any] | None = None,
    converted: Callable[..., Any] | None = None,
    careful: bool = False,
) -> Record:
    """Return the record of one function; `arguments` from a recipe, else synthesised.

    `careful` leaves out the facts: finding them tries shapes that can abort the process.
    """
    record = _measure_inputs(function, arguments, converted)
    if not careful and "unclassified" not in record:
        record.update(singular.facts(record["call"], record))
        flowing = [name for name, seen in record["inputs"].items() if seen["class"] == "flow"]
        record["curve"] = curvature.curve_of(record["call"], flowing)
        if record.get("shape") in ranges.SHAPES and record["result"] == "float":
            record["range"] = ranges.range_of(record["call"], record["shape"])
        for option in record["options"]:
            name = list(option.arguments)[-1]
            more = singular.facts(option, {"inputs": {name: record["inputs"][name]}})
            for fact in ("singular", "masked"):
                if name in more.get(fact, {}):
                    record.setdefault(fact, {})[name] = more[fact][name]
    record.pop("call", None)
    record.pop("options", None)
    return record


def measure_curve(
    function: Callable[..., Any], arguments: dict[str, Any] | None, flowing: tuple[str, ...]
) -> Record:
    """Return a record with nothing but the fact `curve`, for the arguments that let it pass."""
    call = Call(function, arguments) if arguments is not None else _find_call(function)[0]
    if call is None:
        return {"unclassified": "no call was found"}
    return {"curve": curvature.curve_of(call, flowing)}


def measure_more(
    function: Callable[..., Any], arguments: dict[str, Any] | None = None, careful: bool = False
) -> Record:
    """Return records of optional and plain float arguments, each measured as an input."""
    call = Call(function, arguments) if arguments is not None else _find_call(function)[0]
    record: Record = {"inputs": {}}
    if call is None or careful:
        return record
    options = [*_floats_as_inputs(call)]
    if arguments is not None:  # of made-up calls they are measured with the call
        options += _optional_calls(call)
    for option in options:
        name = list(option.arguments)[-1]
        try:
            seen = _in_best_precision(option)
        except Exception:  # it takes a number, and no tensor
            continue
        found = seen["inputs"][name]
        if found["class"] != "shape":
            found.pop("traced", None)
            record["inputs"][name] = found | {"example": seen["example"]}
    return record


def _floats_as_inputs(call: Call) -> Iterator[Call]:
    """Yield the call with one of its plain floats as an input, the last of the arguments."""
    for name, value in call.arguments.items():
        if type(value) is float:
            others = {n: v for n, v in call.arguments.items() if n != name}
            yield replace(call, arguments={**others, name: AT(value)})


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
        name = list(option.arguments)[-1]
        seen = _in_best_precision(option)
        if seen["inputs"][name]["class"] != "shape":
            seen["inputs"][name].pop("traced", None)
            record["inputs"][name] = seen["inputs"][name]
            record["random"] = record["random"] or seen["random"]
            record["inputs"][name]["example"] = seen["example"]
            record["options"].append(seen["call"])
    return record


def _in_best_precision(call: Call) -> Record:
    """Finite differences are sharper in float64; float32 where that is refused."""
    double = replace(call, dtype="float64")
    try:
        double.run(double.sources(double.arrays()))
    except Exception:
        return _measure(call)
    record = _measure(double)
    return _measure(call) if any(map(_is_doubtful, record["inputs"].values())) else record


def _is_doubtful(seen: Record) -> bool:
    """True if float64 may be the reason that it raises, or that only its shape seems to matter."""
    if seen["class"].startswith("leaves"):
        return False
    return "raises" in seen["class"] + seen.get("traced", "") or seen["class"] == "shape"


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
    record["example"] = repr(call)
    record["call"] = call
    record["options"] = []
    return record


def _find_call(function: Callable[..., Any]) -> tuple[Call | None, str]:
    """Return the first working call, preferably with a finite result that depends on an input."""
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
        slopes.changes(call, [slot.order for slot in slots], quickly=True)
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
    """Yield the call with one more input each: optional arguments that take a float tensor."""
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
    """Return the kind of a result; for tuples a list of (name, kind)."""
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
        kinds_of = [k if isinstance(k, str) else "tuple" for k in inner]
        return [list(pair) for pair in zip(names, kinds_of, strict=True)]
    if isinstance(result, (tf.TensorShape, str, bytes)):
        return "object"
    return kind_of(result)


def _input(call: Call, slots: list[Slot]) -> Record:
    """Class of one argument in eager mode and, where it differs, inside tf.function."""
    orders = [slot.order for slot in slots]
    eager, gradient = slopes.gradient(call, orders, traced=False)
    record: Record = {"tape": _number(gradient) if eager == "flow" else eager}
    result = call.run(call.sources(call.arrays()))
    slope, sure = slopes.slope(call, orders) if numbers_in(result) else (None, False)
    record["slope"] = None if slope is None or not sure else _number(slope)
    changes = slopes.changes(call, orders)
    kinds = {kind_of(part) for part in leaves(result)}
    if not kinds & {"float", "complex"}:
        record["class"] = _class_without_gradient(kinds, record["slope"], changes, result)
    else:
        record["class"] = _class(eager, gradient, slope, sure, changes, record)
        if record["class"] == "zero" and not slopes.zero_everywhere(call, orders):
            record["class"] = "flow"
    traced, _ = slopes.gradient(call, orders, traced=True)
    if traced != eager:
        record["traced"] = traced
    return record


def _class_without_gradient(
    kinds: set[str], slope: float | None, changes: bool, result: Any
) -> str:
    """Return the class of an input when no float tensor comes out."""
    if not changes:
        return "shape"
    if not kinds & {"ndarray", "number", "str"}:
        return "none"
    # whole numbers and flat places: a gradient that is lost there would have been zero
    steps = slope == 0.0 or (not numbers_in(result) and "str" not in kinds)
    return "leaves.zero" if steps else "leaves"


def _number(value: float) -> float | None:
    return float(f"{value:.4g}") if np.isfinite(value) else None


def _class(
    eager: str, gradient: float, slope: float | None, sure: bool, changes: bool, record: Record
) -> str:
    if eager.startswith("raises"):
        return eager
    # two step sizes that disagree have met a jump, and a jump has no slope
    flat = slope is None or not sure or abs(slope) < 1e-5
    if eager == "none":
        return ("none" if changes else "shape") if flat else "lost"
    if eager == "zero":
        return ("zero" if changes else "shape") if flat else "lost.zero"
    if (
        slope is not None
        and sure
        and abs(gradient - slope) > 0.02 * max(abs(slope), abs(gradient), 0.1)
    ):
        record["wrong"] = True
    return "flow"


def _tuple_results(call: Call, result: Any, record: Record) -> None:
    """Record for each element of a tuple whether the first input reaches it."""
    described = record["result"]
    if not isinstance(described, list):
        return
    if not call.inputs():  # whatever floats come out, no gradient leads on from them
        record["result"] = [[n, "none" if kind == "float" else kind] for n, kind in described]
        return
    orders = [slot.order for slots in call.inputs().values() for slot in slots]
    for position, element in enumerate(described):
        if element[1] not in ("float", "complex"):
            continue
        one = replace(call, function=_element_of(call.function, position), converted=None)
        eager, gradient = slopes.gradient(one, orders, traced=False)
        slope, sure = slopes.slope(one, orders)
        changes = slopes.changes(one, orders)
        name = _class(eager, gradient, slope, sure, changes, {})
        if name == "zero" and not slopes.zero_everywhere(one, orders):
            name = "flow"
        if name != "flow":
            element[1] = name if name != "shape" else "none"
        elif element[1] == "float":
            element[1] = "flow"


def _element_of(function: Callable[..., Any], position: int) -> Callable[..., Any]:
    return lambda *positional, **keywords: function(*positional, **keywords)[position]


def _is_random(call: Call) -> bool:
    """True if another seed gives another result."""
    if call.arguments.get("seed") == 5:  # see _deterministic
        other = replace(call, arguments={**call.arguments, "seed": 6})
        return slopes.snapshot(call, call.arrays()) != slopes.snapshot(other, call.arrays())
    seen = [slopes.snapshot(replace(call, seed=seed), call.arrays()) for seed in (1, 2, 3)]
    return any(snapshot != seen[0] for snapshot in seen)


def _plain_inputs(call: Call) -> list[str]:
    """Integer, boolean and string tensors among the arguments: values, though without gradient."""
    import tensorflow as tf

    return [
        name
        for name, value in call.arguments.items()
        if isinstance(value, tf.Tensor) and kind_of(value) not in ("float", "complex")
    ]
