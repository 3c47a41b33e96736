"""How a run behaves where somebody watches it: progress, Ctrl-C, and a reader who leaves."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.frontends.cli.progress_bar import ProgressBar

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and terminals")

# The command line with an analysis that takes a while for each program, and says when it starts.
SLOW = """\
import sys, time
import tflintgrad.engine.analyze_program as analysis
analyze = analysis.analyze_program
def slowly(program):
    open("started", "w").close()
    time.sleep({seconds})
    return analyze(program)
analysis.analyze_program = slowly
from tflintgrad.frontends.cli import main
main()
"""


def start(
    folder: Path, seconds: float, *arguments: str, stderr: int = subprocess.PIPE, **environment: str
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", SLOW.format(seconds=seconds), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **environment},
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


def output_on_terminal(
    folder: Path, seconds: float, *, interrupt: bool = False, **environment: str
) -> tuple[bytes, int]:
    """What a run writes to a standard error that is a terminal, and its exit code."""
    import pty

    screen, terminal = pty.openpty()
    command = ("check", "--output-format=concise", ".")
    process = start(folder, seconds, *command, stderr=terminal, **environment)
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(screen, 4096):
            shown += piece
            if interrupt and b"checking" in shown:
                process.send_signal(signal.SIGINT)
                interrupt = False
    except OSError:  # how Linux says that nobody has the terminal any more
        pass
    os.close(screen)
    process.communicate(timeout=60)
    return shown, process.returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(4):
        (tmp_path / f"train_{number}.py").write_text(NUMPY_ESCAPE)
    return tmp_path


class TestProgress:
    @POSIX
    def test_long_run(self, folder: Path) -> None:
        shown, code = output_on_terminal(folder, 0.3)
        assert code == 1
        assert "checking ████████████░░░░░░░░░░░░ 2 of 4 files: train_2.py".encode() in shown
        assert shown.endswith(b"\r\x1b[K")
        assert b"\n" not in shown

    @POSIX
    def test_compilation_in_emacs(self, folder: Path) -> None:
        """It looks for the places of errors at the beginning of rows."""
        assert output_on_terminal(folder, 0.3, INSIDE_EMACS="28.2,compile") == (b"", 1)

    @POSIX
    def test_interrupted(self, folder: Path) -> None:
        shown, code = output_on_terminal(folder, 0.4, interrupt=True)
        assert code == 130
        assert shown.rstrip().endswith(b"\r\x1b[K")
        assert b"Traceback" not in shown

    def test_narrow_terminal_without_unicode(self, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = io.StringIO()
        monkeypatch.setattr(screen, "isatty", lambda: True)
        monkeypatch.setattr("sys.stderr", screen)
        bar = ProgressBar("verifying")
        bar.show(1, 4, "findings " + "x" * 100)
        line = screen.getvalue()
        assert line.startswith("\rverifying ######.................. 1 of 4 findings x")
        assert len(line) == len("\r\x1b[K") + 79
        bar.clear()
        assert screen.getvalue() == line + "\r\x1b[K"
        bar.clear()
        assert screen.getvalue() == line + "\r\x1b[K"

    def test_short_run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = io.StringIO()
        monkeypatch.setattr(screen, "isatty", lambda: True)
        monkeypatch.setattr("sys.stderr", screen)
        bar = ProgressBar("checking", delay=60.0)
        assert list(bar.cleared_before([1, 2])) == [1, 2]
        bar.show(1, 4, "files")
        assert screen.getvalue() == ""

    def test_not_in_a_pipe(self, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = io.StringIO()
        monkeypatch.setattr("sys.stderr", screen)
        ProgressBar("verifying").show(1, 4, "findings")
        assert screen.getvalue() == ""


@POSIX
class TestInterrupt:
    def test_at_once_and_clean(self, folder: Path) -> None:
        process = start(folder, 60.0, "check", ".")
        while not (folder / "started").exists():
            time.sleep(0.02)
        before = time.monotonic()
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        assert time.monotonic() - before < 5
        assert process.returncode == 130
        assert (stdout, stderr.strip()) == (b"", b"")

    def test_server(self, tmp_path: Path) -> None:
        """It waits for input in a thread, which nothing can interrupt."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tflintgrad", "server"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        body = (
            b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}'
        )
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        process.stdin.flush()
        process.stdout.readline()  # it is there
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == -signal.SIGINT
        assert process.communicate()[1] == b""


@POSIX
class TestClosedPipe:
    def test_output(self, folder: Path) -> None:
        process = start(folder, 0.0, "check", ".")
        assert process.stdout is not None
        process.stdout.close()
        _, stderr = process.communicate(timeout=60)
        assert (process.returncode, stderr) == (1, b"")

    def test_output_and_remarks(self, folder: Path) -> None:
        """`2>&1 | head`: even the complaint has no reader."""
        reading, writing = os.pipe()
        process = start(folder, 0.0, "check", "missing.py", ".", stderr=writing)
        os.close(writing)
        os.close(reading)
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=60) == 1
