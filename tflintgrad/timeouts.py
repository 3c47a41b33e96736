"""The time limit of one program.

Limits that count steps come first: they give the same result on every machine. The time limit is
for work that they do not count. It is CPU time, so that a busy machine changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(BaseException):
    """The program takes too long.

    Not an Exception: code that survives the crash of one function must not catch it.
    """


#: The time of the clock and the CPU time of the thread at which the program has to end. The second
#: is the limit; reading it takes a system call, and the clock is never behind it.
_until: tuple[float, float] | None = None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let `check_time` raise `OutOfTime` once the body took so much CPU time of this thread."""
    global _until
    before = _until
    _until = (time.monotonic() + seconds, time.thread_time() + seconds)
    try:
        yield
    finally:
        _until = before


def check_time() -> None:
    """Raise `OutOfTime` if the time limit is exceeded; takes less than a microsecond."""
    if _until is None or time.monotonic() < _until[0]:
        return
    if time.thread_time() > _until[1]:
        raise OutOfTime
