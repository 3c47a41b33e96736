"""Records which gradient was applied to which variable."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.verify.observed_queries import (
    ASSIGNMENTS,
    STEP_VARIABLES,
    STEPS_BY_LISTS,
    STEPS_BY_PAIRS,
)
from tflintgrad.verify.observer.tensors import source_name
from tflintgrad.verify.protocol import AppliedGradients, Report, Request, UserLine
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.query_observer import QueryObserver
from tflintgrad.verify.worker.tensor_facts import keras_value

if TYPE_CHECKING:
    from tflintgrad.verify.worker.user_frames import UserFrames


class AppliedGradientsObserver:
    """Wraps optimizer steps, and assignments on the rows under judgement."""

    def __init__(
        self, request: Request, report: Report, frames: UserFrames, queries: QueryObserver
    ) -> None:
        self._judged_rows = request.judged_rows
        self._report = report
        self._frames = frames
        self._queries = queries
        self._tf: Any = importlib.import_module("tensorflow")
        #: True during an observed call: optimizers call `apply` and `assign` themselves.
        self._active = False

    def install(self) -> None:
        """Wrap the optimizers' methods and those that assign to variables."""
        for optimizer in self._optimizers():
            for name in (*STEPS_BY_PAIRS, *STEPS_BY_LISTS):
                if name in vars(optimizer):
                    setattr(optimizer, name, self._wrap_step(vars(optimizer)[name], name))
        module: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
        for kind in (module.ResourceVariable, module.BaseResourceVariable):
            for name in ASSIGNMENTS:
                if name in vars(kind):
                    setattr(kind, name, self._wrap_assignment(vars(kind)[name]))

    def _optimizers(self) -> list[Any]:
        """Return the base classes, old and new, from which optimizers inherit the methods."""
        found = []
        for optimizer in (self._tf.keras.optimizers.Optimizer, self._tf.compat.v1.train.Optimizer):
            found += [base for base in optimizer.__mro__ if base is not object]
        return list(dict.fromkeys(found))

    def _wrap_assignment(self, original: Any) -> Any:
        @functools.wraps(original)
        def observed(variable: Any, *args: Any, **kwargs: Any) -> Any:
            if self._active or len(self._report.applications) >= limits.MAX_APPLICATIONS:
                return original(variable, *args, **kwargs)
            self._active = True
            try:
                lines = self._frames.current_lines()
                if any(rows.contains(line) for rows in self._judged_rows for line in lines[:1]):
                    self._record(lines, [(None, variable)])
                return original(variable, *args, **kwargs)
            finally:
                self._active = False

        wrapped: Any = self._tf.autograph.experimental.do_not_convert(observed)
        return wrapped

    def _wrap_step(self, original: Any, name: str) -> Any:
        @functools.wraps(original)
        def observed(optimizer: Any, gradients: Any, *args: Any, **kwargs: Any) -> Any:
            if self._active or len(self._report.applications) >= limits.MAX_APPLICATIONS:
                return original(optimizer, gradients, *args, **kwargs)
            gradients = list(gradients)  # a `zip` can be read only once
            self._active = True
            try:
                self._record_step(name, gradients, args, kwargs)
                return original(optimizer, gradients, *args, **kwargs)
            finally:
                self._active = False

        wrapped: Any = self._tf.autograph.experimental.do_not_convert(observed)
        return wrapped

    def _record_step(
        self, name: str, gradients: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if name in STEPS_BY_PAIRS:
            pairs = [pair for pair in gradients if isinstance(pair, (tuple, list))]
            pairs = [pair for pair in pairs if len(pair) == 2]
        else:
            variables = args[0] if args else kwargs.get(STEP_VARIABLES)
            if variables is None:
                return
            pairs = list(zip(gradients, variables, strict=False))
        lines = self._frames.current_lines()
        if lines:
            self._record(lines, pairs)

    def _record(self, lines: list[UserLine], pairs: list[Any]) -> None:
        application = AppliedGradients(lines, [], self._queries.count, [], [], [])
        for gradient, variable in pairs:
            known = self._queries.results.get(id(gradient))
            application.gradients.append(None if known is None else [known[0], known[1]])
            application.variables.append(self._queries.identity_of(keras_value(variable)))
            application.names.append(source_name(variable, self._tf))
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
