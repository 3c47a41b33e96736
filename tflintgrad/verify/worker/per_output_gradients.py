"""Which part of a gradient each output has: the tape is asked for one after the other."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tflintgrad import limits
from tflintgrad.verify.protocol import QuerySeen
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.query_calls import Call


def make_tapes_persistent(tape: Any) -> None:
    """Outputs can only be asked one by one when the tape remembers; the judge asks for this."""
    original = tape.__init__

    @functools.wraps(original)
    def made(this: Any, persistent: bool = False, *args: Any, **kwargs: Any) -> None:
        original(this, True, *args, **kwargs)

    tape.__init__ = made


def ask_separately(tf: Any, seen: QuerySeen, call: Call, targets: list[Any]) -> None:
    """The gradient of every output by itself (or of every target, where there are several)."""
    parts: list[list[Any]] = []
    for target in targets:
        ones = [tf.ones_like(target)]
        if len(targets) == 1:
            size = int(tf.size(target))
            rows = tf.eye(min(size, limits.MAX_OUTPUTS), size, dtype=target.dtype)
            ones = [tf.reshape(row, target.shape) for row in rows]
        for upstream in ones:
            given = call.tape.gradient(target, call.sources, output_gradients=upstream)
            leaves = [arrays.dense(leaf) for leaf in tf.nest.flatten(given)]
            parts.append([None if leaf is None else arrays.wide(leaf) for leaf in leaves])
    for alone in zip(*parts, strict=True):
        given = [part for part in alone if part is not None]
        if len(targets) > 1:
            _compare_targets(seen, given)
        else:
            _compare_outputs(seen, given)


def ask_doubled(tf: Any, seen: QuerySeen, call: Call, targets: list[Any]) -> None:
    """Twice the target has twice the gradient, unless somebody ignores what comes from upstream."""
    for target in targets:
        once, twice = (
            [
                arrays.dense(leaf)
                for leaf in tf.nest.flatten(
                    call.tape.gradient(
                        target, call.sources, output_gradients=tf.fill(target.shape, factor)
                    )
                )
            ]
            for factor in (tf.cast(1, target.dtype), tf.cast(2, target.dtype))
        )
        for one, two in zip(once, twice, strict=True):
            if one is None or two is None or np.allclose(2 * one, two, rtol=1e-3, equal_nan=True):
                continue
            entry = int(np.argmax(np.abs(2 * one - two)))
            seen.doubled = float(arrays.wide(two).reshape(-1)[entry])
            seen.twice = 2 * float(arrays.wide(one).reshape(-1)[entry])


def _compare_outputs(seen: QuerySeen, parts: list[Any]) -> None:
    """Did two outputs end up in one number, or has one of them none of its own?"""
    if len(parts) < 2 or seen.merged:
        return
    stacked = np.stack([np.abs(part) for part in parts]).reshape(len(parts), -1)
    shared = np.count_nonzero(stacked > 0, axis=0)
    everyone = bool(np.all(np.any(stacked > 0, axis=1)))
    if shared.max(initial=0) > 1 or not everyone:
        _show_parts(seen, parts, int(np.argmax(shared)))


def _compare_targets(seen: QuerySeen, parts: list[Any]) -> None:
    """One gradient came out for several targets: the first entry is not the first target's."""
    if parts and not seen.merged:
        others = np.abs(sum(parts[1:])).reshape(-1) if len(parts) > 1 else np.zeros(1)
        _show_parts(seen, parts, int(np.argmax(others)))


def _show_parts(seen: QuerySeen, parts: list[Any], entry: int) -> None:
    seen.merged = True
    seen.first_part = float(np.real(parts[0].reshape(-1)[entry]))
    seen.whole = float(np.real(sum(part.reshape(-1)[entry] for part in parts)))
