"""The process that imports TensorFlow once and forks a child per run.

Requests come in as JSON lines, reports go out as JSON lines, in the order in which children end.
The server itself never executes an op: children forked after that would hang in TensorFlow's
thread pools. It also outlives no client: when the requests end, so do the children.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tflintgrad import limits
from tflintgrad.verify import devices, sandbox
from tflintgrad.verify.protocol import Report, Request, request_from_json
from tflintgrad.verify.worker.child import be_child, limits_of, opened
from tflintgrad.verify.worker.report_validation import NoReport, read_report

#: A child is asked to stop by itself; this much later it is killed.
GRACE = 3.0
#: How often it is looked at what the children use, and which part of the time that may take.
WATCH = 0.25
SHARE = 0.1
#: How the client's folder of runs is named.
OWN_FOLDER = "tflintgrad-"
#: A child that closed its channel is given so long to end.
ENDING = 0.5
SUBREAPER = 36  # prctl: orphans of a child come to us, and can be killed


def main() -> None:
    answers = os.dup(1)
    os.dup2(2, 1)  # what TensorFlow or a library prints is no answer
    # The client's folder, which is to be removed even if the client is killed before it asks.
    server = Server(0, answers, [Path(folder) for folder in sys.argv[1:]])
    server.start()
    server.serve()


@dataclass(slots=True)
class _Running:
    number: int
    request: Request
    pid: int
    channel: int
    key: bytes
    deadline: float
    data: bytearray
    trouble: str = ""


class Server:
    def __init__(self, requests: int, answers: int, folders: Sequence[Path] = ()) -> None:
        self._requests = requests
        self._answers = answers
        self._pending = b""
        self._running: dict[int, _Running] = {}
        self._open = True
        self._context: Any = None
        self._folders = {folder for folder in folders if folder.name.startswith(OWN_FOLDER)}
        self._next_watch = 0.0

    def start(self) -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        with _quiet():
            tf = _import_tensorflow()
        self._context = importlib.import_module("tensorflow.python.eager.context")
        sandbox.prepare()
        gc.collect()
        gc.freeze()  # children share the pages of what is never collected
        self._answer({"ready": True, "tensorflow": tf.__version__})

    def serve(self) -> None:
        while self._open or self._running:
            channels = list(self._running)
            waiting = [self._requests, *channels] if self._open else channels
            ready, _, _ = select.select(waiting, [], [], self._patience())
            for descriptor in ready:
                if descriptor == self._requests:
                    self._read_requests()
                else:
                    self._read_report(self._running[descriptor])
            self._watch()
            if not self._open:  # nobody is there to hear of them
                for running in list(self._running.values()):
                    self._end(running)
        # The client does it, unless it was killed.
        for folder in self._folders:
            sandbox.remove(folder)

    def _patience(self) -> float | None:
        if not self._running:
            return None
        times = [running.deadline for running in self._running.values()]
        return max(0.0, min([self._next_watch, *times]) - time.monotonic())

    def _watch(self) -> None:
        """End what takes too long, or too much of what the system does not limit."""
        now = time.monotonic()
        for running in [r for r in self._running.values() if now > r.deadline]:
            running.trouble = f"it did not end within {running.request.timeout:g} seconds"
            self._end(running)
        if now < self._next_watch:
            return
        for running in [r for r in self._running.values() if not r.request.unsafe]:
            folder = Path(running.request.folder)
            running.trouble = sandbox.excess(running.pid, folder, limits_of(running.request))
            if running.trouble:
                self._end(running)
        spent = time.monotonic() - now
        self._next_watch = time.monotonic() + max(WATCH, spent / SHARE)

    def _read_requests(self) -> None:
        data = os.read(self._requests, 1 << 16)
        if not data:
            self._open = False
            return
        *lines, self._pending = (self._pending + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "choose" in message:
                self._answer({"number": message["number"], **self._device(message["choose"])})
            else:
                self._fork(message["number"], request_from_json(message["request"]))

    def _device(self, device: str) -> dict[str, str]:
        """Listing devices wakes drivers that do not survive a fork, so a child does it."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                tf: Any = importlib.import_module("tensorflow")
                answer = {"device": devices.choose(tf, device)}
            except devices.NoSuchDevice as problem:
                answer = {"problem": str(problem)}
            except BaseException as problem:
                answer = {"problem": f"TensorFlow cannot list its devices: {problem}"}
            os.write(writer, json.dumps(answer).encode())
            os._exit(0)
        os.close(writer)
        with open(reader, "rb") as channel:
            data = channel.read()
        os.waitpid(pid, 0)
        found: dict[str, str] = json.loads(data or b'{"problem": "TensorFlow died at the devices"}')
        return found

    def _fork(self, number: int, request: Request) -> None:
        if not self._is_clean():
            self._refuse(number, "it was not run: the server has executed a TensorFlow op")
            return
        try:
            os.mkdir(request.folder)
            above = Path(request.folder).parent
            if above.name.startswith(OWN_FOLDER):
                self._folders.add(above)
            reader, writer = os.pipe()
        except OSError as problem:
            self._refuse(number, f"it was not run: {problem.strerror}")
            return
        key, server = os.urandom(32), os.getpid()
        try:
            pid = os.fork()
        except OSError as problem:  # no more processes; perhaps the next one is luckier
            os.close(reader)
            os.close(writer)
            self._refuse(number, f"it was not run: {problem.strerror}")
            return
        if pid == 0:
            os.close(reader)
            be_child(request, writer, key, server)
        os.close(writer)
        deadline = time.monotonic() + request.timeout + GRACE
        self._running[reader] = _Running(number, request, pid, reader, key, deadline, bytearray())

    def _refuse(self, number: int, trouble: str) -> None:
        self._answer({"number": number, "report": Report(trouble=trouble).to_json()})

    def _is_clean(self) -> bool:
        context = self._context
        return context.context_safe() is None or not context.context()._initialized

    def _read_report(self, running: _Running) -> None:
        chunk = os.read(running.channel, 1 << 20)
        running.data += chunk
        if len(running.data) > limits.MAX_REPORT_BYTES:
            running.trouble = "its report is too large"
        if not chunk or running.trouble:
            self._end(running)

    def _end(self, running: _Running) -> None:
        """Collect the child, whatever became of it, and leave nothing behind."""
        del self._running[running.channel]
        os.close(running.channel)
        status, lived = _collect(running.pid, kill=bool(running.trouble) or not self._open)
        if lived and not running.data:
            running.trouble = "it closed what it reports through, and went on"
        others = {other.pid for other in self._running.values()}
        _kill_orphans(others)
        sandbox.remove(Path(running.request.folder))
        if self._open:
            report = _report(running, status)
            self._answer({"number": running.number, "report": report.to_json()})

    def _answer(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._answers, view) :]
        except BrokenPipeError:
            self._open = False


