"""How long one program may take.

Limits that count steps come first: they say the same on every machine. This is for what they do not
see. It is CPU time, so that a busy machine changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(BaseException):
    """Not an Exception: nobody on the way takes it for a crash of a part that can be left out."""


#: When the clock may stop it, and after how much CPU time of the thread it ends: the second is the
#: limit, but takes a system call to ask for, and the clock is never behind it.
_until: tuple[float, float] | None = None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """What is done meanwhile, by this thread and one at a time, is to end within that time."""
    global _until
    before = _until
    _until = (time.monotonic() + seconds, time.thread_time() + seconds)
    try:
        yield
    finally:
        _until = before


def check_time() -> None:
    """Raise `OutOfTime` if it is; takes less than a microsecond."""
    if _until is None or time.monotonic() < _until[0]:
        return
    if time.thread_time() > _until[1]:
        raise OutOfTime
