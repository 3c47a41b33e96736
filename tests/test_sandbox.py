"""The sandbox keeps in what it says it keeps in.

Every escape is tried twice: without the sandbox, where it has to work, and inside.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import faulthandler
import json
import os
import re
import resource
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tflintgrad.verify.sandbox import (
    Limits,
    NotConfined,
    Protection,
    close_all_but,
    confine,
    confinement,
    kernel,
    landlock,
    minimal_environment,
    probe,
    seccomp,
    syscalls,
)
from tflintgrad.verify.sandbox.trials import Trials

pytestmark = pytest.mark.skipif(
    landlock.version() < 1 or not seccomp.available(),
    reason="needs Linux with Landlock and seccomp",
)

LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
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


@pytest.fixture
def place() -> Iterator[Place]:
    # Not `tmp_path`: only its owner gets there, and some tests become somebody else.
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


def inside(place: Place, act: Act, limits: Limits | None = None, *, free: bool = False) -> Outcome:
    """Does it in a forked child, confined unless `free`."""
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
                held = confine(place.folder, limits or Limits())
                report["protection"] = [held.writes, held.network, held.processes, held.limits]
            report["value"] = act(place)
        except BaseException as problem:
            code = getattr(problem, "errno", None)
            report |= {"problem": f"{type(problem).__name__}: {problem}", "code": code}
        os.write(writing, json.dumps(report, default=repr).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = json.loads(pipe.read() or b"{}")
    _, status = os.waitpid(child, 0)
    said["protection"] = Protection(*said.get("protection", ()))
    return Outcome(**said, signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def _write(path: Path | str, flags: int = os.O_WRONLY) -> None:
    descriptor = os.open(path, flags, 0o600)
    with contextlib.suppress(OSError):
        os.write(descriptor, b"spoiled")
    os.close(descriptor)


def _call(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


# --- files -------------------------------------------------------------------------------------


def _by_descriptor(place: Place) -> None:
    reader = os.open(place.victim, os.O_RDONLY)
    _write(f"/proc/self/fd/{reader}")


def _by_symlink(place: Place) -> None:
    (place.folder / "link").symlink_to(place.victim)
    _write(place.folder / "link")


def _by_folder_symlink(place: Place) -> None:
    (place.folder / "folder").symlink_to(place.outside)
    _write(place.folder / "folder" / "new", os.O_WRONLY | os.O_CREAT)


def _by_hard_link(place: Place) -> None:
    os.link(place.victim, place.folder / "same")
    _write(place.folder / "same")


def _move_in(place: Place) -> None:
    (place.folder / "mine").write_text("spoiled")
    (place.folder / "mine").rename(place.victim)


def _unnamed_file(place: Place) -> None:
    descriptor = os.open(place.outside, os.O_TMPFILE | os.O_WRONLY)
    source, target = f"/proc/self/fd/{descriptor}".encode(), os.fsencode(place.outside / "new")
    assert LIBC is not None
    _call(LIBC.linkat(-100, source, -100, target, 0x400))  # AT_SYMLINK_FOLLOW


def _change_mode_of_open_file(place: Place) -> None:
    os.fchmod(os.open(place.victim, os.O_RDONLY), 0o777)


def _own_memory(place: Place) -> None:
    # Written through /proc, memory need not be writable; seen as a file that comes into being.
    _write("/proc/self/mem")
    (place.outside / "new").touch()


FILES: dict[str, Act] = {
    "create": lambda at: _write(at.outside / "new", os.O_WRONLY | os.O_CREAT),
    "create-beside": lambda at: _write("../outside/new", os.O_WRONLY | os.O_CREAT),
    "create-by-root-link": lambda at: _write(
        f"/proc/self/root{at.outside}/new", os.O_WRONLY | os.O_CREAT
    ),
    "overwrite": lambda at: _write(at.victim),
    "append": lambda at: _write(at.victim, os.O_WRONLY | os.O_APPEND),
    "truncate": lambda at: os.truncate(at.victim, 0),
    "truncate-by-opening": lambda at: os.open(at.victim, os.O_RDONLY | os.O_TRUNC),
    "truncate-by-opening-for-neither": lambda at: os.open(at.victim, 3 | os.O_TRUNC),
    "unlink": lambda at: at.victim.unlink(),
    "rmdir": lambda at: (at.outside / "empty").rmdir(),
    "mkdir": lambda at: (at.outside / "new").mkdir(),
    "mkfifo": lambda at: os.mkfifo(at.outside / "new"),
    "symlink": lambda at: (at.outside / "new").symlink_to("/etc"),
    "rename": lambda at: at.victim.rename(at.outside / "other"),
    "move-out": lambda at: at.victim.rename(at.folder / "stolen"),
    "move-in": _move_in,
    "link-outside": lambda at: os.link(at.victim, at.outside / "new"),
    "chmod": lambda at: at.victim.chmod(0o777),
    "fchmod": _change_mode_of_open_file,
    "chown": lambda at: os.chown(at.victim, NOBODY, -1),
    "utime": lambda at: os.utime(at.victim, (1, 1)),
    "setxattr": lambda at: os.setxattr(at.victim, "user.note", b"spoiled"),
    "proc-fd": _by_descriptor,
    "own-symlink": _by_symlink,
    "own-folder-symlink": _by_folder_symlink,
    "own-hard-link": _by_hard_link,
    "unnamed-file": _unnamed_file,
    "proc-mem": _own_memory,
}
PRETENDED = {"chmod", "fchmod", "chown", "utime"}


@pytest.mark.parametrize("name", FILES)
def test_files_outside_stay_as_they_are(place: Place, name: str) -> None:
    before = place.snapshot()
    outcome = inside(place, FILES[name])
    assert place.snapshot() == before
    assert outcome.protection.complete
    assert outcome.refused != (name in PRETENDED), outcome

    shutil.rmtree(place.folder)
    place.folder.mkdir()
    inside(place, FILES[name], free=True)
    if place.snapshot() == before:
        pytest.skip("this system does not let anybody do it")


@pytest.mark.parametrize("version", range(1, landlock.NEWEST + 1))
def test_older_landlocks(place: Place, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if landlock.version() < version:
        pytest.skip(f"the kernel's Landlock is older than {version}")
    monkeypatch.setattr(
        confinement, "_restrict_writes", lambda folder: landlock.restrict(folder, version)
    )

    def all_of_them(at: Place) -> list[str]:
        refused = []
        for name, act in FILES.items():
            try:
                act(at)
            except OSError:
                refused.append(name)
        return refused

    before = place.snapshot()
    outcome = inside(place, all_of_them)
    assert place.snapshot() == before
    assert set(outcome.value) >= set(FILES) - PRETENDED
    assert outcome.protection.complete
    assert ("landlock" in outcome.protection.network) == (version >= 4)


def test_the_folder_is_usable(place: Place) -> None:
    def use(at: Place) -> list[str]:
        (at.folder / "sub").mkdir()
        (at.folder / "a").write_text("x" * 1000)
        shutil.copy2(at.folder / "a", at.folder / "b")
        (at.folder / "b").rename(at.folder / "sub" / "c")
        os.truncate(at.folder / "sub" / "c", 3)
        (at.folder / "link").symlink_to("a")
        (at.folder / "a").unlink()
        with tempfile.NamedTemporaryFile() as file, open(os.devnull, "w") as null:
            null.write("gone")
            (at.folder / "tmp").write_text(file.name)
        return [(at.folder / "tmp").read_text(), (at.folder / "sub" / "c").read_text()]

    outcome = inside(place, use)
    assert outcome.value is not None, outcome.problem
    assert outcome.value[0].startswith(str(place.folder.resolve()))
    assert outcome.value[1] == "xxx"


def test_reading_stays_possible(place: Place) -> None:
    outcome = inside(place, lambda at: [at.victim.read_text(), sorted(os.listdir(at.outside))])
    assert outcome.value == ["precious", ["empty", "victim"]]


# --- network and processes ---------------------------------------------------------------------


def _connect(family: socket.AddressFamily, kind: socket.SocketKind, name: str) -> Act:
    def act(at: Place) -> None:
        if name not in at.address:
            raise OSError(errno.EADDRNOTAVAIL, "not on this machine")
        with socket.socket(family, kind) as caller:
            caller.settimeout(2)
            caller.connect(at.address[name])
            caller.send(b"secret")

    return act


def _send_from_a_pair(at: Place) -> None:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"secret", at.address["datagrams"])


def _fork(at: Place) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _look_into_parent(at: Place) -> None:
    assert Path(f"/proc/{os.getppid()}/environ").read_bytes()


def _trace_parent(at: Place) -> None:
    seize = 0x4206  # does not stop it, unlike attaching
    assert LIBC is not None
    _call(LIBC.ptrace(seize, os.getppid(), None, None))


def _read_memory_of_parent(at: Place) -> None:
    memory = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(memory), 8)
    remote = (ctypes.c_void_p * 2)(ctypes.addressof(memory), 8)  # where the parent is mapped, too
    assert LIBC is not None
    result = LIBC.process_vm_readv(os.getppid(), vector, 1, remote, 1, 0)
    if result < 0 and ctypes.get_errno() != errno.EFAULT:
        _call(result)


def _limits_of_parent(at: Place) -> None:
    if sys.platform == "linux":
        resource.prlimit(os.getppid(), resource.RLIMIT_CORE)


def _async_signal(at: Place) -> None:
    import fcntl

    reading, _ = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())


def _system_call(number: int, *arguments: int) -> Act:
    return lambda at: kernel.syscall(number, *arguments)


def _number(call: syscalls.Numbers) -> int:
    return (call[0] if kernel.machine() == "x86_64" else call[1]) or -1


OTHERS: dict[str, Act] = {
    "tcp": _connect(socket.AF_INET, socket.SOCK_STREAM, "tcp"),
    "udp": _connect(socket.AF_INET, socket.SOCK_DGRAM, "udp"),
    "tcp6": _connect(socket.AF_INET6, socket.SOCK_STREAM, "tcp6"),
    "udp6": _connect(socket.AF_INET6, socket.SOCK_DGRAM, "udp6"),
    "unix": _connect(socket.AF_UNIX, socket.SOCK_STREAM, "unix"),
    "abstract-unix": _connect(socket.AF_UNIX, socket.SOCK_STREAM, "abstract"),
    "datagram-pair": _send_from_a_pair,
    "netlink": lambda at: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close(),
    "fork": _fork,
    "subprocess": lambda at: subprocess.run(["/bin/true"], check=False).returncode,
    "posix-spawn": lambda at: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0),
    "signal-parent": lambda at: os.kill(os.getppid(), signal.SIGURG),  # ignored by default
    "signal-group": lambda at: os.killpg(os.getpgid(os.getppid()), 0),
    "signal-by-descriptor": lambda at: os.close(os.pidfd_open(os.getppid())),
    "async-signal": _async_signal,
    "ptrace-parent": _trace_parent,
    "memory-of-parent": _read_memory_of_parent,
    "environment-of-parent": _look_into_parent,
    "descriptors-of-parent": lambda at: os.readlink(f"/proc/{os.getppid()}/fd/0"),
    "memory-file-of-parent": lambda at: os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY),
    "limits-of-parent": _limits_of_parent,
    "affinity-of-parent": lambda at: os.sched_setaffinity(
        os.getppid(), os.sched_getaffinity(os.getppid())
    ),
    "user-namespace": _system_call(_number(syscalls.REFUSED["unshare"]), 0x10000000),
    "shared-memory": _system_call(_number(syscalls.REFUSED["shmget"]), 0, 4096, 0o600),
}


@pytest.mark.parametrize("name", OTHERS)
def test_nobody_else_is_reached(place: Place, name: str) -> None:
    outcome = inside(place, OTHERS[name])
    assert outcome.refused, outcome
    if inside(place, OTHERS[name], free=True).problem:
        pytest.skip("this system does not let anybody do it")


def test_oneself_can_be_signalled(place: Place) -> None:
    assert inside(place, lambda at: os.kill(os.getpid(), 0)).problem == ""

    def abort(at: Place) -> None:
        faulthandler.disable()
        os.abort()

    assert inside(place, abort).signal == signal.SIGABRT


def test_not_replaced_by_another_program(place: Place) -> None:
    assert inside(place, lambda at: os.execv("/bin/true", ["true"])).refused
    replaced = inside(place, lambda at: os.execv("/bin/true", ["true"]), free=True)
    assert replaced.problem == ""


def test_an_ordinary_user_is_confined_as_well(place: Place) -> None:
    """Root's sandbox rests on giving up root's capabilities, the user's on Landlock."""

    def hide(at: Place) -> None:
        kernel.forbid_new_privileges()
        landlock.restrict(at.folder)
        _look_into_parent(at)

    def act(at: Place) -> list[object]:
        _become_nobody(at)
        readable = inside(at, _look_into_parent, free=True)
        hidden = inside(at, hide, free=True)
        confined = inside(at, FILES["create"])
        return [readable.problem, hidden.refused, confined.protection.in_words()]

    expected = inside(place, FILES["create"]).protection.in_words()
    assert inside(place, act, free=True).value == ["", True, expected]


