"""System calls for which Python has no function.

Nothing here may fail at import: the package is imported on systems without these calls.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import sys
from pathlib import Path

# x86-64 and arm64 have the same numbers for these, as for all calls added since 2018.
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_ADD_RULE = 445
LANDLOCK_RESTRICT_SELF = 446

_SET_PARENT_DEATH_SIGNAL = 1
_SET_NO_NEW_PRIVILEGES = 38
_DROP_FROM_BOUNDING_SET = 24
_AMBIENT = 47
_AMBIENT_CLEAR_ALL = 4

_CAPABILITY_VERSION = 0x20080522
_READ_ANY_FILE = 2  # CAP_DAC_READ_SEARCH
_BEYOND_LAST_CAPABILITY = 64


class Unavailable(Exception):
    """The system lacks this measure or does not allow it here."""


def machine() -> str:
    """Return `x86_64` or `aarch64` if the process runs 64-bit code on Linux; else nothing."""
    if sys.platform != "linux" or sys.maxsize <= 2**32:
        return ""
    name = os.uname().machine
    return name if name in ("x86_64", "aarch64") else ""


@functools.lru_cache(maxsize=1)
def libc() -> ctypes.CDLL:
    """Return the C library of this process."""
    if sys.platform != "linux":
        raise Unavailable("not Linux")
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def syscall(number: int, *arguments: int | ctypes.Array[ctypes.c_char] | None) -> int:
    """Return a system call's result; raise OSError if it is negative."""
    # ctypes passes a Python integer to a variadic function as a C int, which has 32 bits.
    passed = [ctypes.c_long(it) if isinstance(it, int) else it for it in arguments]
    result = int(libc().syscall(ctypes.c_long(number), *passed))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option: int, *arguments: int | ctypes.Array[ctypes.c_char]) -> int:
    """Return the result of `prctl`; raise OSError if it is negative."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    passed = [ctypes.c_ulong(it) if isinstance(it, int) else it for it in padded]
    result = int(libc().prctl(option, *passed))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def die_with_parent(parent: int) -> None:
    """Let the kernel kill this process when its parent ends."""
    if sys.platform == "linux":
        prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # the parent had ended before
            os._exit(1)


def prefer_for_oom_kill() -> None:
    """Make the kernel kill this process before the user's if memory runs out."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_bytes(b"1000")


def forbid_new_privileges() -> None:
    """Forbid gaining privileges, as by `sudo`; the kernel demands it before it takes a filter."""
    prctl(_SET_NO_NEW_PRIVILEGES, 1)


def drop_capabilities() -> None:
    """Turn root into an ordinary user who can read every file.

    Otherwise root could raise its limits again. The right to read every file stays, since programs
    in containers often belong to another user.
    """
    for capability in range(_BEYOND_LAST_CAPABILITY):
        try:
            prctl(_DROP_FROM_BOUNDING_SET, capability)
        except OSError:  # not root, or no more capabilities in this kernel
            break
    try:
        prctl(_AMBIENT, _AMBIENT_CLEAR_ALL)
        header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
        sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; then the upper halves
        if libc().capget(header, sets) != 0:
            return
        reading = sets[1] & (1 << _READ_ANY_FILE)
        libc().capset(header, (ctypes.c_uint32 * 6)(reading, reading, 0, 0, 0, 0))
    except OSError:  # a kernel without capabilities; the self-test shows the consequences
        return


def has_one_thread() -> bool:
    """True if the process has a single thread; filters do not apply to other threads."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def mapped_bytes() -> int:
    """Return the present size of the process's address space."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
