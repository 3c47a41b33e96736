"""The same work for many items, done by several processes at once.

A process that dies takes nothing with it: what it had in hand is tried again, alone in a process
of its own, and only what ends that one, too, is lost. Where processes do not pay, or cannot be
started, this one does it all.
"""

from __future__ import annotations

import gc
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

#: What has to be there to do, in bytes of source, before other processes pay. A fork is ready in
#: some hundredths of a second; others have to import everything first.
_WORTH_IT: dict[Method, int] = {"fork": 30_000, "forkserver": 400_000, "spawn": 400_000}
#: Neighbours have much in common, and go to the same process.
_CHUNK = 12
#: Of so many chunks for each process, the last ones are small enough to end together.
_CHUNKS_EACH = 4

NOT_ENOUGH_MEMORY = "not enough memory"


@dataclass(frozen=True, slots=True)
class Crashed:
    """In the place of a result: working on this item ends the process that does."""

    reason: str


@dataclass(frozen=True, slots=True)
class Task(Generic[_Result_co]):
    """What is done for each item, and what is known about that."""

    work: Callable[[str], _Result_co]
    modules: tuple[str, ...] = ()
    """What it imports; best done once, before there are several processes."""
    divide: Callable[[int, Sequence[str]], None] = lambda processes, items: None
    """Is told how many processes share the memory, before they are there, and in which order they
    are given the items."""


def done(
    task: Task[_Result],
    items: Sequence[str],
    jobs: int,
    watch: Callable[[int, str], None] = lambda number, item: None,
    method: Method | None = None,
) -> Iterator[tuple[str, _Result | Crashed]]:
    """What the work gives for each item (the path of a file), in any order, as soon as it is there.

    `watch` is told again and again how many are done, and one that is being worked on.
    """
    method = method or _start_method()
    left = dict.fromkeys(items)
    jobs = min(jobs, len(items), limits.MAX_PROCESSES)
    if jobs > 1 and _cost(items) >= _WORTH_IT[method]:
        watch(0, items[0])
        for item, result in _by_processes(task, items, jobs, method):
            del left[item]
            watch(len(items) - len(left), item)
            yield item, result
    for item in list(left):
        watch(len(items) - len(left), item)
        del left[item]
        yield item, _here(task.work, item)


def _start_method() -> Method:
    """How processes are started here."""
    # On macOS, libraries of the system do not survive a fork; other threads never do.
    if sys.platform == "linux" and _threads() == 1:
        return "fork"
    return "spawn" if sys.platform == "win32" else "forkserver"


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))  # also those that are not Python's
    except OSError:
        return threading.active_count()


def _here(work: Callable[[str], _Result], item: str) -> _Result | Crashed:
    for _ in range(2):  # the first time, something else may have taken the room
        try:
            return work(item)
        except MemoryError:
            continue
    return Crashed(NOT_ENOUGH_MEMORY)


def _by_processes(
    task: Task[Any], items: Sequence[str], jobs: int, method: Method
) -> Iterator[tuple[str, Any]]:
    """The results; not all of them, if processes cannot be started."""
    from tflintgrad.engine.worker_pool import CannotStart, Workers  # small jobs do without

    for module in task.modules if method == "fork" else ():
        import_module(module)
    chunks = _chunks(items, jobs)
    task.divide(jobs, [item for chunk in chunks for item in chunk])
    workers = Workers(task.work, method, task.modules)
    suspects: list[str] = []
    gc.freeze()  # what is there stays; looking at it would copy it into every process
    try:
        yield from workers.done(chunks, jobs, suspects)
        while suspects:
            again: list[str] = []
            yield from workers.done([suspects[-1:]], 1, again)
            item = suspects.pop()
            if again:
                yield item, Crashed(workers.death)
    except CannotStart:
        # This process does the rest, but not what would end it.
        yield from ((item, Crashed(workers.death)) for item in suspects)
    finally:
        gc.unfreeze()


def _chunks(items: Sequence[str], jobs: int) -> list[list[str]]:
    """Neighbours together, and the largest first: nobody waits for them at the end."""
    size = max(1, min(_CHUNK, len(items) // (jobs * _CHUNKS_EACH)))
    chunks = [list(items[start : start + size]) for start in range(0, len(items), size)]
    return sorted(chunks, key=_cost, reverse=True)


def _cost(items: Sequence[str]) -> int:
    """About how much work these are, in bytes of source."""
    return sum(map(_size, items))


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0
