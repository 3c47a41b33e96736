"""What is around the sandbox: devices, limits that the parent enforces, and TensorFlow."""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import select
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.sandboxed_child import Place, a_place, become_nobody, inside, needs_sandbox
from tflintgrad.verify.protocol import Request
from tflintgrad.verify.sandbox import (
    Limits,
    close_descriptors_except,
    die_with_parent,
    exceeded_limit,
    landlock,
    linux_calls,
    minimal_environment,
    remove_tree,
)
from tflintgrad.verify.worker.child import device_files

pytestmark = needs_sandbox


@pytest.fixture
def place() -> Iterator[Place]:
    with a_place() as made:
        yield made


# --- devices -----------------------------------------------------------------------------------


def test_devices_can_be_written_to(place: Place) -> None:
    """Files stand in for those of a GPU; `/dev/zero` is a device that can be told something."""

    def act(at: Place) -> list[bool]:
        def writes(path: Path) -> bool:
            try:
                os.close(os.open(path, os.O_RDWR))
            except OSError:
                return False
            return True

        def controls(path: str) -> int:
            descriptor = os.open(path, os.O_RDONLY)
            try:
                fcntl.ioctl(descriptor, 0xC020462A)
            except OSError as problem:
                return problem.errno or 0
            return 0

        return [
            writes(at.victim),
            writes(Path("/dev/zero")),
            writes(Path("/dev/full")),
            # Refused by Landlock (from version 5) for a device that is not named; the other one
            # is asked, and does not know this control.
            controls("/dev/zero") == errno.ENOTTY,
            controls("/dev/full") == (errno.EACCES if landlock.version() >= 5 else errno.ENOTTY),
        ]

    devices = [place.victim, Path("/dev/zero")]
    outcome = inside(place, act, devices=devices)
    assert outcome.value == [True, True, False, True, True], outcome.problem
    assert outcome.protection.complete
    assert outcome.protection.limits
    without = inside(place, act)
    assert without.value is not None, without.problem
    assert without.value[:3] == [False, False, False]


def test_reserved_memory_is_not_used_memory(place: Place) -> None:
    """As the drivers of GPUs do it, for all the memory there is."""

    def act(at: Place) -> list[bool]:
        def maps(protection: int) -> bool:
            try:
                mmap.mmap(-1, 1 << 34, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, protection).close()
            except OSError:
                return False
            return True

        return [maps(0), maps(mmap.PROT_READ | mmap.PROT_WRITE)]

    limits = Limits(memory_bytes=1 << 30)
    assert inside(place, act, limits, devices=[Path("/dev/zero")]).value == [True, False]
    assert inside(place, act, limits).value == [False, False]


def test_which_devices(tmp_path: Path) -> None:
    request = Request("program.py")
    assert device_files(replace(request, device="cpu:0")) == []
    # Only what is a device counts, and only what is a GPU's.
    (tmp_path / "dri").mkdir()
    (tmp_path / "nvidia-caps").mkdir()
    for name in ("nvidia0", "nvidiactl", "nvidia-caps/nvidia-cap1", "dri/renderD128", "kfd"):
        (tmp_path / name).symlink_to("/dev/null")
    for name in ("sda", "tty", "shm"):
        (tmp_path / name).symlink_to("/dev/null")
    (tmp_path / "nvidia-notes.txt").touch()
    (tmp_path / "nvidia-gone").symlink_to(tmp_path / "nowhere")
    found = device_files(replace(request, device="gpu:0"), tmp_path)
    assert [str(path.relative_to(tmp_path)) for path in found] == [
        "nvidia0",
        "nvidiactl",
        "nvidia-caps/nvidia-cap1",
        "kfd",
        "dri/renderD128",
    ]


# --- what the parent sees to -------------------------------------------------------------------


@pytest.fixture
def child() -> Iterator[int]:
    """A process to look at, which does nothing."""
    with subprocess.Popen(["sleep", "100"]) as process:
        yield process.pid
        process.kill()


