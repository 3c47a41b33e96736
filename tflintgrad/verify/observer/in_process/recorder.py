"""Records what each query returned or raised, and writes the counts to the log."""

from __future__ import annotations

import contextlib
import linecache
import os
import sys
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..query_methods import QueryCall
from ..stack import error_line, exception_bases
from ..tensors import device_of, source_name
from . import gradient_state, traced_sampling, user_frames
from .counters import QueryCounters, TraceCounters, is_sampled

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..query_methods import Parameters
    from ..wrapping import Observe
    from .compile_lines import CompileLines
    from .counters import Key
    from .log import Log


class QueryRecorder:
    """Counts the queries of a process, by the user's line and by method."""

    def __init__(self, log: Log, compiled: CompileLines) -> None:
        self._log = log
        self._compiled = compiled
        self._lock = threading.Lock()
        self._counters: dict[tuple[str, int, str], QueryCounters] = {}
        #: Files whose text was written to the log if they exist only in memory.
        self._logged_texts: set[str] = set()
        #: By code object and instruction; the code is stored so that its id is not reused.
        self._at: dict[tuple[int, int, str], tuple[QueryCounters, Any]] = {}

    def observer(self, name: str, parameters: Parameters) -> Observe:
        """Return the function that calls a query and records its result or exception."""
        method = f"tape.{name}" if parameters.is_method else name
        getframe = sys._getframe

        def observe(
            original: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
        ) -> Any:
            try:
                result = original(*args, **kwargs)
            except BaseException as error:
                with contextlib.suppress(Exception):
                    self._raised(method, getframe(2), error)
                raise
            try:  # noqa: SIM105 - this is cheaper, and in every step of the user's training
                self._returned(
                    method, getframe(2), result, lambda: QueryCall(parameters, args, kwargs).sources
                )
            except Exception:
                pass  # the program must not notice that its observer failed
            return result

        return observe

    def _returned(
        self, method: str, frame: FrameType, result: Any, sources: Callable[[], Any]
    ) -> None:
        known = self._at.get((id(frame.f_code), frame.f_lasti, method))
        counters = self._counters_of(frame, method) if known is None else known[0]
        if counters is None:
            return
        tf: Any = sys.modules["tensorflow"]
        if tf.executing_eagerly():
            counters.calls = call = counters.calls + 1
            due = is_sampled(call)
            if due or gradient_state.has_none(result, tf):
                self._record_eager(counters, tf, result, sources, frame if due else None)
        elif not traced_sampling.is_export(frame):
            self._record_trace(counters, tf, result, sources, frame)

    def _raised(self, method: str, frame: FrameType, error: BaseException) -> None:
        counters = self._counters_of(frame, method)
        if counters is None or not isinstance(error, Exception):
            return
        counters.calls += 1
        bases = tuple(exception_bases(error))
        counters.raised[bases] = counters.raised.get(bases, 0) + 1
        if is_sampled(counters.calls):
            self._write(counters)

    def _counters_of(self, frame: FrameType, method: str) -> QueryCounters | None:
        """Return the counters of the user's line behind a call; None if TensorFlow issued it."""
        if user_frames.is_internal(frame):
            return None
        line = user_frames.user_line(frame) or user_frames.main_thread_line()
        if line is None:
            return None
        with self._lock:
            counters = self._counters.get((*line, method))
            if counters is None:
                counters = QueryCounters(len(self._counters), *line, method)
                self._counters[(*line, method)] = counters
        code = frame.f_code
        if user_frames.kind_of(code.co_filename) == user_frames.USER:
            self._at[id(code), frame.f_lasti, method] = counters, code
        return counters

    def _record_eager(
        self,
        counters: QueryCounters,
        tf: Any,
        result: Any,
        sources: Callable[[], Any],
        frame: FrameType | None,
    ) -> None:
        """Record an eager result: which gradients are None and, given a frame, a sample."""
        leaves = tf.nest.flatten(result)
        missing = tuple(at for at, leaf in enumerate(leaves) if leaf is None)
        if frame is None and counters.add_missing(missing, None):
            return
        flat = tf.nest.flatten(sources())
        keys = _keys(flat, len(leaves), tf)
        if missing:
            counters.add_missing(missing, tuple(keys[at] for at in missing))
        if frame is None:
            return
        counters.device = counters.device or device_of(*leaves, *flat)
        counters.related.update(self._compiled.of_query(frame))
        sampled, states, offsets = [], [], []
        for at, leaf in enumerate(leaves):
            parts = [] if leaf is None else gradient_state.parts(leaf, tf)
            if parts:
                sampled.append(keys[at])
                states.append(gradient_state.state(parts))
                offsets.append(gradient_state.may_be_offset(leaf))
        self._add_sample(counters, sampled, gradient_state.without_offsets(states, offsets))

    def _record_trace(
        self,
        counters: QueryCounters,
        tf: Any,
        result: Any,
        sources: Callable[[], Any],
        frame: FrameType,
    ) -> None:
        """Record a query that is being traced, and let the graph sample its numbers."""
        leaves = tf.nest.flatten(result)
        flat = tf.nest.flatten(sources())
        keys = _keys(flat, len(leaves), tf)
        trace = TraceCounters(tuple(keys[at] for at, leaf in enumerate(leaves) if leaf is None))
        counters.traces.append(trace)
        counters.device = counters.device or device_of(*leaves, *flat)
        counters.related.update(self._compiled.of_query(frame))
        reason = traced_sampling.why_not(tf, frame)
        if not reason:
            reason = self._sample_in_graph(counters, trace, tf, leaves, keys)
        counters.unseen = counters.unseen or reason
        self._write(counters)

    def _sample_in_graph(
        self,
        counters: QueryCounters,
        trace: TraceCounters,
        tf: Any,
        leaves: list[Any],
        keys: list[Key],
    ) -> str:
        """Add the sampling ops to the graph; return why that failed, or nothing."""
        sampled: list[Key] = []
        gradients: list[list[Any]] = []
        offsets: list[bool] = []
        for at, leaf in enumerate(leaves):
            parts = [] if leaf is None else gradient_state.parts(leaf, tf)
            if parts:
                sampled.append(keys[at])
                gradients.append(parts)
                offsets.append(gradient_state.may_be_offset(leaf))

        def sample(left: int, sums: Any) -> int:
            gap = trace.called(left)
            states = [gradient_state.state_of_sum(float(total)) for total in sums]
            self._add_sample(counters, sampled, gradient_state.without_offsets(states, offsets))
            return gap

        try:
            trace.counter = traced_sampling.add_to_graph(tf, gradients, sample)
        except Exception as error:
            return f"nothing could be added to the graph ({type(error).__name__})"
        return ""

    def _add_sample(self, counters: QueryCounters, keys: list[Key], states: list[str]) -> None:
        # TensorFlow is not called under the lock: it may be waiting for a sample of its own.
        with self._lock:
            if keys:
                counters.add_sample(keys, states)
        self._write(counters)

    def _write(self, counters: QueryCounters) -> None:
        with self._lock:
            record = counters.record()
        self._write_texts([counters.filename, *(filename for filename, _ in counters.related)])
        self._log.write(record)

    def _write_texts(self, filenames: list[str]) -> None:
        """Write the text of files that exist only in memory, such as cells run by a kernel."""
        for filename in filenames:
            if filename in self._logged_texts:
                continue
            self._logged_texts.add(filename)
            if not os.path.exists(filename):
                text = "".join(linecache.getlines(filename))
                if text:
                    self._log.write({"kind": "text", "filename": filename, "text": text})

    def write_error(self, error: BaseException) -> None:
        """Write the exception that ended the program."""
        lines = user_frames.lines_of_error(error)
        self._write_texts([filename for filename, _ in lines])
        self._log.write(
            {
                "kind": "raised",
                "bases": exception_bases(error),
                "message": error_line(str(error)),
                "lines": lines,
            }
        )

    def write_all(self) -> None:
        """Write the final counts of every query."""
        for counters in list(self._counters.values()):
            for trace in counters.traces:
                if trace.counter is not None:
                    with contextlib.suppress(Exception):
                        tf: Any = sys.modules["tensorflow"]
                        left = traced_sampling.read_counter(tf, trace.counter)
                        trace.called(trace.gap if left is None else left)
            self._write(counters)

    def reset(self) -> None:
        """Forget all counts, in a forked child."""
        self._lock = threading.Lock()
        self._counters.clear()
        self._logged_texts.clear()
        self._at.clear()


def _keys(sources: list[Any], count: int, tf: Any) -> list[Key]:
    if len(sources) != count:
        return [(at, "") for at in range(count)]
    return [(at, source_name(source, tf)) for at, source in enumerate(sources)]
