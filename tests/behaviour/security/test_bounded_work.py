"""A hostile repository takes neither all time nor all memory; everything else is checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad import limits
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.timeouts import OutOfMemory, Stopped, check_limits, stopped_when, time_limit

posix = pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells memory and CPU time")

HEAD = "import tensorflow as tf\nw = tf.Variable(1.0)\n"
QUERY = "with tf.GradientTape() as tape:\n    loss = w * w\nprint(tape.gradient(loss, w))\n"
#: Bounds of a child, far below what an unbounded analysis takes.
CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
resource.setrlimit(resource.RLIMIT_AS, (800 << 20, 800 << 20))
from tflintgrad import check_source
print([finding.code for finding in check_source(sys.stdin.read())])
"""


def nested(opening: str, closing: str, depth: int) -> str:
    return opening * depth + "w" + closing * depth


def tapes(depth: int) -> str:
    lines = [" " * level + f"with tf.GradientTape() as t{level}:\n" for level in range(depth)]
    lines.append(" " * depth + "x = w * w\n")
    lines.extend(
        f"{' ' * level}g = t{level}.gradient(x, w)\n{' ' * level}x = g * w\n"
        for level in range(depth - 1, -1, -1)
    )
    return "".join(lines)


def queries(count: int) -> str:
    history = "".join(f"    x = x * w + {number}.0\n    y{number} = x\n" for number in range(count))
    asked = "".join(f"tape.gradient(y{number}, w)\n" for number in range(count))
    return f"with tf.GradientTape(persistent=True) as tape:\n    x = w\n{history}{asked}"


def classes(count: int) -> str:
    return "class A0: pass\n" + "".join(
        f"class A{number + 1}(A{number}, A{max(0, number - 1)}): pass\n" for number in range(count)
    )


#: Each with what is reported.
PROGRAMS = {
    "numbers": ("x = [" + "1," * 1_500_000 + "]\n", "TFG000"),
    "strings": ("x = [" + "'a'," * 750_000 + "]\n", "TFG000"),
    "f-string of 3 MB": ("x = f'" + "{w}" * 1_000_000 + "'\n", "TFG000"),
    "f-strings in each other": (f"x = {nested(chr(102) + chr(39) + '{', '}' + chr(39), 90)}\n", ""),
    "format specifications": (f"x = f'{nested('{w:', '}', 90)}'\n", ""),
    "mapping patterns": (f"match w:\n case {nested('{1: ', '}', 30)}: pass\n", "TFG000"),
    "patterns that are wrong": (f"match w:\n case {nested('A(a=(', '))', 30)} if : 1\n", "TFG000"),
    "sum that is wrong": ("x = " + "w + " * 20_000 + "w\nprint 1\n", "TFG000"),
    "classes": (classes(2000) + QUERY + "A2000().f(w)\n", ""),
    "tapes": (tapes(17), ""),
}


@posix
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    text, expected = PROGRAMS[name]
    finished = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=f"{HEAD}{QUERY}{text}",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert ("TFG000" in finished.stdout) == bool(expected), finished.stdout