def _become_nobody(at: Place) -> None:
    if os.getuid() == 0:
        os.chown(at.folder, NOBODY, NOBODY)
        at.outside.chmod(0o777)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        kernel.prctl(4, 1)  # PR_SET_DUMPABLE, which a change of user takes away


def test_threads_are_confined(place: Place) -> None:
    def act(at: Place) -> list[bool]:
        refused = []

        def work() -> None:
            for attempt in (FILES["create"], OTHERS["tcp"], OTHERS["fork"]):
                try:
                    attempt(at)
                except OSError:
                    refused.append(True)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return refused

    assert inside(place, act).value == [True, True, True]
    assert not inside(place, act, free=True).value


def test_what_programs_need_still_works(place: Place) -> None:
    def act(at: Place) -> list[object]:
        import asyncio
        from multiprocessing.pool import ThreadPool

        with ThreadPool(2) as pool:
            squares = pool.map(lambda it: it * it, range(4))
        return [squares, asyncio.run(asyncio.sleep(0, "slept"))]

    outcome = inside(place, act)
    assert outcome.value == [[0, 1, 4, 9], "slept"], outcome.problem


def test_no_new_privileges(place: Place) -> None:
    def act(at: Place) -> str:
        return Path("/proc/self/status").read_text()

    said = inside(place, act).value
    assert re.search(r"^NoNewPrivs:\s*1$", said, re.MULTILINE)
    assert re.search(r"^Seccomp:\s*2$", said, re.MULTILINE)
    # At most being able to read every file is left.
    assert int(re.findall(r"^CapPrm:\s*(\w+)$", said, re.MULTILINE)[0], 16) in (0, 4)


