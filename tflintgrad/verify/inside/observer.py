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

from tflintgrad.verify.inside import arrays
from tflintgrad.verify.protocol import Gradient, Place, QuerySeen, Report, Request, SourceSeen

if TYPE_CHECKING:
    from tflintgrad.verify.inside.frames import Frames
    from tflintgrad.verify.inside.nudging import Nudging

TAPE_METHODS = ("gradient", "jacobian", "batch_jacobian")
#: So many observations of one line are kept; training loops have thousands.
MAX_PER_PLACE = 8
#: Outputs that are asked one by one, at most.
MAX_OUTPUTS = 64


class Observer:
    def __init__(
        self,
        request: Request,
        report: Report,
        frames: Frames,
        nudging: Nudging | None,
        finish: Callable[[], None],
    ) -> None:
        self._request = request
        self._report = report
        self._frames = frames
        self._nudging = nudging
        self._finish = finish
        self._inside = threading.local()
        self._asked: Counter[Place] = Counter()
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
            self._make_tapes_persistent(tape)

    def _make_tapes_persistent(self, tape: Any) -> None:
        """Outputs can only be asked one by one when the tape remembers; the judge asks for this."""
        original = tape.__init__

        @functools.wraps(original)
        def made(this: Any, persistent: bool = False, *args: Any, **kwargs: Any) -> None:
            original(this, True, *args, **kwargs)

        tape.__init__ = made

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
        seen = QuerySeen(method, places, self._asked[place])
        seen.implicit = asker.startswith(("keras.", "tf_keras."))
        call = _Call(method, args, kwargs)
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

    def _before(self, seen: QuerySeen, call: _Call) -> None:
        seen.traced = not self._tf.executing_eagerly()
        seen.jit = seen.traced and _in_xla()
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
            self._ask_separately(seen, call, targets)
        until = self._request.until
        nudge = self._request.nudge
        moved = nudge is not None and not any(source.values for source in nudge.sources)
        if moved and until == (seen.place, seen.occurrence):
            # The target is all that a nudged run is about.
            self._report.queries.append(seen)
            self._finish()

    def _target(
        self, seen: QuerySeen, call: _Call, targets: list[Any], upstream: list[Any], seed: int
    ) -> float:
        total = magnitude = 0.0
        size = 0
        for target, given in zip(targets, upstream, strict=False):
            array = arrays.dense(target)
            if array is None or array.dtype.kind not in "fcV":
                return float("nan")
            seen.target_dtype = _dtype_name(target)
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
        described = SourceSeen(name=_name_of(source))
        value = keras_value(source)
        described.dtype = _dtype_name(value)
        described.variable = hasattr(value, "handle")
        described.identity = self.number_of(value)
        described.trainable = bool(getattr(source, "trainable", True))
        shape = getattr(value, "shape", None)
        if shape is not None and getattr(shape, "rank", 0) is not None:
            described.shape = [int(size) if size is not None else -1 for size in shape]
        return described

    def number_of(self, thing: Any) -> int:
        """Identities must outlive the objects, so that no id is used twice."""
        return self._numbers.setdefault(id(thing), (len(self._numbers), thing))[0]

    # --- what comes out

    def _after(self, seen: QuerySeen, call: _Call, result: Any) -> None:
        leaves = self._tf.nest.flatten(result)
        number = self._keep(seen)
        for position, leaf in enumerate(leaves):
            gradient = Gradient()
            seen.gradients.append(gradient)
            if leaf is not None:
                self.given[id(leaf)] = (number, position, leaf)
            self._describe(seen, gradient, leaf, position, call.method)
        until = self._request.until
        if until is not None and until == (seen.place, seen.occurrence):
            self._finish()
        self._count(seen)

    def _keep(self, seen: QuerySeen) -> int:
        if seen.occurrence <= MAX_PER_PLACE or seen.raised is not None:
            self._report.queries.append(seen)
            return len(self._report.queries) - 1
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
        first = gradient.kind != "numbers"
        gradient.kind = "numbers"
        gradient.finite = gradient.finite and bool(np.all(np.isfinite(numbers)))
        gradient.zero = (first or gradient.zero) and not np.any(numbers)
        seen.entries = max(seen.entries, array.size)
        if not first:
            return
        gradient.values = arrays.first_numbers(numbers)
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

    def _record_when_run(
        self, seen: QuerySeen, gradient: Gradient, tensor: Any, position: int, method: str
    ) -> None:
        def record(array: Any) -> None:
            self._fill(seen, gradient, array, position, method)
            if position == 0:
                seen.executions += 1
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
        for read in self._later:
            read()
        for _, thing in self._numbers.values():
            if hasattr(thing, "handle") and thing.dtype.is_floating:
                self._report.state.append(float(np.sum(arrays.wide(thing.numpy()))))

    def _ask_separately(self, seen: QuerySeen, call: _Call, targets: list[Any]) -> None:
        """The gradient of every output by itself (or of every target, where there are several)."""
        parts: list[list[Any]] = []
        for target in targets:
            ones = [self._tf.ones_like(target)]
            if len(targets) == 1:
                size = int(self._tf.size(target))
                rows = self._tf.eye(min(size, MAX_OUTPUTS), size, dtype=target.dtype)
                ones = [self._tf.reshape(row, target.shape) for row in rows]
            for upstream in ones:
                given = call.tape.gradient(target, call.sources, output_gradients=upstream)
                leaves = [arrays.dense(leaf) for leaf in self._tf.nest.flatten(given)]
                parts.append([None if leaf is None else arrays.wide(leaf) for leaf in leaves])
        for alone in zip(*parts, strict=True):
            given = [part for part in alone if part is not None]
            if len(targets) > 1:
                _compare_targets(seen, given)
            else:
                _compare_outputs(seen, given)

    # --- when to stop

    def _is_awaited(self, seen: QuerySeen) -> bool:
        return any(w.holds(place) for w in self._request.awaited for place in seen.places)

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
            self._report.cut_off = True
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


