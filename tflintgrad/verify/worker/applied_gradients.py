"""Which gradient was applied to which variable."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.verify.protocol import Application, Place, Report, Request
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.query_calls import keras_value
from tflintgrad.verify.worker.query_observer import Observer

if TYPE_CHECKING:
    from tflintgrad.verify.worker.user_frames import Frames


class Applications:
    def __init__(
        self, request: Request, report: Report, frames: Frames, observer: Observer
    ) -> None:
        self._tried = request.tried_rows
        self._report = report
        self._frames = frames
        self._observer = observer
        self._tf: Any = importlib.import_module("tensorflow")
        self._inside = False

    def install(self) -> None:
        for optimizer in self._optimizers():
            for name in ("apply_gradients", "apply"):
                if name in vars(optimizer):
                    setattr(optimizer, name, self._wrapped(vars(optimizer)[name], name))
        self._watch_assignments()

    def _watch_assignments(self) -> None:
        """Updates written by hand, on the lines that are on trial."""
        module: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
        for kind in (module.ResourceVariable, module.BaseResourceVariable):
            for name in ("assign", "assign_add", "assign_sub"):
                if name in vars(kind):
                    setattr(kind, name, self._assignment(vars(kind)[name]))

    def _assignment(self, original: Any) -> Any:
        @functools.wraps(original)
        def observed(variable: Any, *args: Any, **kwargs: Any) -> Any:
            if self._inside or len(self._report.applications) >= limits.MAX_APPLICATIONS:
                return original(variable, *args, **kwargs)
            self._inside = True
            try:
                places = self._frames.here()
                if any(window.holds(place) for window in self._tried for place in places[:1]):
                    self._keep(places, [(None, variable)])
                return original(variable, *args, **kwargs)
            finally:
                self._inside = False

        wrapped: Any = self._tf.autograph.experimental.do_not_convert(observed)
        return wrapped

    def _optimizers(self) -> list[Any]:
        """The base classes, old and new; optimizers inherit the methods from them."""
        found = []
        for optimizer in (self._tf.keras.optimizers.Optimizer, self._tf.compat.v1.train.Optimizer):
            found += [base for base in optimizer.__mro__ if base is not object]
        return list(dict.fromkeys(found))

    def _wrapped(self, original: Any, name: str) -> Any:
        @functools.wraps(original)
        def observed(optimizer: Any, given: Any, *args: Any, **kwargs: Any) -> Any:
            if self._inside or len(self._report.applications) >= limits.MAX_APPLICATIONS:
                return original(optimizer, given, *args, **kwargs)
            given = list(given)  # `zip` can be read only once
            self._inside = True
            try:
                self._note(name, given, args, kwargs)
                return original(optimizer, given, *args, **kwargs)
            finally:
                self._inside = False

        wrapped: Any = self._tf.autograph.experimental.do_not_convert(observed)
        return wrapped

    def _note(
        self, name: str, given: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if name == "apply_gradients":
            pairs = [pair for pair in given if isinstance(pair, (tuple, list)) and len(pair) == 2]
        else:
            variables = args[0] if args else kwargs.get("trainable_variables")
            if variables is None:
                return
            pairs = list(zip(given, variables, strict=False))
        places = self._frames.here()
        if places:
            self._keep(places, pairs)

    def _keep(self, places: list[Place], pairs: list[Any]) -> None:
        application = Application(places, [], self._observer.asked, [], [], [])
        for gradient, variable in pairs:
            known = self._observer.given.get(id(gradient))
            application.gradients.append(None if known is None else [known[0], known[1]])
            application.variables.append(self._observer.number_of(keras_value(variable)))
            application.names.append(str(getattr(variable, "path", "") or _name(variable)))
            array = arrays.dense(keras_value(variable))
            small = (
                array is not None
                and array.size <= limits.MAX_APPLIED_ENTRIES
                and array.dtype.kind in "fV"
            )
            application.values.append(
                [float(v) for v in arrays.wide(array).reshape(-1)] if small else []
            )
        self._report.applications.append(application)


def _name(variable: Any) -> str:
    try:
        return str(variable.name).removesuffix(":0")
    except (AttributeError, ValueError):
        return ""
