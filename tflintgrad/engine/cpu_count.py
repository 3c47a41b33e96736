"""The default number of processes; not in `parallel`, which a cached run does not import."""

from __future__ import annotations

import os
import sys


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _quota())
    return os.cpu_count() or 1


def _quota() -> int:
    """Return the number of processors that the container's CPU quota amounts to."""
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as file:
            share, period = map(int, file.read().split())
    except (OSError, ValueError):  # no quota
        return sys.maxsize
    return max(1, -(-share // period))
