"""The cost of one process: CPU time including its children, clock time, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Needed for the CPU time of a process and its children; Windows has no such module.
MEASURES_CPU = hasattr(os, "wait4")


@dataclass(frozen=True, slots=True)
class Cost:
    cpu: float
    """User and system seconds of the process and its children; clock seconds if the system does
    not report them."""
    wall: float
    """Seconds by the clock."""
    memory: float
    """Peak memory of the largest process in MiB; 0 if the system does not report it."""


@dataclass(frozen=True, slots=True)
class Finished:
    cost: Cost
    code: int
    errors: str
    """The text on standard error."""


def run(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run a command in a folder and discard its output."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        cpu, memory = _end_of(process)
        wall = time.perf_counter() - start
        errors.seek(0)
        told = errors.read().decode("utf-8", "replace")
    return Finished(Cost(wall if cpu is None else cpu, wall, memory), process.returncode, told)


def _end_of(process: subprocess.Popen[bytes]) -> tuple[float | None, float]:
    """Return CPU seconds and MiB; None and 0 if the system does not report them."""
    if not MEASURES_CPU:
        process.wait()
        return None, 0.0
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        process.kill()
        process.wait()
        raise
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit
