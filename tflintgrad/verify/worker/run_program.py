"""Runs a user's file the way `python file.py` or `python -m package.module` would."""

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
from tflintgrad.verify.protocol import Report, Request, UserLine
from tflintgrad.verify.worker import replaced_modules
from tflintgrad.verify.worker.applied_gradients import AppliedGradientsObserver
from tflintgrad.verify.worker.perturbation import Perturber
from tflintgrad.verify.worker.query_observer import QueryObserver
from tflintgrad.verify.worker.user_frames import UserFrames
from tflintgrad.verify.worker.weight_changes import WeightChangesObserver


def run(request: Request, report: Report, send: Callable[[Report], None]) -> None:
    """Execute the program with its queries observed; `send` sends the report and exits."""
    tf: Any = importlib.import_module("tensorflow")
    stack: Any = importlib.import_module("tensorflow.python.util.tf_stack")
    _prepare(request)
    path = _file_to_run(request)
    copies = replaced_modules.install(request.modules, request.run_folder)
    frames = UserFrames({path: request.program, **copies}, request.root, stack)
    perturber = Perturber(request, report, frames) if request.eager else None

    def finish() -> None:
        files.update(_modules(frames))
        _complete(observer, weights, tapes, files, report)
        send(report)

    _stop_in_time(request, report, finish)
    observer = QueryObserver(request, report, frames, perturber, finish)
    weights = WeightChangesObserver(report, frames, observer)
    tapes = _watch_persistent_tapes(frames)
    files = _watch_files(request)
    # Unfiltered tracebacks show which part of TensorFlow an exception comes from.
    tf.debugging.disable_traceback_filtering()
    if hasattr(tf.keras, "config"):  # Keras 3
        tf.keras.config.disable_traceback_filtering()
    with open(path, "rb") as program:
        devices.divide(tf, program.read())
    with devices.use(tf, request.device):
        tf.keras.utils.set_random_seed(request.seed)
        if perturber is not None:
            perturber.install()
        elif request.jit:
            _compile_everything(tf)
        observer.install()
        AppliedGradientsObserver(request, report, frames, observer).install()
        if not request.eager:
            weights.install()
        if request.trace_rows:
            _trace(request, path, report)
        try:
            _execute(request, path)
        except SystemExit as stop:
            if stop.code not in (None, 0):
                report.raised = frames.describe(stop)
        except BaseException as error:  # every way a program can end is an observation
            report.raised = frames.describe(error)
        finish()


def _prepare(request: Request) -> None:
    os.chdir(_working_directory(request))
    tempfile.tempdir = request.run_folder
    os.environ["TMPDIR"] = request.run_folder
    os.environ["MPLBACKEND"] = "Agg"  # plots are drawn but not shown
    sys.argv = [request.program]
    sys.stdin = open(os.devnull)  # noqa: SIM115 (stays open as long as the program runs)
    random.seed(request.seed)
    _seed_generators(request.seed)


def _working_directory(request: Request) -> str:
    """Create a private folder with links to the data beside the program, for relative paths.

    Modules need no link, and of folders with thousands of files only some are linked.
    """
    view = os.path.join(request.run_folder, "view")
    os.mkdir(view)
    for folder in dict.fromkeys((os.path.dirname(request.program), request.root)):
        with contextlib.suppress(OSError):
            names = [name for name in os.listdir(folder) if not name.endswith(".py")]
            for name in names[: limits.MAX_LINKED_FILES]:
                with contextlib.suppress(FileExistsError):
                    os.symlink(os.path.join(folder, name), os.path.join(view, name))
    return view


def _file_to_run(request: Request) -> str:
    """Return the file to run; another text becomes a file, as AutoGraph reads the source again."""
    if request.text is None:
        return request.program
    name = os.path.basename(request.program)
    path = os.path.join(request.run_folder, name if name.endswith(".py") else f"{name}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(request.text)
    return path


def _execute(request: Request, path: str) -> None:
    sys.path[:0] = [*(request.search_path or (request.root,)), *_python_path()]
    if request.module and request.text is None:
        runpy.run_module(request.module, run_name="__main__", alter_sys=True)
        return
    # runpy would delete the module's globals at the end, and the tapes in them.
    main = types.ModuleType("__main__")
    main.__file__ = path
    if request.module:
        main.__package__ = request.module.rpartition(".")[0]  # for relative imports
    sys.path.insert(0, os.path.dirname(request.program))
    sys.modules["__main__"] = main
    if request.program.endswith(".ipynb"):
        main.__dict__.update(get_ipython=_IPythonStub, display=_IPythonStub())
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), main.__dict__)


