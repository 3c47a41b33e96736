"""An empty network namespace, for systems without seccomp to refuse sockets.

Creating one takes longer than all other measures together, so it is not used with seccomp.
"""

from __future__ import annotations

import os
from pathlib import Path

from .linux_calls import Unavailable, libc

_NEW_IPC = 0x08000000
_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000


class PartlyIsolated(Exception):
    """The process is in a user namespace without a user mapping, and must not go on."""


def leave_network() -> None:
    """Move the process to an empty network; it must have a single thread."""
    if _unshare(_NEW_NETWORK | _NEW_IPC):  # root needs no user namespace
        return
    user, group = os.geteuid(), os.getegid()
    if not _unshare(_NEW_USER | _NEW_NETWORK | _NEW_IPC):
        raise Unavailable("namespaces are not allowed")
    # Map the user to itself: unmapped, the process could not access its own files.
    try:
        _write("setgroups", "deny")
        _write("uid_map", f"{user} {user} 1")
        _write("gid_map", f"{group} {group} 1")
    except OSError as problem:
        raise PartlyIsolated(f"the user cannot be mapped: {problem.strerror}") from None


def _unshare(what: int) -> bool:
    return int(libc().unshare(what)) == 0


def _write(name: str, text: str) -> None:
    Path("/proc/self", name).write_bytes(text.encode())
