"""A forked child in the sandbox, or beside it, for the tests of the sandbox."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import socket
import stat
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tflintgrad.verify.sandbox import (
    Limits,
    Protection,
    Readable,
    confine,
    landlock,
    linux_calls,
    seccomp,
)

needs_sandbox = pytest.mark.skipif(
    landlock.version() < 1 or not seccomp.available(),
    reason="needs Linux with Landlock and seccomp",
)

NOBODY = 65534


@dataclass
class Place:
    """A folder to be confined to, and files and listeners outside of it."""

    folder: Path
    outside: Path
    address: dict[str, Any] = field(default_factory=dict)

    @property
    def victim(self) -> Path:
        return self.outside / "victim"

    def snapshot(self) -> dict[str, object]:
        found: dict[str, object] = {}
        for path in sorted(self.outside.rglob("*")):
            seen = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(seen.st_mode) else b""
            attributes = os.listxattr(path, follow_symlinks=False)
            found[path.name] = (seen.st_mode, seen.st_uid, seen.st_mtime_ns, content, attributes)
        return found


Act = Callable[[Place], object]


@contextlib.contextmanager
def a_place() -> Iterator[Place]:
    # Not `tmp_path`: only its owner can enter it, and some tests change the user.
    base = Path(tempfile.mkdtemp(prefix="tflintgrad-test-"))
    base.chmod(0o755)
    made = Place(base / "private", base / "outside")
    made.folder.mkdir()
    _fill(made.outside)
    with contextlib.ExitStack() as stack:
        for name, family, kind, where in (
            ("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            ("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            ("tcp6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
            ("udp6", socket.AF_INET6, socket.SOCK_DGRAM, ("::1", 0)),
            ("unix", socket.AF_UNIX, socket.SOCK_STREAM, str(base / "stream")),
            ("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{base}"),
            ("datagrams", socket.AF_UNIX, socket.SOCK_DGRAM, str(base / "datagrams")),
        ):
            with contextlib.suppress(OSError):
                listener = stack.enter_context(socket.socket(family, kind))
                listener.bind(where)
                if kind == socket.SOCK_STREAM:
                    listener.listen()
                made.address[name] = listener.getsockname()
        yield made
    shutil.rmtree(base)


def _fill(outside: Path) -> None:
    shutil.rmtree(outside, ignore_errors=True)
    (outside / "empty").mkdir(parents=True)
    (outside / "victim").write_text("precious")


@dataclass
class Outcome:
    """How a child ended: what the act returned, or what it raised, or the signal."""

    value: Any = None
    problem: str = ""
    code: int | None = None
    signal: int = 0
    protection: Protection = field(default_factory=Protection)

    @property
    def refused(self) -> bool:
        return self.code in (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EXDEV)


def inside(
    place: Place,
    act: Act,
    limits: Limits | None = None,
    *,
    devices: Sequence[Path] = (),
    readable: Readable | None = None,
    free: bool = False,
) -> Outcome:
    """Run a function in a forked child, confined unless `free`."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pytest's plugins may have threads
        child = os.fork()
    if child == 0:
        signal.alarm(20)
        report: dict[str, Any] = {}
        try:
            os.setsid()
            os.chdir(place.folder)
            if not free:
                held = confine(place.folder, limits or Limits(), devices, readable)
                report["protection"] = [
                    *(held.writes, held.network, held.processes, held.limits, held.reads)
                ]
            report["value"] = act(place)
        except BaseException as problem:
            code = getattr(problem, "errno", None)
            report |= {"problem": f"{type(problem).__name__}: {problem}", "code": code}
        os.write(writing, json.dumps(report, default=repr).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        printed = json.loads(pipe.read() or b"{}")
    _, status = os.waitpid(child, 0)
    printed["protection"] = Protection(*printed.get("protection", ()))
    return Outcome(**printed, signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def become_nobody(at: Place) -> None:
    if os.getuid() == 0:
        os.chown(at.folder, NOBODY, NOBODY)
        at.outside.chmod(0o777)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        linux_calls.prctl(4, 1)  # PR_SET_DUMPABLE, which a change of user takes away
