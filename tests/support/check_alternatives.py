"""Run the replacements of alternatives.txt and print their errors.

`python -m tests.support.check_alternatives` needs TensorFlow; test_alternatives.py runs it in a
process of its own.
"""

from __future__ import annotations

import ast
import json
import math
import re
import sys
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tflintgrad.knowledge import alternatives
from tflintgrad.knowledge.alternatives import Entry, alternatives_to
from tflintgrad.knowledge.op_entry import Op
from tflintgrad.knowledge.op_table import lookup, rules_file

LINES = rules_file("alternatives.txt").read_text(encoding="utf-8").splitlines()
ENTRIES = [entry for line in LINES if (entry := alternatives.read_entry(line)) is not None]
POINTERS = dict(found for line in LINES if (found := alternatives.read_pointer(line)) is not None)
INPUTS = dict(line.removeprefix("let ").split(" = ", 1) for line in LINES if line[:4] == "let ")


def op_of(name: str) -> Op:
    found = lookup(name)
    assert found is not None, f"{name} is not in the op table"
    return found


def title(entry: Entry) -> str:
    return f"{entry.alternative.call} {entry.mark} {entry.alternative.expression}"


Arrays = dict[str, Any]
SEED = 11
STEP = 3e-3  # of central differences: float32 leaves some four digits of the slope
NEAR = 0.3  # how far a smooth approximation may be off, as a part of the range of the values
LEAF_TYPES = "fc"
# Their order, and the signs of eigenvectors, are undefined.
FREE = ("np.linalg.eig", "np.linalg.eigh", "np.linalg.eigvals")
# Methods that tensors have in graphs or with the behaviour of NumPy only.
ELSEWHERE = ("Tensor.item", "Tensor.tolist", "Tensor.eval")


def judge(every: int) -> Iterator[str]:
    """Yield the errors of the lines, or of a sample of them, on the installed TensorFlow."""
    for entry in ENTRIES[::every]:
        problem = _verdict(entry)
        if problem:
            yield f"{title(entry)}: {problem}"
    yield from _wrong_counterparts()


def _verdict(entry: Entry) -> str:
    """Return the error of a line; "" without one, or if this TensorFlow lacks the function."""
    call, expression = entry.alternative.call, entry.alternative.expression
    if not _installed(f"{call} {expression}"):
        return ""
    arrays = _arrays(f"{call}, {expression}")
    try:
        values, slopes = _gradients(expression, arrays)
    except Exception as error:
        return f"the alternative raises {error!r}"
    if not any(slope.any() for slope in slopes.values()):
        return "no gradient passes"
    if any(not _finite(slope) for slope in slopes.values()):
        return "the gradient is not finite"
    raises = op_of(entry.name).facts.get("at") == "call" or entry.name in ELSEWHERE
    try:
        result, _ = _evaluate(call, arrays)
    except Exception as error:
        return "" if raises or _needs_gpu(error) else f"the call raises {error!r}"
    if raises:
        return "the call does not raise"
    if not _lossy(entry, arrays):
        return "the call loses nothing"
    if entry.mark == "<>":
        return ""
    problem = _compare(_leaves(result), values, entry.mark)
    return problem or (_check_slope(call, arrays, slopes) if entry.mark == "=" else "")


def _needs_gpu(error: Exception) -> bool:
    import tensorflow as tf

    return isinstance(error, tf.errors.NotFoundError) and "GPU" in error.message


def _compare(theirs: list[Any], ours: list[Any], mark: str) -> str:
    import numpy as np

    if [value.shape for value in theirs] != [value.shape for value in ours]:
        return f"shapes {[v.shape for v in theirs]} and {[v.shape for v in ours]}"
    for their, our in zip(theirs, ours, strict=True):
        their, our = np.asarray(their, "complex128"), np.asarray(our, "complex128")
        if mark == "~":
            span = max(float(np.max(np.abs(their))), 1.0)
            if float(np.mean(np.abs(their - our))) > NEAR * span:
                return f"not near: {their.real.tolist()} and {our.real.tolist()}"
        elif not np.allclose(their, our, rtol=1e-4, atol=2e-4):
            return f"values differ: {their.tolist()} and {our.tolist()}"
    return ""


