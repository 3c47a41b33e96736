"""Perturbed runs: every tensor has a serial number, and the sources of one query are moved.

A tensor's serial number is the order of its creation, the same in every run of a deterministic
program. TensorFlow calls back after each eager op with the list of its outputs; another tensor in
that list moves the value for everything that follows, whether it goes through TensorFlow, NumPy or
Python. Variables are identified by their handles and moved by assignment.
"""

from __future__ import annotations

import base64
import functools
import importlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from tflintgrad import limits
from tflintgrad.knowledge.kernels import kernels
from tflintgrad.verify.protocol import ObservedQuery, PerturbedSource, Report, Request
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.tensor_facts import keras_value

if TYPE_CHECKING:
    from tflintgrad.verify.worker.user_frames import UserFrames

_IS_NO_SLOPE = kernels("gradient_is_no_slope")
_DETACHES = kernels("detaches")
_MAKES_VARIABLE = kernels("makes_variable")
_WRITES_VARIABLE = kernels("writes_variable")
#: Bytes of a float16 or bfloat16.
HALF = 2
#: The size and the seed of the noise in a jittered run.
JITTER, JITTER_SEED = 0.1, 7


class Perturber:
    """Numbers tensors, moves sources, and replays detached values."""

    def __init__(self, request: Request, report: Report, frames: UserFrames) -> None:
        self._request = request
        self._report = report
        self._frames = frames
        self._count = 0
        #: True while this class executes ops of its own, which get no number.
        self._suspended = False
        self._entries = 0
        self._entry_of: dict[int, tuple[int, Any]] = {}
        #: The serial numbers by id; if an id was reused, that of the tensor that is alive.
        self._serials: dict[int, int] = {}
        self._handles: dict[int, Any] = {}
        self._writes: Counter[int] = Counter()
        #: How often each variable had been written when a tape was entered.
        self._writes_at: dict[int, Counter[int]] = {}
        self._low_precision: set[str] = set()
        self._detached_count = 0
        self._detached_bytes = 0
        self._constant_count = 0
        self._tf: Any = importlib.import_module("tensorflow")
        self._constants: Any = importlib.import_module("tensorflow.python.framework.constant_op")
        self._assign: Any = importlib.import_module(
            "tensorflow.python.ops.gen_resource_variable_ops"
        )
        self._convert = self._constants.convert_to_eager_tensor
        self._moved = (
            {source.serial: source for source in request.perturbation.sources}
            if request.perturbation is not None
            else {}
        )

    def install(self) -> None:
        """Run functions eagerly and hook into ops, constants, tapes and custom gradients."""
        self._tf.config.run_functions_eagerly(True)
        callbacks: Any = importlib.import_module("tensorflow.python.framework.op_callbacks")
        backprop: Any = importlib.import_module("tensorflow.python.eager.backprop")
        callbacks.add_op_callback(self._after_op)
        self._constants.convert_to_eager_tensor = self._constant
        push = backprop.GradientTape._push_tape

        @functools.wraps(push)
        def pushed(tape: Any) -> None:
            self._enter(tape)
            push(tape)

        backprop.GradientTape._push_tape = pushed
        self._tf.custom_gradient = self._custom_gradient(self._tf.custom_gradient)
        self._tf.grad_pass_through = self._custom_gradient(self._tf.grad_pass_through)

    # --- numbering

    def _constant(self, value: Any, ctx: Any, dtype: Any = None) -> Any:
        made = self._convert(value, ctx, dtype)
        if self._suspended:
            return made
        outputs = [self._with_noise(made) if self._request.jittered else self._held(made)]
        self._register(outputs)
        return outputs[0]

    def _after_op(
        self,
        op_type: Any,
        inputs: Any,
        attrs: Any,
        outputs: Any,
        op_name: Any = None,
        graph: Any = None,
    ) -> None:
        if self._suspended or graph is not None or not isinstance(outputs, list):
            return
        kind = op_type.decode() if isinstance(op_type, bytes) else str(op_type)
        if _IS_NO_SLOPE.fullmatch(kind) and kind not in self._report.unsuitable:
            self._report.unsuitable.append(kind)
        if _DETACHES.fullmatch(kind):
            self._detach(outputs)
        self._register(outputs)
        if _MAKES_VARIABLE.fullmatch(kind):
            self._handles[self._serials[id(outputs[0])]] = outputs[0]
        elif _WRITES_VARIABLE.fullmatch(kind):
            self._record_write(inputs)

    def _register(self, outputs: list[Any]) -> None:
        for index, output in enumerate(outputs):
            self._count += 1
            source = self._moved.get(self._count)
            if source is not None and not source.variable:
                outputs[index] = self._displaced(output, source)
            self._serials[id(outputs[index])] = self._count
            if output.dtype.size == HALF and output.dtype.is_floating:
                self._low_precision.add(output.dtype.name)

    def _record_write(self, inputs: Any) -> None:
        serial = self._serials.get(id(inputs[0])) if inputs else None
        if serial is None or serial not in self._handles:
            return
        self._writes[serial] += 1
        if self._request.jittered and self._writes[serial] == 1:
            self._jitter_variable(serial, inputs)
        source = self._moved.get(serial)
        perturbation = self._request.perturbation
        if source is None or perturbation is None or self._writes[serial] != source.writes:
            return
        # A variable that was created after the tape was entered could not be moved there.
        if perturbation.timing != "entry" or source.made_later:
            self._move(source)

    # --- moves

    def _enter(self, tape: Any) -> None:
        if id(tape) in self._entry_of:
            return  # entered again; it still has its earlier recording
        self._entries += 1
        self._entry_of[id(tape)] = (self._entries, tape)
        self._writes_at[self._entries] = self._writes.copy()
        perturbation = self._request.perturbation
        if (
            perturbation is None
            or perturbation.timing != "entry"
            or perturbation.tape_entry != self._entries
        ):
            return
        for source in perturbation.sources:
            if source.variable and not source.made_later:
                self._move(source)

    def _move(self, source: PerturbedSource) -> None:
        if source.values:
            array = np.reshape(source.values, source.shape)
            self._assign_unrecorded(source.serial, array, source.dtype, add=False)
        else:
            self._assign_unrecorded(source.serial, self._delta(source), source.dtype, add=True)

    def _assign_unrecorded(self, serial: int, array: Any, dtype: str, *, add: bool) -> None:
        """Write to a variable without any tape or the serial numbers noticing."""
        self._suspended = True
        tape: Any = importlib.import_module("tensorflow.python.eager.record")
        write = self._assign.assign_add_variable_op if add else self._assign.assign_variable_op
        try:
            with tape.stop_recording():
                write(self._handles[serial], self._tensor(array, dtype))
        finally:
            self._suspended = False

    def _displaced(self, tensor: Any, source: PerturbedSource) -> Any:
        self._suspended = True
        try:
            array = arrays.wide(tensor.numpy()) + self._delta(source)
            return self._tensor(array, source.dtype)
        finally:
            self._suspended = False

    def _delta(self, source: PerturbedSource) -> Any:
        assert self._request.perturbation is not None
        perturbation = self._request.perturbation
        along = arrays.direction(perturbation.seed, source.position, source.shape)
        return along * source.scale * perturbation.step

    def _tensor(self, array: Any, dtype: str) -> Any:
        kind = self._tf.as_dtype(dtype)
        context: Any = importlib.import_module("tensorflow.python.eager.context")
        return self._convert(array.astype(kind.as_numpy_dtype), context.context(), kind)

    def _with_noise(self, constant: Any) -> Any:
        if not constant.dtype.is_floating:
            return constant
        self._suspended = True
        try:
            array = arrays.wide(constant.numpy())
            return self._tensor(array + self._noise(array.shape), constant.dtype.name)
        finally:
            self._suspended = False

    def _jitter_variable(self, serial: int, inputs: Any) -> None:
        """Add noise to a variable's initial value, which may hide as much as a constant does."""
        if len(inputs) < 2 or not inputs[1].dtype.is_floating:
            return
        noise = self._noise(tuple(inputs[1].shape))
        self._assign_unrecorded(serial, noise, inputs[1].dtype.name, add=True)

    def _noise(self, shape: tuple[int, ...]) -> Any:
        seed = JITTER_SEED + self._request.seed
        generator = np.random.Generator(np.random.PCG64([seed, self._count]))
        return JITTER * generator.standard_normal(shape)

    # --- detached values and custom gradients

    def _detach(self, outputs: list[Any]) -> None:
        """Record a detached value, or replay it: in a perturbed run it counts as a constant."""
        if self._is_judged():
            return
        perturbation = self._request.perturbation
        number = self._detached_count
        self._detached_count += 1
        if perturbation is not None:
            if number < len(perturbation.detached):
                outputs[0] = self._replay(outputs[0], perturbation.detached[number])
            return
        array = arrays.dense(outputs[0])
        data = b"" if array is None else np.ascontiguousarray(array).tobytes()
        self._detached_bytes += len(data)
        if self._detached_bytes > limits.MAX_DETACHED_BYTES:
            self._report.unsuitable.append("detached values that are too large to be replayed")
            data = b""
        self._report.detached.append(base64.b64encode(data).decode())

    def _held(self, made: Any) -> Any:
        """Record numbers that enter TensorFlow, or replace them by those of the unperturbed run."""
        perturbation = self._request.perturbation
        held = perturbation.constants if perturbation is not None else ()
        if not made.dtype.is_floating or not (held or self._request.records_constants):
            return made
        number = self._constant_count
        self._constant_count += 1
        if held:
            return self._replay(made, held[number]) if number < len(held) else made
        data = np.ascontiguousarray(arrays.dense(made)).tobytes()
        self._detached_bytes += len(data)
        is_kept = self._detached_bytes <= limits.MAX_DETACHED_BYTES
        self._report.constants.append(base64.b64encode(data).decode() if is_kept else "")
        return made

    def _is_judged(self) -> bool:
        if not self._request.judged_rows:
            return False
        lines = self._frames.current_lines()
        return any(rows.contains(line) for rows in self._request.judged_rows for line in lines)

    def _replay(self, tensor: Any, recorded: str) -> Any:
        data = base64.b64decode(recorded)
        now = arrays.dense(tensor)
        if now is None or now.nbytes != len(data):
            return tensor
        self._suspended = True
        try:
            before = np.frombuffer(data, dtype=now.dtype).reshape(now.shape)
            return self._tensor(before, tensor.dtype.name)
        finally:
            self._suspended = False

    def _custom_gradient(self, original: Any) -> Any:
        """Wrap `tf.custom_gradient`: a gradient that the user defines need not be the slope."""

        @functools.wraps(original)
        def custom_gradient(f: Any = None) -> Any:
            if f is None or not self._frames.caller_is_user():
                return original(f)

            @functools.wraps(f)
            def noted(*args: Any, **kwargs: Any) -> Any:
                if "a custom gradient" not in self._report.unsuitable:
                    self._report.unsuitable.append("a custom gradient")
                return f(*args, **kwargs)

            return original(noted)

        return custom_gradient

    # --- for the observer

    def entry_of(self, tape: Any) -> int:
        """Return the number of a tape's first entry; -1 if it was never entered."""
        return self._entry_of.get(id(tape), (-1, None))[0]

    def describe(self, seen: ObservedQuery, sources: list[Any]) -> None:
        """Record the sources' serial numbers, writes and scales, and low-precision dtypes."""
        seen.low_precision = sorted(self._low_precision)
        written = self._writes_at.get(seen.tape_entry, self._writes)
        for described, source in zip(seen.sources, sources, strict=False):
            value = keras_value(source)
            holder = value.handle if described.variable else value
            described.serial = self._serials.get(id(holder), -1)
            described.made_later = described.variable and not written[described.serial]
            described.writes = max(1, written[described.serial])
            described.last_writes = self._writes[described.serial]
            if described.differentiable:
                self._suspended = True
                try:
                    array = arrays.dense(value)
                finally:
                    self._suspended = False
                if array is not None:
                    described.scale = arrays.scale_of(array)
        # In a perturbed run, slopes are recorded along the exact direction of the move.
        perturbation = self._request.perturbation
        for moved in perturbation.sources if perturbation is not None else ():
            if moved.position < len(seen.sources):
                seen.sources[moved.position].scale = moved.scale
