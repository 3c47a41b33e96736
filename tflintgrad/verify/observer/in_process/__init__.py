"""The observer inside the user's own command: every query is observed, and nothing else changes.

`hook/sitecustomize.py` loads this package by path and calls `loaded`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import sys
from typing import TYPE_CHECKING, Any

from ..query_methods import VARIABLE, decoded
from ..wrapping import wrap_query
from .compile_lines import CompileLines
from .log import Log
from .recorder import QueryRecorder

if TYPE_CHECKING:
    from types import ModuleType

_log = Log(os.environ.get("TFLINTGRAD_RUN_LOG", ""))
_compiled = CompileLines()
_recorder = QueryRecorder(_log, _compiled)
_queries = decoded(os.environ.get(VARIABLE, "{}"))


def loaded(module: ModuleType) -> None:
    """Wrap the functions of a module that Python has just executed."""
    if module.__name__ == "tensorflow.python.eager.backprop":
        tape: Any = module.__dict__["GradientTape"]
        for name, parameters in _queries.items():
            if parameters.is_method:
                observe = _recorder.observer(name, parameters)
                setattr(tape, name, wrap_query(getattr(tape, name), observe))
        _begin()
    elif module.__name__ == "tensorflow.python.ops.gradients_impl":
        for name, parameters in _queries.items():
            # `gradients_v2` is the function that `tf` exports as `gradients`.
            for original in () if parameters.is_method else (name, f"{name}_v2"):
                observe = _recorder.observer(name, parameters)
                setattr(module, original, wrap_query(module.__dict__[original], observe))
    else:
        model: Any = module.__dict__.get("Trainer") or module.__dict__["Model"]
        model.compile = _compiled.wrap(model.compile)


@functools.cache
def _begin() -> None:
    _log.write({"kind": "process", "pid": os.getpid(), "argv": list(getattr(sys, "argv", []))})
    # Registered after TensorFlow's own handlers, so it runs before TensorFlow shuts down.
    atexit.register(_end)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_after_fork)


def _after_fork() -> None:
    # The counts so far are the parent's; a child without queries of its own writes nothing.
    _log.reset()
    _recorder.reset()


def _end() -> None:
    # Python keeps the exception that ended the program; sys.excepthook stays as it is.
    error = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
    with contextlib.suppress(Exception):
        if isinstance(error, Exception):
            _recorder.write_error(error)
    with contextlib.suppress(Exception):
        _recorder.write_all()