# --- limits ------------------------------------------------------------------------------------


def test_memory_is_limited(place: Place) -> None:
    def act(at: Place) -> int:
        return len(bytearray(100 << 20))

    outcome = inside(place, act, Limits(memory_bytes=60 << 20))
    assert outcome.problem.startswith("MemoryError")
    assert outcome.protection.limits
    assert inside(place, act, Limits(memory_bytes=200 << 20)).value == 100 << 20


def test_time_is_limited(place: Place) -> None:
    def act(at: Place) -> None:
        until = time.process_time() + 3
        while time.process_time() < until:
            pass

    assert inside(place, act, Limits(cpu_seconds=1)).signal == signal.SIGXCPU


def test_file_size_is_limited(place: Place) -> None:
    def act(at: Place) -> int:
        return (at.folder / "large").write_bytes(b"x" * 2000)

    assert inside(place, act, Limits(file_bytes=1000)).code == errno.EFBIG
    assert inside(place, act, Limits(file_bytes=3000)).value == 2000


def test_open_files_are_limited(place: Place) -> None:
    def act(at: Place) -> int:
        return len([os.open(os.devnull, os.O_RDONLY) for _ in range(200)])

    assert inside(place, act, Limits(open_files=150)).code == errno.EMFILE
    assert inside(place, act).value == 200


