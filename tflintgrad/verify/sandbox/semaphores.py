"""Semaphores within the process instead of those in `/dev/shm`, which is not writable.

Thread pools of `multiprocessing` use semaphores although they start no process, and so does Keras
when it reads a data set with several workers. In a single process the two kinds behave the same.
"""

from __future__ import annotations

import functools
import importlib
import threading
from types import ModuleType

_RECURSIVE = 0


class _Semaphore:
    """Like `_multiprocessing.SemLock`, which CPython's `multiprocessing.synchronize` uses."""

    SEM_VALUE_MAX = 2**31 - 1
    handle = 0
    name = None  # `multiprocessing` would start a process to clean up a named semaphore

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        self.kind = kind
        self.maxvalue = maxvalue
        self._value = value
        self._changed = threading.Condition()
        self._owner = 0
        self._held = 0

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Decrement the semaphore, waiting until that is possible; False after the timeout."""
        with self._changed:
            if not (self.kind == _RECURSIVE and self._is_mine()):
                seconds = (max(timeout, 0) if timeout is not None else None) if block else 0
                if not self._changed.wait_for(lambda: self._value > 0, seconds):
                    return False
                self._value -= 1
            self._owner = threading.get_ident()
            self._held += 1
            return True

    def release(self) -> None:
        """Increment the semaphore and wake a waiting thread."""
        with self._changed:
            if self.kind == _RECURSIVE:
                if not self._is_mine():
                    raise AssertionError("attempt to release recursive lock not owned by thread")
                self._held -= 1
                if self._held:
                    return
            else:
                if self._value >= self.maxvalue:
                    raise ValueError("semaphore or lock released too many times")
                self._held -= 1
            self._value += 1
            self._changed.notify()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *problem: object) -> None:
        self.release()

    def _count(self) -> int:
        return self._held

    def _is_mine(self) -> bool:
        return self._held > 0 and self._owner == threading.get_ident()

    def _get_value(self) -> int:
        return self._value

    def _is_zero(self) -> bool:
        return self._value == 0

    def _after_fork(self) -> None:
        self._held = 0


def use_thread_semaphores() -> None:
    """Make `multiprocessing` use semaphores within the process."""
    module = replaced_module()
    if module is not None:
        vars(module)["SemLock"] = _Semaphore


@functools.cache
def replaced_module() -> ModuleType | None:
    """Return CPython's private module of semaphores, if there is one; load it before forking."""
    try:
        return importlib.import_module("_multiprocessing")
    except ImportError:
        return None
