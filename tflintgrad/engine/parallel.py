"""A parallel map over files, in several processes.

If a worker process dies, its items are tried again, each alone in a new process; only an item that
ends that process, too, gets no result. Where several processes do not pay off, there is one, which
can be ended from outside; where forking is not possible, the calling process does all the work.
"""

from __future__ import annotations

import gc
import math
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar

from tflintgrad import limits

_Result = TypeVar("_Result")
_Result_co = TypeVar("_Result_co", covariant=True)

Method = Literal["fork", "forkserver", "spawn"]

#: The least amount of work, in bytes of code, for which other processes pay off. A forked process
#: is ready within some hundredths of a second; the others import everything first.
_WORTH_IT: dict[Method, int] = {"fork": 30_000, "forkserver": 400_000, "spawn": 400_000}
#: Items per chunk: neighbouring files import much of the same code, and go to one process.
_CHUNK = 12
#: Chunks per process, at least: the last ones are then small enough to end at the same time.
_CHUNKS_EACH = 4

NOT_ENOUGH_MEMORY = "not enough memory"


@dataclass(frozen=True, slots=True)
class Crashed:
    """Replaces the result of an item whose processing ends the process."""

    reason: str
    stopped: bool = False
    """True if its process was ended because it took too much time or memory."""


@dataclass(frozen=True, slots=True)
class Task(Generic[_Result_co]):
    """The work to do for each item."""

    work: Callable[[str], _Result_co]
    modules: tuple[str, ...] = ()
    """The modules that `work` imports: imported once, before processes are forked."""
    prepare: Callable[[int, Sequence[str]], None] = lambda processes, items: None
    """Called before processes are started, with their number and the order of the items."""
    seconds: Callable[[str], float] = lambda item: math.inf
    """The CPU time after which the process of an item is ended, with the item."""


def parallel_map(
    task: Task[_Result],
    items: Sequence[str],
    jobs: int,
    progress: Callable[[int, str], None] = lambda number, item: None,
    method: Method | None = None,
) -> Iterator[tuple[str, _Result | Crashed]]:
    """Yield each item (the path of a file) with its result, in the order of completion.

    Without `jobs`, all is done in the calling process. `progress` is called with the number of
    finished items and the path of one in progress.
    """
    method = method or _start_method()
    remaining = dict.fromkeys(items)
    jobs = min(jobs, len(items), limits.MAX_PROCESSES)
    if jobs > 1 and _cost(items) < _WORTH_IT[method]:
        jobs = 1
    if jobs > 1 or (jobs and method == "fork"):
        progress(0, items[0])
        for item, result in _map_in_processes(task, items, jobs, method):
            del remaining[item]
            # One process goes through the items in order.
            current = item if jobs > 1 else next(iter(remaining), item)
            progress(len(items) - len(remaining), current)
            yield item, result
    for item in list(remaining):
        progress(len(items) - len(remaining), item)
        del remaining[item]
        yield item, _run_here(task.work, item)


def _start_method() -> Method:
    """Return how to start processes on this platform."""
    # On macOS, system libraries do not survive a fork; threads survive it nowhere.
    if sys.platform == "linux" and _thread_count() == 1:
        return "fork"
    return "spawn" if sys.platform == "win32" else "forkserver"


def _thread_count() -> int:
    try:
        return len(os.listdir("/proc/self/task"))  # includes threads that Python did not start
    except OSError:
        return threading.active_count()


def _run_here(work: Callable[[str], _Result], item: str) -> _Result | Crashed:
    for _ in range(2):  # the first time, results of other items may have filled the memory
        try:
            return work(item)
        except MemoryError:
            continue
    return Crashed(NOT_ENOUGH_MEMORY)


def _map_in_processes(
    task: Task[Any], items: Sequence[str], jobs: int, method: Method
) -> Iterator[tuple[str, Any]]:
    """Yield the results; not all of them if processes cannot be started."""
    from tflintgrad.engine.worker_pool import (
        CannotStart,
        WorkerPool,
    )  # small jobs need no multiprocessing

    for module in task.modules if method == "fork" else ():
        import_module(module)
    chunks = _chunks(items, jobs)
    task.prepare(jobs, [item for chunk in chunks for item in chunk])
    pool = WorkerPool(task.work, method, task.modules, task.seconds)
    suspects: list[str] = []
    gc.freeze()  # a collection would touch, and so copy, every object in every forked process
    try:
        yield from pool.map(chunks, jobs, suspects)
        while suspects:
            died_again: list[str] = []
            yield from pool.map([suspects[-1:]], 1, died_again)
            item = suspects.pop()
            if died_again:
                yield item, Crashed(pool.last_exit)
    except CannotStart:
        # The caller does the rest here, except for items that may end this process.
        yield from ((item, Crashed(pool.last_exit)) for item in suspects)
    finally:
        gc.unfreeze()


def _chunks(items: Sequence[str], jobs: int) -> list[list[str]]:
    """Group neighbouring items, the largest groups first, so that none is left for the end."""
    size = max(1, min(_CHUNK, len(items) // (jobs * _CHUNKS_EACH)))
    chunks = [list(items[start : start + size]) for start in range(0, len(items), size)]
    return sorted(chunks, key=_cost, reverse=True) if jobs > 1 else chunks


def _cost(items: Sequence[str]) -> int:
    """Estimate the work for these items, in bytes of code."""
    return sum(map(_file_size, items))


def _file_size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0
