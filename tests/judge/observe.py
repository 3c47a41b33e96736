"""Inside a forked child: run one program with every gradient query observed.

The wrappers sit on the classes, so queries made by Keras' `fit` are seen as well. Inside a traced
function a gradient has no numbers yet; with `numbers_when_traced` a recording op joins the graph.
"""

from __future__ import annotations

import importlib
import os
import re
import runpy
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

TAPE_METHODS = ("gradient", "jacobian", "batch_jacobian")
MAX_VALUES = 20_000


class Observer:
    """Collects what each query gave, as plain JSON values."""

    def __init__(self, program: str, numbers_when_traced: bool) -> None:
        self.program = program
        self.numbers_when_traced = numbers_when_traced
        self.queries: list[dict[str, Any]] = []
        self._inside = threading.local()
        # Imported by name so that type checking does not depend on TensorFlow being installed.
        self._tf: Any = importlib.import_module("tensorflow")
        self._np: Any = importlib.import_module("numpy")
        self._stack: Any = importlib.import_module("tensorflow.python.util.tf_stack")

    def install(self) -> None:
        for method in TAPE_METHODS:
            original = getattr(self._tf.GradientTape, method)
            setattr(self._tf.GradientTape, method, self._wrapped(original, f"tape.{method}"))
        for module in (self._tf, self._tf.compat.v1):
            module.gradients = self._wrapped(module.gradients, "tf.gradients")

    def _wrapped(self, original: Callable[..., Any], method: str) -> Callable[..., Any]:
        def observed(*args: Any, **kwargs: Any) -> Any:
            # jacobian calls gradient itself: only the outermost call is the program's query.
            if getattr(self._inside, "query", False):
                return original(*args, **kwargs)
            self._inside.query = True
            try:
                result = original(*args, **kwargs)
            finally:
                self._inside.query = False
            if not self._asked_by_tensorflow():
                self._record(method, result)
            return result

        observed.__name__ = getattr(original, "__name__", method)
        observed.__doc__ = original.__doc__
        # AutoGraph must call it as it is, as it does with TensorFlow's own methods.
        wrapped: Callable[..., Any] = self._tf.autograph.experimental.do_not_convert(observed)
        return wrapped

    def _record(self, method: str, result: Any) -> None:
        leaves = self._tf.nest.flatten(result)
        self.queries.append(
            {
                "method": method,
                "line": self._program_line(),
                "results": [self._result(leaf) for leaf in leaves],
            }
        )

    def _asked_by_tensorflow(self) -> bool:
        """Whether TensorFlow itself asks, as py_function's gradient does: nobody's query."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            name = frame.f_globals.get("__name__", "")
            # AutoGraph stands between a traced program and every call it makes.
            if not name.startswith("tensorflow.python.autograph"):
                return str(name).startswith("tensorflow.python")
            frame = frame.f_back
        return False

    def _program_line(self) -> int | None:
        # tf_stack maps AutoGraph's generated code back to the program's own lines.
        lines = [f.lineno for f in self._stack.extract_stack() if f.filename == self.program]
        return lines[-1] if lines else None

    def _result(self, leaf: Any) -> dict[str, Any]:
        if leaf is None:
            return {"kind": "none", "shape": None, "values": []}
        if isinstance(leaf, self._tf.IndexedSlices):
            return self._indexed_slices(leaf)
        if hasattr(leaf, "numpy"):
            return self._numbers(leaf.numpy())
        if isinstance(leaf, self._tf.Tensor):
            shape = leaf.shape
            result: dict[str, Any] = {
                "kind": "symbolic",
                "shape": None if shape.rank is None else list(shape),
                "values": [],
            }
            if self.numbers_when_traced:
                self._record_when_run(leaf, result)
            return result
        return {"kind": "other", "shape": None, "values": []}

    def _indexed_slices(self, slices: Any) -> dict[str, Any]:
        if not hasattr(slices.values, "numpy"):
            return self._result(slices.values)
        values, indices = slices.values.numpy(), slices.indices.numpy()
        if slices.dense_shape is None:
            return self._numbers(values)
        dense = self._np.zeros(slices.dense_shape.numpy(), values.dtype)
        self._np.add.at(dense, indices, values)
        return self._numbers(dense)

    def _numbers(self, array: Any) -> dict[str, Any]:
        array = self._np.asarray(array)
        if array.dtype.kind == "c":
            flat = self._np.stack([array.real, array.imag], axis=-1).reshape(-1)
        else:
            flat = array.astype("float64").reshape(-1)
        return {
            "kind": "numbers",
            "shape": list(array.shape),
            "values": [float(value) for value in flat[:MAX_VALUES]],
        }

    def _record_when_run(self, tensor: Any, result: dict[str, Any]) -> None:
        def record(array: Any) -> None:
            result.update(self._numbers(array))

        self._tf.numpy_function(record, [tensor], [])


def run_program(program: str, numbers_when_traced: bool) -> dict[str, Any]:
    """Execute the file as a script; returns what a client reads with `outcome_from_json`."""
    tf: Any = importlib.import_module("tensorflow")
    tf.keras.utils.set_random_seed(0)
    observer = Observer(program, numbers_when_traced)
    observer.install()
    sys.argv = [program]
    os.chdir(os.path.dirname(program))
    raised: dict[str, Any] | None = None
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as stop:
        if stop.code not in (None, 0):
            raised = _raised(stop, program)
    except BaseException as error:  # whatever a program ends with is an observation
        raised = _raised(error, program)
    return {"queries": observer.queries, "raised": raised, "timed_out": False}


def _raised(error: BaseException, program: str) -> dict[str, Any]:
    message = str(error)
    line: int | None = None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == program:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    if isinstance(error, SyntaxError) and error.filename == program:
        line = error.lineno
    # AutoGraph reports the user's lines in the message instead of the traceback.
    named = re.findall(rf'File "{re.escape(program)}", line (\d+)', message)
    bases = [cls.__name__ for cls in type(error).__mro__ if cls is not object]
    return {"bases": bases, "message": message, "line": int(named[-1]) if named else line}
