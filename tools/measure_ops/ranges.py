"""The fact `range`: the bounds of a function's results, and which of them ordinary inputs attain.

`python -m tools.measure_ops.ranges` measures only this fact and writes it into rules/ops.txt.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.measure_ops.calls import Arrays, Call, kind_of, leaves

#: Inputs of ordinary size, then those that find the bounds: `log` passes 60 only at the last one.
ORDINARY = (0.3, 1.0, 3.0)
EXTREME = (1e-30, 10.0, 100.0, 1e4, 1e30)
DRAWS = 24
#: A result beyond this is unbounded: there is no function with a larger bound.
UNBOUNDED = 20.0
#: The shapes of results whose range is worth a fact: one number for one number, or for all.
SHAPES = ("elementwise", "same", "reduce", "scalar")
_SHAPES = re.compile(r"\bshape=(elementwise|same|reduce|scalar)\b")
_NICE = (-math.pi, -math.pi / 2, -1.0, 0.0, 1.0, math.pi / 2, math.pi, 6.0)


def range_of(call: Call, shape: str) -> str:
    """Return the range of a call's results, `[0,inf)`; "" if it has no bound.

    A square bracket stands at a bound that ordinary inputs attain.
    """
    if not call.inputs() or any(_is_complex(slot) for s in call.inputs().values() for slot in s):
        return ""
    if any(type(value) is float or callable(value) for value in call.arguments.values()):
        return ""  # bounds such as those of `clip`: other arguments, another range
    call = replace(call, dtype="float32")
    ordinary = _results(call, ORDINARY, sparse=False)
    extreme = _results(call, (*ORDINARY, *EXTREME), sparse=True)
    if ordinary is None or extreme is None:
        return ""
    seen = np.concatenate([ordinary, extreme])
    if seen.size == 0 or np.isnan(seen).mean() > 0.6 or np.isnan(ordinary).mean() > 0.6:
        return ""
    if len(call.inputs()) > 1 and np.isnan(seen).any():
        return ""  # a power: negative only for certain pairs, which the probes do not hold
    low, high = _bound(seen, -1), _bound(seen, 1)
    if shape == "same" and not {low, high} <= {*_NICE, math.inf, -math.inf}:
        return ""  # the bound of a normalized row depends on its length
    if math.isinf(low) and math.isinf(high):
        return ""
    if (math.isinf(high) and low > 0) or (math.isinf(low) and high < 0):
        return ""  # the inputs were not allowed to be any number
    opening = "[" if np.any(ordinary == low) else "("
    closing = "]" if math.isfinite(high) and np.any(ordinary == high) else ")"
    return f"{opening}{low:g},{high:g}{closing}"


def _is_complex(slot: Any) -> bool:
    return bool(np.iscomplexobj(slot.draw()))


def _results(call: Call, scales: tuple[float, ...], *, sparse: bool) -> NDArray[Any] | None:
    """Return every number that comes out for inputs of these sizes; None if a call fails."""
    found: list[NDArray[Any]] = []
    for arrays in _probes(call, scales, sparse):
        try:
            parts = [p for p in leaves(call.run(call.sources(arrays))) if kind_of(p) == "float"]
        except Exception:  # it does not take such numbers
            return None
        if len(parts) != 1:
            return None
        found.append(np.asarray(parts[0], np.float64).ravel())
    return np.concatenate(found)


def _probes(call: Call, scales: tuple[float, ...], sparse: bool) -> Iterator[Arrays]:
    """Yield random inputs of both signs, and of one sign; with `sparse`, also with zeros."""
    random = np.random.RandomState(7)
    shapes = call.arrays()
    for scale in scales:
        for draw in range(DRAWS):
            signs = ((-1, 1), (0, 1), (-1, 0))[draw % 3]
            kept = (1.0, 0.5, 0.15)[draw // 3 % 3] if sparse else 1.0
            yield {
                order: [
                    np.asarray(
                        scale
                        * random.uniform(*signs, part.shape)
                        * (random.uniform(0, 1, part.shape) <= kept),
                        part.dtype,
                    )
                    for part in parts
                ]
                for order, parts in shapes.items()
            }


def _bound(seen: NDArray[Any], side: int) -> float:
    """Return a bound that holds for all inputs, not only for the probes.

    A bound that is no round number counts if both halves of the probes find it; it is rounded
    outwards.
    """
    extremes = [float(side * np.nanmax(side * part)) for part in (seen, seen[::2], seen[1::2])]
    value = extremes[0]
    if not math.isfinite(value) or abs(value) > UNBOUNDED:
        return side * math.inf
    for nice in _NICE:
        if math.isclose(value, nice, rel_tol=1e-2, abs_tol=1e-6):
            return nice
    outwards = {math.ceil(side * number * 100) for number in extremes}
    unsure = np.isnan(seen).any() or len(outwards) > 1
    return side * math.inf if unsure else side * outwards.pop() / 100


# --- the stored table: only this fact -------------------------------------------------------


def main() -> int:
    """Measure the ranges of all functions and write them into rules/ops.txt."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    from tools.measure_ops import datafiles, pool, tasks

    plan = tasks.plan(with_python=False)
    works: dict[str, pool.Work] = {}
    for public in plan.publics:
        works[public.name] = partial(_measure, public.function, None)
    for recipe in plan.recipes:
        if not (recipe.expression or recipe.when or recipe.at or recipe.raises):
            works[plan.canonical(recipe.name)] = partial(_measure_recipe, recipe)
    path = Path(__file__).resolve().parent.parent.parent / "rules" / "ops.txt"
    shaped = {datafiles.name_of(line) for line in _lines(path) if _SHAPES.search(line)}
    wanted = [(name, work) for name, work in works.items() if name in shaped]
    records = pool.run(wanted, os.cpu_count() or 2, 120.0)
    ranges = {name: record["range"] for name, record in records.items() if "range" in record}
    patched = [
        _patched(line, ranges[name]) if (name := datafiles.name_of(line)) in ranges else line
        for line in _lines(path)
    ]
    path.write_text("\n".join(patched) + "\n", encoding="utf-8")
    return 0


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _measure(
    function: Callable[..., Any], arguments: dict[str, Any] | None, careful: bool = False
) -> dict[str, Any]:
    from tools.measure_ops import singular
    from tools.measure_ops.measure import _find_call

    call = Call(function, arguments) if arguments is not None else _find_call(function)[0]
    if call is None or careful:
        return {}
    return {"range": range_of(call, singular.facts(call, {"inputs": {}}).get("shape", ""))}


def _measure_recipe(recipe: Any, careful: bool = False) -> dict[str, Any]:
    from tools.measure_ops import datafiles, tasks, values

    values.restart()
    arguments = datafiles.evaluate(recipe, values.namespace())
    return _measure(tasks._find(recipe.name), arguments, careful)


def _patched(line: str, fact: str) -> str:
    """Return a line of the table with this range, or without one."""
    if line.startswith("#") or "(" not in line or " = " in line.partition("(")[0]:
        return line
    head, *segments = line.split(" | ")
    facts = [w for w in segments[0].split() if not w.startswith("range=")] if segments else []
    if segments and segments[0].startswith(("when ", "mode=traced:")):
        facts = []
    else:
        segments = segments[1:]
    returns = head.rpartition(")")[2]
    if fact and not returns:
        facts.append(f"range={fact}")
    parts = [head, *([" ".join(sorted(facts))] if facts else []), *segments]
    return " | ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
