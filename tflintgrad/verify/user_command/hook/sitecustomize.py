"""The hook of `verify --run`: loads the observer as soon as the command imports TensorFlow.

It comes first on the PYTHONPATH of an observed command, so every Python that the command starts
runs it, whatever its version and mostly for nothing. So it is short, imports next to nothing, and
keeps its own errors to itself.
"""

import os
import sys
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_HERE = os.path.dirname(os.path.abspath(__file__))
_OBSERVER = "_tflintgrad_observer"
# The observer wraps functions of these modules, right after Python has executed each of them.
_OBSERVED = {
    "tensorflow.python.eager.backprop",
    "tensorflow.python.ops.gradients_impl",
    "keras.src.trainers.trainer",
    "keras.src.engine.training",
    "tf_keras.src.engine.training",
}


def _notify(module: "ModuleType") -> None:
    """Tell the observer, loading it if necessary, that a module was executed."""
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    if _OBSERVER not in sys.modules:
        # By path: tflintgrad need not be installed where the command runs.
        folder = os.path.join(os.path.dirname(os.path.dirname(_HERE)), "observer")
        spec = spec_from_file_location(
            _OBSERVER, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
        )
        if spec is None or spec.loader is None:
            return
        package = module_from_spec(spec)
        sys.modules[_OBSERVER] = package
        spec.loader.exec_module(package)
    import_module(_OBSERVER + ".in_process").loaded(module)


class _Finder:
    """A finder that delegates to the path finder and learns when a module has been executed."""

    @staticmethod
    def find_spec(
        name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """Return the spec of an observed module, with a loader that notifies the observer."""
        if name not in _OBSERVED:
            return None
        try:
            spec = PathFinder.find_spec(name, path, target)
            if spec is None or spec.loader is None:
                return None
            execute = spec.loader.exec_module

            def execute_and_notify(module: "ModuleType") -> None:
                execute(module)
                try:
                    _notify(module)
                except Exception as error:
                    _report(error)

            # Only this loader is changed: mypy does not allow assigning to a method.
            spec.loader.exec_module = execute_and_notify  # type: ignore[method-assign]
        except Exception:
            return None
        return spec


def _report(error: Exception) -> None:
    if os.environ.get("TFLINTGRAD_RUN_DEBUG"):
        sys.stderr.write("tflintgrad: not observed: " + repr(error) + "\n")


def _start() -> None:
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != _HERE]
    if os.environ.get("TFLINTGRAD_RUN_LOG"):
        sys.meta_path.insert(0, _Finder)


def _load_shadowed() -> None:
    """Import the user's own sitecustomize, which this one shadows on the path."""
    from importlib.util import module_from_spec

    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


try:
    _start()
except Exception as problem:
    _report(problem)
# Outside of the `try`: `site` reports what the user's sitecustomize raises.
_load_shadowed()
