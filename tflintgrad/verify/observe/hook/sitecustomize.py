"""First on PYTHONPATH of an observed command: waits for TensorFlow, then lets the observer in.

Every Python that the command starts runs this, mostly for nothing, in whatever version it is. So
it is short, imports next to nothing, and what goes wrong in it is nobody's business.
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
# What the observer changes, each module right after it was executed.
_AWAITED = {
    "tensorflow.python.eager.backprop",
    "tensorflow.python.ops.gradients_impl",
    "keras.src.trainers.trainer",
    "keras.src.engine.training",
    "tf_keras.src.engine.training",
}


def _let_in(module: "ModuleType") -> None:
    from importlib.util import module_from_spec, spec_from_file_location

    observer = sys.modules.get(_OBSERVER)
    if observer is None:
        # By path: tflintgrad need not be installed where the command runs.
        folder = os.path.join(os.path.dirname(_HERE), "in_process")
        spec = spec_from_file_location(
            _OBSERVER, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
        )
        if spec is None or spec.loader is None:
            return
        observer = module_from_spec(spec)
        sys.modules[_OBSERVER] = observer
        spec.loader.exec_module(observer)
    observer.loaded(module)


class _Waiting:
    """A finder that finds what the others find, and is told when it has been executed."""

    @staticmethod
    def find_spec(
        name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        if name not in _AWAITED:
            return None
        try:
            spec = PathFinder.find_spec(name, path, target)
            if spec is None or spec.loader is None:
                return None
            execute = spec.loader.exec_module

            def execute_and_tell(module: "ModuleType") -> None:
                execute(module)
                try:
                    _let_in(module)
                except Exception as error:
                    if os.environ.get("TFLINTGRAD_RUN_DEBUG"):
                        sys.stderr.write("tflintgrad: not observed: " + repr(error) + "\n")

            spec.loader.exec_module = execute_and_tell  # type: ignore[method-assign]
        except Exception:
            return None
        return spec


def _start() -> None:
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != _HERE]
    if os.environ.get("TFLINTGRAD_RUN_LOG"):
        sys.meta_path.insert(0, _Waiting)


def _load_shadowed() -> None:
    """The sitecustomize that would have been imported, had this one not stood before it."""
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
    if os.environ.get("TFLINTGRAD_RUN_DEBUG"):
        sys.stderr.write("tflintgrad: not observed: " + repr(problem) + "\n")
# Outside of the try: what that one raises, site reports as it always does.
_load_shadowed()
