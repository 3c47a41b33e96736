"""Inside the user's process: every gradient query observed, and nothing else changed.

Loaded by path into whatever environment the command runs in (see hook/sitecustomize.py): needs
Python 3.9, its standard library, and the NumPy and TensorFlow that are there.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import sys
from typing import TYPE_CHECKING, Any

from .log import Log
from .wrappers import CompileWatch, Watch, wrapped

if TYPE_CHECKING:
    from types import ModuleType

_SOURCES = {"gradient": "sources", "jacobian": "sources", "batch_jacobian": "source"}

_log = Log(os.environ.get("TFLINTGRAD_RUN_LOG", ""))
_watch = Watch(_log)


def loaded(module: ModuleType) -> None:
    """Called right after a module was executed whose functions are to be observed."""
    if module.__name__ == "tensorflow.python.eager.backprop":
        tape: Any = module.__dict__["GradientTape"]
        for method, keyword in _SOURCES.items():
            original = getattr(tape, method)
            setattr(tape, method, wrapped(_watch, original, f"tape.{method}", 2, keyword))
        _begin()
    elif module.__name__ == "tensorflow.python.ops.gradients_impl":
        for name in ("gradients", "gradients_v2"):
            original = module.__dict__[name]
            setattr(module, name, wrapped(_watch, original, "gradients", 1, "xs"))
    else:
        model: Any = module.__dict__.get("Trainer") or module.__dict__["Model"]
        model.compile = CompileWatch(_watch).wrapped(model.compile)


@functools.cache
def _begin() -> None:
    _log.write({"kind": "process", "pid": os.getpid(), "argv": list(getattr(sys, "argv", []))})
    # Registered after TensorFlow's own, so it runs before TensorFlow is taken down.
    atexit.register(_end)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_in_child)


def _in_child() -> None:
    # The numbers so far are the parent's; a child that asks for nothing leaves nothing.
    _log.start_anew()
    _watch.start_anew()


def _end() -> None:
    # Python remembers what ended the program; sys.excepthook stays as it is, or as it was set.
    error = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
    with contextlib.suppress(Exception):
        if isinstance(error, Exception):
            _watch.write_error(error)
    with contextlib.suppress(Exception):
        _watch.write_everything()
