"""The confined process tries to escape; only what fails here is claimed to be held back.

Every attempt is prepared before the process is confined, so that its failure proves something: the
file that cannot be written was written before, and the socket that cannot be reached was reached.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import socket
import stat
import tempfile
from pathlib import Path

from .linux_calls import machine, syscall
from .syscall_table import CLONE


class SelfTest:
    """Attempts to escape: create one, confine the process, call its methods, close it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        candidates = [folder.parent, Path.cwd(), *user_folders()]
        self._outside = [
            other for other in dict.fromkeys(candidates) if folder not in (other, *other.parents)
        ]
        self._file = _nameless_file(self._outside)
        self._secrets = [
            str(path)
            for path in (Path("/etc/shadow"), *(home / ".ssh" for home in user_folders()))
            if os.path.exists(path)  # False as well where the folder is closed to this user
        ]
        self._targets = [
            target
            for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)
            if (target := _Target.listening(family, kind, host)) is not None
        ]

    def close(self) -> None:
        """Close the file and the sockets of the attempts."""
        if self._file is not None:
            os.close(self._file)
        for target in self._targets:
            target.listener.close()

    def folder_is_usable(self) -> bool:
        """True if files can be created in the folder."""
        return _creates_file(self._folder)

    def contents_are_safe(self) -> bool:
        """True if no file outside the folder can be created, written or truncated."""
        if self._file is None or any(_creates_file(other) for other in self._outside):
            return False
        path = f"/proc/self/fd/{self._file}"
        return not _truncates(path) and not any(
            _opens(path, flags)
            for flags in (os.O_WRONLY, os.O_RDWR | os.O_APPEND, os.O_RDONLY | os.O_TRUNC)
        )

    def reading_is_confined(self) -> bool:
        """True if neither a file outside the folder nor what is secret can be read."""
        return self._file is not None and not any(
            _opens(path, os.O_RDONLY)
            for path in (f"/proc/self/fd/{self._file}", *self._secrets, "/proc/1/environ")
        )

    def attributes_are_safe(self) -> bool:
        """True if modes and times of files outside the folder cannot be changed."""
        if self._file is None:
            return False
        before = os.fstat(self._file)
        with contextlib.suppress(OSError):
            os.fchmod(self._file, stat.S_IMODE(before.st_mode) ^ stat.S_IRGRP)
        with contextlib.suppress(OSError):
            os.utime(self._file, (1, 1))
        after = os.fstat(self._file)
        return (before.st_mode, before.st_mtime) == (after.st_mode, after.st_mtime)

    def tcp_is_blocked(self) -> bool:
        """True if no TCP connection can be made."""
        return self._unreachable(socket.SOCK_STREAM)

    def network_is_blocked(self) -> bool:
        """True if neither TCP nor UDP reaches a socket on this machine."""
        return self._unreachable(socket.SOCK_STREAM) and self._unreachable(socket.SOCK_DGRAM)

    def _unreachable(self, kind: socket.SocketKind) -> bool:
        targets = [target for target in self._targets if target.kind == kind]
        if not targets:  # there is no loopback; being refused a socket is as good
            return not _gives_socket(socket.AF_INET, kind)
        return not any(target.answers() for target in targets)

    def processes_are_blocked(self) -> bool:
        """True if no process can be started, and the parent neither signalled nor read.

        Unix sockets must be refused, too: a service such as Docker's could start processes instead.
        """
        parent = os.getppid()
        return not (
            _forks()
            or _signals(parent)
            or _opens(f"/proc/{parent}/environ", os.O_RDONLY)
            or _gives_socket(socket.AF_UNIX, socket.SOCK_STREAM)
        )


@functools.lru_cache(maxsize=1)
def user_folders() -> tuple[Path, ...]:
    """Return folders that the user can write to: home and `/tmp`.

    Cached before forking: a directory service takes time to look up the user.
    """
    import pwd

    folders = {Path("/tmp").resolve()}
    with contextlib.suppress(KeyError, OSError, RuntimeError):
        folders.add(Path(pwd.getpwuid(os.getuid()).pw_dir).resolve())
    return tuple(sorted(folders))


class _Target:
    """A socket on this machine that listens."""

    def __init__(self, listener: socket.socket, kind: socket.SocketKind) -> None:
        self.listener = listener
        self.kind = kind
        self._address = listener.getsockname()

    @classmethod
    def listening(
        cls, family: socket.AddressFamily, kind: socket.SocketKind, host: str
    ) -> _Target | None:
        """Return a target that can be reached now, before the process is confined; else None."""
        listener = None
        try:
            listener = socket.socket(family, kind)
            listener.bind((host, 0))
            if kind == socket.SOCK_STREAM:
                listener.listen(4)
            target = cls(listener, kind)
        except OSError:
            if listener is not None:
                listener.close()
            return None
        if target.answers():
            return target
        listener.close()
        return None

    def answers(self) -> bool:
        """True if data can be sent to the socket."""
        try:
            with socket.socket(self.listener.family, self.kind) as caller:
                caller.settimeout(0.2)
                caller.connect(self._address)
                caller.send(b"?")
        except OSError:
            return False
        return True


def _nameless_file(folders: list[Path]) -> int | None:
    """Return a file that is open and already deleted, so that nothing is left behind."""
    for folder in folders:
        try:
            descriptor, name = tempfile.mkstemp(prefix=".tflintgrad-", dir=folder)
        except OSError:
            continue
        os.unlink(name)
        return descriptor
    return None


def _creates_file(folder: Path) -> bool:
    path = folder / f".tflintgrad-{os.urandom(8).hex()}"
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return False
    with contextlib.suppress(OSError):
        path.unlink()
    return True


def _opens(path: str, flags: int) -> bool:
    try:
        os.close(os.open(path, flags))
    except OSError:
        return False
    return True


def _truncates(path: str) -> bool:
    try:
        os.truncate(path, 0)
    except OSError:
        return False
    return True


def _gives_socket(family: socket.AddressFamily, kind: socket.SocketKind) -> bool:
    try:
        socket.socket(family, kind).close()
    except OSError:
        return False
    return True


def _signals(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def _forks() -> bool:
    """True if a process can be started, by the bare system call.

    `os.fork` would first run the functions that libraries registered for forks.
    """
    architecture = machine()
    if not architecture:
        return True
    number = CLONE[0] if architecture == "x86_64" else CLONE[1]
    try:
        child = syscall(number, signal.SIGCHLD, 0, 0, 0, 0)
    except OSError:
        return False
    if child == 0:
        os._exit(0)
    with contextlib.suppress(OSError):
        os.waitpid(child, 0)
    return True
