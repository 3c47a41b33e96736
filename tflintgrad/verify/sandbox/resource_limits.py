"""Limits on what a program may use up."""

from __future__ import annotations

import mmap
import sys
from dataclasses import dataclass
from pathlib import Path

from .linux_calls import mapped_bytes

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
    # What only the parent can tell, see `usage.excess`: all files together, and threads, of which
    # root may have any number. A machine with many cores has hundreds without anybody's asking.
    folder_bytes: int = 1 << 30
    folder_files: int = 100_000
    threads: int = 4096


def apply_limits(limits: Limits, *, reserving: bool = False) -> bool:
    """Whether time, memory and file size are limited now, as the system says.

    Drivers of GPUs reserve address space for all memory there is, without using it. With
    `reserving`, only memory that can be written to counts.
    """
    if sys.platform == "win32":
        return False
    wanted = {
        resource.RLIMIT_CPU: (limits.cpu_seconds, limits.cpu_seconds + _GRACE_SECONDS),
        _memory_limit(reserving): _twice(mapped_bytes() + limits.memory_bytes),
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


def limits_hold(limits: Limits, *, reserving: bool = False) -> bool:
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
        # More than the limit, which is on top of what was there.
        size = limits.memory_bytes + (mapped_bytes() if reserving else 0) + mmap.PAGESIZE
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except (OSError, ValueError, OverflowError, MemoryError):
        return True
    return False


def _memory_limit(reserving: bool) -> int:
    return resource.RLIMIT_DATA if reserving else resource.RLIMIT_AS


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
