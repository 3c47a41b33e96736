"""Limits on the resources of a program."""

from __future__ import annotations

import mmap
import sys
from dataclasses import dataclass
from pathlib import Path

from .linux_calls import mapped_bytes

if sys.platform != "win32":
    import resource

# Seconds between the signal of the CPU limit, which a program can ignore, and the kill.
_GRACE_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run, except for time on the clock, which only the parent can enforce."""

    cpu_seconds: int = 60
    # Address space in addition to what is mapped already, not memory in use: a thread reserves 8 MB
    # for its stack and 64 or 128 MB for `malloc`, and uses next to nothing of that.
    memory_bytes: int = 8 << 30
    file_bytes: int = 64 << 20
    # Threads count, too: Linux makes no difference.
    processes: int = 512
    open_files: int = 512
    # The parent enforces these, see `resource_usage.exceeded_limit`: all files together, and
    # threads, which the system does not limit for root. TensorFlow starts hundreds on many cores.
    folder_bytes: int = 1 << 30
    folder_files: int = 100_000
    threads: int = 4096


def apply_limits(limits: Limits, *, reserves_memory: bool = False) -> bool:
    """Apply the limits; return True if the system reports time, memory and file size as limited.

    GPU drivers reserve address space for all memory of the machine. With `reserves_memory`, only
    writable memory counts.
    """
    if sys.platform == "win32":
        return False
    wanted = {
        resource.RLIMIT_CPU: (limits.cpu_seconds, limits.cpu_seconds + _GRACE_SECONDS),
        _memory_limit(reserves_memory): _soft_and_hard(mapped_bytes() + limits.memory_bytes),
        resource.RLIMIT_FSIZE: _soft_and_hard(limits.file_bytes),
    }
    others = {
        resource.RLIMIT_NPROC: _soft_and_hard(_threads_of_system() + limits.processes),
        resource.RLIMIT_NOFILE: _soft_and_hard(limits.open_files),
        resource.RLIMIT_CORE: _soft_and_hard(0),
    }
    for which, (soft, hard) in {**wanted, **others}.items():
        try:
            resource.setrlimit(which, _within(resource.getrlimit(which), soft, hard))
        except (OSError, ValueError):  # macOS refuses some; the important ones are checked below
            continue
    return all(0 <= resource.getrlimit(which)[0] <= soft for which, (soft, _) in wanted.items())


def limits_hold(limits: Limits, *, reserves_memory: bool = False) -> bool:
    """True if limits cannot be raised again, and mapping more memory than allowed fails."""
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
        # Just more than the limit, which is in addition to what was mapped before.
        size = limits.memory_bytes + (mapped_bytes() if reserves_memory else 0) + mmap.PAGESIZE
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except (OSError, ValueError, OverflowError, MemoryError):
        return True
    return False


def _memory_limit(reserves_memory: bool) -> int:
    return resource.RLIMIT_DATA if reserves_memory else resource.RLIMIT_AS


def _soft_and_hard(value: int) -> tuple[int, int]:
    return value, value


def _within(present: tuple[int, int], soft: int, hard: int) -> tuple[int, int]:
    """Return the wanted limits, lowered to the present ones."""
    soft, hard = (
        wanted if ceiling < 0 else min(wanted, ceiling)  # below zero: RLIM_INFINITY
        for wanted, ceiling in zip((soft, hard), present, strict=True)
    )
    return min(soft, hard), hard


def _threads_of_system() -> int:
    """Return the number of threads on the system, an upper bound of the user's own.

    The limit includes the user's threads outside of the sandbox, and counting these alone would
    take longer than the rest of the sandbox.
    """
    try:
        fields = Path("/proc/loadavg").read_bytes().split()
        return int(fields[3].partition(b"/")[2])
    except (OSError, ValueError, IndexError):
        return 4096