def _python_path() -> list[str]:
    """Return the user's `PYTHONPATH`: programs may import from it, the server must not."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


class _IPythonStub:
    """Accepts any use; stands for `display` and `get_ipython`, which only IPython defines."""

    def __getattr__(self, name: str) -> _IPythonStub:
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> _IPythonStub:
        return self


def _trace(request: Request, path: str, report: Report) -> None:
    """Record which awaited rows are executed; only the program's own code is slowed down."""
    rows = {row for part in request.awaited for row in range(part.first, part.last + 1)}

    def trace_line(frame: types.FrameType, event: str, argument: Any) -> Any:
        if frame.f_lineno in rows and frame.f_lineno not in report.reached_rows:
            report.reached_rows.append(frame.f_lineno)
        return trace_line

    def trace_call(frame: types.FrameType, event: str, argument: Any) -> Any:
        return trace_line if frame.f_code.co_filename == path else None

    sys.settrace(trace_call)


def _seed_generators(default: int) -> None:
    """Seed NumPy generators that the program leaves unseeded, so that all runs are the same."""
    numpy: Any = importlib.import_module("numpy")
    make, state = numpy.random.default_rng, numpy.random.RandomState

    def default_rng(seed: Any = None) -> Any:
        return make(default if seed is None else seed)

    # The base class is known only at run time.
    class RandomState(state):  # type: ignore[misc,valid-type]
        def __init__(self, seed: Any = None) -> None:
            super().__init__(default if seed is None else seed)

    numpy.random.default_rng = default_rng
    numpy.random.RandomState = RandomState


def _compile_everything(tf: Any) -> None:
    """Make every `tf.function` compile with XLA."""
    original = tf.function

    def function(*args: Any, **kwargs: Any) -> Any:
        return original(*args, **{**kwargs, "jit_compile": True})

    tf.function = function


def _stop_in_time(request: Request, report: Report, finish: Callable[[], None]) -> None:
    """Send what was observed so far when time is up, shortly before the server kills."""

    def time_is_up(number: int, frame: types.FrameType | None) -> None:
        report.failure = f"it was stopped after {request.timeout:g} seconds"
        finish()

    signal.signal(signal.SIGALRM, time_is_up)
    signal.setitimer(signal.ITIMER_REAL, request.timeout)


def _watch_persistent_tapes(frames: UserFrames) -> list[tuple[UserLine, Any]]:
    """Return a list that grows with each persistent tape: its line and a weak reference."""
    backprop: Any = importlib.import_module("tensorflow.python.eager.backprop")
    original = backprop.GradientTape.__init__
    tapes: list[tuple[UserLine, Any]] = []

    def made(tape: Any, persistent: bool = False, *args: Any, **kwargs: Any) -> None:
        original(tape, persistent, *args, **kwargs)
        if persistent and len(tapes) < 1000:
            lines = frames.current_lines()
            if lines:
                tapes.append((lines[0], weakref.ref(tape)))

    backprop.GradientTape.__init__ = made
    return tapes


def _watch_files(request: Request) -> set[str]:
    """Return a set that grows with each file that the program opens, for the verdict cache."""
    opened: set[str] = set()
    system = (sys.prefix + os.sep, sys.base_prefix + os.sep, "/proc/", "/sys/", "/dev/")

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and len(opened) < 500 and isinstance(arguments[0], str):
            path = os.path.abspath(arguments[0])
            if not path.startswith(system) and "site-packages" not in path:
                opened.add(path)

    sys.addaudithook(audit)
    return opened


def _modules(frames: UserFrames) -> set[str]:
    """Return the project's modules that were imported; Python may open only their bytecode."""
    files = (getattr(module, "__file__", None) for module in [*sys.modules.values()])
    return {file for file in files if isinstance(file, str) and frames.is_user(file)}


def _complete(
    observer: QueryObserver,
    weights: WeightChangesObserver,
    tapes: list[tuple[UserLine, Any]],
    files: set[str],
    report: Report,
) -> None:
    """Add to the report what is known only at the end of the run."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    with contextlib.suppress(Exception):  # a report without these numbers is still useful
        observer.complete_report()
        weights.complete_report()
    report.live_tapes = [line for line, tape in tapes if tape() is not None]
    own = tempfile.gettempdir()
    for path in sorted(files):
        if not path.startswith(own) and (digest := digest_of(path)):
            report.files[path] = digest
