"""Windows and macOS, as far as Linux can pretend to be one; docs/systems.md lists the rest."""

from __future__ import annotations

import ntpath
import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest

from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad.config import file_patterns
from tflintgrad.config.file_patterns import FilePatterns
from tflintgrad.engine import fingerprints, parallel
from tflintgrad.frontends.cli.locations import parse_line
from tflintgrad.output import paths
from tflintgrad.verify import runner_client

#: Modules of the standard library that Windows does not have.
POSIX_ONLY = ("crypt", "curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog")
#: Makes this Python one for Windows, as far as our own modules can tell.
PRETEND = f"""\
import sys
blocked = {(*POSIX_ONLY, "termios", "tty")!r}
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name in blocked:
            raise ModuleNotFoundError(name)
import asyncio, click, libcst, multiprocessing.connection, subprocess, tempfile, importlib, pkgutil
import sysconfig
sysconfig.get_paths()  # Python 3.13 keeps what it finds out about the real system at the first call
sys.meta_path.insert(0, Blocked())
for name in blocked:
    sys.modules.pop(name, None)
sys.platform = "win32"
"""
WINDOWS = SimpleNamespace(
    sep="\\", path=ntpath, pardir="..", environ={}, getcwd=lambda: r"C:\work\project"
)


def python(program: str, cwd: Path = ROOT) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", PRETEND + program],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_no_module_needs_posix_to_be_imported() -> None:
    """`verify` is imported as well: there it has to say that it cannot run."""
    printed = python(
        "import tflintgrad\n"
        "names = [m.name for m in pkgutil.walk_packages(tflintgrad.__path__, 'tflintgrad.')]\n"
        "for name in names:\n"
        "    if not name.endswith('__main__'):\n"
        "        try:\n"
        "            importlib.import_module(name)\n"
        "        except ModuleNotFoundError as problem:\n"
        "            if problem.name not in ('numpy', 'tensorflow'):\n"
        "                raise\n"
        "print(len(names))\n"
    )
    assert int(printed) > 300


def test_check_without_posix(tmp_path: Path) -> None:
    """The command itself: files, findings, and the cache by path."""
    (tmp_path / "train.py").write_text(NUMPY_ESCAPE)
    (tmp_path / "clean.py").write_text(CLEAN)
    run = "from tflintgrad.frontends.cli.entry import run\nprint(run(['check', '.']))\n"
    for _ in range(2):  # the second time from the cache
        printed = python(run, tmp_path)
        assert "train.py:5:" in printed
        assert printed.endswith("\n1\n")


class TestProcesses:
    @pytest.mark.parametrize(
        ("platform", "method"), [("win32", "spawn"), ("darwin", "forkserver"), ("linux", "fork")]
    )
    def test_how_they_start(
        self, platform: str, method: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(parallel, "_thread_count", lambda: 1)
        assert parallel._start_method() == method

    @pytest.mark.parametrize("method", ["spawn", "forkserver"])
    def test_spawned_ones_find_the_same(
        self,
        method: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        from tflintgrad.frontends.cli.entry import run

        for number in range(6):
            (tmp_path / f"train_{number}.py").write_text(NUMPY_ESCAPE)
        monkeypatch.chdir(tmp_path)
        options = ["check", "--no-cache", "--output-format", "concise"]
        assert run([*options, "--jobs", "1"]) == 1
        alone = capsys.readouterr()
        monkeypatch.setattr(parallel, "_start_method", lambda: method)
        monkeypatch.setattr(parallel, "_WORTH_IT", {method: 0})
        assert run([*options, "--jobs", "2"]) == 1
        assert capsys.readouterr() == alone


def test_verify_says_that_it_cannot_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    monkeypatch.setattr(runner_client, "require_tensorflow", lambda: None)
    with pytest.raises(runner_client.CannotVerify, match="Linux, macOS"):
        runner_client.Runner(unsafe=True)


class TestPaths:
    def test_lines_of_files_with_a_drive(self) -> None:
        line = parse_line(r"C:\work\train.py:24")
        assert line
        assert (PureWindowsPath(line.path), line.row) == (PureWindowsPath("C:/work/train.py"), 24)
        assert parse_line(r"C:\work\train.py") is None
        cell = parse_line(r"D:\study.ipynb:cell 7:3")
        assert cell
        assert (cell.path, cell.cell, cell.row) == (r"D:\study.ipynb", 7, 3)

    @pytest.mark.parametrize(
        ("path", "shown"),
        [
            (r"C:\work\project\src\train.py", "src/train.py"),
            (r"src\train.py", "src/train.py"),
            (r"C:\elsewhere\train.py", "C:/elsewhere/train.py"),
            (r"D:\train.py", "D:/train.py"),
        ],
    )
    def test_reports_have_forward_slashes(
        self, path: str, shown: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(paths, "os", WINDOWS)
        monkeypatch.setattr(fingerprints, "os", WINDOWS)
        monkeypatch.setattr(ntpath, "abspath", lambda path: ntpath.join(WINDOWS.getcwd(), path))
        assert paths.in_project(path) == shown

    @pytest.mark.parametrize(
        ("pattern", "path", "matches"),
        [
            ("build", r"C:\work\project\a\build\x.py", True),
            ("docs/*.py", r"C:\work\project\docs\x.py", True),
            (r"docs\*.py", r"C:\work\project\docs\x.py", True),
            ("docs/*.py", r"C:\work\other\docs\x.py", False),
            ("C:/work/project/old", r"C:\work\project\old\x.py", True),
            ("test_*.py", r"C:\work\project\tests\test_a.py", True),
        ],
    )
    def test_patterns(
        self, pattern: str, path: str, matches: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(file_patterns, "os", WINDOWS)
        monkeypatch.setattr(ntpath, "abspath", lambda path: path)
        assert FilePatterns([pattern], r"C:\work\project").cover(path) is matches
