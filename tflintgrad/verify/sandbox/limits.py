"""Limits on what a program may use up."""

from __future__ import annotations

import mmap
import sys
from dataclasses import dataclass
from pathlib import Path

from .kernel import mapped_bytes

if sys.platform != "win32":
    import resource

# Between the limit's warning, which a program can ignore, and its end.
_GRACE_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Time on the clock is not here: only the parent can enforce it."""

    cpu_seconds: int = 60
    # On top of what is mapped already. Address space, not memory in use: a thread takes 8 MB for
    # its stack and another 64 or 128 MB for `malloc`, of which next to nothing is used.
    memory_bytes: int = 8 << 30
    file_bytes: int = 64 << 20
    # Threads, too: Linux makes no difference.
    processes: int = 512
    open_files: int = 512


def apply_limits(limits: Limits) -> bool:
    """Whether time, memory and file size are limited now, as the system says."""
    if sys.platform == "win32":
        return False
    wanted = {
        resource.RLIMIT_CPU: (limits.cpu_seconds, limits.cpu_seconds + _GRACE_SECONDS),
        resource.RLIMIT_AS: _twice(mapped_bytes() + limits.memory_bytes),
        resource.RLIMIT_FSIZE: _twice(limits.file_bytes),
    }
    others = {
        resource.RLIMIT_NPROC: _twice(_threads_of_all() + limits.processes),
        resource.RLIMIT_NOFILE: _twice(limits.open_files),
        resource.RLIMIT_CORE: _twice(0),
    }
    for which, (soft, hard) in {**wanted, **others}.items():
        try:
            resource.setrlimit(which, _within(resource.getrlimit(which), soft, hard))
        except (OSError, ValueError):  # macOS refuses some; what counts is asked for below
            continue
    return all(0 <= resource.getrlimit(which)[0] <= soft for which, (soft, _) in wanted.items())


def limits_hold(limits: Limits) -> bool:
    """Whether a limit cannot be raised again, and the one on memory is more than a number."""
    if sys.platform == "win32":
        return False
    present = resource.getrlimit(resource.RLIMIT_CORE)
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 1))
    except (OSError, ValueError):
        pass
    else:
        resource.setrlimit(resource.RLIMIT_CORE, present)
        return False
    try:
        mmap.mmap(-1, limits.memory_bytes + mmap.PAGESIZE).close()
    except (OSError, ValueError, OverflowError, MemoryError):
        return True
    return False


def _twice(value: int) -> tuple[int, int]:
    return value, value


def _within(present: tuple[int, int], soft: int, hard: int) -> tuple[int, int]:
    """The user's own limits stay where they are the lower ones."""
    soft, hard = (
        wanted if ceiling < 0 else min(wanted, ceiling)  # below zero: RLIM_INFINITY
        for wanted, ceiling in zip((soft, hard), present, strict=True)
    )
    return min(soft, hard), hard


def _threads_of_all() -> int:
    """No fewer than the user has: the limit counts those outside of the sandbox as well.

    Counting the user's own would take longer than the rest of the sandbox.
    """
    try:
        fields = Path("/proc/loadavg").read_bytes().split()
        return int(fields[3].partition(b"/")[2])
    except (OSError, ValueError, IndexError):
        return 4096
