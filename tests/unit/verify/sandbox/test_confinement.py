"""The sandbox keeps in what it says it keeps in.

Every escape is tried twice: without the sandbox, where it has to work, and inside.
"""

from __future__ import annotations

import errno
import faulthandler
import os
import re
import resource
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandbox_escapes import FILES, OTHERS, PRETENDED, look_into_parent
from tests.support.sandboxed_child import Place, a_place, become_nobody, inside, needs_sandbox
from tflintgrad.verify.sandbox import (
    Limits,
    NotConfined,
    Protection,
    confine,
    confinement,
    landlock,
    linux_calls,
    probe,
    seccomp,
)
from tflintgrad.verify.sandbox.self_test import SelfTest

pytestmark = needs_sandbox


@pytest.fixture
def place() -> Iterator[Place]:
    with a_place() as made:
        yield made


# --- files -------------------------------------------------------------------------------------


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
        confinement, "_restrict_files", lambda folder, *_: landlock.restrict(folder, version)
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
        linux_calls.forbid_new_privileges()
        landlock.restrict(at.folder)
        look_into_parent(at)

    def act(at: Place) -> list[object]:
        become_nobody(at)
        readable = inside(at, look_into_parent, free=True)
        hidden = inside(at, hide, free=True)
        confined = inside(at, FILES["create"])
        return [readable.problem, hidden.refused, confined.protection.in_words()]

    expected = inside(place, FILES["create"]).protection.in_words()
    assert inside(place, act, free=True).value == ["", True, expected]


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

    printed = inside(place, act).value
    assert re.search(r"^NoNewPrivs:\s*1$", printed, re.MULTILINE)
    assert re.search(r"^Seccomp:\s*2$", printed, re.MULTILINE)
    # At most being able to read every file is left.
    assert int(re.findall(r"^CapPrm:\s*(\w+)$", printed, re.MULTILINE)[0], 16) in (0, 4)


# --- limits ------------------------------------------------------------------------------------


def test_memory_is_limited(place: Place) -> None:
    def act(at: Place) -> int:
        return len(bytearray(300 << 20))  # more than `malloc` may have left over from before

    outcome = inside(place, act, Limits(memory_bytes=60 << 20))
    assert outcome.problem.startswith("MemoryError")
    assert outcome.protection.limits
    assert inside(place, act, Limits(memory_bytes=400 << 20)).value == 300 << 20


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
        trials = SelfTest(at.folder)
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
    monkeypatch.setattr(confinement, "_restrict_files", lambda folder, *_: 0)
    held = inside(place, lambda at: None).protection
    assert held == Protection("", "seccomp", "seccomp" if os.getuid() == 0 else "", True)
    assert not held.complete
    assert "NOT held back: file writes" in held.in_words()


@pytest.mark.parametrize("user", ["oneself", "nobody"])
def test_without_seccomp(place: Place, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def act(at: Place) -> list[object]:
        if user == "nobody":
            become_nobody(at)
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
    assert Protection("landlock", "seccomp", "seccomp", True, "landlock").in_words() == (
        "file writes confined by Landlock; file reads by Landlock; "
        "network and new processes blocked by seccomp; limits on time, memory and file size"
    )
    nothing = "NOT held back: file writes, network, new processes, time and memory, file reads"
    assert Protection().in_words() == nothing


def test_it_takes_no_time(place: Place) -> None:
    def act(at: Place) -> float:
        start = time.perf_counter()
        confine(at.folder, Limits())
        return time.perf_counter() - start

    confinement.prepare()
    assert min(inside(place, act, free=True).value for _ in range(5)) < 0.05
