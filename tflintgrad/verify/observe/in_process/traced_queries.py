"""Numbers of a query inside a traced function: ops that join the graph and cost next to nothing.

A counter in the graph decides which calls are sampled; only then are the gradients looked at, on
their device, and one number per source handed to Python. No op here draws random numbers, and
graphs count the seeds of those that do separately, so nobody else's numbers change.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

NEVER = 2**62
_numbers = itertools.count()
_EXPORTS = ("tensorflow.python.saved_model", "tensorflow.lite")
_VECTORIZES = "tensorflow.python.ops.parallel_for"


def is_export(frame: FrameType | None) -> bool:
    """Whether this trace is made to be saved, and not to be run."""
    return _is_under(_EXPORTS, frame)


def why_not(tf: Any, frame: FrameType | None) -> str:
    """Why nothing may be added to the graph that is being traced; empty if it may."""
    graph = tf.compat.v1.get_default_graph()
    if not hasattr(graph, "outer_graph"):
        return "a graph of TensorFlow 1"
    util: Any = sys.modules["tensorflow.python.ops.control_flow_util"]
    if util.GraphOrParentsInXlaContext(graph):
        return "XLA"
    if tf.distribute.has_strategy() and tf.distribute.get_strategy().num_replicas_in_sync > 1:
        return "a distribution strategy"
    return "vectorized code" if _is_under((_VECTORIZES,), frame) else ""


def _is_under(modules: tuple[str, ...], frame: FrameType | None) -> bool:
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith(modules):
            return True
        frame = frame.f_back
    return False


def add_to_graph(tf: Any, gradients: list[list[Any]], seen: Callable[[int, Any], int]) -> str:
    """Lets `seen` be called with the sums of absolute values of each source, and say when next.

    Its first argument is what the counter has come down to. Returns the counter's name.
    """
    name = f"tflintgrad_{os.getpid()}_{next(_numbers)}"
    with tf.init_scope():
        if not tf.executing_eagerly():
            raise RuntimeError("there is nowhere to keep a counter")
        with tf.device("/CPU:0"):
            _set(tf, _handle(tf, name), tf.constant(1, tf.int64))
    recording: Any = sys.modules["tensorflow.python.eager.record"]
    with tf.name_scope("tflintgrad"), recording.stop_recording():
        with tf.device("/CPU:0"):
            handle = _handle(tf, name)
            left = _count_down(tf, handle)
            due = tf.less_equal(left, 0)

        def sample() -> Any:
            sums = [_sum(tf, parts) for parts in gradients]
            with tf.device("/CPU:0"):
                told = [left, tf.stack(sums) if sums else []]
                # Counting down to what Python says is less to do in each call than to count up.
                _set(tf, handle, tf.numpy_function(_guarded(seen), told, tf.int64, stateful=True))
                return tf.constant(0)

        tf.cond(due, sample, lambda: tf.constant(0))
    return name


def _handle(tf: Any, name: str) -> Any:
    # Not a tf.Variable: creating one may be forbidden, or caught by a strategy's scope.
    return tf.raw_ops.VarHandleOp(dtype=tf.int64, shape=[], shared_name=name, name=name)


def _set(tf: Any, handle: Any, value: Any) -> None:
    tf.raw_ops.AssignVariableOp(resource=handle, value=value, validate_shape=False)


def _count_down(tf: Any, handle: Any) -> Any:
    # By name, not captured: a captured resource would keep the function from being exported. The
    # exported copy finds no counter where it is loaded, and then does nothing.
    def counted() -> Any:
        tf.raw_ops.AssignSubVariableOp(resource=handle, value=tf.constant(1, tf.int64))
        return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64)

    there = tf.raw_ops.VarIsInitializedOp(resource=handle)
    return tf.cond(there, counted, lambda: tf.constant(1, tf.int64))


def _sum(tf: Any, parts: list[Any]) -> Any:
    """NaN or infinite if something in it is, zero if everything is."""
    # In float64, so that large numbers do not add up to infinity.
    sums = [tf.reduce_sum(tf.cast(tf.abs(part), tf.float64)) for part in parts]
    return tf.add_n(sums)


def _guarded(seen: Callable[[int, Any], int]) -> Callable[[Any, Any], Any]:
    import numpy as np

    def tell(left: Any, sums: Any) -> Any:
        gap = NEVER
        with contextlib.suppress(Exception):  # the program must not notice
            gap = seen(int(left), sums)
        return np.int64(gap)

    return tell


def read_counter(tf: Any, name: str) -> int | None:
    with tf.device("/CPU:0"):
        handle = _handle(tf, name)
        if not bool(tf.raw_ops.VarIsInitializedOp(resource=handle)):
            return None
        return int(tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64))
