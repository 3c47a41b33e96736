"""Processes that are given items to work on, and answer one by one."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import wait
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tflintgrad.engine.parallel import NOT_ENOUGH_MEMORY

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from tflintgrad.engine.parallel import Method

_READY = b"ready"
_EXIT_NOT_ENOUGH_MEMORY = 77
_HAS_MASKS = hasattr(signal, "pthread_sigmask")


class CannotStart(Exception):
    """No process gets as far as its first item."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    ready: bool = False
    hand: deque[str] = field(default_factory=deque)
    """What it has been given and not answered yet."""


class Workers:
    """Starts processes, gives them work, and notices who does not come back."""

    def __init__(self, work: Callable[[str], Any], method: Method, modules: Sequence[str]) -> None:
        self._context: Any = get_context(method)
        self._forks = method == "fork"
        self._work: Callable[[str], Any] | bytes | None = work if self._forks else _told(work)
        self._workers: dict[Any, _Worker] = {}
        #: How many there can be.
        self._most = 0
        #: How the last one died.
        self.death = ""
        if method == "forkserver":
            self._context.set_forkserver_preload([__name__, *modules])

    def done(
        self, chunks: Sequence[list[str]], jobs: int, suspects: list[str]
    ) -> Iterator[tuple[str, Any]]:
        """The results of all items but those that somebody died of: the `suspects`."""
        waiting = deque(chunks)
        self._most = jobs if self._work is not None else 0
        try:
            while waiting or self._busy():
                self._hire(len(waiting) + self._busy())
                for pipe in wait(list(self._workers)):
                    worker = self._workers[pipe]
                    try:
                        message = worker.pipe.recv_bytes()
                    except (EOFError, OSError):
                        waiting.extendleft(self._buried(worker, suspects))
                        continue
                    if worker.ready:
                        worker.hand.popleft()
                    worker.ready = True
                    if not worker.hand and waiting:
                        _give(worker, waiting.popleft())
                    if message != _READY:
                        yield _result(message)
        except BaseException:
            for worker in self._workers.values():
                worker.process.kill()
            raise
        finally:
            for worker in self._workers.values():
                worker.pipe.close()  # tells it to leave
            for worker in self._workers.values():
                worker.process.join()
            self._workers.clear()

    def _busy(self) -> int:
        return sum(bool(worker.hand) for worker in self._workers.values())

    def _hire(self, number: int) -> None:
        while len(self._workers) < min(number, self._most):
            try:
                with _interrupts_later(), _main_left_alone():
                    self._start()
            except (OSError, AssertionError):  # there is no room for more, or it is not allowed
                self._most = len(self._workers)
        if not self._most:
            raise CannotStart

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        # A fork also has the other pipes, and would keep them open.
        inherited = [ours, *self._workers] if self._forks else []
        arguments = (theirs, self._work, inherited, gc.isenabled())
        process = self._context.Process(target=_serve, args=arguments, daemon=True)
        try:
            process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._workers[ours] = _Worker(process, ours)

    def _buried(self, worker: _Worker, suspects: list[str]) -> list[list[str]]:
        """What is left to do of what it had in hand."""
        del self._workers[worker.pipe]
        worker.pipe.close()
        worker.process.join()
        if not worker.ready:
            self._most = len(self._workers)
            return []
        self.death = _death(worker.process.exitcode)
        if worker.hand:
            suspects.append(worker.hand.popleft())
        return [list(worker.hand)] if worker.hand else []


def _told(work: Callable[[str], Any]) -> bytes | None:
    """As another process can be told; None if it cannot."""
    try:
        return pickle.dumps(work)
    except Exception:  # each kind of object has its own
        return None


def _give(worker: _Worker, items: list[str]) -> None:
    worker.hand.extend(items)
    with suppress(OSError):  # that it is dead is noticed when it should answer
        worker.pipe.send(items)


def _result(message: bytes) -> tuple[str, Any]:
    item, result, problem = pickle.loads(message)
    if problem is not None:
        raise problem
    return item, result


def _death(code: int | None) -> str:
    if code == _EXIT_NOT_ENOUGH_MEMORY:
        return NOT_ENOUGH_MEMORY
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"its process was ended by {signal.Signals(-code).name}"
    return f"its process ended with exit code {code}"


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C waits until the process is there, can be ended, and says how it takes it."""
    if not _HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _main_left_alone() -> Iterator[None]:
    """A process that is not forked would run the main program again, which may be any script."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(pipe: Connection, work: Any, inherited: Sequence[Connection], collects: bool) -> None:
    """What a process does: says that it is there, and answers until nobody listens."""
    # Ctrl-C reaches everybody; only one has something to say about it.
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
                pipe.send_bytes(_answer(work, item))


def _answer(work: Callable[[str], Any], item: str) -> bytes:
    try:
        return pickle.dumps((item, work(item), None))
    except MemoryError:
        os._exit(_EXIT_NOT_ENOUGH_MEMORY)
    except Exception as problem:
        return pickle.dumps((item, None, _portable(problem)))


def _portable(problem: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return RuntimeError(f"{type(problem).__name__}: {problem}")
    return problem
