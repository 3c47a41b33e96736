"""`assert_gradients`: the tape's gradient of a function, judged as by `tflintgrad verify`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tflintgrad.testing.linted import findings_in_called_functions
from tflintgrad.verify.finite_differences import LEAP
from tflintgrad.verify.protocol import Gradient, ObservedQuery, ObservedSource
from tflintgrad.verify.slopes import precision_of, slope_from
from tflintgrad.verify.worker.arrays import dense, direction, product, scale_of, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tflintgrad.verify.slopes import Slope


class GradientError(AssertionError):
    """A gradient that is None, zero, not finite or wrong; the message names the variables."""


def assert_gradients(
    f: Callable[[], Any],
    variables: Iterable[Any],
    *,
    may_be_zero: Iterable[Any] = (),
    directions: int = 2,
    seed: int = 0,
) -> None:
    """Assert that the gradient of `f()` with respect to each variable arrives and is right.

    Raises GradientError if a gradient is None, is zero, is not finite, or differs from the slope
    that finite differences measure along `directions` random directions. Variables of
    `may_be_zero`, such as those of units that are switched off, may have a gradient of zeros if
    the slope is zero, too.

    `f` takes no arguments and returns a tensor, whose sum is differentiated. It must return the
    same value each time; TensorFlow's random seed is set to `seed` before each call. The variables
    have their values again afterwards.
    """
    import tensorflow as tf

    run = _Run(tf, f, list(variables), seed)
    if not run.variables:
        raise ValueError("there are no variables")
    zero = {id(variable) for variable in may_be_zero}
    tape = _Taped(*run.with_tape())
    if run.value() != tape.value and np.isfinite(tape.value):
        raise ValueError("f() returns another value each time; fix what is random in it")
    found = [
        f"  {_name(variable, position)}: {problem}"
        for position, variable in enumerate(run.variables)
        if (problem := _problem(run, tape, position, id(variable) in zero, range(directions)))
    ]
    if found:
        raise GradientError("\n".join(_message(found, len(run.variables), f)))


@dataclass(frozen=True, slots=True)
class _Run:
    """Calls of `f` with the variables at their values, or moved."""

    tf: Any
    f: Callable[[], Any]
    variables: Sequence[Any]
    seed: int

    def with_tape(self) -> tuple[float, float, str, list[Any]]:
        """Return the sum, its magnitude and its dtype, and the gradients."""
        self.tf.random.set_seed(self.seed)
        tensors = [_tensor_of(variable) for variable in self.variables]
        with self.tf.GradientTape() as tape:
            result = self.tf.convert_to_tensor(self.f())
        numbers = wide(result.numpy())
        gradients = tape.gradient(result, tensors)
        return float(numbers.sum()), float(np.abs(numbers).sum()), result.dtype.name, gradients

    def value(self) -> float:
        self.tf.random.set_seed(self.seed)
        return float(wide(self.tf.convert_to_tensor(self.f()).numpy()).sum())

    def moved(self, position: int, steps: Iterable[Any]) -> Iterator[float]:
        """Yield the value after each move of one variable, which is then put back."""
        variable = self.variables[position]
        before = np.array(variable.numpy())
        try:
            for step in steps:
                variable.assign((wide(before) + step).astype(before.dtype))
                yield self.value()
        finally:
            variable.assign(before)


@dataclass(frozen=True, slots=True)
class _Taped:
    value: float
    magnitude: float
    dtype: str
    gradients: list[Any]


def _problem(run: _Run, tape: _Taped, position: int, may_be_zero: bool, seeds: range) -> str:
    """Return what is wrong with the gradient of one variable; empty if nothing is."""
    numbers = None if tape.gradients[position] is None else dense(tape.gradients[position])
    if numbers is not None and not np.all(np.isfinite(numbers)):
        return f"the gradient has {np.sum(~np.isfinite(numbers))} numbers that are NaN or infinite"
    if not np.isfinite(tape.value):
        return f"f() is {tape.value}"
    slopes = [_slope(run, tape, position, numbers, run.seed + seed) for seed in seeds]
    steepest = max(slopes, key=lambda slope: (slope.changes, slope.jumps, abs(slope.expected or 0)))
    if numbers is None:
        return f"the gradient is None, {_dependence(steepest)}"
    if not np.any(numbers):
        if may_be_zero and not steepest.changes:
            return ""
        return f"the gradient is zero, {_dependence(steepest)}"
    for slope in slopes:
        if slope.settled and not slope.agrees and (slope.difference or 0) > (slope.tolerance or 0):
            along = f"along a random direction, the tape gives {slope.tape:.4g}"
            return f"the gradient is wrong: {along}, finite differences {slope.expected:.4g}"
    return ""


def _dependence(slope: Slope) -> str:
    if slope.jumps:
        return "and f() changes only with larger steps"
    if slope.changes:
        return f"though f() changes with it (slope {slope.expected:.4g})"
    return "and f() does not change with it"


def _slope(run: _Run, tape: _Taped, position: int, gradient: Any, seed: int) -> Slope:
    """Measure the slope along a random direction, beside the tape's."""
    array = wide(run.variables[position].numpy())
    scale = scale_of(array)
    along = direction(seed, position, array.shape) * scale
    source = ObservedSource(
        dtype=str(run.variables[position].numpy().dtype), shape=list(array.shape), scale=scale
    )
    known = Gradient("none")
    if gradient is not None:
        known = Gradient("numbers", along={str(seed): product(gradient, along)})
    query = ObservedQuery(
        "gradient",
        [],
        0,
        sources=[source],
        gradients=[known],
        target_sums={str(seed): tape.value},
        magnitude=tape.magnitude,
        target_dtype=tape.dtype,
    )
    precision = precision_of(query, [0])
    steps = [sign * step * along for step in precision.steps for sign in (1, -1)]
    values = list(run.moved(position, steps))
    slope = slope_from(query, [0], precision, values, seed)
    if any(value != tape.value for value in values):
        return slope
    # A leap tells a step function from a constant.
    far = run.moved(position, (LEAP * along, -LEAP * along))
    return replace(slope, jumps={tape.value} != {*far, tape.value})


def _tensor_of(variable: Any) -> Any:
    """Return what the tape knows: the variable of TensorFlow behind one of Keras 3."""
    value = getattr(variable, "value", None)
    return variable if callable(value) or value is None else value


def _name(variable: Any, position: int) -> str:
    name = getattr(variable, "path", None) or getattr(variable, "name", "") or f"number {position}"
    return f"{name} {tuple(variable.shape)}"


def _message(problems: list[str], total: int, f: Callable[[], Any]) -> Iterator[str]:
    yield f"{len(problems)} of {total} gradients are lost or wrong:"
    yield from problems
    findings = findings_in_called_functions(f)
    if findings:
        yield ""
        yield "tflintgrad check reports about the functions that f() calls:"
        for finding in findings:
            row = finding.span.start.row
            yield f"  {finding.filename}:{row}: {finding.code} {finding.message}"
            for step in finding.flow:
                note = f": {step.note}" if step.note else ""
                yield f"    {step.label:<6} {step.filename}:{step.span.start.row}{note}"
