"""A forked child: shut in, runs one program, sends one signed report, and is gone."""

from __future__ import annotations

import hmac
import json
import os
import struct
import sys
from pathlib import Path
from typing import NoReturn

from tflintgrad.verify import sandbox
from tflintgrad.verify.protocol import Report, Request

HEADER = struct.Struct(">Q32s")

#: What the drivers of NVIDIA, of AMD (and Intel), and of Windows below Linux are reached through.
GPU_DEVICES = ("nvidia*", "nvidia-caps/*", "kfd", "dri/*", "dxg")


def signed(key: bytes, payload: bytes) -> bytes:
    return HEADER.pack(len(payload), hmac.digest(key, payload, "sha256")) + payload


def opened(key: bytes, data: bytes) -> bytes | None:
    """The payload of exactly one frame that was signed with the key; else None."""
    if len(data) < HEADER.size:
        return None
    length, signature = HEADER.unpack_from(data)
    payload = data[HEADER.size :]
    if len(payload) != length:
        return None
    return payload if hmac.compare_digest(signature, hmac.digest(key, payload, "sha256")) else None


def limits_of(request: Request) -> sandbox.Limits:
    return sandbox.Limits(cpu_seconds=int(request.timeout) * 4 + 10, memory_bytes=request.memory)


def devices_of(request: Request, folder: Path = Path("/dev")) -> list[Path]:
    """The files that have to be written to for the request's device: none, unless it is a GPU."""
    if not request.device.startswith("gpu"):
        return []
    found = [path for pattern in GPU_DEVICES for path in sorted(folder.glob(pattern))]
    return [path for path in found if path.is_char_device()]


def be_child(request: Request, channel: int, key: bytes, parent: int) -> NoReturn:
    leave = os._exit  # the program can replace the name, and would run on as a second server
    try:
        _live(request, channel, key, parent)
    except BaseException as error:
        # The program's own exceptions are observations; this one is ours.
        trouble = f"tflintgrad itself failed: {type(error).__name__}{_message(error)}"
        _write(channel, signed(key, json.dumps(Report(trouble=trouble).to_json()).encode()))
    finally:
        # No clean-up of a process whose threads live in the parent.
        leave(1)


def _live(request: Request, channel: int, key: bytes, parent: int) -> NoReturn:
    os.setsid()
    sandbox.die_with(parent)
    sandbox.be_first_victim()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    # Other children's channels, and the server's own, are none of this one's business.
    sandbox.close_all_but(0, 1, 2, channel)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    report = Report()
    owner, leave = os.getpid(), os._exit

    def send(finished: Report) -> NoReturn:
        if os.getpid() != owner:
            leave(1)  # a process that the program forked has nothing to report
        _write(channel, signed(key, json.dumps(finished.to_json()).encode()))
        leave(0)

    if not request.unsafe:
        protection = sandbox.confine(Path(request.folder), limits_of(request), devices_of(request))
        report.protection = protection.in_words()
        if not protection.complete:
            report.trouble = "it was not run: the sandbox did not hold"
            send(report)
    from tflintgrad.verify.worker.run_program import run

    run(request, report, send)
    leave(1)


def _message(error: BaseException) -> str:
    try:
        return f": {error}"
    except BaseException:  # an exception of the program's that cannot be printed
        return ""


def _write(channel: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(channel, view) :]