def test_limits_only_go_down(place: Place) -> None:
    def lowered(at: Place) -> list[int]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 500))
        confine(at.folder, Limits(file_bytes=1000))
        return list(resource.getrlimit(resource.RLIMIT_FSIZE))

    def raised(at: Place) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))

    assert inside(place, lowered, free=True).value == [100, 500]
    assert "ValueError" in inside(place, raised).problem


# --- what is claimed ---------------------------------------------------------------------------


def test_nothing_is_claimed_where_nothing_holds(place: Place) -> None:
    def act(at: Place) -> list[bool]:
        trials = Trials(at.folder)
        return [
            trials.contents_are_safe(),
            trials.attributes_are_safe(),
            trials.tcp_is_blocked(),
            trials.network_is_blocked(),
            trials.processes_are_blocked(),
        ]

    before = place.snapshot()
    assert inside(place, act, free=True).value == [False] * 5
    assert inside(place, act, free=True).protection == Protection()
    assert place.snapshot() == before
    assert {it.name for it in place.folder.parent.iterdir()} <= {
        "private",
        "outside",
        "stream",
        "datagrams",
    }


def test_without_landlock(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confinement, "_restrict_writes", lambda folder: 0)
    held = inside(place, lambda at: None).protection
    assert held == Protection("", "seccomp", "seccomp" if os.getuid() == 0 else "", True)
    assert not held.complete
    assert "NOT held back: file writes" in held.in_words()


