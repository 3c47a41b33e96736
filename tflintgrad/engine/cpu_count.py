"""How many processes are worth starting. A run that remembers everything asks, and starts none."""

from __future__ import annotations

import os
import sys


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _quota())
    return os.cpu_count() or 1


def _quota() -> int:
    """How many processors a container may use; their number says nothing about that."""
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as file:
            share, period = map(int, file.read().split())
    except (OSError, ValueError):  # there is no limit
        return sys.maxsize
    return max(1, -(-share // period))