def _check_slope(call: str, arrays: Arrays, slopes: Mapping[str, Any]) -> str:
    """Directional derivatives of the call against the gradient of the alternative."""
    import numpy as np

    for seed in range(3):
        random = np.random.RandomState(seed)
        ways = {name: random.uniform(-1, 1, slope.shape) for name, slope in slopes.items()}
        sides = []
        for sign in (1.0, -1.0):
            moved = {**arrays, **{n: arrays[n] + sign * STEP * way for n, way in ways.items()}}
            leaves = _leaves(_evaluate(call, moved)[0])
            sides.append(sum(_weighted(leaf, place) for place, leaf in enumerate(leaves)))
        true = (sides[0] - sides[1]) / (2 * STEP)
        ours = sum(float(np.sum(slopes[name] * ways[name])) for name in slopes)
        size = sum(float(np.sum(np.abs(slopes[name] * ways[name]))) for name in slopes)
        if not math.isclose(true, ours, rel_tol=2e-2, abs_tol=1e-2 * size + 1e-3):
            return f"the slope is {true}, the gradient {ours}"
    return ""


def _weighted(leaf: Any, place: int) -> float:
    """Return a number that depends on every entry, as the target of all gradients here."""
    import numpy as np

    weights = _weights(leaf.shape, place)
    return float(np.sum(weights * leaf.real) + 0.7 * np.sum(weights * leaf.imag))


def _weights(shape: tuple[int, ...], place: int) -> Any:
    import numpy as np

    return np.random.RandomState(100 + place).uniform(0.5, 1.5, shape)


def _gradients(code: str, arrays: Arrays) -> tuple[list[Any], dict[str, Any]]:
    """Return the values of an expression, and the gradient for each of its inputs."""
    import numpy as np
    import tensorflow as tf

    with tf.GradientTape() as tape:
        result, sources = _evaluate(code, arrays, tape)
        target = tf.zeros([], tf.float64)
        for place, leaf in enumerate(_tensors(result)):
            if not (leaf.dtype.is_floating or leaf.dtype.is_complex):
                continue
            weights = _weights(tuple(leaf.shape), place)
            target += tf.reduce_sum(weights * tf.cast(tf.math.real(leaf), tf.float64))
            if leaf.dtype.is_complex:
                target += 0.7 * tf.reduce_sum(weights * tf.cast(tf.math.imag(leaf), tf.float64))
    slopes = tape.gradient(target, sources)
    found = {name: s for name, s in slopes.items() if s is not None}
    zeros = {name: np.zeros_like(arrays[name]) for name in slopes if name not in found}
    dense = {name: tf.convert_to_tensor(slope).numpy() for name, slope in found.items()}
    return _leaves(result), {**zeros, **dense}


def _lossy(entry: Entry, arrays: Arrays) -> bool:
    """True if the call itself loses the gradient of an input in eager mode."""
    if any("mode" in clause.conditions for clause in op_of(entry.name).clauses):
        return True  # perhaps only inside tf.function, which the op table is tested for
    try:
        _, slopes = _gradients(entry.alternative.call, arrays)
    except Exception:
        return True
    return not all(slope.any() for slope in slopes.values()) or not slopes


def _evaluate(code: str, arrays: Arrays, tape: Any = None) -> tuple[Any, dict[str, Any]]:
    """Return the value of an expression for these inputs, from a fixed random state."""
    import numpy as np
    import tensorflow as tf

    tf.random.set_seed(SEED)
    np.random.seed(SEED)
    kinds = _slots()
    sources = {
        name: tf.Variable(array, dtype=tf.float32)
        if kinds[name].kind == "variable"
        else tf.constant(array, tf.float32)
        for name, array in arrays.items()
    }
    if tape is not None:
        for source in sources.values():
            tape.watch(source)
    scope = {**_words(), **sources}
    for name in _inputs_of(code):
        if name not in scope:
            scope[name] = eval(INPUTS[name], scope)
    return eval(code, scope), sources


def _inputs_of(code: str) -> list[str]:
    """Return the inputs that an expression names, and those they depend on, in order."""
    wanted = mentioned(code)
    for name in reversed(INPUTS):
        if name in wanted:
            wanted |= mentioned(INPUTS[name])
    return [name for name in INPUTS if name in wanted]


def mentioned(code: str) -> set[str]:
    return set(re.findall(r"(?<![.\w])\w+", code)) & set(INPUTS)


def _arrays(code: str) -> Arrays:
    slots = _slots()
    # Seeded by name, so that a new input leaves the numbers of the others alone.
    seeds = {name: zlib.crc32(name.encode()) for name in slots}
    return {name: slots[name].make(seeds[name]) for name in _inputs_of(code) if name in slots}


@cache
def _slots() -> dict[str, Any]:
    """Return the inputs that are drawn, not computed."""
    from tools.measure_ops import values

    drawn = {}
    for name, code in INPUTS.items():
        node = ast.parse(code, mode="eval").body
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            value = eval(code, _words()) if node.func.id.isupper() else None
            if isinstance(value, values.Slot):
                drawn[name] = value
    return drawn


@cache
def _words() -> dict[str, Any]:
    from tools.measure_ops import values

    return {**values.namespace(), "math": math}


def _installed(code: str) -> bool:
    """True if this TensorFlow has all the functions; an old version may lack some."""
    for name in re.findall(r"\b(?:tf|keras)\.[\w.]+", code):
        value: Any = _words()
        value = value[name.partition(".")[0]]
        for part in name.split(".")[1:]:
            if not hasattr(value, part):
                return False
            value = getattr(value, part)
    return True


def _tensors(result: Any) -> list[Any]:
    """Return the tensors of a result; NumPy arrays and Python numbers become constants."""
    import tensorflow as tf

    flat = tf.nest.flatten(result)
    plain = [leaf.flat_values if isinstance(leaf, tf.RaggedTensor) else leaf for leaf in flat]
    return [tf.convert_to_tensor(leaf) for leaf in plain]


def _leaves(result: Any) -> list[Any]:
    return [tensor.numpy() for tensor in _tensors(result)]


def _finite(array: Any) -> bool:
    import numpy as np

    return bool(np.isfinite(array).all())


def _wrong_counterparts() -> Iterator[str]:
    """Yield the functions whose counterpart returns another value for a sample."""
    for name, function in _functions():
        for answer in alternatives_to(name) if name not in FREE else ():
            if answer.words != alternatives.SAME_FUNCTION or not _installed(answer.expression):
                continue
            counterpart = eval(answer.expression, _words())
            problems = [_difference(function, counterpart, sample) for sample in _samples(name)]
            different = [problem for problem in problems if problem]
            if different:
                yield f"{name} and {answer.expression}: {different[0]}"
            elif all(problem is None for problem in problems) and name in POINTERS:
                yield f"{name} and {answer.expression}: no sample fits both"


def _functions() -> Iterator[tuple[str, Any]]:
    import statistics

    import numpy as np

    modules = {"np": np, "np.linalg": np.linalg, "np.fft": np.fft, "math": math}
    for prefix, module in {**modules, "statistics": statistics}.items():
        for name in sorted(vars(module)):
            function = getattr(module, name)
            if not name.startswith("_") and callable(function) and not isinstance(function, type):
                yield f"{prefix}.{name}", function


@cache
def _samples(name: str) -> tuple[tuple[Any, ...], ...]:
    """Return arguments to try: only arrays, which are unambiguous, unless named here."""
    import numpy as np

    random = np.random.RandomState(5)
    row, other = random.uniform(0.2, 0.8, (2, 4)).astype("float32")
    x, y = random.uniform(-1.5, 1.5, (2, 2, 3)).astype("float32")
    square = (random.uniform(-0.2, 0.2, (3, 3)) + 2 * np.eye(3)).astype("float32")
    one, two = np.float32(0.3), np.float32(0.6)
    wave = square.astype("complex64") * (1 + 2j)
    special: dict[str, tuple[Any, ...]] = {
        "math.log": (one,),  # the second argument of tf.math.log is a name
        "np.concatenate": ([x, y], 0),
        "np.clip": (x, -0.5, 0.5),
        "np.where": (x > y, x, y),
        "np.einsum": ("ij->ji", x),
        "np.diagflat": (row,),  # of a number, old versions of NumPy make no matrix
        "np.split": (x, [1, 2], 1),
        "np.fft.fft2": (wave,),
        "np.fft.ifft2": (wave,),
        "np.fft.rfft2": (x,),
        "np.fft.irfft2": (wave,),
    }
    if name in special:
        return (special[name],)
    if not name.startswith("np."):  # functions of numbers, or of lists of numbers
        return (one,), (row,), (one, two)
    pairs = [(row, other), (x, y), (one, two), (x, y.T), (square, x.T)]
    return (one,), (row,), (x,), (square + square.T,), (wave[0],), *pairs


def _difference(function: Any, counterpart: Any, sample: tuple[Any, ...]) -> str | None:
    """Return the difference; "" if they agree, None if one does not accept the sample."""
    import warnings

    import numpy as np

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs, ours = _leaves(function(*sample)), _leaves(counterpart(*sample))
    except Exception:
        return None
    usable = all(leaf.dtype.kind in LEAF_TYPES and _finite(leaf) for leaf in (*theirs, *ours))
    if not usable:
        return None
    problem = _compare(theirs, ours, "=")
    return f"{problem} for {[np.shape(part) for part in sample]}" if problem else ""


if __name__ == "__main__":
    print(json.dumps(list(judge(int(sys.argv[1]) if sys.argv[1:] else 1))))
