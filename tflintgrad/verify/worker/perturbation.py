"""Finite differences by running again: every tensor has a serial number, and some are moved.

The number of a tensor is the order in which it came into being, the same in every run of a
deterministic program. TensorFlow calls back after each eager op with the list of its outputs; to
put another tensor into that list is to move the value for everything that follows, whether it goes
through TensorFlow, NumPy or Python. Variables are known by their handles and moved by assignment.
"""

from __future__ import annotations

import base64
import functools
import importlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from tflintgrad import limits
from tflintgrad.verify.protocol import Nudged, QuerySeen, Report, Request
from tflintgrad.verify.worker import arrays
from tflintgrad.verify.worker.query_calls import keras_value

if TYPE_CHECKING:
    from tflintgrad.verify.worker.user_frames import Frames

#: Ops whose gradient is not the slope of one run, and rightly: samplers, right on average over
#: samples, and quantisation, which lets the gradient through as if it were not there.
_UNFIT = frozenset(
    {
        "FakeQuantWithMinMaxArgs",
        "FakeQuantWithMinMaxVars",
        "FakeQuantWithMinMaxVarsPerChannel",
        "ParameterizedTruncatedNormal",
        "QuantizeAndDequantizeV2",
        "QuantizeAndDequantizeV3",
        "QuantizeAndDequantizeV4",
        "RandomGamma",
        "StatelessParameterizedTruncatedNormal",
        "StatelessRandomGammaV2",
        "StatelessRandomGammaV3",
        "StatelessRandomBinomial",
    }
)
#: Bytes of a float16 or bfloat16.
HALF = 2
#: How far constants are put off in a shaken run.
SHAKE, SHAKE_SEED = 0.1, 7


