"""A network of one's own with nothing in it, where there is no seccomp to refuse sockets.

It takes longer than all else together, so it is not used on top of seccomp.
"""

from __future__ import annotations

import os
from pathlib import Path

from .linux_calls import Unavailable, libc

_NEW_IPC = 0x08000000
_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000


class Halfway(Exception):
    """The process is in a namespace where nobody is anybody: it must not go on."""


def leave_network() -> None:
    """Moves the process to an empty network; it must have a single thread."""
    if _unshare(_NEW_NETWORK | _NEW_IPC):  # root needs no namespace of users
        return
    user, group = os.geteuid(), os.getegid()
    if not _unshare(_NEW_USER | _NEW_NETWORK | _NEW_IPC):
        raise Unavailable("namespaces are not allowed")
    # Everybody is mapped to themselves: unmapped, the process would be nobody to its own files.
    try:
        _write("setgroups", "deny")
        _write("uid_map", f"{user} {user} 1")
        _write("gid_map", f"{group} {group} 1")
    except OSError as problem:
        raise Halfway(f"the user cannot be mapped: {problem.strerror}") from None


def _unshare(what: int) -> bool:
    return int(libc().unshare(what)) == 0


def _write(name: str, text: str) -> None:
    Path("/proc/self", name).write_bytes(text.encode())