@pytest.mark.parametrize("user", ["oneself", "nobody"])
def test_without_seccomp(place: Place, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def act(at: Place) -> list[object]:
        if user == "nobody":
            _become_nobody(at)
        (at.folder / "mine").write_text("mine")
        (at.folder / "mine").chmod(0o600)
        before = Path("/proc/self/ns/net").readlink()
        held = confine(at.folder, Limits())
        assert (at.folder / "mine").read_text() == "mine"
        assert (at.folder / "mine").stat().st_uid == os.getuid()
        return [held.in_words(), before == Path("/proc/self/ns/net").readlink()]

    monkeypatch.setattr(seccomp, "available", lambda: False)
    outcome = inside(place, act, free=True)
    assert outcome.value is not None, outcome.problem
    if outcome.value[1]:
        pytest.skip("namespaces are not allowed here")
    assert outcome.value[0].startswith("network blocked by an empty network;")
    assert "NOT held back: file writes, new processes" in outcome.value[0]


def test_other_threads_are_refused(place: Place) -> None:
    def act(at: Place) -> None:
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
        confine(at.folder, Limits())

    assert inside(place, act, free=True).problem.startswith("NotConfined: other threads")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotConfined, match="No such file"):
        confine(tmp_path / "absent", Limits())


def test_probe_leaves_the_caller_free(tmp_path: Path) -> None:
    before = set(Path(tempfile.gettempdir()).glob("tflintgrad-probe-*"))
    assert probe().complete
    assert set(Path(tempfile.gettempdir()).glob("tflintgrad-probe-*")) <= before
    (tmp_path / "free").touch()
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()


def test_in_words() -> None:
    assert Protection("landlock", "seccomp", "seccomp", True).in_words() == (
        "file writes confined by Landlock; network and new processes blocked by seccomp; "
        "limits on time, memory and file size"
    )
    nothing = "NOT held back: file writes, network, new processes, time and memory"
    assert Protection().in_words() == nothing


def test_it_takes_no_time(place: Place) -> None:
    def act(at: Place) -> float:
        start = time.perf_counter()
        confine(at.folder, Limits())
        return time.perf_counter() - start

    confinement.prepare()
    assert min(inside(place, act, free=True).value for _ in range(5)) < 0.05


# --- the filter, for both machines -------------------------------------------------------------


