"""seccomp: a filter on the process's system calls, for what Landlock does not cover.

The filter lists the refused calls and lets the others pass, because TensorFlow, BLAS libraries and
Python use many calls, and different ones in every version. It compares the lower 32 bits of
arguments; the kernel reads no more of the arguments that are compared here.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import struct
from collections.abc import Iterable, Iterator

from . import syscall_table
from .linux_calls import Unavailable, machine, prctl

_GET_SECCOMP = 21
_SET_SECCOMP = 22
_MODE_FILTER = 2

_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_ERROR = 0x00050000
_REFUSE = _ERROR | errno.EPERM
_ABSENT = _ERROR | errno.ENOSYS
_PRETEND = _ERROR | 0
_NO_SUCH_CONTROL = _ERROR | errno.ENOTTY
_UNSUPPORTED = _ERROR | errno.EOPNOTSUPP

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Instructions of the filter: operation, jump if true, jump if false, operand.
_Instruction = tuple[int, int, int, int]
_LOAD = 0x20
_AND = 0x54
_IF_EQUAL = 0x15
_IF_NOT_LESS = 0x35
_IF_ANY_BIT = 0x45
_RETURN = 0x06

_NUMBER = 0
_ARCHITECTURE = 4

_CLONE_THREAD = 0x00010000
_AF_UNIX = 1
_STREAM, _PACKETS = 1, 5
_KIND_OF_SOCKET = 0xF
_WRITE_ONLY, _READ_AND_WRITE, _ACCESS_MODE, _TRUNCATING = 1, 2, 3, 0o1000

# Signals to other processes by way of a descriptor, and leases, which make other processes wait.
_FCNTL_REFUSED = (8, 10, 15, 1024)  # F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE
# Other controls change files that are open for reading only (make them immutable, or delete a
# Btrfs tree), or type into the user's terminal.
_IOCTL_ALLOWED = (
    0x5401,  # TCGETS, which `isatty` uses, like the next one
    0x802C542A,  # TCGETS2
    0x5413,  # TIOCGWINSZ
    0x540F,  # TIOCGPGRP
    0x5421,  # FIONBIO
    0x541B,  # FIONREAD
    0x5450,  # FIONCLEX
    0x5451,  # FIOCLEX
)
# A GPU has too many controls to list; with one, only these kinds are refused: those of terminals,
# file systems (ext, XFS, Btrfs, FAT), block devices, SCSI and USB.
_KIND_OF_CONTROL = 0xFF00
_IOCTL_KINDS_REFUSED = tuple(kind << 8 for kind in b"TfvX\x94r\x12S\x22U")
# With these, a process could survive its parent, or hide its usage: see `resource_usage`.
_PRCTL_REFUSED = (1, 4)  # PR_SET_PDEATHSIG, PR_SET_DUMPABLE


def available() -> bool:
    """True if there is a filter for this machine; the kernel can still reject it."""
    if not machine():
        return False
    try:
        prctl(_GET_SECCOMP)
    except OSError:
        return False
    return True


def restrict(*, truncation: bool, devices: bool = False) -> None:
    """Install the filter on this thread and on threads it starts; see `forbid_new_privileges`.

    With `truncation`, calls that shorten files are refused, too, for versions of Landlock that do
    not block them. With `devices`, a GPU can be controlled.
    """
    architecture = machine()
    if not architecture:
        raise Unavailable("no filter for this system")
    before, after = prepared(architecture, truncation, devices)
    program = before + _packed(_own(architecture, os.getpid())) + after
    instructions = ctypes.create_string_buffer(program, len(program))
    address = ctypes.addressof(instructions)
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, address))
    try:
        prctl(_SET_SECCOMP, _MODE_FILTER, header)
    except OSError as problem:
        raise Unavailable(f"seccomp cannot be set up: {problem.strerror}") from None


@functools.cache
def prepared(architecture: str, truncation: bool, devices: bool = False) -> tuple[bytes, bytes]:
    """Return the parts of the filter before and after the checks of the process's own number.

    Building them takes a millisecond, so the parent does it before it forks.
    """
    return _packed(_beginning(architecture)), _packed(_end(architecture, truncation, devices))


def _beginning(architecture: str) -> Iterator[_Instruction]:
    yield _LOAD, 0, 0, _ARCHITECTURE
    yield _IF_EQUAL, 1, 0, _ARCHITECTURES[architecture]
    yield _RETURN, 0, 0, _KILL  # another architecture's calls have other numbers
    yield _LOAD, 0, 0, _NUMBER
    yield _IF_NOT_LESS, 0, 1, syscall_table.UNKNOWN_FROM
    yield _RETURN, 0, 0, _ABSENT


def _own(architecture: str, own: int) -> Iterator[_Instruction]:
    for call in syscall_table.OWN_PROCESS_ONLY.values():
        yield from _on(architecture, call, *_allow_if(0, (own,)))
    for call in syscall_table.OWN_PROCESS_OR_ZERO_ONLY.values():
        yield from _on(architecture, call, *_allow_if(0, (0, own)))


def _end(architecture: str, truncation: bool, devices: bool) -> Iterator[_Instruction]:
    on = functools.partial(_on, architecture)
    # The C library falls back to `clone`, whose flags the filter can check.
    yield from on(syscall_table.CLONE3, (_RETURN, 0, 0, _ABSENT))
    yield from on(syscall_table.CLONE, *_clone())
    yield from on(syscall_table.SOCKETPAIR, *_socketpair())
    yield from on(syscall_table.FCNTL, *_refuse_if(1, _FCNTL_REFUSED))
    yield from on(syscall_table.PRCTL, *_refuse_if(0, _PRCTL_REFUSED))
    yield from on(syscall_table.FALLOCATE, (_RETURN, 0, 0, _UNSUPPORTED))
    if devices:
        yield from on(syscall_table.IOCTL, *_device_control())
    else:
        yield from on(syscall_table.IOCTL, *_allow_if(1, _IOCTL_ALLOWED, _NO_SUCH_CONTROL))
    if truncation:
        yield from on(syscall_table.TRUNCATE, (_RETURN, 0, 0, _REFUSE))
        yield from on(syscall_table.OPEN, *_truncating_reader(1))
        yield from on(syscall_table.OPENAT, *_truncating_reader(2))
        yield from on(syscall_table.OPENAT2, (_RETURN, 0, 0, _ABSENT))
    for call in syscall_table.PRETENDED.values():
        yield from on(call, (_RETURN, 0, 0, _PRETEND))
    for call in syscall_table.REFUSED.values():
        yield from on(call, (_RETURN, 0, 0, _REFUSE))
    yield _RETURN, 0, 0, _ALLOW


def _on(
    architecture: str, call: syscall_table.Numbers, *then: _Instruction
) -> Iterator[_Instruction]:
    """Yield `then` for one system call; it must end with a return, as it may load an argument."""
    if (number := call[0 if architecture == "x86_64" else 1]) is not None:
        yield _IF_EQUAL, 0, len(then), number
        yield from then


def _packed(instructions: Iterable[_Instruction]) -> bytes:
    return b"".join(struct.pack("=HBBI", *it) for it in instructions)


def _argument(index: int) -> _Instruction:
    return _LOAD, 0, 0, 16 + 8 * index  # both machines have the lower half first


def _clone() -> Iterable[_Instruction]:
    """Allow threads, refuse processes."""
    yield _argument(0)
    yield _IF_ANY_BIT, 1, 0, _CLONE_THREAD
    yield _RETURN, 0, 0, _REFUSE
    yield _RETURN, 0, 0, _ALLOW


def _socketpair() -> Iterable[_Instruction]:
    """Allow pairs as asyncio needs them; a socket of a datagram pair could send to any address."""
    yield _argument(0)
    yield _IF_EQUAL, 0, 4, _AF_UNIX
    yield _argument(1)
    yield _AND, 0, 0, _KIND_OF_SOCKET
    yield _IF_EQUAL, 2, 0, _STREAM
    yield _IF_EQUAL, 1, 0, _PACKETS
    yield _RETURN, 0, 0, _REFUSE
    yield _RETURN, 0, 0, _ALLOW


def _device_control() -> Iterable[_Instruction]:
    kinds = _IOCTL_KINDS_REFUSED
    yield _argument(1)
    for remaining, value in zip(range(len(_IOCTL_ALLOWED), 0, -1), _IOCTL_ALLOWED, strict=True):
        yield _IF_EQUAL, remaining + len(kinds), 0, value
    yield _AND, 0, 0, _KIND_OF_CONTROL
    for remaining, value in zip(range(len(kinds), 0, -1), kinds, strict=True):
        yield _IF_EQUAL, remaining, 0, value
    yield _RETURN, 0, 0, _ALLOW
    yield _RETURN, 0, 0, _NO_SUCH_CONTROL


def _truncating_reader(index: int) -> Iterable[_Instruction]:
    """Refuse O_TRUNC with read-only access, which empties a file and which old Landlocks allow."""
    yield _argument(index)
    yield _IF_ANY_BIT, 1, 0, _TRUNCATING
    yield _RETURN, 0, 0, _ALLOW
    yield _AND, 0, 0, _ACCESS_MODE
    yield _IF_EQUAL, 2, 0, _WRITE_ONLY
    yield _IF_EQUAL, 1, 0, _READ_AND_WRITE
    yield _RETURN, 0, 0, _REFUSE
    yield _RETURN, 0, 0, _ALLOW


def _refuse_if(index: int, values: tuple[int, ...]) -> Iterable[_Instruction]:
    yield _argument(index)
    for remaining, value in zip(range(len(values), 0, -1), values, strict=True):
        yield _IF_EQUAL, remaining, 0, value
    yield _RETURN, 0, 0, _ALLOW
    yield _RETURN, 0, 0, _REFUSE


def _allow_if(
    index: int, values: tuple[int, ...], otherwise: int = _REFUSE
) -> Iterable[_Instruction]:
    yield _argument(index)
    for remaining, value in zip(range(len(values), 0, -1), values, strict=True):
        yield _IF_EQUAL, remaining, 0, value
    yield _RETURN, 0, 0, otherwise
    yield _RETURN, 0, 0, _ALLOW
