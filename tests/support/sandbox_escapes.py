"""Ways out of the sandbox. Each works where nothing confines it, as far as the system has it."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.support.sandboxed_child import NOBODY, Act, Place
from tflintgrad.verify.sandbox import linux_calls, syscall_table

LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


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


def look_into_parent(at: Place) -> None:
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
    return lambda at: linux_calls.syscall(number, *arguments)


def _number(call: syscall_table.Numbers) -> int:
    return (call[0] if linux_calls.machine() == "x86_64" else call[1]) or -1


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
    "environment-of-parent": look_into_parent,
    "descriptors-of-parent": lambda at: os.readlink(f"/proc/{os.getppid()}/fd/0"),
    "memory-file-of-parent": lambda at: os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY),
    "limits-of-parent": _limits_of_parent,
    "affinity-of-parent": lambda at: os.sched_setaffinity(
        os.getppid(), os.sched_getaffinity(os.getppid())
    ),
    "user-namespace": _system_call(_number(syscall_table.REFUSED["unshare"]), 0x10000000),
    "shared-memory": _system_call(_number(syscall_table.REFUSED["shmget"]), 0, 4096, 0o600),
}