class _Call:
    """The arguments of a query, however they were passed."""

    def __init__(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.method = method
        names = ["tape", "target", "sources", "output_gradients"]
        if method == "gradients":
            names = ["target", "sources", "output_gradients"]
        elif method != "gradient":
            names = ["tape", "target", "sources"]
        given = {**kwargs, **dict(zip(names, args, strict=False))}
        if "source" in kwargs:
            given["sources"] = kwargs["source"]
        if method == "gradients":
            given.setdefault("target", kwargs.get("ys"))
            given.setdefault("sources", kwargs.get("xs"))
            given.setdefault("output_gradients", kwargs.get("grad_ys"))
        self.tape: Any = given.get("tape")
        self.target = given.get("target")
        self.sources = given.get("sources")
        self.output_gradients = given.get("output_gradients")


def keras_value(source: Any) -> Any:
    """The `tf.Variable` inside a Keras variable; anything else as it is."""
    inner = getattr(source, "_value", None)
    return inner if inner is not None and hasattr(inner, "handle") else source


def _dtype_name(thing: Any) -> str:
    dtype = getattr(thing, "dtype", None)
    return str(getattr(dtype, "name", dtype))


def _name_of(source: Any) -> str:
    name = getattr(source, "path", None) or ""
    if not name:
        try:
            name = source.name
        except (AttributeError, ValueError):  # eager tensors have none
            name = ""
    return str(name).removesuffix(":0")


def _in_xla() -> bool:
    util: Any = importlib.import_module("tensorflow.python.ops.control_flow_util")
    ops: Any = importlib.import_module("tensorflow.python.framework.ops")
    graph = ops.get_default_graph()
    if util.GraphOrParentsInXlaContext(graph):
        return True
    while graph is not None:
        if getattr(graph, "_xla_compile", False):
            return True
        graph = getattr(graph, "outer_graph", None)
    return False
