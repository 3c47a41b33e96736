"""`check --watch`."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE

PATIENCE = 60.0


class Running:
    """A command whose output is read line by line while it runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def wait_for(self, piece: str) -> str:
        """Everything up to the first line with a piece of text in it."""
        lines: list[str] = []
        while not lines or piece not in lines[-1]:
            lines.append(self._lines.get(timeout=PATIENCE))
            assert lines[-1], lines  # it ended
        return "".join(lines)

    def rest(self) -> str:
        self.process.wait(PATIENCE)
        time.sleep(0.1)
        return "".join(self._lines.get() for _ in range(self._lines.qsize()))


@contextmanager
def running(*arguments: str, cwd: Path) -> Iterator[Running]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tflintgrad", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Running(process)
    finally:
        process.kill()
        process.wait()


def write(path: Path, text: str) -> None:
    """Also where two writes are so near to each other that the clock does not tell them apart."""
    path.write_text(text)
    stamp = time.time_ns()
    os.utime(path, ns=(stamp, stamp))


class TestWatch:
    WAITING = "waiting for changes, Ctrl-C ends"

    def test_every_kind_of_change(self, tmp_path: Path) -> None:
        train, loss = tmp_path / "train.py", tmp_path / "loss.py"
        write(train, NUMPY_ESCAPE)
        with running(
            "check", "--watch", "--output-format=concise", "train.py", cwd=tmp_path
        ) as run:
            assert "train.py:5:21: TFG201" in run.wait_for(self.WAITING)
            write(
                train,
                CLEAN.replace("import", "from loss import f\nimport").replace("x * 2", "f(x) * 2"),
            )
            assert "TFG" not in run.wait_for(self.WAITING)
            write(loss, "def f(x):\n    return x.numpy()\n")  # what is imported counts, too
            assert "loss.py:2:12: TFG201" in run.wait_for(self.WAITING)
            write(tmp_path / "tflintgrad.toml", "ignore = ['TFG2']\n")
            assert "TFG" not in run.wait_for(self.WAITING)
            write(tmp_path / "tflintgrad.toml", "ignor = ['TFG2']\n")
            assert "Error: " in run.wait_for(self.WAITING)  # and goes on
            train.unlink()
            (tmp_path / "tflintgrad.toml").unlink()
            assert "train.py: no such file" in run.wait_for(self.WAITING)

    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
    def test_interrupt(self, tmp_path: Path) -> None:
        with running("check", "--watch", ".", cwd=tmp_path) as run:
            run.wait_for(self.WAITING)
            start = time.monotonic()
            run.process.send_signal(signal.SIGINT)
            assert run.rest().strip() == ""
            assert run.process.returncode == 130
            assert time.monotonic() - start < 5

    def test_standard_input(self, tmp_path: Path) -> None:
        finished = tflintgrad("check", "--watch", "-", cwd=tmp_path)
        assert finished.returncode == 2
        assert "--watch cannot watch standard input" in finished.stderr

    def test_misuse(self, tmp_path: Path) -> None:
        finished = tflintgrad("check", "--watch", "--select", "TFG888", cwd=tmp_path)
        assert finished.returncode == 2
        assert "'TFG888' is neither a rule" in finished.stderr