def _report(running: _Running, status: int) -> Report:
    if running.trouble:
        return Report(trouble=running.trouble)
    if not running.data:
        return Report(trouble=_how_it_died(status))
    payload = opened(running.key, bytes(running.data))
    if payload is None:
        return Report(trouble="something else was written into its report")
    try:
        return read_report(payload)
    except NoReport as problem:
        return Report(trouble=str(problem))


def _how_it_died(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        named = {it.value: it.name for it in signal.Signals}  # real-time signals have no names
        name = named.get(number, f"signal {number}")
        hints = {"SIGXCPU": " (too much CPU time)", "SIGKILL": " (killed, or out of memory)"}
        return f"it was ended by {name}{hints.get(name, '')} before it could report"
    return "it left without a report (`os._exit`, or it closed what it reports through)"


def _collect(pid: int, kill: bool) -> tuple[int, bool]:
    """Wait for the child: how it ended, and whether it closed its channel and had to be killed."""
    end = time.monotonic() + ENDING
    while not kill:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
            return status, False
        if time.monotonic() > end:
            break
        time.sleep(0.002)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1], not kill


def _kill_orphans(children: set[int]) -> None:
    """Processes that a child left behind have become ours."""
    listing = Path(f"/proc/self/task/{os.getpid()}/children")
    for _ in range(20):  # each kill can orphan more
        try:
            found = {int(pid) for pid in listing.read_text().split()} - children
        except OSError:
            return
        if not found:
            return
        for pid in found:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    # TensorFlow's native start-up messages ignore Python's sys.stderr.
    saved, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(null)


def _import_tensorflow() -> Any:
    tf: Any = importlib.import_module("tensorflow")
    # tf.keras and its parts load on first use; paid here once.
    for name in ("layers", "losses", "metrics", "optimizers", "models", "backend", "utils"):
        getattr(tf.keras, name)
    for name in ("run_program", "perturbation", "query_observer"):
        importlib.import_module(f"tflintgrad.verify.worker.{name}")
    importlib.import_module("tensorflow.python.framework.op_callbacks")
    return tf


if __name__ == "__main__":
    main()
