"""What a confined program can read, item by item, as docs/security.md says.

Every attempt is made twice: without the sandbox, where it has to work, and inside.
"""

from __future__ import annotations

import os
import pwd
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandboxed_child import Act, Place, a_place, inside, needs_sandbox
from tflintgrad.verify.sandbox import Readable, landlock, readable
from tflintgrad.verify.sandbox.readable import VARIABLE

pytestmark = needs_sandbox


@pytest.fixture
def place() -> Iterator[Place]:
    with a_place() as made:
        (made.outside / "project").mkdir()
        (made.outside / "project" / "data.txt").write_text("data")
        (made.outside / "project" / "way-out").symlink_to(made.victim)
        yield made


def of_project(place: Place) -> Readable:
    return readable([str(place.outside / "project")])


def _read(path: Path | str) -> int:
    with open(path, "rb") as file:
        return len(file.read(1 << 16))


def _read_secret_of_other_run(place: Place) -> int:
    return _read(place.folder.parent / "outside" / "victim")


CLOSED: dict[str, Act] = {
    "files outside the project": lambda place: _read(place.victim),
    "a link of the project that leads out of it": lambda place: _read(
        place.outside / "project" / "way-out"
    ),
    "a path with dots": lambda place: _read(f"{place.outside}/project/../victim"),
    "listing folders": lambda place: len(os.listdir(place.outside)),
    "temporary files": lambda place: len(os.listdir(place.folder.parent)),
    "the home": lambda place: len(os.listdir(pwd.getpwuid(os.getuid()).pw_dir)),
    "the command line of the parent": lambda place: _read(f"/proc/{os.getppid()}/cmdline"),
    "the memory map of the parent": lambda place: _read(f"/proc/{os.getppid()}/maps"),
    "the connections of all processes": lambda place: _read("/proc/self/net/tcp"),
    "the sockets of all processes": lambda place: _read("/proc/thread-self/net/unix"),
    "what is mounted": lambda place: _read("/proc/self/mountinfo"),
    "the list of processes": lambda place: len(os.listdir("/proc")),
    "shared memory of others": lambda place: len(os.listdir("/dev/shm")) + 1,
    "another run's folder": _read_secret_of_other_run,
}
OPEN: dict[str, Act] = {
    "the project": lambda place: _read(place.outside / "project" / "data.txt"),
    "its own folder": lambda place: (
        (place.folder / "new").write_text("x"),
        _read(place.folder / "new"),
    ),
    "Python": lambda place: _read(os.__file__),
    "installed packages": lambda place: _read(pytest.__file__),
    "processors": lambda place: _read("/proc/cpuinfo"),
    "itself": lambda place: _read("/proc/self/status"),
    "its threads": lambda place: len(os.listdir("/proc/self/task")),
    "random numbers": lambda place: os.read(os.open("/dev/urandom", os.O_RDONLY), 4).hex(),
}


@pytest.mark.parametrize("name", CLOSED)
def test_closed(place: Place, name: str) -> None:
    free = inside(place, CLOSED[name], free=True)
    if free.problem:
        pytest.skip(f"not possible here anyway: {free.problem}")
    outcome = inside(place, CLOSED[name], readable=of_project(place))
    assert outcome.protection.reads == "landlock"
    assert outcome.refused, outcome


@pytest.mark.parametrize("name", OPEN)
def test_open(place: Place, name: str) -> None:
    outcome = inside(place, OPEN[name], readable=of_project(place))
    assert outcome.problem == ""
    assert outcome.value


def test_data_that_the_user_names(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(place.victim))
    outcome = inside(place, lambda at: _read(at.victim), readable=of_project(place))
    assert (outcome.problem, outcome.value) == ("", len("precious"))


def test_a_program_in_the_home(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files beside it can be read; hidden ones, such as keys, can not."""
    home = place.outside
    (home / ".ssh").mkdir()
    (home / ".ssh" / "id_ed25519").write_text("secret")
    (home / "train.py").write_text("x = 1\n")
    module = sys.modules[readable.__module__]
    monkeypatch.setattr(module, "_home", lambda: home.resolve())
    allowed = readable([str(home)])
    assert inside(place, lambda at: _read(home / "train.py"), readable=allowed).value
    assert inside(place, lambda at: _read(home / ".ssh" / "id_ed25519"), readable=allowed).refused


def test_what_is_claimed_is_tried(place: Place) -> None:
    """Where the file of the self-test could be read, confined reading is not claimed."""
    everything = Readable((Path("/"),))
    outcome = inside(place, lambda at: _read(at.victim), readable=everything)
    assert outcome.value == len("precious")
    assert outcome.protection.reads == ""
    assert "file reads" in outcome.protection.in_words().partition("NOT held back: ")[2]


def test_without_landlock(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    outcome = inside(place, lambda at: None, readable=of_project(place))
    assert (outcome.protection.reads, outcome.protection.complete) == ("", False)
