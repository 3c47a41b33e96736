"""Applies all measures of the sandbox, in an order in which none prevents another."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from . import landlock, namespaces, seccomp
from .environment import use_folder
from .linux_calls import (
    Unavailable,
    drop_capabilities,
    forbid_new_privileges,
    has_one_thread,
    libc,
    machine,
)
from .protection import Protection
from .readable import Readable, readable
from .resource_limits import Limits, apply_limits, limits_hold
from .self_test import SelfTest, user_folders
from .semaphores import replaced_module, use_thread_semaphores

_PROBE_SECONDS = 10.0


class NotConfined(Exception):
    """The process is in a state in which it must not run a program."""


def confine(
    folder: Path,
    limits: Limits,
    devices: Sequence[Path] = (),
    readable: Readable | None = None,
) -> Protection:
    """Confine this process for good, try to escape, and return which measures hold.

    `devices`, the device files of a GPU, stay writable and controllable. Without `readable`,
    everything can be read.

    The process must be a forked child with a single thread. Open descriptors stay usable: see
    `close_descriptors_except`. Measures that the system lacks are missing from the result; the
    caller decides whether the rest is enough.
    """
    try:
        folder = folder.resolve(strict=True)
    except OSError as problem:
        raise NotConfined(f"{folder}: {problem.strerror}") from None
    if sys.platform != "linux":
        return Protection(limits=apply_limits(limits) and limits_hold(limits))
    if not has_one_thread():
        raise NotConfined("other threads are running and would stay unconfined")
    use_folder(folder)
    self_test = SelfTest(folder)
    try:
        return _confine(folder, limits, self_test, tuple(devices), readable)
    finally:
        self_test.close()


def _confine(
    folder: Path,
    limits: Limits,
    self_test: SelfTest,
    devices: tuple[Path, ...],
    readable: Readable | None,
) -> Protection:
    reserves_memory = bool(devices)
    limited = apply_limits(limits, reserves_memory=reserves_memory)
    filtered = seccomp.available()
    isolated = not filtered and _leave_network()  # needs capabilities that are dropped next
    drop_capabilities()
    forbid_new_privileges()

    version = _restrict_files(folder, devices, readable)
    tcp = not isolated and landlock.restricts_tcp(version) and self_test.tcp_is_blocked()
    if filtered:
        try:
            truncation = not landlock.restricts_truncation(version)
            seccomp.restrict(truncation=truncation, devices=bool(devices))
        except Unavailable:
            filtered = False

    if not self_test.folder_is_usable():
        raise NotConfined(f"{folder}: the folder is not writable")
    if version:
        use_thread_semaphores()
    writes = (
        version > 0
        and filtered
        and self_test.contents_are_safe()
        and self_test.attributes_are_safe()
    )
    network = (filtered or isolated) and self_test.network_is_blocked()
    processes = filtered and self_test.processes_are_blocked()
    first = "seccomp" if filtered else "network namespace"
    return Protection(
        reads="landlock" if version and readable and self_test.reading_is_confined() else "",
        writes="landlock, seccomp" if writes else "",
        network=(f"{first}, landlock" if tcp else first) if network else "",
        processes="seccomp" if processes else "",
        limits=limited and limits_hold(limits, reserves_memory=reserves_memory),
    )


def _restrict_files(folder: Path, devices: tuple[Path, ...], readable: Readable | None) -> int:
    try:
        return landlock.restrict(folder, devices=devices, readable=readable)
    except Unavailable:
        return 0


def _leave_network() -> bool:
    try:
        namespaces.leave_network()
    except Unavailable:
        return False
    except namespaces.PartlyIsolated as problem:
        raise NotConfined(str(problem)) from None
    return True


def close_descriptors_except(*kept: int) -> None:
    """Close every other descriptor: the sandbox does not confine what is open already."""
    below = 0
    for descriptor in sorted({*kept}):
        if below < descriptor:  # CPython closes everything if the range is empty and at zero
            os.closerange(below, descriptor)
        below = descriptor + 1
    try:
        highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    except (OSError, ValueError):
        highest = 65536
    os.closerange(below, highest + 1)


def prepare() -> None:
    """Compute in the parent, before it forks, what takes time and is the same in all children."""
    if sys.platform != "linux":
        return
    libc()
    user_folders()
    readable(())
    replaced_module()
    if architecture := machine():
        truncation = not landlock.restricts_truncation(landlock.version())
        seccomp.prepared(architecture, truncation)


def probe() -> Protection:
    """Return what `confine` returns in a child that does nothing else."""
    if sys.platform != "linux":
        return Protection()
    prepare()
    folder = tempfile.mkdtemp(prefix="tflintgrad-probe-")
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Python warns of forks while threads run; this child takes none of their locks.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _send_protection(folder, writing)
    os.close(writing)
    try:
        answer = _read_answer(reading)
        return Protection(**json.loads(answer)) if answer else Protection()
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        shutil.rmtree(folder, ignore_errors=True)


def _send_protection(folder: str, writing: int) -> None:
    with contextlib.suppress(BaseException):
        held = confine(Path(folder), Limits(), readable=readable(()))
        os.write(writing, json.dumps(asdict(held)).encode())
    os._exit(0)


def _read_answer(reading: int) -> bytes:
    ready, _, _ = select.select([reading], [], [], _PROBE_SECONDS)
    return os.read(reading, 4096) if ready else b""
