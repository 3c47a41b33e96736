"""Find a call that works: arguments made up from a function's signature."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tools.measure_ops import values
from tools.measure_ops.members import Member
from tools.measure_ops.values import PROB, SPD, B, C, F, I, N, P, S, Slot

# Arguments that only steer: never given a tensor. Values are tried in order; "omit" leaves it out.
STEERING: dict[str, list[Any]] = {
    "axis": [0, [0]],
    "axes": [1, [0]],
    "dim": [0],
    "dims": [0],
    "dtype": ["float32"],
    "out_type": ["int32", "float32"],
    "Tout": ["float32"],
    "shape": [[2, 3], [6], [3], [1, 3], [3, 3]],
    "newshape": [[-1]],
    "new_shape": [[-1]],
    "output_shape": [[4, 4], [3], [1, 8, 8, 3]],
    "num_segments": [3],
    "depth": [4],
    "num_classes": [4],
    "k": [1],
    "n": [2],
    "N": [3],
    "num": [3],
    "num_samples": [4],
    "num_or_size_splits": [3],
    "num_split": [3],
    "num_partitions": [2],
    "indices_or_sections": [3, 1],
    "paddings": [[[1, 1]], [[1, 1], [1, 1]], [[0, 0], [1, 1], [1, 1], [0, 0]]],
    "pad_width": [1],
    "multiples": [[2], [2, 1]],
    "reps": [2],
    "repeats": [2],
    "key": [0, [1, 2]],
    "perm": [[0], [1, 0]],
    "shift": [1],
    "seed": [[1, 2], 1],
    "alg": ["philox"],
    "ksize": [2, [1, 2, 2, 1]],
    "ksizes": [[1, 2, 2, 1]],
    "pool_size": [2],
    "strides": [1, 2, [1, 1, 1, 1]],
    "stride": [1],
    "rates": [[1, 1, 1, 1]],
    "dilations": [[1, 1, 1, 1]],
    "padding": ["VALID", "valid", "SAME"],
    "data_format": ["NHWC"],
    "block_size": [2],
    "block_shape": [[2, 2]],
    "block_length": [2],
    "crops": [[[0, 0], [0, 0]]],
    "size": [[4, 4], [1], 2],
    "target_height": [4],
    "target_width": [4],
    "offset_height": [1],
    "offset_width": [1],
    "height": [4],
    "width": [4],
    "begin": [[0], [0, 0]],
    "end": [[1], [1, 1]],
    "start_indices": [[0]],
    "frame_length": [4],
    "frame_step": [2],
    "sequence_length": [4],
    "sequence_stride": [2],
    "fft_length": [4],
    "window_length": [5],
    "equation": ["i,i->"],
    "pattern": ["a b -> b a", "a"],
    "rewrite": ["b"],
    "diagonal": [0],
    "num_lower": [1],
    "num_upper": [0],
    "tag": ["t"],
    "message": ["m"],
    "error_msg": ["m"],
    "format": ["x {}"],
    "template": ["{}"],
    "separator": [" "],
    "ngram_width": [2],
    "num_buckets": [5],
    "input_encoding": ["UTF-8"],
    "output_encoding": ["UTF-8"],
    "pos": [0],
    "len": [1],
    "source": [0],
    "destination": [0],
    "axis1": [0],
    "axis2": [1],
    "delta": [0.1],
    "max_delta": [0.1],
    "lower": [0.5],
    "upper": [1.5],
    "q": [0.3, 30.0],
    "fraction": [0.5],
    "central_fraction": [0.5],
    "rate": [0.4],
    "p": [0.5, 2],
    "decimals": [1],
    "batch_dims": [0],
    "num_bits": [8],
    "narrow_range": [False],
    "channels": [3],
    "groups": [1],
    "type": ["float32"],
    "ord": [2],
    "max_outputs": [1],
    "max_output_size": [1],
    "jpeg_quality": [60],
    "min_jpeg_quality": [50],
    "max_jpeg_quality": [60],
    "target_shape": [[2, 3]],
    "start": [0],
    "stop": [3],
    "kernel_size": [2],
    "stddev_size": [2],
    "lengths": [[1, 2]],
}

# Integer or boolean arguments that choose among values: no gradient passes them.
CHOOSING: dict[str, list[Any]] = {
    "indices": [[0, 1, 2], [0, 1], [[0], [1], [2]], [[0]]],
    "indices_": [[0, 1]],
    "ids": [[0, 1]],
    "segment_ids": [[0, 0, 1], [0, 1]],
    "mask": [[True, False, True]],
    "condition": [[True, False, True]],
    "cond": [[True, False, True]],
    "pred": [True],
    "partitions": [[0, 1, 0]],
    "box_indices": [[0]],
    "seq_lengths": [[1, 1]],
    "labels": [],
    "data_": [],
    "class_ids": [[0]],
    "num_true": [1],
    "weights_": [],
}

NEVER = {"name", "self", "back_prop", "parallel_iterations", "swap_memory", "validate_indices"}
NEVER |= {"validate_args", "keepdims", "keep_dims", "exclusive", "training", "summarize"}
NEVER |= {"stable", "sorted", "unique_indices", "infer_shape", "critical_section_def", "out"}


def _profiles() -> Iterator[Callable[[], Any]]:
    """Yield values for all free arguments, in the order to try; later ones suit fewer functions."""
    yield lambda: F(3)
    yield lambda: F(2, 3)
    yield lambda: SPD(3, 3)
    yield lambda: F()
    yield lambda: F(1, 8, 8, 3)
    yield lambda: P(3)
    yield lambda: N(2, 3, 4)
    yield lambda: PROB(2, 3)
    yield lambda: F(1, 8, 3)
    yield lambda: F(1, 4, 4, 4, 3)
    yield lambda: F(8, 8, 3)
    yield lambda: F(8)
    yield lambda: C(4)
    yield lambda: C(4, 4)
    yield lambda: C(2, 4, 4)
    yield lambda: [F(2, 3), F(2, 3)]
    yield lambda: I(3)
    yield lambda: I(2, 3)
    yield lambda: I()
    yield lambda: B(3)
    yield lambda: S(3)
    yield lambda: S()


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        # written in C without a signature: math.log and its kind take a number first
        return [inspect.Parameter("x", inspect.Parameter.POSITIONAL_ONLY)]


def candidates(function: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    """Argument dictionaries worth trying, most ordinary first. Positional ones come under "*"."""
    is_member = isinstance(function, Member)
    required = [
        p
        for p in parameters(function)
        if p.default is p.empty
        and p.kind is not p.VAR_KEYWORD
        and p.name != "name"
        and not (is_member and p.name in ("self", "args"))
    ]
    steering = [p for p in required if p.name in STEERING or p.name in CHOOSING]
    free = [p for p in required if p not in steering]
    options = [(STEERING.get(p.name) or CHOOSING[p.name]) for p in steering]
    combinations = list(itertools.islice(itertools.product(*options), 12))
    for profile in _profiles():
        for chosen in combinations:
            values.restart()
            arguments: dict[str, Any] = {}
            if isinstance(function, Member):
                arguments["self"] = function.holder.numbers()
            for p in required:
                value = chosen[steering.index(p)] if p in steering else profile()
                if p.kind is p.VAR_POSITIONAL:
                    arguments["*"] = (profile(), profile())
                else:
                    arguments[p.name] = value
            yield arguments
        if not free:
            return


def takes_floats(function: Callable[..., Any]) -> bool:
    """True if the placeholder of a required argument is a plain float."""
    required = (p.name for p in parameters(function) if p.default is p.empty)
    return any(type(value) is float for name in required for value in STEERING.get(name, ()))


def optional_inputs(function: Callable[..., Any]) -> list[str]:
    """Optional arguments that might take a float tensor."""
    found = []
    for p in parameters(function):
        if p.default is p.empty or p.name in STEERING or p.name in CHOOSING or p.name in NEVER:
            continue
        if isinstance(p.default, (bool, str)):
            continue
        if p.default is None or isinstance(p.default, (int, float)):
            found.append(p.name)
    return found


def slots_in(value: Any) -> list[Slot]:
    """Return the slots of one argument, nested containers included."""
    if isinstance(value, Slot):
        return [value]
    if isinstance(value, (list, tuple)):
        return [slot for item in value for slot in slots_in(item)]
    if isinstance(value, dict):
        return [slot for item in value.values() for slot in slots_in(item)]
    return []
