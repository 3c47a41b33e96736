"""Landlock: a process gives up the right to write files outside one folder, for good.

It also gives up the right to read any files but those that it is left. Landlock has no right for
modes, owners, times and extended attributes (seccomp blocks those), and it does not apply to
descriptors that are open already.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Sequence
from pathlib import Path

from .linux_calls import (
    LANDLOCK_ADD_RULE,
    LANDLOCK_CREATE_RULESET,
    LANDLOCK_RESTRICT_SELF,
    Unavailable,
    syscall,
)
from .readable import Readable, process_folders, process_paths

NEWEST = 7

_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIRECTORY = 1 << 3
_REMOVE_DIRECTORY = 1 << 4
_REMOVE_FILE = 1 << 5
_MAKE_CHARACTER_DEVICE = 1 << 6
_MAKE_DIRECTORY = 1 << 7
_MAKE_FILE = 1 << 8
_MAKE_SOCKET = 1 << 9
_MAKE_PIPE = 1 << 10
_MAKE_BLOCK_DEVICE = 1 << 11
_MAKE_LINK = 1 << 12
_REFER = 1 << 13  # from version 2; before, nothing moves between folders at all
_TRUNCATE = 1 << 14  # from 3
_DEVICE_CONTROL = 1 << 15  # from 5

_BIND_TCP = 1 << 0  # from 4
_CONNECT_TCP = 1 << 1

_ABSTRACT_SOCKETS = 1 << 0  # from 6
_SIGNALS = 1 << 1

_DEVICES = _MAKE_CHARACTER_DEVICE | _MAKE_BLOCK_DEVICE
_IN_A_FOLDER = (
    _WRITE_FILE
    | _REMOVE_DIRECTORY
    | _REMOVE_FILE
    | _MAKE_DIRECTORY
    | _MAKE_FILE
    | _MAKE_SOCKET
    | _MAKE_PIPE
    | _MAKE_LINK
)

_ASK_FOR_VERSION = 1
_PATH_BENEATH = 1
_QUIET = 1  # from 7: the self-test would fill the system's audit log


def version() -> int:
    """Return the kernel's Landlock version; 0 if it has none or it is disabled."""
    try:
        return syscall(LANDLOCK_CREATE_RULESET, None, 0, _ASK_FOR_VERSION)
    except (OSError, Unavailable):
        return 0


def restrict(
    folder: Path,
    at_most: int = NEWEST,
    devices: Sequence[Path] = (),
    readable: Readable | None = None,
) -> int:
    """Confine the writes of this thread, and of threads it starts, to the folder and the devices.

    Return the version in use. `/dev/null` stays writable. `/dev/shm` does not: it holds the shared
    memory of other processes, and TensorFlow does not need it. Reading is confined to the same and
    to `readable`, if that is given.
    """
    using = min(version(), at_most)
    if using < 1:
        raise Unavailable("the kernel has no Landlock")
    reading = _READ_FILE | _READ_DIRECTORY if readable is not None else 0
    everything = _writing(using) | reading
    ruleset = _create(everything, using)
    try:
        _allow(ruleset, folder, everything & ~(_DEVICES | _DEVICE_CONTROL))
        on_device = _WRITE_FILE | _TRUNCATE | _DEVICE_CONTROL | _READ_FILE
        for device in (Path(os.devnull), *devices):
            _allow(ruleset, device, everything & on_device)
        if readable is not None:
            for path in (*readable.paths, *process_paths()):
                _allow_if_there(ruleset, path, reading)
            for path in (*readable.listed, *process_folders()):
                _allow_if_there(ruleset, path, _READ_DIRECTORY)
        syscall(LANDLOCK_RESTRICT_SELF, ruleset, _QUIET if using >= 7 else 0)
    except OSError as problem:
        raise Unavailable(f"Landlock cannot be set up: {problem.strerror}") from None
    finally:
        os.close(ruleset)
    return using


def restricts_tcp(using: int) -> bool:
    """True if this version of Landlock blocks TCP connections."""
    return using >= 4


def restricts_truncation(using: int) -> bool:
    """True if this version of Landlock blocks truncating files."""
    return using >= 3


def _writing(using: int) -> int:
    rights = _IN_A_FOLDER | _DEVICES
    if using >= 2:
        rights |= _REFER
    if using >= 3:
        rights |= _TRUNCATE
    if using >= 5:
        rights |= _DEVICE_CONTROL
    return rights


def _create(files: int, using: int) -> int:
    network = _BIND_TCP | _CONNECT_TCP if using >= 4 else 0
    scoped = _ABSTRACT_SOCKETS | _SIGNALS if using >= 6 else 0
    # A kernel rejects a structure longer than its own, unless the rest is zero.
    attributes = ctypes.create_string_buffer(struct.pack("=QQQ", files, network, scoped), 24)
    size = 24 if using >= 6 else 16 if using >= 4 else 8
    try:
        return syscall(LANDLOCK_CREATE_RULESET, attributes, size, 0)
    except OSError as problem:
        raise Unavailable(f"Landlock cannot be set up: {problem.strerror}") from None


def _allow_if_there(ruleset: int, path: Path, rights: int) -> None:
    """Allow something for a path that may be missing, or be a file, which has fewer rights."""
    try:
        if not stat.S_ISDIR(os.stat(path).st_mode):
            rights &= ~_READ_DIRECTORY
        _allow(ruleset, path, rights)
    except (OSError, ValueError):
        return


def _allow(ruleset: int, path: Path, rights: int) -> None:
    descriptor = os.open(path, getattr(os, "O_PATH", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        attributes = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor), 12)
        syscall(LANDLOCK_ADD_RULE, ruleset, _PATH_BENEATH, attributes, 0)
    finally:
        os.close(descriptor)
