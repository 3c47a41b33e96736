"""A forked child: confines itself, runs one program, sends one signed report, and exits."""

from __future__ import annotations

import hmac
import json
import os
import struct
import sys
from pathlib import Path
from typing import NoReturn

from tflintgrad.import_path import is_inside
from tflintgrad.project.module_resolver import project_folder
from tflintgrad.verify import sandbox
from tflintgrad.verify.protocol import Report, Request

HEADER = struct.Struct(">Q32s")

#: The device files of GPU drivers: NVIDIA's, those of AMD and Intel, and that of WSL.
GPU_DEVICES = ("nvidia*", "nvidia-caps/*", "kfd", "dri/*", "dxg")


def sign(key: bytes, payload: bytes) -> bytes:
    """Return the payload as a message with its length and signature in front."""
    return HEADER.pack(len(payload), hmac.digest(key, payload, "sha256")) + payload


def signed_payload(key: bytes, data: bytes) -> bytes | None:
    """Return the payload if `data` is exactly one message signed with the key; else None."""
    if len(data) < HEADER.size:
        return None
    length, signature = HEADER.unpack_from(data)
    payload = data[HEADER.size :]
    if len(payload) != length:
        return None
    return payload if hmac.compare_digest(signature, hmac.digest(key, payload, "sha256")) else None


def limits_of(request: Request) -> sandbox.Limits:
    """Return the resource limits of a run."""
    return sandbox.Limits(cpu_seconds=int(request.timeout) * 4 + 10, memory_bytes=request.memory)


def device_files(request: Request, folder: Path = Path("/dev")) -> list[Path]:
    """Return the files that the request's device needs write access to; none for a CPU."""
    if not request.device.startswith("gpu"):
        return []
    found = [path for pattern in GPU_DEVICES for path in sorted(folder.glob(pattern))]
    return [path for path in found if path.is_char_device()]


def _project(request: Request) -> list[str]:
    """Return the folders of the program: its project, and where its imports are looked up."""
    python_path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    beside = os.path.dirname(os.path.abspath(request.program))
    project = project_folder(beside)
    # A folder of the project can be a link that leads out of it.
    whole = os.path.realpath(project)
    roots = [it for it in (request.root, *request.search_path) if it]
    roots = [it for it in roots if is_inside(os.path.realpath(it), whole)]
    package = os.path.join(request.root, request.module.partition(".")[0])
    if request.module and is_inside(os.path.realpath(beside), os.path.realpath(package)):
        roots.append(package)
    return [folder for folder in (beside, project, *roots, *python_path) if folder]


def _package_roots(request: Request) -> list[str]:
    """Return the folder that holds the program's package: Python looks for the package there."""
    return [request.root] if request.module and request.root else []


def run_child(request: Request, channel: int, key: bytes, parent: int) -> NoReturn:
    """Run the program in this forked process, write the report to `channel`, and exit."""
    leave = os._exit  # the program can replace the name; the child would then run the server's code
    try:
        _run(request, channel, key, parent)
    except BaseException as error:
        # The program's own exceptions are in the report; this one is tflintgrad's.
        failure = f"tflintgrad itself failed: {type(error).__name__}{_message(error)}"
        _write(channel, sign(key, json.dumps(Report(failure=failure).to_json()).encode()))
    finally:
        # No clean-up: the threads that it would wait for exist in the parent only.
        leave(1)


def _run(request: Request, channel: int, key: bytes, parent: int) -> NoReturn:
    os.setsid()
    sandbox.die_with_parent(parent)
    sandbox.prefer_for_oom_kill()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    # The channels of other children and of the server must not be open in this one.
    sandbox.close_descriptors_except(0, 1, 2, channel)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    report = Report()
    owner, leave = os.getpid(), os._exit

    def send(finished: Report) -> NoReturn:
        if os.getpid() != owner:
            leave(1)  # a process that the program forked must not report
        _write(channel, sign(key, json.dumps(finished.to_json()).encode()))
        leave(0)

    if not request.unsafe:
        folder = Path(request.run_folder)
        protection = sandbox.confine(
            folder,
            limits_of(request),
            device_files(request),
            sandbox.readable(_project(request), _package_roots(request)),
        )
        report.protection = protection.in_words()
        if not protection.complete:
            report.failure = "it was not run: the sandbox does not hold"
            send(report)
    from tflintgrad.verify.worker.run_program import run

    run(request, report, send)
    leave(1)


def _message(error: BaseException) -> str:
    try:
        return f": {error}"
    except BaseException:  # the program can define exceptions that cannot be printed
        return ""


def _write(channel: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(channel, view) :]
