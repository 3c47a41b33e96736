"""Observes every query of the program: its sources and target, and the gradients it returns."""

from __future__ import annotations

import contextlib
import functools
import importlib
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from tflintgrad import limits
from tflintgrad.verify.observed_queries import FUNCTIONS, QUERIES, TAPE_METHODS
from tflintgrad.verify.observer.query_methods import QueryCall
from tflintgrad.verify.observer.stack import module_of, query_caller
from tflintgrad.verify.observer.tensors import in_xla, source_name
from tflintgrad.verify.observer.wrapping import wrap_query
from tflintgrad.verify.protocol import (
    Gradient,
    ObservedQuery,
    ObservedSource,
    Report,
    Request,
    UserLine,
)
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.gradient_recorder import GradientRecorder
from tflintgrad.verify.worker.per_output_gradients import (
    make_tapes_persistent,
    record_doubled,
    record_each_output,
)
from tflintgrad.verify.worker.tensor_facts import dtype_name, keras_value, shape_of

if TYPE_CHECKING:
    from tflintgrad.verify.worker.perturbation import Perturber
    from tflintgrad.verify.worker.user_frames import UserFrames


class QueryObserver:
    """Wraps the query methods and describes each query in the report."""

    def __init__(
        self,
        request: Request,
        report: Report,
        frames: UserFrames,
        perturber: Perturber | None,
        finish: Callable[[], None],
    ) -> None:
        self._request = request
        self._report = report
        self._frames = frames
        self._perturber = perturber
        self._finish = finish
        #: The ids of variables that tapes watched and that were no sources.
        self.missing: set[int] = set()
        #: The ids of all that were sources.
        self.requested: set[int] = set()
        self._gradients = GradientRecorder(request, self._count_awaited)
        self._counts: Counter[UserLine] = Counter()
        #: The last query of each line that has issued more than `limits.MAX_OBSERVATIONS_PER_LINE`.
        self._last: dict[UserLine, ObservedQuery] = {}
        #: How often each of the awaited queries was executed, by its number.
        self._awaited: Counter[int] = Counter()
        #: Query and position of each gradient that was returned, by id; the object keeps its id.
        self.results: dict[int, tuple[int, int, Any]] = {}
        self._identities: dict[int, tuple[int, Any]] = {}
        self._tf: Any = importlib.import_module("tensorflow")

    def install(self) -> None:
        """Wrap the methods of `tf.GradientTape` and `tf.gradients`."""
        backprop: Any = importlib.import_module("tensorflow.python.eager.backprop")
        tape = backprop.GradientTape
        for method in TAPE_METHODS:
            observe = functools.partial(self._observe, method)
            setattr(tape, method, wrap_query(getattr(tape, method), observe))
        for module in (self._tf, self._tf.compat.v1):
            for name in FUNCTIONS:
                observe = functools.partial(self._observe, name)
                setattr(module, name, wrap_query(getattr(module, name), observe))
        if self._request.per_output:
            make_tapes_persistent(tape)

    def _observe(
        self,
        method: str,
        original: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        lines = self._frames.current_lines()
        module = _requesting_module(sys._getframe(2))
        # TensorFlow's own queries, as in the gradient of `py_function`, are not the program's.
        if not lines or module.startswith("tensorflow.python"):
            return original(*args, **kwargs)
        self._counts[lines[0]] += 1
        seen = ObservedQuery(method, lines, self._counts[lines[0]], self.count - 1)
        seen.implicit = module.startswith(("keras.", "tf_keras."))
        call = QueryCall(QUERIES[method], args, kwargs)
        with contextlib.suppress(Exception):  # an error of the observer must not stop the program
            self._describe_query(seen, call)
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            seen.raised = self._frames.describe(error)
            # It has not passed the user's line yet, and the program may catch it there.
            seen.raised.lines = seen.raised.lines or lines
            self._add_to_report(seen)
            raise
        with contextlib.suppress(Exception):
            self._record_result(seen, result)
        return result

    @property
    def count(self) -> int:
        """The number of queries so far, in the report or not."""
        return self._counts.total()

    def identity_of(self, thing: Any) -> int:
        """Return a number for an object; the object is kept alive so that its id is not reused."""
        return self._identities.setdefault(id(thing), (len(self._identities), thing))[0]

    # --- target and sources

    def _describe_query(self, seen: ObservedQuery, call: QueryCall) -> None:
        seen.traced = not self._tf.executing_eagerly()
        seen.jit = seen.traced and in_xla(self._tf.compat.v1.get_default_graph())
        tape = call.tape
        if tape is not None:
            seen.persistent = bool(tape._persistent)
            seen.recording = bool(tape._recording)
            if self._perturber is not None:
                seen.tape_entry = self._perturber.entry_of(tape)
        targets = self._tf.nest.flatten(call.target)
        seen.target_count = len(targets)
        upstream = [None] * len(targets)
        if call.output_gradients is not None:
            upstream = self._tf.nest.flatten(call.output_gradients)
        for seed in self._request.seeds:
            seen.target_sums[str(seed)] = _target_sum(seen, targets, upstream, seed)
        sources = self._tf.nest.flatten(call.sources)
        seen.sources = [self._source(source) for source in sources]
        if tape is not None:
            requested = {source.identity for source in seen.sources}
            self.requested.update(id(keras_value(source)) for source in sources)
            watched = {self.identity_of(variable) for variable in tape.watched_variables()}
            seen.missing_variables = len(watched - requested)
            for variable in tape.watched_variables():
                if self.identity_of(variable) not in requested:
                    self.missing.add(id(variable))
        if self._perturber is not None:
            self._perturber.describe(seen, sources)
        if self._request.per_output and self._is_awaited(seen) and tape is not None:
            record_doubled(self._tf, seen, call, targets)
            record_each_output(self._tf, seen, call, targets)

    def _source(self, source: Any) -> ObservedSource:
        described = ObservedSource(name=source_name(source, self._tf))
        value = keras_value(source)
        described.dtype = dtype_name(value)
        described.variable = hasattr(value, "handle")
        described.identity = self.identity_of(value)
        described.trainable = bool(getattr(source, "trainable", True))
        described.shape = shape_of(value) or []
        return described

    # --- results

    def _record_result(self, seen: ObservedQuery, result: Any) -> None:
        number = self._add_to_report(seen)
        for position, leaf in enumerate(self._tf.nest.flatten(result)):
            seen.gradients.append(Gradient())
            if leaf is not None and number >= 0:  # a long training loop returns millions
                self.results[id(leaf)] = (number, position, leaf)
            self._gradients.record(seen, position, leaf)
        stop_at = self._request.stop_at
        if stop_at is not None and stop_at == (seen.line, seen.occurrence):
            self._finish()
        self._count_awaited(seen)

    def _add_to_report(self, seen: ObservedQuery) -> int:
        """Add a query to the report and return its number; -1 if its line has enough of them."""
        if seen.occurrence <= limits.MAX_OBSERVATIONS_PER_LINE or seen.raised is not None:
            self._report.queries.append(seen)
            return len(self._report.queries) - 1
        self._last[seen.line] = seen
        return -1

    def complete_report(self) -> None:
        """Add what is known only at the end: last queries, compiled gradients, variables."""
        self._report.queries += self._last.values()
        self._gradients.read_compiled()
        for _, thing in self._identities.values():
            if hasattr(thing, "handle") and thing.dtype.is_floating:
                entries = arrays.wide(thing.numpy()).reshape(-1)
                # Some updates leave the sum as it is, such as those of a softmax.
                weights = np.cos(np.arange(entries.size))
                self._report.final_state += [float(entries.sum()), float(entries @ weights)]

    # --- when to stop

    def _is_awaited(self, seen: ObservedQuery) -> bool:
        return not self._request.awaited or any(
            rows.contains(line) for rows in self._request.awaited for line in seen.lines
        )

    def _count_awaited(self, seen: ObservedQuery) -> None:
        """Stop the program once every awaited query was executed often enough."""
        if not self._request.max_observations:
            return
        for number, rows in enumerate(self._request.awaited):
            if any(rows.contains(line) for line in seen.lines):
                self._awaited[number] += 1
        if all(
            self._awaited[number] >= self._request.max_observations
            for number in range(len(self._request.awaited))
        ):
            self._finish()


def _requesting_module(frame: FrameType) -> str:
    """Return the module that issues a query."""
    caller = query_caller(frame)
    return module_of(caller) if caller is not None else ""


def _target_sum(seen: ObservedQuery, targets: list[Any], upstream: list[Any], seed: int) -> float:
    """Return the weighted sum of the target, whose gradient the query returns, and note its size.

    A Jacobian has a row per output; its outputs are weighted at random.
    """
    total = magnitude = 0.0
    size = 0
    for target, given in zip(targets, upstream, strict=False):
        array = arrays.dense(target)
        if array is None or array.dtype.kind not in "fcV":
            return float("nan")
        seen.target_dtype = dtype_name(target)
        by = 1.0
        if seen.method in ("jacobian", "batch_jacobian"):
            by = arrays.weights(seed, array.shape)
        elif given is not None:
            by = arrays.wide(arrays.dense(given))
        total += arrays.weighted(array, by)
        magnitude += float(np.sum(np.abs(arrays.wide(array) * by)))
        size += array.size
    seen.magnitude, seen.target_size = magnitude, size
    return total
