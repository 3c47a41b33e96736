"""The sandbox's filter of system calls, for both machines."""

from __future__ import annotations

import struct

import pytest

from tests.support.sandboxed_child import needs_sandbox
from tflintgrad.verify.sandbox import seccomp, syscall_table

pytestmark = needs_sandbox
ALLOWED, REFUSED, ABSENT, DONE, NO_TERMINAL = 0x7FFF0000, 0x50001, 0x50026, 0x50000, 0x50019


def _filtered(
    machine: str, number: int, *arguments: int, truncation: bool = False, devices: bool = False
) -> int:
    """What the kernel would answer: runs the filter's few kinds of instructions."""
    before, after = seccomp.prepared(machine, truncation, devices)
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


@pytest.mark.parametrize("column", [0, 1], ids=["x86_64", "aarch64"])
def test_the_filter(column: int) -> None:
    machine = ("x86_64", "aarch64")[column]

    def says(call: syscall_table.Numbers, *arguments: int, truncation: bool = False) -> int:
        number = call[column]
        assert number is not None
        return _filtered(machine, number, *arguments, truncation=truncation)

    for answer, table in ((REFUSED, syscall_table.REFUSED), (DONE, syscall_table.PRETENDED)):
        for call in table.values():
            assert call[column] is None or says(call) == answer
    assert _filtered(machine, 600) == ABSENT
    assert _filtered(machine, 0x40000000 + 41) == ABSENT
    assert says(syscall_table.CLONE3) == ABSENT
    assert says(syscall_table.CLONE, 0x003D0F00) == ALLOWED  # as pthread_create
    assert says(syscall_table.CLONE, 0x01200011) == REFUSED  # as fork
    assert says(syscall_table.CLONE, 0x00004111) == REFUSED  # as posix_spawn
    assert says(syscall_table.SOCKETPAIR, 1, 1 | 0o2000000) == ALLOWED
    assert says(syscall_table.SOCKETPAIR, 1, 2) == REFUSED
    assert says(syscall_table.SOCKETPAIR, 30, 1) == REFUSED
    for call in syscall_table.OWN_PROCESS_ONLY.values():
        assert [says(call, who) for who in (1000, 1, 0)] == [ALLOWED, REFUSED, REFUSED]
        assert says(call, 2**64 - 1) == REFUSED
    for call in syscall_table.OWN_PROCESS_OR_ZERO_ONLY.values():
        assert [says(call, who) for who in (1000, 1, 0)] == [ALLOWED, REFUSED, ALLOWED]
    # Upper halves of arguments do not fool it.
    assert says(syscall_table.FCNTL, 0, (1 << 32) + 8) == REFUSED
    assert says(syscall_table.IOCTL, 0, 0x5412) == NO_TERMINAL  # typing into it
    assert says(syscall_table.IOCTL, 0, 0x5413) == ALLOWED
    assert says(syscall_table.FCNTL, 0, 8) == REFUSED
    assert says(syscall_table.FCNTL, 0, 3) == ALLOWED
    for flags, answer in ((0o1000, REFUSED), (0o1003, REFUSED), (0o1001, ALLOWED), (0, ALLOWED)):
        assert says(syscall_table.OPENAT, 0, 0, flags, truncation=True) == answer
        assert says(syscall_table.OPENAT, 0, 0, flags) == ALLOWED


@pytest.mark.parametrize("column", [0, 1], ids=["x86_64", "aarch64"])
def test_the_filter_with_a_gpu(column: int) -> None:
    machine, number = ("x86_64", "aarch64")[column], syscall_table.IOCTL[column]

    def says(control: int, devices: bool = True) -> int:
        return _filtered(machine, number, 0, control, devices=devices)

    nvidia, memory, amd, graphics = 0xC020462A, 0x30000001, 0x80084B01, 0xC0406400
    for control in (nvidia, memory, amd, graphics, 27):
        assert says(control) == ALLOWED
        assert says(control, devices=False) == NO_TERMINAL
    # Typing into the terminal; making a file immutable; copying and snapshots of Btrfs.
    for control in (0x5412, 0x40086602, 0x401C5820, 0x40049409, 0x50009401):
        assert says(control) == NO_TERMINAL
    for control in (0x5401, 0x5413, 0x802C542A, 0x5451):
        assert says(control) == ALLOWED
    # Everything else is as it was.
    for call in syscall_table.REFUSED.values():
        if (other := call[column]) is not None:
            assert _filtered(machine, other, devices=True) == REFUSED


def test_the_filter_is_a_second_line_of_defence() -> None:
    """Landlock or missing capabilities stop some of these as well, so no escape would show it."""
    names = """socket connect bind fork vfork execve ptrace process_vm_readv process_vm_writev
    pidfd_send_signal pidfd_getfd mount umount2 unshare setns open_by_handle_at io_uring_setup bpf
    perf_event_open keyctl add_key request_key reboot kexec_load kexec_file_load init_module
    finit_module delete_module"""
    assert set(names.split()) <= set(syscall_table.REFUSED)