def _filtered(machine: str, number: int, *arguments: int, truncation: bool = False) -> int:
    """What the kernel would answer: runs the filter's few kinds of instructions."""
    before, after = seccomp.prepared(machine, truncation)
    program = before + seccomp._packed(seccomp._own(machine, 1000)) + after
    architecture = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[machine]
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<iIQ6Q", number, architecture, 0, *padded)
    at, value = 0, 0
    while True:
        operation, yes, no, operand = struct.unpack_from("=HBBI", program, at * 8)
        at += 1
        if operation == 0x06:
            return int(operand)
        if operation == 0x20:
            value = struct.unpack_from("<I", data, operand)[0]
        elif operation == 0x54:
            value &= operand
        else:
            true = {
                0x15: value == operand,
                0x35: value >= operand,
                0x45: bool(value & operand),
            }[operation]
            at += yes if true else no


ALLOWED, REFUSED, ABSENT, DONE, NO_TERMINAL = 0x7FFF0000, 0x50001, 0x50026, 0x50000, 0x50019


@pytest.mark.parametrize("column", [0, 1], ids=["x86_64", "aarch64"])
def test_the_filter(column: int) -> None:
    machine = ("x86_64", "aarch64")[column]

    def says(call: syscalls.Numbers, *arguments: int, truncation: bool = False) -> int:
        number = call[column]
        assert number is not None
        return _filtered(machine, number, *arguments, truncation=truncation)

    for answer, table in ((REFUSED, syscalls.REFUSED), (DONE, syscalls.PRETENDED)):
        for call in table.values():
            assert call[column] is None or says(call) == answer
    assert _filtered(machine, 600) == ABSENT
    assert _filtered(machine, 0x40000000 + 41) == ABSENT
    assert says(syscalls.CLONE3) == ABSENT
    assert says(syscalls.CLONE, 0x003D0F00) == ALLOWED  # as pthread_create
    assert says(syscalls.CLONE, 0x01200011) == REFUSED  # as fork
    assert says(syscalls.CLONE, 0x00004111) == REFUSED  # as posix_spawn
    assert says(syscalls.SOCKETPAIR, 1, 1 | 0o2000000) == ALLOWED
    assert says(syscalls.SOCKETPAIR, 1, 2) == REFUSED
    assert says(syscalls.SOCKETPAIR, 30, 1) == REFUSED
    for call in syscalls.MEANT_FOR_ONESELF.values():
        assert [says(call, who) for who in (1000, 1, 0)] == [ALLOWED, REFUSED, REFUSED]
        assert says(call, 2**64 - 1) == REFUSED
    for call in syscalls.MEANT_FOR_ONESELF_OR_ZERO.values():
        assert [says(call, who) for who in (1000, 1, 0)] == [ALLOWED, REFUSED, ALLOWED]
    # Upper halves of arguments do not fool it.
    assert says(syscalls.FCNTL, 0, (1 << 32) + 8) == REFUSED
    assert says(syscalls.IOCTL, 0, 0x5412) == NO_TERMINAL  # typing into it
    assert says(syscalls.IOCTL, 0, 0x5413) == ALLOWED
    assert says(syscalls.FCNTL, 0, 8) == REFUSED
    assert says(syscalls.FCNTL, 0, 3) == ALLOWED
    for flags, answer in ((0o1000, REFUSED), (0o1003, REFUSED), (0o1001, ALLOWED), (0, ALLOWED)):
        assert says(syscalls.OPENAT, 0, 0, flags, truncation=True) == answer
        assert says(syscalls.OPENAT, 0, 0, flags) == ALLOWED


def test_the_filter_is_a_second_line_of_defence() -> None:
    """Landlock or missing capabilities stop some of these as well, so no escape would show it."""
    names = """socket connect bind fork vfork execve ptrace process_vm_readv process_vm_writev
    pidfd_send_signal pidfd_getfd mount umount2 unshare setns open_by_handle_at io_uring_setup bpf
    perf_event_open keyctl add_key request_key reboot kexec_load kexec_file_load init_module
    finit_module delete_module"""
    assert set(names.split()) <= set(syscalls.REFUSED)


# --- around it ---------------------------------------------------------------------------------