def test_excess(child: int, tmp_path: Path) -> None:
    limits = Limits(folder_bytes=1 << 20, folder_files=100)
    assert exceeded_limit(child, tmp_path, limits) == ""
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 1 << 30)  # takes up nothing
    for number in range(300):
        (tmp_path / f"link{number}").symlink_to("/")  # nor is what it points to the program's
    assert exceeded_limit(child, tmp_path, limits) == ""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "large").write_bytes(b"x" * (2 << 20))
    assert "filled the disk" in exceeded_limit(child, tmp_path, limits)
    (tmp_path / "inner" / "large").unlink()
    for number in range(100):
        (tmp_path / str(number)).touch()
    assert "too many files" in exceeded_limit(child, tmp_path, limits)


def test_excess_of_what_is_deleted(tmp_path: Path) -> None:
    limits = Limits(folder_bytes=1 << 20)
    with open(tmp_path / "large", "wb", buffering=0) as file:
        file.write(b"x" * (2 << 20))
        (tmp_path / "large").unlink()
        assert "filled the disk" in exceeded_limit(os.getpid(), tmp_path, limits)
    assert exceeded_limit(os.getpid(), tmp_path, limits) == ""


def test_excess_of_threads_and_memory(child: int, tmp_path: Path) -> None:
    assert "threads" in exceeded_limit(child, tmp_path, Limits(threads=0))
    assert "memory" in exceeded_limit(child, tmp_path, Limits(memory_bytes=-(1 << 40)))
    gone = 2**22 + 1
    assert exceeded_limit(gone, tmp_path, Limits()) == ""


def test_removal_however_deep_and_locked(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").touch()
    folder.mkdir()
    here = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(1500):  # more than Python's recursion and than a path is long
            os.mkdir("one-deeper")
            os.chdir("one-deeper")
        Path("bottom").touch()
    finally:
        os.chdir(here)
    assert "too deeply" in exceeded_limit(os.getpid(), folder, Limits())
    (folder / "link").symlink_to(outside)
    os.mkfifo(folder / "pipe", 0)
    os.close(os.open(os.fsencode(folder) + b"/\xff\n", os.O_CREAT | os.O_WRONLY, 0))
    (folder / "locked" / "inner").mkdir(parents=True)
    (folder / "locked" / "inner" / "file").touch()
    (folder / "locked" / "inner").chmod(0)
    (folder / "locked").chmod(0)
    (folder / "one-deeper").chmod(0)
    folder.chmod(0)
    remove_tree(folder)
    assert not folder.exists()
    assert (outside / "kept").exists()
    remove_tree(folder)  # which is gone


def test_removal_for_an_ordinary_user(place: Place) -> None:
    """Root gets in everywhere."""

    def act(at: Place) -> bool:
        become_nobody(at)
        folder = at.folder / "private"
        os.umask(0)
        (folder / "blind").mkdir(parents=True)
        (folder / "blind" / "inner").mkdir(mode=0)
        (folder / "blind").chmod(0o300)
        assert "cannot be read" in exceeded_limit(os.getpid(), folder, Limits())
        (folder / "blind").chmod(0)
        remove_tree(folder)
        return folder.exists()

    outcome = inside(place, act, free=True)
    assert outcome.value is False, outcome.problem


def test_no_memory_but_ones_own(place: Place) -> None:
    assert inside(place, lambda at: os.memfd_create("hoard")).refused

    def act(at: Place) -> list[int]:
        file = os.open(at.folder / "file", os.O_CREAT | os.O_RDWR)
        os.posix_fallocate(file, 0, 100_000)  # by writing
        return [os.fstat(file).st_size]

    assert inside(place, act).value == [100_000]


def test_dying_with_the_parent(place: Place) -> None:
    def act(at: Place) -> list[bool]:
        reading, writing = os.pipe()
        middle = os.fork()
        if middle == 0:
            parent = os.getpid()
            if os.fork() == 0:
                die_with_parent(parent)
                os.write(writing, b"!")
                time.sleep(1000)
            os.read(reading, 1)
            os.kill(os.getpid(), signal.SIGKILL)
        os.close(writing)
        os.waitpid(middle, 0)
        ended = select.select([reading], [], [], 10)[0]  # nobody is left to write
        return [bool(ended) and not os.read(reading, 1)]

    assert inside(place, act, free=True).value == [True]
    assert inside(place, lambda at: linux_calls.prctl(1, 0)).refused
    assert inside(place, lambda at: linux_calls.prctl(4, 0)).refused


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
        close_descriptors_except(kept, *report)
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
        "PYTHONPATH": str(ROOT),
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
