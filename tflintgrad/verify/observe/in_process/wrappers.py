"""The wrappers around what asks for gradients, and what they do with an answer."""

from __future__ import annotations

import contextlib
import functools
import linecache
import os
import sys
import threading
import weakref
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from . import gradient_state, traced_queries, user_frames
from .counters import Place, Trace, is_sampled

if TYPE_CHECKING:
    from collections.abc import Callable

    from .counters import Key
    from .log import Log


class _Inside(threading.local):
    query = False


_inside = _Inside()


class Watch:
    def __init__(self, log: Log) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._places: dict[tuple[str, int, str], Place] = {}
        self._told: set[str] = set()
        # By code object and instruction; the code is kept so that its id stays its own.
        self._at: dict[tuple[int, int, str], tuple[Place, Any]] = {}
        self.compiled: weakref.WeakKeyDictionary[Any, list[tuple[str, int]]] = (
            weakref.WeakKeyDictionary()
        )

    def answered(
        self, method: str, frame: FrameType, result: Any, sources: Callable[[], Any]
    ) -> None:
        known = self._at.get((id(frame.f_code), frame.f_lasti, method))
        place = self._place(frame, method) if known is None else known[0]
        if place is None:
            return
        tf: Any = sys.modules["tensorflow"]
        if tf.executing_eagerly():
            place.calls = call = place.calls + 1
            due = is_sampled(call)
            if due or gradient_state.has_none(result, tf):
                self._look(place, tf, result, sources, frame if due else None)
        elif not traced_queries.is_export(frame):
            self._trace(place, tf, result, sources, frame)

    def raised(self, method: str, frame: FrameType, error: BaseException) -> None:
        place = self._place(frame, method)
        if place is None or not isinstance(error, Exception):
            return
        place.calls += 1
        names = bases(error)
        place.raised[names] = place.raised.get(names, 0) + 1
        if is_sampled(place.calls):
            self._write(place)

    def _place(self, frame: FrameType, method: str) -> Place | None:
        if user_frames.is_nobodys(frame):
            return None
        line = user_frames.user_line(frame) or user_frames.main_line()
        if line is None:
            return None
        with self._lock:
            place = self._places.get((*line, method))
            if place is None:
                place = Place(len(self._places), *line, method)
                self._places[(*line, method)] = place
        code = frame.f_code
        if user_frames.kind_of(code.co_filename) == user_frames.USER:
            self._at[id(code), frame.f_lasti, method] = place, code
        return place

    def _look(
        self,
        place: Place,
        tf: Any,
        result: Any,
        sources: Callable[[], Any],
        frame: FrameType | None,
    ) -> None:
        """At an eager answer; with the frame of a call that is sampled."""
        leaves = tf.nest.flatten(result)
        missing = tuple(at for at, leaf in enumerate(leaves) if leaf is None)
        if frame is None and place.add_missing(missing, None):
            return
        flat = tf.nest.flatten(sources())
        keys = _keys(flat, len(leaves), tf)
        if missing:
            place.add_missing(missing, tuple(keys[at] for at in missing))
        if frame is None:
            return
        place.device = place.device or gradient_state.device_of(leaves, flat)
        self._relate(place, frame)
        seen, states = [], []
        for at, leaf in enumerate(leaves):
            parts = [] if leaf is None else gradient_state.parts(leaf, tf)
            if parts:
                seen.append(keys[at])
                states.append(gradient_state.state(parts))
        self._add_sample(place, seen, states)

    def _trace(
        self, place: Place, tf: Any, result: Any, sources: Callable[[], Any], frame: FrameType
    ) -> None:
        leaves = tf.nest.flatten(result)
        flat = tf.nest.flatten(sources())
        keys = _keys(flat, len(leaves), tf)
        trace = Trace(tuple(keys[at] for at, leaf in enumerate(leaves) if leaf is None))
        place.traces.append(trace)
        place.device = place.device or gradient_state.device_of(leaves, flat)
        self._relate(place, frame)
        reason = traced_queries.why_not(tf, frame)
        if not reason:
            reason = self._add_to_graph(place, trace, tf, leaves, keys)
        place.unseen = place.unseen or reason
        self._write(place)

    def _add_to_graph(
        self, place: Place, trace: Trace, tf: Any, leaves: list[Any], keys: list[Key]
    ) -> str:
        seen_keys: list[Key] = []
        gradients: list[list[Any]] = []
        for at, leaf in enumerate(leaves):
            parts = [] if leaf is None else gradient_state.parts(leaf, tf)
            if parts:
                seen_keys.append(keys[at])
                gradients.append(parts)

        def seen(left: int, sums: Any) -> int:
            gap = trace.called(left)
            states = [gradient_state.state_of_sum(float(total)) for total in sums]
            self._add_sample(place, seen_keys, states)
            return gap

        try:
            trace.counter = traced_queries.add_to_graph(tf, gradients, seen)
        except Exception as error:
            return f"nothing could be added to the graph ({type(error).__name__})"
        return ""

    def _add_sample(self, place: Place, keys: list[Key], states: list[str]) -> None:
        # TensorFlow is not called under the lock: it may be waiting for a sample of its own.
        with self._lock:
            if keys:
                place.add_sample(keys, states)
        self._write(place)

    def _relate(self, place: Place, frame: FrameType | None) -> None:
        """A model that asks by itself, in `fit`: also where it was compiled, and its loss."""
        while (
            frame is not None and user_frames.kind_of(frame.f_code.co_filename) != user_frames.USER
        ):
            if str(frame.f_globals.get("__name__", "")).partition(".")[0] in ("keras", "tf_keras"):
                model = frame.f_locals.get("self")
                with contextlib.suppress(TypeError):  # not everything can be looked up
                    if model in self.compiled:
                        place.related.update(self.compiled[model])
                        return
            frame = frame.f_back

    def _write(self, place: Place) -> None:
        with self._lock:
            record = place.snapshot()
        self._tell_texts([place.filename, *(filename for filename, _ in place.related)])
        self._log.write(record)

    def _tell_texts(self, filenames: list[str]) -> None:
        """Of what is in no file, such as the cells that a notebook's kernel runs."""
        for filename in filenames:
            if filename in self._told:
                continue
            self._told.add(filename)
            if not os.path.exists(filename):
                text = "".join(linecache.getlines(filename))
                if text:
                    self._log.write({"kind": "text", "filename": filename, "text": text})

    def write_error(self, error: BaseException) -> None:
        lines = user_frames.lines_of_error(error)
        self._tell_texts([filename for filename, _ in lines])
        message = str(error).strip().split("\n")
        # AutoGraph puts a traceback first; what it is about comes last.
        told = message[-1 if message[0].startswith("in user code") else 0].strip()
        self._log.write(
            {
                "kind": "raised",
                "bases": list(bases(error)),
                "message": told,
                "lines": lines,
            }
        )

    def write_everything(self) -> None:
        for place in list(self._places.values()):
            for trace in place.traces:
                if trace.counter is not None:
                    with contextlib.suppress(Exception):
                        left = traced_queries.read_counter(sys.modules["tensorflow"], trace.counter)
                        trace.called(trace.gap if left is None else left)
            self._write(place)

    def start_anew(self) -> None:
        self._lock = threading.Lock()
        self._places.clear()
        self._told.clear()
        self._at.clear()