class Perturbation:
    def __init__(self, request: Request, report: Report, frames: Frames) -> None:
        self._request = request
        self._report = report
        self._frames = frames
        self._count = 0
        self._busy = False
        self._entries = 0
        self._entry_of: dict[int, tuple[int, Any]] = {}
        #: id of a living tensor → its number; the newest holder of an id is the living one.
        self._serials: dict[int, int] = {}
        self._handles: dict[int, Any] = {}
        self._writes: Counter[int] = Counter()
        #: How often each variable had been written when a tape was entered.
        self._writes_at: dict[int, Counter[int]] = {}
        self._through: set[str] = set()
        self._detached = 0
        self._detached_size = 0
        self._tf: Any = importlib.import_module("tensorflow")
        self._constants: Any = importlib.import_module("tensorflow.python.framework.constant_op")
        self._assign: Any = importlib.import_module(
            "tensorflow.python.ops.gen_resource_variable_ops"
        )
        self._convert = self._constants.convert_to_eager_tensor
        self._moved = (
            {source.serial: source for source in request.nudge.sources}
            if request.nudge is not None
            else {}
        )

    def install(self) -> None:
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

    # --- births

    def _constant(self, value: Any, ctx: Any, dtype: Any = None) -> Any:
        made = self._convert(value, ctx, dtype)
        if self._busy:
            return made
        outputs = [self._shaken(made) if self._request.shaken else made]
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
        if self._busy or graph is not None or not isinstance(outputs, list):
            return
        kind = op_type.decode() if isinstance(op_type, bytes) else str(op_type)
        if kind in _UNFIT and kind not in self._report.unfit:
            self._report.unfit.append(kind)
        if kind == "StopGradient":
            self._detach(outputs)
        self._register(outputs)
        if kind == "VarHandleOp":
            self._handles[self._serials[id(outputs[0])]] = outputs[0]
        elif kind.startswith(("Assign", "Resource")) and "Gather" not in kind:
            self._written(inputs)

    def _register(self, outputs: list[Any]) -> None:
        for index, output in enumerate(outputs):
            self._count += 1
            source = self._moved.get(self._count)
            if source is not None and not source.variable:
                outputs[index] = self._elsewhere(output, source)
            self._serials[id(outputs[index])] = self._count
            if output.dtype.size == HALF and output.dtype.is_floating:
                self._through.add(output.dtype.name)

    def _written(self, inputs: Any) -> None:
        serial = self._serials.get(id(inputs[0])) if inputs else None
        if serial is None or serial not in self._handles:
            return
        self._writes[serial] += 1
        if self._request.shaken and self._writes[serial] == 1:
            self._shake_variable(serial, inputs)
        source = self._moved.get(serial)
        nudge = self._request.nudge
        if source is None or nudge is None or self._writes[serial] != source.writes:
            return
        # What was made only after the tape started could not be moved there.
        if nudge.timing != "entry" or source.made_later:
            self._move(source)

    # --- moves

    def _enter(self, tape: Any) -> None:
        if id(tape) in self._entry_of:
            return  # entered again, still with what it recorded before
        self._entries += 1
        self._entry_of[id(tape)] = (self._entries, tape)
        self._writes_at[self._entries] = self._writes.copy()
        nudge = self._request.nudge
        if nudge is None or nudge.timing != "entry" or nudge.entry != self._entries:
            return
        for source in nudge.sources:
            if source.variable and not source.made_later:
                self._move(source)

    def _move(self, source: Nudged) -> None:
        if source.values:
            array = np.reshape(source.values, source.shape)
            self._assign_quietly(source.serial, array, source.dtype, add=False)
        else:
            self._assign_quietly(source.serial, self._delta(source), source.dtype, add=True)

    def _assign_quietly(self, serial: int, array: Any, dtype: str, *, add: bool) -> None:
        """Written past every tape, and past our own counting."""
        self._busy = True
        tape: Any = importlib.import_module("tensorflow.python.eager.record")
        write = self._assign.assign_add_variable_op if add else self._assign.assign_variable_op
        try:
            with tape.stop_recording():
                write(self._handles[serial], self._tensor(array, dtype))
        finally:
            self._busy = False

    def _elsewhere(self, tensor: Any, source: Nudged) -> Any:
        self._busy = True
        try:
            array = arrays.wide(tensor.numpy()) + self._delta(source)
            return self._tensor(array, source.dtype)
        finally:
            self._busy = False

    def _delta(self, source: Nudged) -> Any:
        assert self._request.nudge is not None
        nudge = self._request.nudge
        along = arrays.direction(nudge.seed, source.position, source.shape)
        return along * source.scale * nudge.step

    def _tensor(self, array: Any, dtype: str) -> Any:
        kind = self._tf.as_dtype(dtype)
        context: Any = importlib.import_module("tensorflow.python.eager.context")
        return self._convert(array.astype(kind.as_numpy_dtype), context.context(), kind)

    def _shaken(self, constant: Any) -> Any:
        if not constant.dtype.is_floating:
            return constant
        self._busy = True
        try:
            array = arrays.wide(constant.numpy())
            return self._tensor(array + self._noise(array.shape), constant.dtype.name)
        finally:
            self._busy = False

    def _shake_variable(self, serial: int, inputs: Any) -> None:
        """What an initializer filled with ones hides more than a constant does."""
        if len(inputs) < 2 or not inputs[1].dtype.is_floating:
            return
        noise = self._noise(tuple(inputs[1].shape))
        self._assign_quietly(serial, noise, inputs[1].dtype.name, add=True)

    def _noise(self, shape: tuple[int, ...]) -> Any:
        seed = SHAKE_SEED + self._request.seed
        generator = np.random.Generator(np.random.PCG64([seed, self._count]))
        return SHAKE * generator.standard_normal(shape)

    # --- what must not move

    def _detach(self, outputs: list[Any]) -> None:
        """What is detached counts as a constant: in a nudged run it keeps the value it had."""
        if self._on_trial():
            return
        nudge = self._request.nudge
        number = self._detached
        self._detached += 1
        if nudge is not None:
            if number < len(nudge.detached):
                outputs[0] = self._replayed(outputs[0], nudge.detached[number])
            return
        array = arrays.dense(outputs[0])
        data = b"" if array is None else np.ascontiguousarray(array).tobytes()
        self._detached_size += len(data)
        if self._detached_size > limits.MAX_DETACHED_BYTES:
            self._report.unfit.append("detached values that are too large to be replayed")
            data = b""
        self._report.detached.append(base64.b64encode(data).decode())

    def _on_trial(self) -> bool:
        if not self._request.tried_rows:
            return False
        places = self._frames.here()
        return any(window.holds(place) for window in self._request.tried_rows for place in places)

    def _replayed(self, tensor: Any, recorded: str) -> Any:
        data = base64.b64decode(recorded)
        now = arrays.dense(tensor)
        if now is None or now.nbytes != len(data):
            return tensor
        self._busy = True
        try:
            before = np.frombuffer(data, dtype=now.dtype).reshape(now.shape)
            return self._tensor(before, tensor.dtype.name)
        finally:
            self._busy = False

    def _custom_gradient(self, original: Any) -> Any:
        """A gradient that the user defines need not be the slope of the function."""

        @functools.wraps(original)
        def custom_gradient(f: Any = None) -> Any:
            if f is None or not self._frames.caller_is_user():
                return original(f)

            @functools.wraps(f)
            def noted(*args: Any, **kwargs: Any) -> Any:
                if "a custom gradient" not in self._report.unfit:
                    self._report.unfit.append("a custom gradient")
                return f(*args, **kwargs)

            return original(noted)

        return custom_gradient

    # --- for the observer

    def entry_of(self, tape: Any) -> int:
        return self._entry_of.get(id(tape), (-1, None))[0]

    def describe(self, seen: QuerySeen, sources: list[Any]) -> None:
        """Say which numbers the sources of a query have, and what its target went through."""
        seen.through = sorted(self._through)
        written = self._writes_at.get(seen.entry, self._writes)
        for described, source in zip(seen.sources, sources, strict=False):
            value = keras_value(source)
            holder = value.handle if described.variable else value
            described.serial = self._serials.get(id(holder), -1)
            described.made_later = described.variable and not written[described.serial]
            described.writes = max(1, written[described.serial])
            described.last_writes = self._writes[described.serial]
            if described.differentiable:
                self._busy = True
                try:
                    array = arrays.dense(value)
                finally:
                    self._busy = False
                if array is not None:
                    described.scale = arrays.scale_of(array)
        # In a moved run, slopes are told along the very direction of the move.
        nudge = self._request.nudge
        for moved in nudge.sources if nudge is not None else ():
            if moved.position < len(seen.sources):
                seen.sources[moved.position].scale = moved.scale
