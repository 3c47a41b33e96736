"""Records the numbers of gradients: at once if they are eager, otherwise when the graph runs."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tflintgrad.verify.observer.tensors import device_of
from tflintgrad.verify.protocol import Gradient, ObservedQuery, ObservedSource, Request
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.tensor_facts import shape_of


class GradientRecorder:
    """Fills in the gradients of observed queries; calls `executed` when a traced query has run."""

    def __init__(self, request: Request, executed: Callable[[ObservedQuery], None]) -> None:
        self._request = request
        self._executed = executed
        self._compiled: list[Callable[[], None]] = []
        self._tf: Any = importlib.import_module("tensorflow")

    def record(self, seen: ObservedQuery, position: int, leaf: Any) -> None:
        """Record the gradient of the source at `position`: None, an array, or a symbolic tensor."""
        gradient = seen.gradients[position]
        if leaf is None:
            gradient.kind = "none"
            return
        array = arrays.dense(leaf)
        if array is not None:
            seen.device = device_of(leaf) or seen.device
            self._fill(seen, position, array)
            return
        values = leaf.values if hasattr(leaf, "indices") else leaf
        if not hasattr(values, "graph"):
            return
        gradient.kind = "symbolic"
        gradient.shape = shape_of(values)
        if not self._request.numbers_when_traced:
            return
        if seen.jit:
            self._record_under_xla(seen, position, values)
        else:
            self._record_when_run(seen, position, values)

    def read_compiled(self) -> None:
        """Read the numbers that functions compiled by XLA have stored."""
        for read in self._compiled:
            read()

    def _record_when_run(self, seen: ObservedQuery, position: int, tensor: Any) -> None:
        def record(array: Any) -> None:
            self._fill(seen, position, array)
            self._executed(seen)

        self._tf.numpy_function(record, [tensor], [])

    def _record_under_xla(self, seen: ObservedQuery, position: int, tensor: Any) -> None:
        """Store the gradient in a variable: XLA compiles no Python, but it does assign."""
        if not tensor.shape.is_fully_defined():
            return
        # Not tf.Variable: a traced function notices its creation and traces itself once more.
        module: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
        with self._tf.init_scope():
            zeros = self._tf.zeros(tensor.shape, tensor.dtype)
            variable = module.ResourceVariable(zeros, trainable=False)
        variable.assign(tensor)
        self._compiled.append(lambda: self._fill(seen, position, np.asarray(variable.numpy())))

    def _fill(self, seen: ObservedQuery, position: int, array: Any) -> None:
        """Record a gradient's numbers; of later executions, whether they are finite or zero."""
        if array.dtype.kind not in "fcV":
            return
        numbers = arrays.wide(array)
        latest = self._described(numbers)
        seen.result_size = max(seen.result_size, array.size)
        gradient = seen.gradients[position]
        if gradient.kind == "numbers":
            gradient.finite = gradient.finite and latest.finite
            gradient.zero = gradient.zero and latest.zero
            gradient.latest = latest
            return
        for part in ("kind", "finite", "zero", "shape", "values", "imaginary"):
            setattr(gradient, part, getattr(latest, part))
        source = seen.sources[position] if position < len(seen.sources) else ObservedSource()
        shape = tuple(source.shape)
        for seed in self._request.seeds:
            slope = _weighted_slope(seen.method, numbers, shape, seed)
            if slope.shape == shape:
                along = arrays.direction(seed, position, shape) * source.scale
                gradient.along[str(seed)] = arrays.product(slope, along)

    def _described(self, numbers: Any) -> Gradient:
        values, imaginary = arrays.first_numbers(numbers, self._request.max_values)
        return Gradient(
            kind="numbers",
            finite=bool(np.all(np.isfinite(numbers))),
            zero=not np.any(numbers),
            shape=list(numbers.shape),
            values=values,
            imaginary=imaginary,
        )


def _weighted_slope(method: str, numbers: Any, shape: tuple[int, ...], seed: int) -> Any:
    """Return the gradient of the weighted sum of all outputs, from a gradient or a Jacobian."""
    if method == "jacobian":
        outputs = numbers.shape[: numbers.ndim - len(shape)]
        return arrays.weighted_rows(numbers, arrays.weights(seed, outputs))
    if method == "batch_jacobian":
        outputs = numbers.shape[: numbers.ndim - len(shape) + 1]
        return arrays.weighted_batches(numbers, arrays.weights(seed, outputs), shape)
    return numbers
