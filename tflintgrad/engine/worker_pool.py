"""A pool of worker processes that survives the death of its workers."""

from __future__ import annotations

import gc
import math
import os
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine import forked_process
from tflintgrad.engine.parallel import NOT_ENOUGH_MEMORY, Crashed
from tflintgrad.timeouts import cpu_seconds, memory_in_use

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from tflintgrad.engine.forked_process import ForkedProcess, PipeEnd
    from tflintgrad.engine.parallel import Method

_READY = b"ready"
_EXIT_NOT_ENOUGH_MEMORY = 77
#: Seconds between two looks at the time and memory of the workers.
_INTERVAL = 0.25
_HAS_MASKS = hasattr(signal, "pthread_sigmask")


class CannotStart(Exception):
    """No worker process can be started."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess | ForkedProcess
    pipe: Connection | PipeEnd
    ready: bool = False
    """The worker has sent its first message."""
    pending: deque[str] = field(default_factory=deque)
    """Items that were sent to the worker and have no result yet."""
    cpu: float = 0.0
    memory: int = 0
    """The CPU time and memory of the worker when it began with the first pending item."""
    stopped: str = ""
    """Why the worker was ended, if it was."""


class WorkerPool:
    """Starts worker processes, sends them items, and detects those that die.

    `last_exit` says how the last worker that died ended.
    """

    def __init__(
        self,
        work: Callable[[str], Any],
        method: Method,
        modules: Sequence[str],
        seconds: Callable[[str], float] = lambda item: math.inf,
    ) -> None:
        """`seconds`: the CPU time after which the worker of an item is ended."""
        self._seconds = seconds
        self._next_look = 0.0
        self._forks = method == "fork"
        self._start_process, self._make_pipe, self._wait = _means(method, modules)
        self._work: Callable[[str], Any] | bytes | None = work if self._forks else _pickled(work)
        self._workers: dict[Any, _Worker] = {}
        #: The most workers that can run at once.
        self._max_workers = 0
        self.last_exit = ""

    def map(
        self, chunks: Sequence[list[str]], jobs: int, suspects: list[str]
    ) -> Iterator[tuple[str, Any]]:
        """Yield results; items whose worker died are appended to `suspects`.

        Raises `CannotStart` if there is no worker and none can be started.
        """
        queue = deque(chunks)
        self._max_workers = jobs if self._work is not None else 0
        try:
            while queue or self._busy():
                self._spawn(len(queue) + self._busy())
                for pipe in self._wait(list(self._workers), _INTERVAL):
                    worker = self._workers[pipe]
                    try:
                        message = worker.pipe.recv_bytes()
                    except (EOFError, OSError):
                        stopped, left = self._reap(worker, suspects)
                        queue.extendleft(left)
                        if stopped:
                            yield stopped, Crashed(worker.stopped, stopped=True)
                        continue
                    if worker.ready:
                        worker.pending.popleft()
                    worker.ready = True
                    if not worker.pending and queue:
                        _send(worker, queue.popleft())
                    _note_use(worker)
                    if message != _READY:
                        yield _unpickled(message)
                self._watch_all()
        except BaseException:
            for worker in self._workers.values():
                worker.process.kill()
            raise
        finally:
            for worker in self._workers.values():
                worker.pipe.close()  # ends the worker
            for worker in self._workers.values():
                worker.process.join()
            self._workers.clear()

    def _watch_all(self) -> None:
        """End workers whose items take too much time or memory, where the system tells that.

        The analysis stops by itself; this is for code that does not look at its limits.
        """
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _INTERVAL
        for worker in self._workers.values():
            if worker.pending and not worker.stopped:
                self._watch(worker)

    def _watch(self, worker: _Worker) -> None:
        process = worker.process.pid or 0
        seconds = self._seconds(worker.pending[0])
        if cpu_seconds(process) - worker.cpu > seconds + limits.GRACE_SECONDS:
            worker.stopped = f"analysis stopped after {seconds:g} s"
        elif memory_in_use(process) - worker.memory > 2 * limits.MAX_PROGRAM_BYTES:
            worker.stopped = f"analysis stopped at {limits.MAX_PROGRAM_BYTES >> 20} MiB of memory"
        if worker.stopped:
            worker.process.kill()

    def _busy(self) -> int:
        return sum(bool(worker.pending) for worker in self._workers.values())

    def _spawn(self, number: int) -> None:
        """Start workers until there are `number`, or as many as possible."""
        while len(self._workers) < min(number, self._max_workers):
            try:
                with _interrupts_blocked(), _main_hidden():
                    self._start()
            except (OSError, AssertionError):  # out of resources, or forbidden to daemons
                self._max_workers = len(self._workers)
        if not self._max_workers:
            raise CannotStart

    def _start(self) -> None:
        ours, theirs = self._make_pipe()
        # A forked process inherits the other pipes, and would keep them open.
        inherited = [ours, *self._workers] if self._forks else []
        arguments = (theirs, self._work, inherited, gc.isenabled())
        process = self._start_process(target=_serve, args=arguments, daemon=True)
        try:
            process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._workers[ours] = _Worker(process, ours)

    def _reap(self, worker: _Worker, suspects: list[str]) -> tuple[str, list[list[str]]]:
        """Remove a dead worker; return what it was stopped at, and the items not started."""
        del self._workers[worker.pipe]
        worker.pipe.close()
        worker.process.join()
        if not worker.ready:
            self._max_workers = len(self._workers)
            return "", []
        self.last_exit = _describe_exit(worker.process.exitcode)
        at = worker.pending.popleft() if worker.pending else ""
        if at and not worker.stopped:
            suspects.append(at)
        return at if worker.stopped else "", [list(worker.pending)] if worker.pending else []


def _means(method: Method, modules: Sequence[str]) -> tuple[Any, Any, Any]:
    """Return what makes a process and a pipe, and waits for pipes."""
    if method == "fork":
        return forked_process.ForkedProcess, forked_process.pipe, forked_process.wait
    from multiprocessing import connection, get_context  # forking does without

    context: Any = get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload([__name__, *modules])
    return context.Process, context.Pipe, connection.wait


def _note_use(worker: _Worker) -> None:
    process = worker.process.pid or 0
    worker.cpu, worker.memory = cpu_seconds(process), memory_in_use(process)


def _pickled(work: Callable[[str], Any]) -> bytes | None:
    """Return `work` for another process, or None if it cannot be pickled."""
    try:
        return pickle.dumps(work)
    except Exception:  # classes raise all kinds of exceptions here
        return None


def _send(worker: _Worker, items: list[str]) -> None:
    worker.pending.extend(items)
    with suppress(OSError):  # a dead worker is noticed when its result is read
        worker.pipe.send(items)


def _unpickled(message: bytes) -> tuple[str, Any]:
    item, result, problem = pickle.loads(message)
    if problem is not None:
        raise problem
    return item, result


def _describe_exit(code: int | None) -> str:
    if code == _EXIT_NOT_ENOUGH_MEMORY:
        return NOT_ENOUGH_MEMORY
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"its process was ended by {signal.Signals(-code).name}"
    return f"its process ended with exit code {code}"


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Delay Ctrl-C until a new process is registered and has set its own signal handler."""
    if not _HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Keep a process that is not forked from running the main script, which may be any program."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(pipe: Connection, work: Any, inherited: Sequence[Connection], collects: bool) -> None:
    """Run in a worker: send a ready message, then results until the pipe is closed."""
    # Ctrl-C reaches all processes; only the parent reports it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for other in inherited:
        other.close()
    if isinstance(work, bytes):
        work = pickle.loads(work)
    if not collects:
        gc.disable()
    with suppress(EOFError, OSError):
        pipe.send_bytes(_READY)
        while True:
            for item in pipe.recv():
                pipe.send_bytes(_run(work, item))


def _run(work: Callable[[str], Any], item: str) -> bytes:
    try:
        return pickle.dumps((item, work(item), None))
    except MemoryError:
        os._exit(_EXIT_NOT_ENOUGH_MEMORY)
    except Exception as problem:
        return pickle.dumps((item, None, _portable(problem)))


def _portable(problem: Exception) -> Exception:
    """Return `problem`, or a RuntimeError with its text if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return RuntimeError(f"{type(problem).__name__}: {problem}")
    return problem
