"""Puts all measures together, in the order in which they do not get in each other's way."""

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
from .environment import settle
from .linux_calls import (
    Unavailable,
    drop_capabilities,
    forbid_new_privileges,
    has_one_thread,
    libc,
    machine,
)
from .protection import Protection
from .resource_limits import Limits, apply_limits, limits_hold
from .self_test import Trials, places_of_the_user
from .semaphores import keep_semaphores_inside, replaced_module

_PROBE_SECONDS = 10.0


class NotConfined(Exception):
    """The process is in no state to run a program in."""


def confine(folder: Path, limits: Limits, devices: Sequence[Path] = ()) -> Protection:
    """Confines this process for good, tries to get out, and says what held.

    The devices, a GPU's files, stay open for writing and can be controlled.

    For a forked child with a single thread. What is open stays usable, whatever it is: see
    `close_all_but`. What the system does not have is missing from the answer; it is for the
    caller to refuse.
    """
    try:
        folder = folder.resolve(strict=True)
    except OSError as problem:
        raise NotConfined(f"{folder}: {problem.strerror}") from None
    if sys.platform != "linux":
        return Protection(limits=apply_limits(limits) and limits_hold(limits))
    if not has_one_thread():
        raise NotConfined("other threads are running, which would stay free")
    settle(folder)
    trials = Trials(folder)
    try:
        return _confine(folder, limits, trials, tuple(devices))
    finally:
        trials.close()


def _confine(folder: Path, limits: Limits, trials: Trials, devices: tuple[Path, ...]) -> Protection:
    reserving = bool(devices)
    limited = apply_limits(limits, reserving=reserving)
    filtered = seccomp.available()
    apart = not filtered and _leave_network()  # needs rights that are dropped next
    drop_capabilities()
    forbid_new_privileges()

    version = _restrict_writes(folder, devices)
    tcp = not apart and landlock.restricts_tcp(version) and trials.tcp_is_blocked()
    if filtered:
        try:
            truncation = not landlock.restricts_truncation(version)
            seccomp.restrict(truncation=truncation, devices=bool(devices))
        except Unavailable:
            filtered = False

    if not trials.folder_is_usable():
        raise NotConfined(f"{folder}: nothing can be written there")
    if version:
        keep_semaphores_inside()
    writes = (
        version > 0 and filtered and trials.contents_are_safe() and trials.attributes_are_safe()
    )
    network = (filtered or apart) and trials.network_is_blocked()
    processes = filtered and trials.processes_are_blocked()
    first = "seccomp" if filtered else "network namespace"
    return Protection(
        writes="landlock, seccomp" if writes else "",
        network=(f"{first}, landlock" if tcp else first) if network else "",
        processes="seccomp" if processes else "",
        limits=limited and limits_hold(limits, reserving=reserving),
    )


def _restrict_writes(folder: Path, devices: tuple[Path, ...]) -> int:
    try:
        return landlock.restrict(folder, devices=devices)
    except Unavailable:
        return 0


def _leave_network() -> bool:
    try:
        namespaces.leave_network()
    except Unavailable:
        return False
    except namespaces.Halfway as problem:
        raise NotConfined(str(problem)) from None
    return True


def close_all_but(*kept: int) -> None:
    """Closes every descriptor but these: what is open already is not confined."""
    below = 0
    for descriptor in sorted({*kept}):
        if below < descriptor:  # an empty range at zero closes everything in CPython
            os.closerange(below, descriptor)
        below = descriptor + 1
    try:
        highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    except (OSError, ValueError):
        highest = 65536
    os.closerange(below, highest + 1)


def prepare() -> None:
    """What takes time and is the same for all children: for the parent, before it forks them."""
    if sys.platform != "linux":
        return
    libc()
    places_of_the_user()
    replaced_module()
    if architecture := machine():
        truncation = not landlock.restricts_truncation(landlock.version())
        seccomp.prepared(architecture, truncation)


def probe() -> Protection:
    """What `confine` would give, from a child that does nothing else."""
    if sys.platform != "linux":
        return Protection()
    prepare()
    folder = tempfile.mkdtemp(prefix="tflintgrad-probe-")
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Python warns of forks where threads are running; this child takes none of their locks.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _answer(folder, writing)
    os.close(writing)
    try:
        answer = _awaited(reading)
        return Protection(**json.loads(answer)) if answer else Protection()
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        shutil.rmtree(folder, ignore_errors=True)


def _answer(folder: str, writing: int) -> None:
    with contextlib.suppress(BaseException):
        os.write(writing, json.dumps(asdict(confine(Path(folder), Limits()))).encode())
    os._exit(0)


def _awaited(reading: int) -> bytes:
    ready, _, _ = select.select([reading], [], [], _PROBE_SECONDS)
    return os.read(reading, 4096) if ready else b""
