"""Extra gradients at a query: of each output by itself, and of twice the target."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tflintgrad import limits
from tflintgrad.verify.observer.query_methods import QueryCall
from tflintgrad.verify.protocol import ObservedQuery
from tflintgrad.verify.worker import arrays


def make_tapes_persistent(tape_class: Any) -> None:
    """Make every new tape persistent, so that it can compute several gradients."""
    original = tape_class.__init__

    @functools.wraps(original)
    def made(tape: Any, persistent: bool = False, *args: Any, **kwargs: Any) -> None:
        original(tape, True, *args, **kwargs)

    tape_class.__init__ = made


def record_each_output(tf: Any, seen: ObservedQuery, call: QueryCall, targets: list[Any]) -> None:
    """Record whether the gradient adds up several outputs (or targets, if there are several)."""
    parts: list[list[Any]] = []
    for target in targets:
        upstream = [tf.ones_like(target)]
        if len(targets) == 1:
            size = int(tf.size(target))
            rows = tf.eye(min(size, limits.MAX_OUTPUTS), size, dtype=target.dtype)
            upstream = [tf.reshape(row, target.shape) for row in rows]
        for weights in upstream:
            leaves = _gradients(tf, call, target, weights)
            parts.append([None if leaf is None else arrays.wide(leaf) for leaf in leaves])
    for by_output in zip(*parts, strict=True):
        known = [part for part in by_output if part is not None]
        if seen.method == "batch_jacobian":
            _compare_examples(seen, known, int(tf.size(targets[0])) // int(targets[0].shape[0]))
        elif len(targets) > 1:
            _compare_targets(seen, known)
        else:
            _compare_outputs(seen, known)


def record_doubled(tf: Any, seen: ObservedQuery, call: QueryCall, targets: list[Any]) -> None:
    """Record an entry of the gradient that does not double with the target.

    It doubles unless a custom gradient ignores the upstream gradient.
    """
    for target in targets:
        once, twice = (
            _gradients(tf, call, target, tf.fill(target.shape, factor))
            for factor in (tf.cast(1, target.dtype), tf.cast(2, target.dtype))
        )
        for one, two in zip(once, twice, strict=True):
            if one is None or two is None or np.allclose(2 * one, two, rtol=1e-3, equal_nan=True):
                continue
            entry = int(np.argmax(np.abs(2 * one - two)))
            seen.doubled = float(arrays.wide(two).reshape(-1)[entry])
            seen.twice = 2 * float(arrays.wide(one).reshape(-1)[entry])


def _gradients(tf: Any, call: QueryCall, target: Any, upstream: Any) -> list[Any | None]:
    result = call.tape.gradient(target, call.sources, output_gradients=upstream)
    return [arrays.dense(leaf) for leaf in tf.nest.flatten(result)]


def _compare_outputs(seen: ObservedQuery, parts: list[Any]) -> None:
    """Record if two outputs share an entry of the gradient, or one output has none of its own."""
    if len(parts) < 2 or seen.merged:
        return
    stacked = np.stack([np.abs(part) for part in parts]).reshape(len(parts), -1)
    shared = np.count_nonzero(stacked > 0, axis=0)
    all_have_some = bool(np.all(np.any(stacked > 0, axis=1)))
    if shared.max(initial=0) > 1 or not all_have_some:
        _record_parts(seen, parts, int(np.argmax(shared)))


def _compare_examples(seen: ObservedQuery, parts: list[Any], per_example: int) -> None:
    """Record if an output depends on the input of another example than its own."""
    for position, part in enumerate(parts):
        own = position // per_example
        others = np.abs(np.delete(part, own, axis=0))
        if others.max(initial=0.0) > 1e-6 * np.abs(part).max(initial=0.0) and not seen.merged:
            seen.merged = True
            entry = np.unravel_index(int(np.argmax(np.abs(part[own]))), part[own].shape)
            seen.first_part = float(np.real(part[own][entry]))
            seen.whole = float(np.real(sum(p[(own, *entry)] for p in parts[position::per_example])))


def _compare_targets(seen: ObservedQuery, parts: list[Any]) -> None:
    """Record the entry of the gradient in which the other targets have the largest part."""
    if parts and not seen.merged:
        others = np.abs(sum(parts[1:])).reshape(-1) if len(parts) > 1 else np.zeros(1)
        _record_parts(seen, parts, int(np.argmax(others)))


def _record_parts(seen: ObservedQuery, parts: list[Any], entry: int) -> None:
    seen.merged = True
    seen.first_part = float(np.real(parts[0].reshape(-1)[entry]))
    seen.whole = float(np.real(sum(part.reshape(-1)[entry] for part in parts)))
