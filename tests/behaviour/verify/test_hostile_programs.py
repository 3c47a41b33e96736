"""`tflintgrad verify` on hostile programs: each spoils its own finding at most, and nothing else.

All of them are verified by one command, beside two that are harmless. It is a process of its own,
with secrets in its environment, and its user's name marks every process that comes from it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.hostile_acts import ACTS
from tests.support.hostile_reports import NO_SENSE, REPORTS
from tests.support.paths import ROOT
from tests.support.sandboxed_child import needs_sandbox
from tests.support.small_programs import NUMPY_ESCAPE

pytestmark = [needs_sandbox, pytest.mark.tensorflow]

PROGRAMS = ACTS | REPORTS
SECRET = f"secret-{os.urandom(8).hex()}"
HARMLESS = ("a_harmless", "z_harmless")
#: On two idle cores it takes half a minute; this is for a machine that has more to do.
AT_MOST = 300.0
#: Modules of the user's directory that the process with TensorFlow must not take for its own.
SHADOWS = ("numpy", "absl", "six")
STANDARD_SHADOWS = ("hmac", "typing", "select", "json")


@dataclass
class World:
    """What the command gets to see, and what must not change."""

    base: Path
    marker: str = field(default_factory=lambda: f"hostile-{os.urandom(8).hex()}")

    def __post_init__(self) -> None:
        for folder in (self.project, self.temporary, self.outside, self.home, self.directory):
            folder.mkdir(parents=True)
        (self.outside / "victim").write_text("precious")

    @property
    def project(self) -> Path:
        return self.base / "project"

    @property
    def temporary(self) -> Path:
        return self.base / "temporary"

    @property
    def outside(self) -> Path:
        return self.base / "outside"

    @property
    def home(self) -> Path:
        return self.base / "home"

    @property
    def directory(self) -> Path:
        return self.base / "directory"

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        environment = {
            **os.environ,
            "HF_TOKEN": SECRET,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "USER": self.marker,  # one of the few that are passed on
            "TMPDIR": str(self.temporary),
            "HOME": str(self.home),
        }
        command = "import sys; sys.path.pop(0); from tflintgrad.frontends.cli import main; main()"
        environment["PYTHONPATH"] = str(ROOT)
        return subprocess.Popen(
            [sys.executable, "-c", f"{command}", "verify", "--no-cache", *options, self.project],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.directory,
            env=environment,
            start_new_session=True,
        )

    def processes(self) -> list[int]:
        """Return all processes that come from the command, even if their parent has changed."""
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if f"USER={self.marker}\0".encode() in path.read_bytes():
                    found.append(int(path.parent.name))
        return found

    def runs(self) -> list[Path]:
        """Return the private folders of programs that are running."""
        return list(self.temporary.glob("tflintgrad-*/run-*/view"))

    def snapshot(self) -> dict[str, object]:
        folders = (self.outside, self.home, self.directory, self.project)
        found: dict[str, object] = {}
        for path in (it for folder in folders for it in sorted(folder.rglob("*"))):
            if "__pycache__" in path.parts or ".keras" in path.parts:  # TensorFlow's own
                continue
            seen = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(seen.st_mode) else b""
            known = (seen.st_mode, seen.st_uid, seen.st_mtime_ns, os.listxattr(path), content)
            found[str(path)] = known if path.stem != "file_replaced" else None
        return found

    def is_clean(self, seconds: float) -> bool:
        """True if all processes end and all temporary files vanish within the time."""
        until = time.monotonic() + seconds
        while self.processes() or any(self.temporary.iterdir()):
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True


@dataclass
class Outcome:
    world: World
    seconds: float
    status: int
    output: str
    errors: str
    findings: list[dict[str, Any]]
    changed: bool
    clean: bool
    #: The programs that reached a listener.
    reached: list[str]

    def verdicts(self, name: str) -> list[dict[str, Any]]:
        return [
            finding["verification"]
            for finding in self.findings
            if Path(finding["filename"]).stem == name
        ]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcome]:
    world = World(tmp_path_factory.mktemp("hostile"))
    for name in SHADOWS:
        (world.directory / f"{name}.py").write_text(
            f"open({str(world.outside)!r} + '/by-{name}', 'w')"
        )
    with contextlib.ExitStack() as stack:
        listeners = {
            "TCP": _listening(stack, socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "UDP": _listening(stack, socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "TCP6": _listening(stack, socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
            "UNIX": _listening(stack, socket.AF_UNIX, socket.SOCK_STREAM, str(world.base / "s")),
        }
        locations = {name: _port(listener) for name, listener in listeners.items()}
        locations |= {
            "OUT": str(world.outside),
            "HOME": str(world.home),
            "CWD": str(world.directory),
        }
        for name, hostile in PROGRAMS.items():
            (world.project / f"{name}.py").write_text(hostile.program(locations))
        for name in HARMLESS:
            (world.project / f"{name}.py").write_text(NUMPY_ESCAPE)
        before, start = world.snapshot(), time.monotonic()
        with world.start("--output-format", "json", "--timeout", "5") as command:
            output, errors = _communicate(command, world.project / "file_replaced.py")
        yield Outcome(
            world=world,
            seconds=time.monotonic() - start,
            status=command.returncode,
            output=output,
            errors=errors,
            findings=json.loads(output) if output.startswith("[") else [],
            changed=world.snapshot() != before,
            clean=world.is_clean(2.0),
            reached=[
                name
                for name, listener in listeners.items()
                if listener is not None and select.select([listener], [], [], 0)[0]
            ],
        )


def _listening(
    stack: contextlib.ExitStack,
    family: socket.AddressFamily,
    kind: socket.SocketKind,
    address: Any,
) -> socket.socket | None:
    with contextlib.suppress(OSError):  # no IPv6 here
        listener = stack.enter_context(socket.socket(family, kind))
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        return listener
    return None


def _port(listener: socket.socket | None) -> str:
    if listener is None:
        return "9"
    name = listener.getsockname()
    return name if isinstance(name, str) else str(name[1])


def _communicate(command: subprocess.Popen[bytes], replaced: Path) -> tuple[str, str]:
    """Until the command ends, one program is replaced by others again and again."""
    texts = [replaced.read_text(), NUMPY_ESCAPE, "import (", ""]
    until = time.monotonic() + AT_MOST
    number = 0
    while True:
        try:
            output, errors = command.communicate(timeout=0.2)
            return output.decode(), errors.decode()
        except subprocess.TimeoutExpired:
            if time.monotonic() > until:
                command.kill()
                raise
        if len(list(replaced.parent.parent.glob("temporary/tflintgrad-*/run-*"))):
            number += 1  # not before it was checked
            replaced.write_text(texts[number % len(texts)])


def test_all_are_verified(outcome: Outcome) -> None:
    assert outcome.status == 1, outcome.errors
    assert outcome.seconds < AT_MOST
    assert {Path(it["filename"]).stem for it in outcome.findings} == {*PROGRAMS, *HARMLESS}
    assert "Traceback" not in outcome.errors
    assert "file writes confined by Landlock" in outcome.errors


@pytest.mark.parametrize("name", HARMLESS)
def test_the_harmless_are_confirmed(outcome: Outcome, name: str) -> None:
    (verdict,) = outcome.verdicts(name)
    assert (verdict["verdict"], verdict["evidence"]) == ("confirmed", "program"), verdict["reason"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_its_own_finding_only(outcome: Outcome, name: str) -> None:
    (verdict,) = outcome.verdicts(name)
    hostile = PROGRAMS[name]
    confirmed = (verdict["verdict"], verdict["evidence"]) == ("confirmed", "program")
    if confirmed and (hostile.either or not hostile.ended):
        return
    assert hostile.ended, verdict["reason"]
    assert re.search(hostile.ended, verdict["reason"]), verdict["reason"]
    by_path = (verdict["verdict"], verdict["evidence"]) == ("confirmed", "path")
    assert by_path or hostile.either or verdict["verdict"] == "inconclusive", verdict


def test_nothing_outside_has_changed(outcome: Outcome) -> None:
    assert sorted(it.name for it in outcome.world.outside.iterdir()) == ["victim"]
    assert not outcome.changed
    for place in (Path("/dev/shm"), Path("/tmp"), Path("/"), Path.home()):
        assert not (place / "tflintgrad-hostile").exists()


def test_nobody_was_reached(outcome: Outcome) -> None:
    assert outcome.reached == []


def test_no_secret_was_found(outcome: Outcome) -> None:
    assert SECRET not in outcome.output + outcome.errors


def test_nothing_is_left_behind(outcome: Outcome) -> None:
    assert outcome.world.processes() == []
    assert list(outcome.world.temporary.iterdir()) == []
    assert outcome.clean


def test_what_is_shown_is_text(outcome: Outcome) -> None:
    reasons = "".join(it["verification"]["reason"] for it in outcome.findings)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e\ud800-\udfff]", reasons)


# --- in commands of their own: these once spoiled the findings of all other files --------------


def test_modules_in_the_users_directory(tmp_path: Path) -> None:
    """They would run in the fork server, which no sandbox confines."""
    world = World(tmp_path / "world")
    (world.project / "a.py").write_text(NUMPY_ESCAPE)
    for name in STANDARD_SHADOWS:
        text = f"open({str(world.outside)!r} + '/by-{name}', 'w')"
        (world.directory / f"{name}.py").write_text(text)
    with world.start("--output-format", "json") as command:
        output, errors = command.communicate(timeout=120)
    assert [it.name for it in world.outside.iterdir()] == ["victim"]
    assert command.returncode == 1, errors
    assert json.loads(output)[0]["verification"]["verdict"] == "confirmed"


def test_a_report_that_makes_no_sense(tmp_path: Path) -> None:
    world = World(tmp_path / "world")
    (world.project / "a_forger.py").write_text(NO_SENSE.program({}))
    (world.project / "b_harmless.py").write_text(NUMPY_ESCAPE)
    with world.start("--output-format", "json") as command:
        output, errors = command.communicate(timeout=120)
    assert command.returncode == 1
    assert b"Traceback" not in errors
    forged, harmless = (it["verification"] for it in json.loads(output))
    assert re.search(NO_SENSE.ended, forged["reason"])
    assert forged["verdict"] == "inconclusive"
    assert harmless["verdict"] == "confirmed"


# --- the command or its server is ended in between ---------------------------------------------


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[World, subprocess.Popen[bytes]]]:
    """A command that has programs running which do not end by themselves."""
    world = World(tmp_path / "world")
    deaf = PROGRAMS["alarm_taken"].program({})
    for name in ("one", "two", "three"):
        (world.project / f"{name}.py").write_text(deaf)
    with world.start("--timeout", "100") as command:
        until = time.monotonic() + 120
        while len(world.runs()) < 2 and command.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)  # until they are deaf
        try:
            yield world, command
        finally:
            for process in world.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize(
    "by", [signal.SIGKILL, signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.full)]
)
def test_the_command_is_ended(
    running: tuple[World, subprocess.Popen[bytes]], by: signal.Signals
) -> None:
    world, command = running
    assert len(world.processes()) >= 4  # the command, the server, two programs
    os.kill(command.pid, by)
    command.communicate(timeout=30)
    assert command.returncode not in (0, 1)
    assert world.is_clean(10.0), (world.processes(), list(world.temporary.rglob("*")))


def test_the_server_is_killed(running: tuple[World, subprocess.Popen[bytes]]) -> None:
    """The system may do that when memory runs out."""
    world, command = running
    listings = Path(f"/proc/{command.pid}/task").glob("*/children")  # of each thread
    (server,) = (int(pid) for listing in listings for pid in listing.read_text().split())
    os.kill(server, signal.SIGKILL)
    _, errors = command.communicate(timeout=30)
    assert command.returncode == 2
    assert "the process that runs TensorFlow has ended" in errors.decode()
    assert "Traceback" not in errors.decode()
    assert world.is_clean(10.0), (world.processes(), list(world.temporary.rglob("*")))


def test_the_command_is_killed_early(tmp_path: Path) -> None:
    """While TensorFlow is imported, and nothing has been asked of the server."""
    world = World(tmp_path / "world")
    (world.project / "a.py").write_text(NUMPY_ESCAPE)
    with world.start() as command:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            folders = [it.name for it in world.temporary.iterdir()]
            is_started = len(world.processes()) >= 2 and bool(folders)
            if is_started and not any("probe" in it for it in folders):
                break
            time.sleep(0.02)
        assert folders  # the one that nobody but the server can remove now
        command.kill()
    assert world.is_clean(60.0), (world.processes(), list(world.temporary.rglob("*")))