def wrapped(
    watch: Watch, original: Callable[..., Any], method: str, at: int, keyword: str
) -> Callable[..., Any]:
    inside, getframe = _inside, sys._getframe

    @functools.wraps(original)
    def observed(*args: Any, **kwargs: Any) -> Any:
        # jacobian calls gradient itself: only the outermost call is the program's query.
        if inside.query:
            return original(*args, **kwargs)
        inside.query = True
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            with contextlib.suppress(Exception):
                watch.raised(method, getframe(1), error)
            raise
        finally:
            inside.query = False
        try:  # noqa: SIM105 - this is cheaper, and in every step of somebody's training
            watch.answered(
                method,
                getframe(1),
                result,
                lambda: args[at] if len(args) > at else kwargs.get(keyword),
            )
        except Exception:
            pass  # whatever it is, the program must not notice
        return result

    # AutoGraph calls it as it is, as it does with TensorFlow's own functions.
    observed.autograph_info__ = {}  # type: ignore[attr-defined]
    return observed


class CompileWatch:
    """Remembers where a model was compiled: that is where a program says what `fit` asks for."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def wrapped(self, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def observed(model: Any, *args: Any, **kwargs: Any) -> Any:
            result = original(model, *args, **kwargs)
            with contextlib.suppress(Exception):
                lines = user_frames.user_lines(sys._getframe(1))[:4]
                loss = kwargs.get("loss", args[1] if len(args) > 1 else None)
                self._watch.compiled[model] = lines + _lines_of_loss(loss)
            return result

        return observed


def _lines_of_loss(loss: Any) -> list[tuple[str, int]]:
    if isinstance(loss, dict):
        loss = list(loss.values())
    if isinstance(loss, (list, tuple)):
        return [line for each in loss for line in _lines_of_loss(each)]
    function = loss if isinstance(loss, FunctionType) else getattr(type(loss), "call", None)
    code = getattr(function, "__code__", None)
    return [] if code is None else user_frames.inner_lines(code)


def _keys(sources: list[Any], count: int, tf: Any) -> list[Key]:
    if len(sources) != count:
        return [(at, "") for at in range(count)]
    return [(at, gradient_state.name_of(source, tf)) for at, source in enumerate(sources)]


def bases(error: BaseException) -> tuple[str, ...]:
    return tuple(cls.__name__ for cls in type(error).__mro__ if cls is not object)
