"""Run a user's file as a script, the way `python file.py` or `python -m package.module` would."""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import runpy
import signal
import sys
import tempfile
import types
import weakref
from collections.abc import Callable
from typing import Any

from tflintgrad import limits
from tflintgrad.verify import devices
from tflintgrad.verify.file_digest import digest_of
from tflintgrad.verify.protocol import Place, Report, Request
from tflintgrad.verify.worker.applied_gradients import Applications
from tflintgrad.verify.worker.perturbation import Perturbation
from tflintgrad.verify.worker.query_observer import Observer
from tflintgrad.verify.worker.user_frames import Frames


def run(request: Request, report: Report, send: Callable[[Report], None]) -> None:
    """Execute the program; `send` hands the report over and does not return."""
    tf: Any = importlib.import_module("tensorflow")
    stack: Any = importlib.import_module("tensorflow.python.util.tf_stack")
    _prepare(request)
    path = _file_to_run(request)
    frames = Frames(path, request.root, request.program, stack)
    nudging = Perturbation(request, report, frames) if request.difference else None

    def finish() -> None:
        files.update(_modules(frames))
        _conclude(observer, tapes, files, report)
        send(report)

    _stop_in_time(request, report, finish)
    observer = Observer(request, report, frames, nudging, finish)
    tapes = _watch_persistent_tapes(frames)
    files = _watch_files(request)
    # Whole tracebacks tell which part of TensorFlow an exception comes from.
    tf.debugging.disable_traceback_filtering()
    if hasattr(tf.keras, "config"):  # Keras 3
        tf.keras.config.disable_traceback_filtering()
    with devices.use(tf, request.device):
        tf.keras.utils.set_random_seed(request.seed)
        if nudging is not None:
            nudging.install()
        elif request.jit:
            _compile_everything(tf)
        observer.install()
        Applications(request, report, frames, observer).install()
        if request.trace:
            _trace(request, path, report)
        try:
            _execute(request, path)
        except SystemExit as stop:
            if stop.code not in (None, 0):
                report.raised = frames.raised(stop)
        except BaseException as error:  # whatever a program ends with is an observation
            report.raised = frames.raised(error)
        finish()


def _prepare(request: Request) -> None:
    os.chdir(_working_directory(request))
    tempfile.tempdir = request.folder
    os.environ["TMPDIR"] = request.folder
    os.environ["MPLBACKEND"] = "Agg"  # plots are drawn, and not shown
    sys.argv = [request.program]
    sys.stdin = open(os.devnull)  # noqa: SIM115 (stays open as long as the program runs)
    random.seed(request.seed)
    _seed_generators(request.seed)


def _working_directory(request: Request) -> str:
    """A private folder that shows the data beside the program, so that relative paths work.

    Modules are found otherwise, and folders of thousands of files are no surroundings.
    """
    view = os.path.join(request.folder, "view")
    os.mkdir(view)
    for folder in dict.fromkeys((os.path.dirname(request.program), request.root)):
        with contextlib.suppress(OSError):
            names = [name for name in os.listdir(folder) if not name.endswith(".py")]
            for name in names[: limits.MAX_LINKED_FILES]:
                with contextlib.suppress(FileExistsError):
                    os.symlink(os.path.join(folder, name), os.path.join(view, name))
    return view


def _file_to_run(request: Request) -> str:
    """AutoGraph and tracebacks read the source again, so corrected text must be a real file."""
    if request.text is None:
        return request.program
    name = os.path.basename(request.program)
    path = os.path.join(request.folder, name if name.endswith(".py") else f"{name}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(request.text)
    return path


def _execute(request: Request, path: str) -> None:
    sys.path[:0] = [*(request.folders or (request.root,)), *_python_path()]
    if request.module and request.text is None:
        runpy.run_module(request.module, run_name="__main__", alter_sys=True)
        return
    sys.path.insert(0, os.path.dirname(request.program))
    # runpy would throw the module's globals away at the end, and the tapes in them.
    main = types.ModuleType("__main__")
    main.__file__ = path
    sys.modules["__main__"] = main
    if request.program.endswith(".ipynb"):
        main.__dict__.update(get_ipython=_Anything, display=_Anything())
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), main.__dict__)


