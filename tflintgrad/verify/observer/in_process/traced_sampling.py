"""Samples the gradients of a traced query with ops in the graph that cost next to nothing.

A counter in the graph decides which calls are sampled. In a sampled call, each gradient is reduced
to one number on its device, and Python gets that number. No op here draws random numbers, and
graphs count the seeds of those that do separately, so the program's random numbers do not change.

The worker does not sample: it hands every number to Python, however long that takes.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..stack import module_of
from ..tensors import in_xla

if TYPE_CHECKING:
    from collections.abc import Callable

NEVER = 2**62
_numbers = itertools.count()
_EXPORTS = ("tensorflow.python.saved_model", "tensorflow.lite")
_VECTORIZES = "tensorflow.python.ops.parallel_for"


def is_export(frame: FrameType | None) -> bool:
    """True if the function is traced in order to be saved, not run."""
    return _is_under(_EXPORTS, frame)


def why_not(tf: Any, frame: FrameType | None) -> str:
    """Return why no op may be added to the graph that is being traced; empty if ops may."""
    graph = tf.compat.v1.get_default_graph()
    if not hasattr(graph, "outer_graph"):
        return "a graph of TensorFlow 1"
    if in_xla(graph):
        return "XLA"
    if tf.distribute.has_strategy() and tf.distribute.get_strategy().num_replicas_in_sync > 1:
        return "a distribution strategy"
    return "vectorized code" if _is_under((_VECTORIZES,), frame) else ""


def _is_under(modules: tuple[str, ...], frame: FrameType | None) -> bool:
    while frame is not None:
        if module_of(frame).startswith(modules):
            return True
        frame = frame.f_back
    return False


def add_to_graph(tf: Any, gradients: list[list[Any]], sample: Callable[[int, Any], int]) -> str:
    """Add ops to the graph that call `sample` in sampled calls; return the counter's name.

    `sample` gets the counter's value and the sum of absolute values of each source's gradient, and
    returns after how many calls to sample again.
    """
    name = f"tflintgrad_{os.getpid()}_{next(_numbers)}"
    with tf.init_scope():
        if not tf.executing_eagerly():
            raise RuntimeError("without eager execution there is no place for a counter")
        with tf.device("/CPU:0"):
            _set(tf, _handle(tf, name), tf.constant(1, tf.int64))
    recording: Any = sys.modules["tensorflow.python.eager.record"]
    with tf.name_scope("tflintgrad"), recording.stop_recording():
        with tf.device("/CPU:0"):
            handle = _handle(tf, name)
            left = _count_down(tf, handle)
            due = tf.less_equal(left, 0)

        def call_python() -> Any:
            sums = [_sum(tf, parts) for parts in gradients]
            with tf.device("/CPU:0"):
                inputs = [left, tf.stack(sums) if sums else []]
                # Counting down from Python's number is less work per call than counting up to it.
                gap = tf.numpy_function(_guarded(sample), inputs, tf.int64, stateful=True)
                _set(tf, handle, gap)
                return tf.constant(0)

        tf.cond(due, call_python, lambda: tf.constant(0))
    return name


def _handle(tf: Any, name: str) -> Any:
    # Not a tf.Variable: tf.function may forbid to create one, and a strategy's scope changes it.
    return tf.raw_ops.VarHandleOp(dtype=tf.int64, shape=[], shared_name=name, name=name)


def _set(tf: Any, handle: Any, value: Any) -> None:
    tf.raw_ops.AssignVariableOp(resource=handle, value=value, validate_shape=False)


def _count_down(tf: Any, handle: Any) -> Any:
    # By name: a captured resource would prevent the function's export. Where the exported copy is
    # loaded, there is no counter of that name, and the copy does nothing.
    def counted() -> Any:
        tf.raw_ops.AssignSubVariableOp(resource=handle, value=tf.constant(1, tf.int64))
        return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64)

    exists = tf.raw_ops.VarIsInitializedOp(resource=handle)
    return tf.cond(exists, counted, lambda: tf.constant(1, tf.int64))


def _sum(tf: Any, parts: list[Any]) -> Any:
    """Return a sum that is not finite if any number is not, and zero if all numbers are."""
    # In float64, so that large finite numbers do not add up to infinity.
    sums = [tf.reduce_sum(tf.cast(tf.abs(part), tf.float64)) for part in parts]
    return tf.add_n(sums)


def _guarded(sample: Callable[[int, Any], int]) -> Callable[[Any, Any], Any]:
    """Return a version of `sample` that never raises into the program."""
    import numpy as np

    def guarded(left: Any, sums: Any) -> Any:
        gap = NEVER
        with contextlib.suppress(Exception):
            gap = sample(int(left), sums)
        return np.int64(gap)

    return guarded


def read_counter(tf: Any, name: str) -> int | None:
    """Return the value of a counter; None if it does not exist any more."""
    with tf.device("/CPU:0"):
        handle = _handle(tf, name)
        if not bool(tf.raw_ops.VarIsInitializedOp(resource=handle)):
            return None
        return int(tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64))
