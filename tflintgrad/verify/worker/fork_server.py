"""The fork server: a process that imports TensorFlow once and forks a child per run.

It reads requests as JSON lines and writes reports as JSON lines, in the order in which children
end. The server itself never executes an op: children forked after that would hang in TensorFlow's
thread pools. It ends with its client: when the stream of requests ends, it kills the children.
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
from tflintgrad.verify.worker.child import limits_of, run_child, signed_payload
from tflintgrad.verify.worker.report_validation import InvalidReport, read_report

#: Seconds between a child's own time-out and its killing.
GRACE = 3.0
#: Seconds between checks of the children's usage, and the share of time that checks may take.
CHECK_INTERVAL = 0.25
CHECK_SHARE = 0.1
#: The prefix of the folder in which a client keeps its runs.
FOLDER_PREFIX = "tflintgrad-"
#: Seconds that a child has to end after it closed its channel.
ENDING = 0.5
SUBREAPER = 36  # prctl: the orphans of a child become this process's children, and can be killed


def main() -> None:
    """Serve the client on standard input and output until it closes them."""
    answers = os.dup(1)
    os.dup2(2, 1)  # the output of TensorFlow and other libraries must not mix with the answers
    # The client's folder is removed even if the client is killed before its first request.
    server = ForkServer(0, answers, [Path(folder) for folder in sys.argv[1:]])
    server.start()
    server.serve()


@dataclass(slots=True)
class _Running:
    """A child that runs, and what it has written so far."""

    number: int
    request: Request
    pid: int
    channel: int
    key: bytes
    deadline: float
    data: bytearray
    failure: str = ""


class ForkServer:
    """Forks a child per request and answers with its report."""

    def __init__(self, requests: int, answers: int, folders: Sequence[Path] = ()) -> None:
        self._requests = requests
        self._answers = answers
        self._pending = b""
        self._running: dict[int, _Running] = {}
        self._open = True
        self._context: Any = None
        self._folders = {folder for folder in folders if folder.name.startswith(FOLDER_PREFIX)}
        self._next_check = 0.0

    def start(self) -> None:
        """Import TensorFlow and tell the client that the server is ready."""
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        with _quiet():
            tf = _import_tensorflow()
        self._context = importlib.import_module("tensorflow.python.eager.context")
        sandbox.prepare()
        gc.collect()
        gc.freeze()  # children share the memory pages that the collector does not touch
        self._answer({"ready": True, "tensorflow": tf.__version__})

    def serve(self) -> None:
        """Fork children and forward their reports until the stream of requests ends."""
        while self._open or self._running:
            channels = list(self._running)
            waiting = [self._requests, *channels] if self._open else channels
            ready, _, _ = select.select(waiting, [], [], self._seconds_to_next_event())
            for descriptor in ready:
                if descriptor == self._requests:
                    self._read_requests()
                else:
                    self._read_report(self._running[descriptor])
            self._end_excessive()
            if not self._open:  # the client is gone
                for running in list(self._running.values()):
                    self._end(running)
        # The client removes its folder itself, unless it was killed.
        for folder in self._folders:
            sandbox.remove_tree(folder)

    def _seconds_to_next_event(self) -> float | None:
        if not self._running:
            return None
        times = [running.deadline for running in self._running.values()]
        return max(0.0, min([self._next_check, *times]) - time.monotonic())

    def _end_excessive(self) -> None:
        """End children that exceed their time or a limit that the system does not enforce."""
        now = time.monotonic()
        for running in [r for r in self._running.values() if now > r.deadline]:
            running.failure = f"it did not end within {running.request.timeout:g} seconds"
            self._end(running)
        if now < self._next_check:
            return
        for running in [r for r in self._running.values() if not r.request.unsafe]:
            folder = Path(running.request.run_folder)
            limits = limits_of(running.request)
            running.failure = sandbox.exceeded_limit(running.pid, folder, limits)
            if running.failure:
                self._end(running)
        spent = time.monotonic() - now
        self._next_check = time.monotonic() + max(CHECK_INTERVAL, spent / CHECK_SHARE)

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
        """Resolve a device name in a child: listing devices starts drivers that break on fork."""
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
        died = b'{"problem": "TensorFlow crashed while listing its devices"}'
        found: dict[str, str] = json.loads(data or died)
        return found

    def _fork(self, number: int, request: Request) -> None:
        if not self._is_clean():
            self._refuse(number, "it was not run: the server has executed a TensorFlow op")
            return
        try:
            os.mkdir(request.run_folder)
            above = Path(request.run_folder).parent
            if above.name.startswith(FOLDER_PREFIX):
                self._folders.add(above)
            reader, writer = os.pipe()
        except OSError as problem:
            self._refuse(number, f"it was not run: {problem.strerror}")
            return
        key, server = os.urandom(32), os.getpid()
        try:
            pid = os.fork()
        except OSError as problem:  # too many processes; the next fork may succeed
            os.close(reader)
            os.close(writer)
            self._refuse(number, f"it was not run: {problem.strerror}")
            return
        if pid == 0:
            os.close(reader)
            run_child(request, writer, key, server)
        os.close(writer)
        deadline = time.monotonic() + request.timeout + GRACE
        self._running[reader] = _Running(number, request, pid, reader, key, deadline, bytearray())

    def _refuse(self, number: int, failure: str) -> None:
        self._answer({"number": number, "report": Report(failure=failure).to_json()})

    def _is_clean(self) -> bool:
        """True if this process has not executed an op yet."""
        context = self._context
        return context.context_safe() is None or not context.context()._initialized

    def _read_report(self, running: _Running) -> None:
        chunk = os.read(running.channel, 1 << 20)
        running.data += chunk
        if len(running.data) > limits.MAX_REPORT_BYTES:
            running.failure = "its report is too large"
        if not chunk or running.failure:
            self._end(running)

    def _end(self, running: _Running) -> None:
        """Reap the child, kill its processes, remove its folder, and answer the request."""
        del self._running[running.channel]
        os.close(running.channel)
        status, lived = _reap(running.pid, kill=bool(running.failure) or not self._open)
        if lived and not running.data:
            running.failure = "it closed its report channel and kept running"
        others = {other.pid for other in self._running.values()}
        _kill_orphans(others)
        sandbox.remove_tree(Path(running.request.run_folder))
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
    if running.failure:
        return Report(failure=running.failure)
    if not running.data:
        return Report(failure=describe_exit(status))
    payload = signed_payload(running.key, bytes(running.data))
    if payload is None:
        return Report(failure="something else was written into its report")
    try:
        return read_report(payload)
    except InvalidReport as problem:
        return Report(failure=str(problem))


def describe_exit(status: int) -> str:
    """Return how a child ended that sent no report, from its exit status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        named = {it.value: it.name for it in signal.Signals}  # real-time signals have no names
        name = named.get(number, f"signal {number}")
        hints = {"SIGXCPU": " (too much CPU time)", "SIGKILL": " (killed, or out of memory)"}
        return f"it was ended by {name}{hints.get(name, '')} before it could report"
    return "it exited without a report (`os._exit`, or it closed its report channel)"


def _reap(pid: int, kill: bool) -> tuple[int, bool]:
    """Wait for a child; return its status and whether it had to be killed after it had reported."""
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
    """Kill the processes that a child left behind, which are now this process's children."""
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
    """Silence standard error, also for TensorFlow's native code, which ignores `sys.stderr`."""
    saved, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(null)


def _import_tensorflow() -> Any:
    """Import TensorFlow and everything else that children would import themselves."""
    tf: Any = importlib.import_module("tensorflow")
    # tf.keras and its parts are loaded on first use.
    for name in ("layers", "losses", "metrics", "optimizers", "models", "backend", "utils"):
        getattr(tf.keras, name)
    for name in ("run_program", "perturbation", "query_observer", "corrections"):
        importlib.import_module(f"tflintgrad.verify.worker.{name}")
    importlib.import_module("tensorflow.python.framework.op_callbacks")
    return tf


if __name__ == "__main__":
    main()
