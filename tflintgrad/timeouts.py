"""The limits on time and memory of one program.

Limits that count steps come first: they give the same result on every machine. These are for work
that they do not count. Time is CPU time, so that a busy machine changes nothing; memory is what the
process has grown by since the program began.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tflintgrad import limits


class OutOfTime(BaseException):
    """The program takes too long.

    Not an Exception: code that survives the crash of one function must not catch it.
    """


class OutOfMemory(OutOfTime):
    """The program takes too much memory."""


class Stopped(OutOfTime):
    """The result is no longer wanted."""


class _Limit:
    """The limits of the program under way."""

    __slots__ = ("bytes", "clock", "cpu", "next_memory_check")

    def __init__(self, seconds: float) -> None:
        now = time.monotonic()
        #: The time of the clock and the CPU time of the thread at which the program has to end. The
        #: second is the limit; reading it takes a system call, and the clock is never behind it.
        self.clock = now + seconds
        self.cpu = time.thread_time() + seconds
        self.next_memory_check = now + limits.MEMORY_CHECK_SECONDS
        self.bytes = memory_in_use() + limits.MAX_PROGRAM_BYTES


_limit: _Limit | None = None
_is_unwanted: Callable[[], bool] | None = None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let `check_limits` raise `OutOfTime` once the body took so much CPU time of this thread."""
    global _limit
    before = _limit
    _limit = _Limit(seconds)
    try:
        yield
    finally:
        _limit = before


@contextmanager
def stopped_when(is_unwanted: Callable[[], bool]) -> Iterator[None]:
    """Let `check_limits` raise `Stopped` in the body once `is_unwanted` returns true.

    Other threads get their turn then: compiled code does not let them run by itself.
    """
    global _is_unwanted
    before = _is_unwanted
    _is_unwanted = is_unwanted
    try:
        yield
    finally:
        _is_unwanted = before


def check_limits() -> None:
    """Raise `OutOfTime` if a limit is exceeded; takes less than a microsecond most times."""
    limit = _limit
    if limit is None:
        return
    now = time.monotonic()
    if now >= limit.next_memory_check:
        limit.next_memory_check = now + limits.MEMORY_CHECK_SECONDS
        if memory_in_use() > limit.bytes:
            raise OutOfMemory
        if _is_unwanted is not None:
            time.sleep(0)
            if _is_unwanted():
                raise Stopped
    if now >= limit.clock and time.thread_time() > limit.cpu:
        raise OutOfTime


def memory_in_use(process: int | str = "self") -> int:
    """Return the bytes of memory that a process uses; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0
    try:
        descriptor = os.open(f"/proc/{process}/statm", os.O_RDONLY)
    except OSError:
        return 0
    try:
        return int(os.read(descriptor, 100).split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0
    finally:
        os.close(descriptor)


def cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has taken; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0.0
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            # The name in parentheses can hold any character, parentheses and spaces included.
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
