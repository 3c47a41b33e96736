"""The client of the fork server: starts the server and sends it requests."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tflintgrad.import_path import trusted_entries
from tflintgrad.project.module_resolver import project_folder
from tflintgrad.verify import sandbox
from tflintgrad.verify.protocol import Report, Request, report_from_json

if TYPE_CHECKING:
    from collections.abc import Callable

HOW_TO_GET_IT = "TensorFlow is not installed: pip install 'tflintgrad[verify]'"


class CannotVerify(Exception):
    """Nothing can be run at all; the message is one line for the user."""


_NO_FORK = (
    "verify runs programs on Linux, macOS and the Windows Subsystem for Linux; here,"
    " `verify --run -- COMMAND` can observe your own command"
)


def require_tensorflow() -> None:
    """Raise CannotVerify if TensorFlow is not installed."""
    if find_spec("tensorflow") is None:
        raise CannotVerify(HOW_TO_GET_IT)


class Runner:
    """A fork server: one TensorFlow import, many runs, several at a time. Use in a `with`."""

    def __init__(self, *, device: str = "cpu", unsafe: bool = False) -> None:
        require_tensorflow()
        if not hasattr(os, "fork"):
            raise CannotVerify(_NO_FORK)
        self.unsafe = unsafe
        self.protection = "no sandbox confines the program (--unsafe-no-sandbox)"
        if not unsafe:
            self.protection = _protection()
        self.folder = tempfile.mkdtemp(prefix="tflintgrad-")
        self._numbers = itertools.count(1)
        self._pending: dict[int, _PendingAnswer] = {}
        self._lock = threading.Lock()
        self._dead = ""
        self._server = self._start(device)
        self.tensorflow = self._greeting()
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self.device = self._find_device(device)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the server, even in the middle of a run, and remove the files of its runs."""
        assert self._server.stdin is not None
        with contextlib.suppress(OSError):
            self._server.stdin.close()
        try:
            self._server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        sandbox.remove_tree(Path(self.folder))

    def run(self, request: Request) -> Report:
        """Run one program to its end or its limits; several threads may call this at once."""
        number = next(self._numbers)
        folder = os.path.join(self.folder, f"run-{number}")
        request = replace(request, run_folder=folder, device=self.device, unsafe=self.unsafe)
        answer = self._ask(number, {"request": request.to_json()})
        report = report_from_json(answer["report"])
        self.protection = report.protection or self.protection
        return report

    def _find_device(self, device: str) -> str:
        answer = self._ask(next(self._numbers), {"choose": device})
        if "problem" in answer:
            raise CannotVerify(str(answer["problem"]))
        return str(answer["device"])

    def _ask(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        pending = _PendingAnswer()
        with self._lock:
            if self._dead:
                raise CannotVerify(self._dead)
            self._pending[number] = pending
            assert self._server.stdin is not None
            line = json.dumps({"number": number, **message}) + "\n"
            try:
                self._server.stdin.write(line)
                self._server.stdin.flush()
            except (OSError, ValueError):  # ValueError: closed by us
                raise CannotVerify("the process that runs TensorFlow has ended") from None
        return pending.get()

    def _start(self, device: str) -> subprocess.Popen[str]:
        environment = sandbox.minimal_environment(os.environ)
        if python_path := environment.get("PYTHONPATH"):
            # For the programs, which run elsewhere.
            absolute = (os.path.abspath(item) for item in python_path.split(os.pathsep) if item)
            environment["PYTHONPATH"] = os.pathsep.join(absolute)
        path = trusted_entries(sys.path, project_folder(os.getcwd()))
        environment.update(TF_CPP_MIN_LOG_LEVEL="3", KERAS_BACKEND="tensorflow")
        if device.startswith("cpu"):
            environment["CUDA_VISIBLE_DEVICES"] = "-1"  # else every child looks for GPUs
        return subprocess.Popen(
            [sys.executable, *_python_options(), "-c", _START, json.dumps(path), self.folder],
            cwd=self.folder,  # nothing of the project is imported by accident
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # this process ends it after Ctrl-C
        )

    def _greeting(self) -> str:
        """Wait until the server is ready and return its TensorFlow version."""
        assert self._server.stdout is not None
        assert self._server.stderr is not None
        line = self._server.stdout.readline()
        if not line:
            last = self._server.stderr.read().strip().splitlines()[-1:]
            self.close()
            why = f": {last[0]}" if last else ""
            raise CannotVerify(f"TensorFlow cannot be imported{why}")
        threading.Thread(target=self._server.stderr.read, daemon=True).start()
        return str(json.loads(line)["tensorflow"])

    def _listen(self) -> None:
        """Hand each answer to the thread that waits for it, until the server ends."""
        assert self._server.stdout is not None
        with contextlib.suppress(ValueError):  # closed while reading
            for line in self._server.stdout:
                message = json.loads(line)
                with self._lock:
                    pending = self._pending.pop(message["number"])
                pending.put(message)
        with self._lock:
            self._dead = "the process that runs TensorFlow has ended"
            for pending in self._pending.values():
                pending.put(None)


class LazyRunner:
    """An executor that starts its server with the first request and bounds concurrent runs."""

    def __init__(self, start: Callable[[], Runner], jobs: int) -> None:
        self._start = start
        self._starting = threading.Lock()
        self._closed = False
        self._slots = threading.BoundedSemaphore(jobs)
        self.runner: Runner | None = None

    @property
    def device(self) -> str:
        """The device on which programs run; empty before the first run."""
        return self.runner.device if self.runner is not None else ""

    def start(self) -> Runner:
        """Return the server's client, starting the server if necessary."""
        with self._starting:
            if self._closed:
                raise CannotVerify("verification was stopped")
            if self.runner is None:
                self.runner = self._start()
            return self.runner

    def run(self, request: Request) -> Report:
        """Run one program as soon as fewer than `jobs` others run."""
        runner = self.start()
        with self._slots:
            return runner.run(request)

    def close(self) -> None:
        """End the server and refuse further runs."""
        self._closed = True
        with self._starting:
            if self.runner is not None:
                self.runner.close()


class _PendingAnswer:
    """The answer to one message, which one thread awaits and another delivers."""

    def __init__(self) -> None:
        self._arrived = threading.Event()
        self._message: dict[str, Any] | None = None

    def put(self, message: dict[str, Any] | None) -> None:
        """Deliver the answer; None if the server ended before it answered."""
        self._message = message
        self._arrived.set()

    def get(self) -> dict[str, Any]:
        """Wait for the answer; raise CannotVerify if there will be none."""
        self._arrived.wait()
        if self._message is None:
            raise CannotVerify("the process that runs TensorFlow has ended")
        return self._message


def _python_options() -> list[str]:
    """Return the options of the server's Python: isolated, otherwise like this one."""
    options = ["-I", "-W", "ignore"]
    if sys.dont_write_bytecode:
        options.append("-B")
    if sys.flags.utf8_mode:
        options += ["-X", "utf8"]
    return options


def _protection() -> str:
    """Return what the sandbox holds back; raise CannotVerify if that is not enough."""
    protection = sandbox.probe()
    if not protection.complete:
        held = protection.in_words()
        raise CannotVerify(
            f"this system has no working sandbox ({held}); "
            "use --unsafe-no-sandbox to run the programs without one"
        )
    return protection.in_words()


#: The server imports what this process imports, except for the project: its modules would run
#: unconfined, for instance a folder `pandas/` when TensorFlow looks for pandas. Isolated mode
#: (`-I`) ignores `PYTHONPATH` and the current folder; the search path is handed over instead.
_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "from tflintgrad.verify.worker.fork_server import main; main()"
)
