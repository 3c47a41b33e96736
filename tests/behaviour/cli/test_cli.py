"""The command line: options, exit codes, streams, start-up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.fake_analysis import HEAD, install
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad import __version__
from tflintgrad.frontends.cli.entry import run


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with one clean and one flagged file, and the stand-in for the analysis."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(HEAD + "y = x.numpy()\nz = y + w.numpy()\n")
    (tmp_path / "good.py").write_text(HEAD)
    return tmp_path


class TestExitCodes:
    def test_clean(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "good.py"]) == 0
        assert capsys.readouterr().out == "No gradient problems found in 1 file.\n"

    def test_findings(self, project: Path) -> None:
        assert run(["check", "bad.py"]) == 1

    def test_exit_zero(self, project: Path) -> None:
        assert run(["check", "--exit-zero", "bad.py"]) == 0

    def test_current_directory_is_the_default(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["check", "--output-format", "concise"]) == 1
        assert capsys.readouterr().out.startswith("bad.py:2:5: TFG201")

    def test_empty_directory(self, project: Path) -> None:
        (project / "empty").mkdir()
        assert run(["check", "empty"]) == 0

    @pytest.mark.parametrize(
        "arguments",
        [
            ["check", "--no-such-option"],
            ["check", "--output-format", "xml"],
            ["check", "--select", "TFG888"],
            ["check", "--select", "E501"],
            ["check", "--ignore", "T"],
            ["check", "--extend-select", "no-such-rule"],
            ["explain"],
            ["explain", "TFG888"],
            ["no-such-command"],
            ["bad.py"],
        ],
    )
    def test_misuse(
        self, project: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Error: " in captured.err

    def test_forgotten_command(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["bad.py"])
        assert "Did you mean `tflintgrad check bad.py`?" in capsys.readouterr().err

    def test_missing_path(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "gone.py", "bad.py"]) == 2
        captured = capsys.readouterr()
        assert captured.err == "error: gone.py: no such file or directory\n"
        assert "bad.py:2:5" in captured.out

    def test_missing_path_is_not_excused(self, project: Path) -> None:
        assert run(["check", "--exit-zero", "gone.py"]) == 2


class TestSelection:
    @pytest.mark.parametrize(
        ("options", "count"),
        [
            ([], 2),
            (["--select", "TFG201"], 2),
            (["--select", "TFG1,TFG2"], 2),
            (["--select", "TFG1", "--select", "TFG2"], 2),
            (["--select", "ALL"], 2),
            (["--select", "all"], 2),
            (["--select", "tfg2"], 2),
            (["--select", "numpy-escape"], 2),
            (["--select", "TFG1"], 0),
            (["--select", "TFG1", "--extend-select", "TFG201"], 2),
            (["--ignore", "TFG2"], 0),
            (["--ignore", "ALL"], 0),
            (["--ignore", "TFG2", "--select", "TFG201"], 2),
            (["--select", "TFG2", "--ignore", "TFG201"], 0),
            (["--select", "TFG201", "--ignore", "TFG201"], 0),
            (["--ignore", "TFG2", "--extend-select", "TFG201"], 2),
        ],
    )
    def test_select_and_ignore(
        self,
        project: Path,
        options: list[str],
        count: int,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        assert run(["check", "--output-format", "json", *options]) == (1 if count else 0)
        assert len(json.loads(capsys.readouterr().out)) == count

    def test_broken_file_is_reported_whatever_is_selected(self, project: Path) -> None:
        (project / "good.py").write_text(HEAD + "BROKEN\n")
        assert run(["check", "--select", "TFG1", "good.py"]) == 1
        assert run(["check", "--ignore", "TFG0", "good.py"]) == 1
        assert run(["check", "--ignore", "TFG000", "good.py"]) == 0


class TestOutput:
    def test_order(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["check", "--output-format", "concise"])
        first = capsys.readouterr().out
        assert [line.split(" ")[0] for line in first.splitlines()] == ["bad.py:2:5:", "bad.py:3:9:"]
        run(["check", "--output-format", "concise"])
        assert capsys.readouterr().out == first

    def test_statistics(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--statistics"]) == 1
        assert capsys.readouterr().out == "2  TFG201[numpy-escape]\n"

    def test_statistics_as_json(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["check", "--statistics", "--output-format", "json"])
        (row,) = json.loads(capsys.readouterr().out)
        assert row == {"code": "TFG201", "name": "numpy-escape", "count": 2}

    def test_crash_costs_one_file_only(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "crash.py").write_text(HEAD + "CRASH\n")
        assert run(["check", "--output-format", "concise"]) == 1
        captured = capsys.readouterr()
        assert "bad.py:2:5" in captured.out
        expected = "crash.py: analysis failed: RecursionError: maximum recursion depth exceeded"
        assert captured.err == f"warning: {expected}\n"

    def test_crash_in_a_function_is_a_warning(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "warn.py").write_text(HEAD + "WARN = x.numpy()\n")
        assert run(["check", "--output-format", "json", "warn.py"]) == 1
        captured = capsys.readouterr()
        assert captured.err == "warning: warn.py:2: analysis of function f failed: KeyError\n"
        assert len(json.loads(captured.out)) == 1


class TestOtherCommands:
    def test_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["--version"]) == 0
        measured = capsys.readouterr().out.removeprefix(f"tflintgrad {__version__} ")
        assert re.fullmatch(r"\(operations measured on TensorFlow 2\.\d+\.\d+, .*\)\n", measured)

    @pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["explain", "-h"]])
    def test_help_has_examples(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(arguments) == 0
        assert "Examples:\n" in capsys.readouterr().out


class TestProcess:
    """In a process of its own, with the real analysis."""

    def test_standard_input(self) -> None:
        finished = tflintgrad(
            "check",
            "--output-format=json",
            "--stdin-filename=train.py",
            "-",
            stdin=NUMPY_ESCAPE.encode(),
        )
        assert finished.returncode == 1, finished.stderr
        (finding,) = json.loads(finished.stdout)
        assert (finding["code"], finding["filename"]) == ("TFG201", "train.py")
        assert finding["location"]["row"] == NUMPY_ESCAPE_ROW
        assert finding["flow"][0]["label"] == "source"

    def test_standard_input_clean(self) -> None:
        finished = tflintgrad("check", "-", stdin=CLEAN.encode())
        assert (finished.returncode, finished.stderr) == (0, "")

    def test_frame(self, tmp_path: Path) -> None:
        (tmp_path / "train.py").write_text(NUMPY_ESCAPE)
        finished = tflintgrad("check", cwd=tmp_path)
        assert finished.returncode == 1
        assert "train.py:5:" in finished.stdout
        assert "TFG201[numpy-escape]" in finished.stdout
        assert "^" in finished.stdout
        assert "effect: TensorFlow returns None" in finished.stdout
        assert "\x1b" not in finished.stdout

    def test_nothing_is_run_or_imported(self, tmp_path: Path) -> None:
        program = "import tensorflow\nopen('trace', 'w')\nimport neighbour\n" + NUMPY_ESCAPE
        (tmp_path / "train.py").write_text(program)
        (tmp_path / "neighbour.py").write_text("open('trace', 'w')\n")
        (tmp_path / "click.py").write_text("open('trace', 'w')\n")
        script = Path(sys.executable).with_name("tflintgrad")
        if not script.exists():
            pytest.skip("tflintgrad is not installed beside this Python")
        subprocess.run([script, "check", "."], cwd=tmp_path, check=False, capture_output=True)
        assert not (tmp_path / "trace").exists()

    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX pipes")
    def test_broken_pipe(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "tflintgrad", "rules"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.close()
        _, stderr = process.communicate(timeout=60)
        assert stderr == b""

    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
    def test_interrupt(self, tmp_path: Path) -> None:
        # The process interrupts itself while it reads its input, which is always at the same place.
        program = (
            "import os, signal, sys, time\n"
            "class Input:\n"
            "    def read(self):\n"
            "        os.kill(os.getpid(), signal.SIGINT)\n"
            "        time.sleep(30)\n"
            "class Stream:\n"
            "    buffer = Input()\n"
            "sys.stdin = Stream()\n"
            "sys.argv = ['tflintgrad', 'check', '-']\n"
            "from tflintgrad.frontends.cli import main\n"
            "main()\n"
        )
        finished = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=False
        )
        assert finished.returncode == 130
        assert finished.stdout.strip() == b""
        assert finished.stderr.strip() == b""


def modules_of(tmp_path: Path, *arguments: str) -> set[str]:
    """The modules a run of the command line imports."""
    program = (
        "import sys\n"
        "from tflintgrad.frontends.cli.entry import run\n"
        f"run({list(arguments)!r})\n"
        "print('MODULES', *sys.modules)\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    return set(finished.stdout.rpartition("MODULES")[2].split())


class TestStartUp:
    HEAVY = frozenset({"libcst", "tensorflow", "numpy", "rich"})

    def test_version_imports_little(self, tmp_path: Path) -> None:
        modules = modules_of(tmp_path, "--version")
        assert not modules & self.HEAVY
        assert not any(name.startswith("tflintgrad.engine") for name in modules)

    def test_file_without_tensorflow(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("print('gradient')\n")
        for path in ("a.py", "."):
            modules = modules_of(tmp_path, "check", path)
            assert not modules & self.HEAVY
            assert "tomllib" not in modules

    def test_file_that_asks_for_no_gradient(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("import tensorflow as tf\nprint(tf.zeros(3))\n")
        assert not modules_of(tmp_path, "check", "a.py") & self.HEAVY

    def test_unchanged_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A higher count makes every save slower.

        A class that `dataclass` creates takes as long as importing a small module.
        """
        monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
        (tmp_path / "a.py").write_text(CLEAN)
        time.sleep(0.1)  # a file that was just changed is not remembered
        options = ("check", "--cache-dir", "cache", "--output-format", "concise", "a.py")
        assert "libcst" in modules_of(tmp_path, *options)
        modules = modules_of(tmp_path, *options)
        assert (
            modules
            & (self.HEAVY | {"tflintgrad.engine.program_runner", "tflintgrad.engine.parallel"})
            == set()
        )
        own = {name for name in modules if name.partition(".")[0] == "tflintgrad"}
        assert len(own) <= 66
        made = {
            item
            for name in own
            for item in vars(import_module(name)).values()
            if isinstance(item, type) and is_dataclass(item)
        }
        assert {item.__name__ for item in made} <= {
            "FileResult",
            "ModuleFile",
            "Settings",
            "Verify",
        }

    def test_check_never_imports_tensorflow(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(NUMPY_ESCAPE)
        modules = modules_of(tmp_path, "check", "a.py")
        assert "libcst" in modules
        assert not modules & {"tensorflow", "keras", "numpy", "libcst.matchers"}
