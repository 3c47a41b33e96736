"""Wrappers around everything that asks for a gradient; they note what went in and what came out."""

from __future__ import annotations

import contextlib
import functools
import importlib
import sys
import threading
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from tflintgrad import limits
from tflintgrad.verify.protocol import Gradient, Place, QuerySeen, Report, Request, SourceSeen
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.per_output_gradients import (
    ask_doubled,
    ask_separately,
    make_tapes_persistent,
)
from tflintgrad.verify.worker.query_calls import (
    Call,
    dtype_name,
    in_xla,
    keras_value,
    name_of,
    shape_of,
)

if TYPE_CHECKING:
    from tflintgrad.verify.worker.perturbation import Perturbation
    from tflintgrad.verify.worker.user_frames import Frames

TAPE_METHODS = ("gradient", "jacobian", "batch_jacobian")


class Observer:
    def __init__(
        self,
        request: Request,
        report: Report,
        frames: Frames,
        nudging: Perturbation | None,
        finish: Callable[[], None],
    ) -> None:
        self._request = request
        self._report = report
        self._frames = frames
        self._nudging = nudging
        self._finish = finish
        self._inside = threading.local()
        self._asked: Counter[Place] = Counter()
        #: The last query of each line that has asked more often than is kept.
        self._last: dict[Place, QuerySeen] = {}
        self._awaited: Counter[int] = Counter()
        #: The gradients that were given out, to recognise them when they are applied.
        self.given: dict[int, tuple[int, int, Any]] = {}
        self._numbers: dict[int, tuple[int, Any]] = {}
        self._later: list[Callable[[], None]] = []
        self._tf: Any = importlib.import_module("tensorflow")
        self._backprop: Any = importlib.import_module("tensorflow.python.eager.backprop")

    def install(self) -> None:
        tape = self._backprop.GradientTape
        for method in TAPE_METHODS:
            setattr(tape, method, self._wrapped(getattr(tape, method), method))
        for module in (self._tf, self._tf.compat.v1):
            module.gradients = self._wrapped(module.gradients, "gradients")
        if self._request.separately:
            make_tapes_persistent(tape)

    def _wrapped(self, original: Callable[..., Any], method: str) -> Callable[..., Any]:
        @functools.wraps(original)
        def observed(*args: Any, **kwargs: Any) -> Any:
            # jacobian calls gradient itself: only the outermost call is the program's query.
            if getattr(self._inside, "query", False):
                return original(*args, **kwargs)
            self._inside.query = True
            try:
                return self._observe(original, method, args, kwargs)
            finally:
                self._inside.query = False

        # AutoGraph must call it as it is, as it does with TensorFlow's own methods.
        wrapped: Callable[..., Any] = self._tf.autograph.experimental.do_not_convert(observed)
        return wrapped

    def _observe(
        self,
        original: Callable[..., Any],
        method: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        places = self._frames.here()
        place = places[0] if places else Place("", 0)
        asker = self._asker()
        # TensorFlow itself asks in py_function's gradient: nobody's query.
        if not places or asker.startswith("tensorflow.python"):
            return original(*args, **kwargs)
        self._asked[place] += 1
        seen = QuerySeen(method, places, self._asked[place], self._asked.total() - 1)
        seen.implicit = asker.startswith(("keras.", "tf_keras."))
        call = Call(method, args, kwargs)
        with contextlib.suppress(Exception):  # what cannot be observed must not stop the program
            self._before(seen, call)
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            seen.raised = self._frames.raised(error)
            # It has not passed the user's line yet, and may be caught there.
            seen.raised.places = seen.raised.places or places
            self._keep(seen)
            raise
        with contextlib.suppress(Exception):
            self._after(seen, call, result)
        return result

    # --- what goes in

    def _before(self, seen: QuerySeen, call: Call) -> None:
        seen.traced = not self._tf.executing_eagerly()
        seen.jit = seen.traced and in_xla()
        tape = call.tape
        if tape is not None:
            seen.persistent = bool(tape._persistent)
            seen.recording = bool(tape._recording)
            if self._nudging is not None:
                seen.entry = self._nudging.entry_of(tape)
        targets = self._tf.nest.flatten(call.target)
        seen.targets = len(targets)
        upstream = [None] * len(targets)
        if call.output_gradients is not None:
            upstream = self._tf.nest.flatten(call.output_gradients)
        for seed in self._request.seeds:
            seen.target[str(seed)] = self._target(seen, call, targets, upstream, seed)
        sources = self._tf.nest.flatten(call.sources)
        seen.sources = [self._source(source) for source in sources]
        if tape is not None:
            asked = {source.identity for source in seen.sources}
            watched = {self.number_of(variable) for variable in tape.watched_variables()}
            seen.unasked = len(watched - asked)
        if self._nudging is not None:
            self._nudging.describe(seen, sources)
        if self._request.separately and self._is_awaited(seen) and tape is not None:
            ask_doubled(self._tf, seen, call, targets)
            ask_separately(self._tf, seen, call, targets)

    def _target(
        self, seen: QuerySeen, call: Call, targets: list[Any], upstream: list[Any], seed: int
    ) -> float:
        total = magnitude = 0.0
        size = 0
        for target, given in zip(targets, upstream, strict=False):
            array = arrays.dense(target)
            if array is None or array.dtype.kind not in "fcV":
                return float("nan")
            seen.target_dtype = dtype_name(target)
            by = 1.0
            if call.method in ("jacobian", "batch_jacobian"):
                by = arrays.weights(seed, array.shape)
            elif given is not None:
                by = arrays.wide(arrays.dense(given))
            total += arrays.weighted(array, by)
            magnitude += float(np.sum(np.abs(arrays.wide(array) * by)))
            size += array.size
        seen.magnitude, seen.target_size = magnitude, size
        return total

    def _source(self, source: Any) -> SourceSeen:
        described = SourceSeen(name=name_of(source))
        value = keras_value(source)
        described.dtype = dtype_name(value)
        described.variable = hasattr(value, "handle")
        described.identity = self.number_of(value)
        described.trainable = bool(getattr(source, "trainable", True))
        described.shape = shape_of(value) or []
        return described

    @property
    def asked(self) -> int:
        """How many queries there were so far, kept or not."""
        return self._asked.total()

    def number_of(self, thing: Any) -> int:
        """Identities must outlive the objects, so that no id is used twice."""
        return self._numbers.setdefault(id(thing), (len(self._numbers), thing))[0]

    # --- what comes out

    def _after(self, seen: QuerySeen, call: Call, result: Any) -> None:
        leaves = self._tf.nest.flatten(result)
        number = self._keep(seen)
        for position, leaf in enumerate(leaves):
            gradient = Gradient()
            seen.gradients.append(gradient)
            if leaf is not None and number >= 0:  # a long training loop gives out millions
                self.given[id(leaf)] = (number, position, leaf)
            self._describe(seen, gradient, leaf, position, call.method)
        until = self._request.until
        if until is not None and until == (seen.place, seen.occurrence):
            self._finish()
        self._count(seen)

    def _keep(self, seen: QuerySeen) -> int:
        if seen.occurrence <= limits.MAX_OBSERVATIONS_PER_LINE or seen.raised is not None:
            self._report.queries.append(seen)
            return len(self._report.queries) - 1
        self._last[seen.place] = seen
        return -1

    def _describe(
        self, seen: QuerySeen, gradient: Gradient, leaf: Any, position: int, method: str
    ) -> None:
        if leaf is None:
            gradient.kind = "none"
            return
        array = arrays.dense(leaf)
        if array is not None:
            seen.device = getattr(leaf, "device", "") or seen.device
            self._fill(seen, gradient, array, position, method)
            return
        values = leaf.values if hasattr(leaf, "indices") else leaf
        if not hasattr(values, "graph"):
            return
        gradient.kind = "symbolic"
        gradient.shape = shape_of(values)
        if not self._request.numbers_when_traced:
            return
        if seen.jit:
            self._record_under_xla(seen, gradient, values, position, method)
        else:
            self._record_when_run(seen, gradient, values, position, method)

    def _fill(
        self, seen: QuerySeen, gradient: Gradient, array: Any, position: int, method: str
    ) -> None:
        if array.dtype.kind not in "fcV":
            return
        numbers = arrays.wide(array)
        given = self._gradient(numbers)
        seen.entries = max(seen.entries, array.size)
        if gradient.kind == "numbers":
            gradient.finite = gradient.finite and given.finite
            gradient.zero = gradient.zero and given.zero
            gradient.latest = given
            return
        for part in ("kind", "finite", "zero", "shape", "values", "imaginary"):
            setattr(gradient, part, getattr(given, part))
        source = seen.sources[position] if position < len(seen.sources) else SourceSeen()
        shape = tuple(source.shape)
        for seed in self._request.seeds:
            slope = numbers
            if method == "jacobian":
                outputs = numbers.shape[: numbers.ndim - len(shape)]
                slope = arrays.rows_added(numbers, arrays.weights(seed, outputs))
            elif method == "batch_jacobian":
                outputs = numbers.shape[: numbers.ndim - len(shape) + 1]
                slope = arrays.batches_added(numbers, arrays.weights(seed, outputs), shape)
            if slope.shape == shape:
                along = arrays.direction(seed, position, shape) * source.scale
                gradient.along[str(seed)] = arrays.product(slope, along)

    def _gradient(self, numbers: Any) -> Gradient:
        values, imaginary = arrays.first_numbers(numbers, self._request.shown)
        return Gradient(
            kind="numbers",
            finite=bool(np.all(np.isfinite(numbers))),
            zero=not np.any(numbers),
            shape=list(numbers.shape),
            values=values,
            imaginary=imaginary,
        )

    def _record_when_run(
        self, seen: QuerySeen, gradient: Gradient, tensor: Any, position: int, method: str
    ) -> None:
        def record(array: Any) -> None:
            self._fill(seen, gradient, array, position, method)
            self._count(seen)

        self._tf.numpy_function(record, [tensor], [])

    def _record_under_xla(
        self, seen: QuerySeen, gradient: Gradient, tensor: Any, position: int, method: str
    ) -> None:
        """XLA compiles no Python, but it does write variables."""
        if not tensor.shape.is_fully_defined():
            return
        # Not tf.Variable: a traced function notices those, and traces itself once more.
        module: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
        with self._tf.init_scope():
            zeros = self._tf.zeros(tensor.shape, tensor.dtype)
            seat = module.ResourceVariable(zeros, trainable=False)
        seat.assign(tensor)
        self._later.append(
            lambda: self._fill(seen, gradient, np.asarray(seat.numpy()), position, method)
        )

    def settle(self) -> None:
        """At the end: read what compiled functions left behind, and where the variables are."""
        self._report.queries += self._last.values()
        for read in self._later:
            read()
        for _, thing in self._numbers.values():
            if hasattr(thing, "handle") and thing.dtype.is_floating:
                self._report.state.append(float(np.sum(arrays.wide(thing.numpy()))))

    # --- when to stop

    def _is_awaited(self, seen: QuerySeen) -> bool:
        return not self._request.awaited or any(
            w.holds(place) for w in self._request.awaited for place in seen.places
        )

    def _count(self, seen: QuerySeen) -> None:
        """A training loop need not run to its end once everything flagged was seen."""
        if not self._request.enough:
            return
        for number, window in enumerate(self._request.awaited):
            if any(window.holds(place) for place in seen.places):
                self._awaited[number] += 1
        if all(
            self._awaited[number] >= self._request.enough
            for number in range(len(self._request.awaited))
        ):
            self._finish()

    def _asker(self) -> str:
        """The module that asks."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            name = str(frame.f_globals.get("__name__", ""))
            # AutoGraph stands between a traced program and every call it makes.
            if not name.startswith(("tensorflow.python.autograph", "tflintgrad.verify.")):
                return name
            frame = frame.f_back
        return ""