def test_environment_has_no_secrets() -> None:
    kept = {"PATH": "/bin", "HOME": "/root", "LANG": "C", "LC_ALL": "C", "TF_USE_LEGACY_KERAS": "1"}
    secret = {
        "AWS_SECRET_ACCESS_KEY": "x",
        "GITHUB_TOKEN": "x",
        "HTTPS_PROXY": "http://user:password@host",
        "LC_TOKEN": "x",
        "TF_TOKEN_app_terraform_io": "x",
        "SSH_AUTH_SOCK": "/tmp/agent",
        "LD_PRELOAD": "/tmp/library.so",
        "path": "x",
    }
    assert minimal_environment({**kept, **secret}) == kept


def test_descriptors_are_closed(place: Place) -> None:
    def act(at: Place) -> list[bool]:
        kept = os.open(at.victim, os.O_RDONLY)
        closed = [os.open(at.victim, os.O_WRONLY) for _ in range(3)]
        report = {int(it) for it in os.listdir("/proc/self/fd") if _is_pipe(int(it))}
        close_all_but(kept, *report)
        return [_is_open(it) for it in (kept, *closed)]

    assert inside(place, act, free=True).value == [True, False, False, False]


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _is_pipe(descriptor: int) -> bool:
    return _is_open(descriptor) and stat.S_ISFIFO(os.fstat(descriptor).st_mode)


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_import_elsewhere(system: str) -> None:
    program = textwrap.dedent(
        """
        import ctypes, dataclasses, json, mmap, pathlib, select, shutil, socket, sys, tempfile
        sys.modules.pop("resource", None)
        missing = ["fcntl", "pwd", "_multiprocessing"] + ["resource"] * (sys.argv[1] == "win32")
        sys.modules.update(dict.fromkeys(missing))
        sys.platform = sys.argv[1]
        from tflintgrad.verify import sandbox
        sandbox.prepare()
        print(sandbox.probe().in_words())
        """
    )
    command = [sys.executable, "-c", program, system]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.stdout.startswith("NOT held back: file writes"), finished.stderr


_SERVER = textwrap.dedent(
    """
    import os, sys
    from pathlib import Path
    from tflintgrad.verify.sandbox import Limits, confine, prepare
    import numpy as np
    import tensorflow as tf

    def program():
        variable = tf.Variable(3.0)
        with tf.GradientTape() as tape:
            value = variable * variable
        assert float(tape.gradient(value, variable)) == 6.0

        @tf.function
        def loop(x):
            while x < 10.0:  # needs AutoGraph, and with it a place for its file
                x = x * 2.0
            return x

        assert float(loop(tf.constant(1.0))) == 16.0
        assert float(tf.function(lambda x: x * x, jit_compile=True)(tf.constant(2.0))) == 4.0
        assert float(tf.py_function(lambda x: x * 2, [tf.constant(2.0)], tf.float32)) == 4.0
        data = tf.data.Dataset.range(8).map(lambda x: x + 1, num_parallel_calls=2).prefetch(2)
        assert sorted(int(it) for it in data) == list(range(1, 9))
        model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(np.ones((8, 3), "float32"), np.ones((8, 1), "float32"), verbose=0)
        model.save("model.keras")

        class Data(tf.keras.utils.PyDataset):
            def __len__(self):
                return 2
            def __getitem__(self, index):
                return np.ones((4, 3), "float32"), np.ones((4, 1), "float32")

        model.fit(Data(workers=2), verbose=0)
        try:
            tf.io.write_file(os.path.join(sys.argv[2], "escaped"), "x")
        except tf.errors.PermissionDeniedError:
            print("ran")

    prepare()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(sys.argv[1])
        try:
            assert confine(Path(sys.argv[1]), Limits()).complete
            program()
        except BaseException as problem:
            print(repr(problem))
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
    """
)


@pytest.mark.tensorflow
def test_tensorflow_runs_in_it(place: Place) -> None:
    before = place.snapshot()
    environment = minimal_environment(os.environ) | {
        "CUDA_VISIBLE_DEVICES": "-1",
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    server = place.folder.parent / "server.py"  # AutoGraph wants to see the source
    server.write_text(_SERVER)
    command = [sys.executable, str(server), str(place.folder), str(place.outside)]
    finished = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=120
    )
    assert finished.stdout == "ran\n", finished.stdout + finished.stderr
    assert "AutoGraph could not" not in finished.stderr
    assert place.snapshot() == before
