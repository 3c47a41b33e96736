"""Records which variables a training changes: over the run, and in each call of `fit`."""

from __future__ import annotations

import contextlib
import functools
import importlib
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from tflintgrad import limits
from tflintgrad.verify.observed_queries import TRAININGS
from tflintgrad.verify.observer.tensors import source_name
from tflintgrad.verify.protocol import ObservedTraining, ObservedWeight, Report
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.tensor_facts import keras_value

if TYPE_CHECKING:
    from tflintgrad.verify.worker.query_observer import QueryObserver
    from tflintgrad.verify.worker.user_frames import UserFrames


class WeightChangesObserver:
    """Notes every variable as it is made, and compares values around each training."""

    def __init__(self, report: Report, frames: UserFrames, queries: QueryObserver) -> None:
        self._report = report
        self._frames = frames
        self._queries = queries
        self._tf: Any = importlib.import_module("tensorflow")
        #: A weak reference to each variable, its first value, and what the report says about it.
        self._made: list[tuple[Any, Any, ObservedWeight]] = []
        self._active = False

    def install(self) -> None:
        """Wrap what makes variables and what trains a model."""
        module: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
        tracing: Any = importlib.import_module(
            "tensorflow.python.eager.polymorphic_function.polymorphic_function"
        )
        for kind in (module.ResourceVariable, tracing.UnliftedInitializerVariable):
            kind.__init__ = self._wrap_init(kind.__init__)
        for base in self._tf.keras.Model.__mro__:
            for name in TRAININGS:
                if name in vars(base):
                    setattr(base, name, self._wrap_training(vars(base)[name]))

    def _wrap_init(self, original: Any) -> Any:
        @functools.wraps(original)
        def made(variable: Any, *args: Any, **kwargs: Any) -> None:
            original(variable, *args, **kwargs)
            if len(self._made) < limits.MAX_OBSERVED_WEIGHTS and variable.dtype.is_floating:
                start = None
                with contextlib.suppress(Exception):  # made in a trace, it has no value yet
                    start = self._value(variable)
                described = ObservedWeight(
                    source_name(variable, self._tf),
                    trainable=bool(variable.trainable),
                    made=self._frames.current_lines(),
                )
                self._made.append((weakref.ref(variable), start, described))

        return made

    def _value(self, variable: Any) -> Any:
        with self._tf.init_scope():
            array = arrays.dense(variable)
        return None if array is None else np.array(array)

    def _wrap_training(self, original: Any) -> Any:
        @functools.wraps(original)
        def observed(model: Any, *args: Any, **kwargs: Any) -> Any:
            if self._active or len(self._report.trainings) >= limits.MAX_APPLICATIONS:
                return original(model, *args, **kwargs)
            self._active = True
            before = {id(weight): self._value(keras_value(weight)) for weight in model.weights}
            training = ObservedTraining(self._frames.current_lines())
            self._report.trainings.append(training)
            try:
                return original(model, *args, **kwargs)
            finally:
                self._active = False
                self._compare(training, model, before)

        return observed

    def _compare(self, training: ObservedTraining, model: Any, before: dict[int, Any]) -> None:
        """Describe the weights of a model after a training."""
        first = {id(ref()): value for ref, value, _ in self._made if ref() is not None}
        wanted = {id(weight) for weight in model.trainable_weights}
        for weight in model.weights:
            value = keras_value(weight)
            start = before.get(id(weight), first.get(id(value)))
            if weight.dtype.startswith(("float", "bfloat")):
                training.weights.append(
                    ObservedWeight(
                        source_name(weight, self._tf),
                        trainable=id(weight) in wanted,
                        moved=self._differs(value, start),
                    )
                )

    def _differs(self, variable: Any, start: Any) -> bool:
        if start is None:  # its first value is not known, but only a source can move
            return id(variable) in self._queries.requested
        now = self._value(variable)
        return now is not None and not np.array_equal(now, start, equal_nan=True)

    def complete_report(self) -> None:
        """Describe every variable at the end of the run."""
        for reference, start, described in self._made:
            variable = reference()  # sources are kept alive, so one that is gone never was a source
            if variable is not None:
                described.moved = self._differs(variable, start)
                described.missing = id(variable) in self._queries.missing
            self._report.weights.append(described)
