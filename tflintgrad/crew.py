"""The same work for many items, done by several processes at once.

The processes are forked, so that they know what this one knows, and only results travel. Where
that is not safe, or does not pay, one process does it all.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

_Result = TypeVar("_Result")

#: Fewer items are done before the processes are up.
_WORTH_IT = 12
#: Neighbours have much in common, and go to the same process.
_CHUNK = 12

_work: Callable[[str], Any] | None = None


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done(
    work: Callable[[str], _Result],
    items: Sequence[str],
    jobs: int,
    watch: Callable[[int, str], None] = lambda number, item: None,
) -> Iterator[tuple[str, _Result | None]]:
    """What `work` gives for each item, in any order; None if that costs a process its life.

    `watch` is told again and again how many are done, and one that is being worked on.
    """
    if jobs < 2 or len(items) < _WORTH_IT or not _can_fork():
        for number, item in enumerate(items):
            watch(number, item)
            yield item, work(item)
        return
    global _work
    _work = work
    gc.freeze()  # what is there stays; looking at it would copy it into every process
    try:
        for number, (item, result) in enumerate(_by_processes(items, jobs)):
            watch(number, item)
            yield item, result
    finally:
        _work = None
        gc.unfreeze()


def _can_fork() -> bool:
    # On macOS, libraries of the system do not survive a fork; other threads never do.
    return sys.platform == "linux" and threading.active_count() == 1


def _by_processes(items: Sequence[str], jobs: int) -> Iterator[tuple[str, Any]]:
    chunks = [list(items[start : start + _CHUNK]) for start in range(0, len(items), _CHUNK)]
    chunks.sort(key=_cost, reverse=True)  # nobody waits for the largest at the end
    left = dict.fromkeys(items)
    for item, result in _by_crew(chunks, jobs):
        del left[item]
        yield item, result
    # Somebody died, and with him what he and the others had in hand: now one at a time.
    for item in left:
        yield next(_by_crew([[item]], 1), (item, None))


def _by_crew(chunks: list[list[str]], jobs: int) -> Iterator[tuple[str, Any]]:
    """The results, as far as nobody dies."""
    import multiprocessing  # small jobs do without
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    context = multiprocessing.get_context("fork")
    crew = ProcessPoolExecutor(min(jobs, len(chunks)), context, initializer=_begin)
    try:
        for future in as_completed([crew.submit(_do, chunk) for chunk in chunks]):
            yield from future.result()
    except BrokenProcessPool:
        return
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        crew.shutdown(cancel_futures=True)


def _begin() -> None:
    import signal

    # Ctrl-C reaches everybody; only one has something to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _do(items: list[str]) -> list[tuple[str, Any]]:
    assert _work is not None
    return [(item, _work(item)) for item in items]


def _cost(items: list[str]) -> int:
    return sum(os.path.getsize(item) for item in items if os.path.exists(item))