def check(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `check` on a project with little time and memory."""
    if sys.platform == "win32":
        raise NotImplementedError
    import resource

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    return subprocess.run(
        [sys.executable, "-m", "tflintgrad", "check", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=bounded,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(NUMPY_ESCAPE)
    (tmp_path / ".git").mkdir()
    return tmp_path


def sparse(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.truncate(size)


@posix
class TestConfiguration:
    """Each file has a limit, and one line says so."""

    @pytest.mark.parametrize("name", ["pyproject.toml", "tflintgrad.toml"])
    def test_size(self, name: str, project: Path) -> None:
        sparse(project / name, 50 << 20)
        finished = check(project)
        assert finished.returncode == 2
        (line,) = finished.stderr.splitlines()
        assert line.endswith(f"{name}: cannot be read: it is larger than 512 KiB")

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("x = " + "[" * 200_000, "maximum recursion depth exceeded"),
            ("x" + ".a" * 200_000 + " = 1", "a key has more than 64 parts"),
            ("[" + "a." * 200_000 + "a]", "a key has more than 64 parts"),
            ("x = {" + ' "a" . ' * 50_000 + "a = 1}", "a key has more than 64 parts"),
            ("x = " + "1" * 400_000, "4300 digits"),
        ],
        ids=["arrays", "key", "table", "inline", "number"],
    )
    def test_depth(self, text: str, reason: str, project: Path) -> None:
        (project / "tflintgrad.toml").write_text(text)
        finished = check(project)
        assert finished.returncode == 2
        (line,) = finished.stderr.splitlines()
        assert reason in line

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("a*b\n" * 12_500_000, "cannot be read: it is larger than 256 KiB"),
            ("a\n!b\n" * 30_000, "has more than 5000 lines"),
        ],
        ids=["size", "lines"],
    )
    def test_ignored_files(self, text: str, reason: str, project: Path) -> None:
        """Without its patterns more is checked, and nothing less."""
        (project / ".gitignore").write_text(text)
        finished = check(project)
        assert finished.returncode == 2
        assert "TFG201" in finished.stdout
        (line,) = finished.stderr.splitlines()
        assert line.endswith(f".gitignore: {reason}")

    def test_baseline(self, project: Path) -> None:
        sparse(project / "baseline.json", 100 << 20)
        (project / "tflintgrad.toml").write_text('baseline = "baseline.json"\n')
        finished = check(project)
        assert finished.returncode == 2
        (line,) = finished.stderr.splitlines()
        assert line.endswith("baseline.json: cannot be read: it is larger than 16 MiB")

    def test_notebook(self, project: Path) -> None:
        """Most of a large notebook is pictures; what is none is one line."""
        sparse(project / "zeros.ipynb", 2 << 30)
        cell = {"cell_type": "code", "source": CLEAN, "outputs": ["x" * 30_000_000]}
        (project / "large.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}))
        (project / "deep.ipynb").write_text('{"cells":' + "[" * 2_000_000)
        finished = check(project)
        assert "TFG201" in finished.stdout
        assert "large.ipynb" not in finished.stdout + finished.stderr
        assert "zeros.ipynb: cannot be read: it is larger than 256 MiB" in finished.stderr
        assert "deep.ipynb" in finished.stdout


def test_queries_over_one_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a limit nothing is claimed, and a warning says so."""
    text = HEAD + queries(40)
    assert check_text(text, "a.py").warnings == ()
    monkeypatch.setattr(limits, "MAX_VALUES_OF_ALL_QUERIES", 500)
    (warning,) = check_text(text, "a.py").warnings
    assert "budget exceeded" in warning


@linux
def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PROGRAM_BYTES", 50 << 20)
    monkeypatch.setattr(limits, "MEMORY_CHECK_SECONDS", 0.0)
    with time_limit(60.0):
        check_limits()
        held = bytearray(os.urandom(1 << 20) * 80)
        with pytest.raises(OutOfMemory):
            check_limits()
    del held


#: Runs `check` where the analysis of some programs is in native code that no limit interrupts: it
#: holds Python's lock, and takes forever or all memory.
NATIVE_CODE = """
import os, re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
from tflintgrad import limits
from tflintgrad.engine import analyze_program
from tflintgrad.frontends.cli.entry import run

limits.GRACE_SECONDS = 0.0
limits.MAX_PROGRAM_BYTES = 100 << 20
analyze = analyze_program.analyze_program

def changed(program):
    if "endless" in program.filename:
        re.match("(x+)+$", "x" * 60 + "y")
    if "large" in program.filename:
        (b"x" * (1 << 20)) * 4000
        re.match("(x+)+$", "x" * 60 + "y")
    return analyze(program)

analyze_program.analyze_program = changed
sys.exit(run(sys.argv[1:]))
"""


@linux
@pytest.mark.parametrize(("jobs", "size"), [("1", 40_000), ("2", 0), ("2", 40_000)])
@pytest.mark.parametrize("name", ["endless", "large"])
def test_native_code_that_does_not_stop(name: str, jobs: str, size: int, tmp_path: Path) -> None:
    """It is ended from outside, also in runs with one process and of one file."""
    (tmp_path / f"{name}.py").write_text(NUMPY_ESCAPE + "#" * size)
    (tmp_path / "tflintgrad.toml").write_text("time-limit = 1\n")
    reason = {"endless": "after 1 s", "large": "at 100 MiB of memory"}[name]
    command = [sys.executable, "-c", NATIVE_CODE, "check", "--jobs", jobs, "--no-cache"]
    for others in ((), ("a.py", "z.py")):
        for other in others:
            (tmp_path / other).write_text(NUMPY_ESCAPE + "#" * size)
        finished = subprocess.run(
            [*command, "--output-format", "concise", *others, f"{name}.py"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        lines = finished.stdout.splitlines()
        assert sum("TFG201" in line for line in lines) == len(others), finished.stderr
        (stopped,) = (line for line in lines if "TFG000" in line)
        assert stopped.startswith(f"{name}.py:")
        assert f"analysis stopped {reason}" in stopped


def test_results_that_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit in the language server stops the program under way."""
    monkeypatch.setattr(limits, "MEMORY_CHECK_SECONDS", 0.0)
    with stopped_when(lambda: True), time_limit(60.0), pytest.raises(Stopped):
        check_limits()