def _python_path() -> list[str]:
    """Return the user's `PYTHONPATH`: programs may import from it, the server must not."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


class _Anything:
    """In the place of what IPython brings and a program by itself does not have."""

    def __getattr__(self, name: str) -> _Anything:
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> _Anything:
        return self


def _trace(request: Request, path: str, report: Report) -> None:
    """Note which awaited rows are executed; only the program's own code is slowed down."""
    rows = {row for window in request.awaited for row in range(window.first, window.last + 1)}

    def local(frame: types.FrameType, event: str, argument: Any) -> Any:
        if frame.f_lineno in rows and frame.f_lineno not in report.reached:
            report.reached.append(frame.f_lineno)
        return local

    def calls(frame: types.FrameType, event: str, argument: Any) -> Any:
        return local if frame.f_code.co_filename == path else None

    sys.settrace(calls)


def _seed_generators(own: int) -> None:
    """Generators that nobody seeded would make every run another program."""
    numpy: Any = importlib.import_module("numpy")
    make, state = numpy.random.default_rng, numpy.random.RandomState

    def default_rng(seed: Any = None) -> Any:
        return make(own if seed is None else seed)

    class RandomState(state):  # type: ignore[misc,valid-type]
        def __init__(self, seed: Any = None) -> None:
            super().__init__(own if seed is None else seed)

    numpy.random.default_rng = default_rng
    numpy.random.RandomState = RandomState


def _compile_everything(tf: Any) -> None:
    original = tf.function

    def function(*args: Any, **kwargs: Any) -> Any:
        kwargs["jit_compile"] = True
        return original(*args, **kwargs)

    tf.function = function


def _stop_in_time(request: Request, report: Report, finish: Callable[[], None]) -> None:
    """Shortly before the server would kill: hand over what was seen so far."""

    def late(number: int, frame: types.FrameType | None) -> None:
        report.trouble = f"it was stopped after {request.timeout:g} seconds"
        finish()

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, request.timeout)


def _watch_persistent_tapes(frames: Frames) -> list[tuple[Place, Any]]:
    backprop: Any = importlib.import_module("tensorflow.python.eager.backprop")
    original = backprop.GradientTape.__init__
    tapes: list[tuple[Place, Any]] = []

    def made(tape: Any, persistent: bool = False, *args: Any, **kwargs: Any) -> None:
        original(tape, persistent, *args, **kwargs)
        if persistent and len(tapes) < 1000:
            places = frames.here()
            if places:
                tapes.append((places[0], weakref.ref(tape)))

    backprop.GradientTape.__init__ = made
    return tapes


def _watch_files(request: Request) -> set[str]:
    """What the program reads decides what it does: the cache must know these files."""
    opened: set[str] = set()
    system = (sys.prefix + os.sep, sys.base_prefix + os.sep, "/proc/", "/sys/", "/dev/")

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and len(opened) < 500 and isinstance(arguments[0], str):
            path = os.path.abspath(arguments[0])
            if not path.startswith(system) and "site-packages" not in path:
                opened.add(path)

    sys.addaudithook(audit)
    return opened


def _modules(frames: Frames) -> set[str]:
    """The project's modules that took part; reading their bytecode is no sign of them."""
    files = (getattr(module, "__file__", None) for module in [*sys.modules.values()])
    return {file for file in files if isinstance(file, str) and frames.is_user(file)}


def _conclude(
    observer: Observer, tapes: list[tuple[Place, Any]], files: set[str], report: Report
) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    with contextlib.suppress(Exception):  # numbers that are missing are missing
        observer.settle()
    report.alive_tapes = [place for place, tape in tapes if tape() is not None]
    own = tempfile.gettempdir()
    for path in sorted(files):
        if not path.startswith(own) and (digest := digest_of(path)):
            report.files[path] = digest
