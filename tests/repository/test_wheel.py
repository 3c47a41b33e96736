"""What people install: small, working, and compiled to find exactly what the source finds."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.robustness.test_doubling import PROGRAMS as DOUBLING
from tests.robustness.test_doubling import too_much
from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tests.support.plugins import STOP, STOP_LINE, Installation
from tests.support.small_programs import NUMPY_ESCAPE

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOK = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
HAS_COMPILER = shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]) is not None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT],
        env={**os.environ, "TFLINTGRAD_COMPILE": "1" if HAS_COMPILER else "0"},
        check=True,
    )
    (path,) = folder.glob("*.whl")
    return path


@pytest.mark.slow
class TestWheel:
    def test_contents(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
        rules = sorted(path.name for path in (ROOT / "rules").iterdir() if path.is_file())
        shipped = sorted(name.rpartition("/")[2] for name in names if "/_rules/" in name)
        assert shipped == rules
        assert "tflintgrad/py.typed" in names
        assert "tflintgrad/tflintgrad.schema.json" in names
        assert not any(name.startswith(("tests", "examples", "benchmarks")) for name in names)

    def test_description(self, wheel: Path) -> None:
        """On the package index, links that are relative to the repository lead nowhere."""
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
            text = archive.read(name).decode()
        assert "Requires-Python: >=3.10\n" in text
        links = re.findall(r"\]\(([^)\s]+)\)", text)
        assert [link for link in links if not link.startswith(("https://", "#"))] == []
        assert "/raw/main/docs/terminal.svg)" in text
        assert "/blob/main/docs/rules.md)" in text

    def test_small_and_working(self, wheel: Path, tmp_path: Path) -> None:
        environment = tmp_path / "venv"
        venv.create(environment, with_pip=True)
        binaries = environment / ("Scripts" if sys.platform == "win32" else "bin")
        before = size_of(environment)
        subprocess.run(
            [binaries / "python", "-m", "pip", "install", "--quiet", "--no-compile", wheel],
            check=True,
        )
        assert size_of(environment) - before < 40_000_000
        (tmp_path / "train.py").write_text(NUMPY_ESCAPE)
        finished = subprocess.run(
            [binaries / "tflintgrad", "check", "--output-format=concise", "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 1, finished.stderr
        assert "train.py:5:21: TFG201[numpy-escape]" in finished.stdout
        explained = subprocess.run(
            [binaries / "tflintgrad", "explain", "TFG201"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "numpy-escape" in explained.stdout


def size_of(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*"))


@pytest.fixture(scope="module")
def compiled(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that runs what is in the wheel, and not the source."""
    folder = tmp_path_factory.mktemp("compiled")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return {**os.environ, "PYTHONPATH": str(folder)}


@pytest.mark.slow
def test_plugins_find_the_same(compiled: dict[str, str], tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    installation.add()
    installation.write("stop.py", STOP)
    paths = [compiled["PYTHONPATH"], str(installation.site)]
    installation.environment["PYTHONPATH"] = os.pathsep.join(paths)
    assert installation.check() == STOP_LINE


@pytest.mark.slow
@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler")
class TestCompiled:
    def test_it_is(self, compiled: dict[str, str], tmp_path: Path) -> None:
        finished = tflintgrad("--version", cwd=tmp_path, environment=compiled)
        assert "(compiled, " in finished.stdout

    @pytest.mark.parametrize("programs", ["programs", "keras", "notebooks", "projects"])
    def test_finds_the_same(self, programs: str, compiled: dict[str, str], tmp_path: Path) -> None:
        """Findings, warnings and exit code, byte for byte."""
        command = ("check", "--isolated", "--no-cache", "--output-format=json")
        folder = ROOT / "tests" / programs
        source = tflintgrad(*command, folder, cwd=tmp_path)
        wheel = tflintgrad(*command, folder, cwd=tmp_path, environment=compiled)
        assert json.loads(source.stdout)
        assert (wheel.returncode, wheel.stderr) == (source.returncode, source.stderr)
        assert wheel.stdout == source.stdout

    @pytest.mark.parametrize(
        "deep",
        [
            "+".join(["x"] * 20_000),
            " and ".join(["x"] * 20_000),
            "x" + ".f()" * 10_000,
            "x" + ".a" * 60_000,
            "x" + "[0]" * 20_000,
            "-" * 3_000 + "x",
            "lambda: " * 3_000 + "x",
            "tf.abs(" * 190 + "x" + ")" * 190,
        ],
        ids=["sum", "and", "calls", "attributes", "subscripts", "signs", "lambdas", "nested"],
    )
    def test_deep_programs(self, deep: str, compiled: dict[str, str], tmp_path: Path) -> None:
        """Compiled code takes its stack from the system, and nobody stops it at the end."""
        program = NUMPY_ESCAPE + f"\nx = tf.Variable(1.0)\ny = {deep}\n"
        (tmp_path / "deep.py").write_text(program)
        finished = tflintgrad("check", "--no-cache", "deep.py", cwd=tmp_path, environment=compiled)
        assert finished.returncode in (0, 1), finished.stderr  # what it finds is not the question

    def test_what_fuzzing_found(self, compiled: dict[str, str], tmp_path: Path) -> None:
        """Types are checked when it runs: what no source complains about can fail here."""
        everything = (
            "from tests.robustness.test_fuzz import FOUND, TARGETS, problem_with\n"
            "for name, cases in FOUND.items():\n"
            "    for case in cases:\n"
            "        print(problem_with(TARGETS[name], case), end='')\n"
        )
        assert python("-c", everything, cwd=tmp_path, compiled=compiled) == ""

    @pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
    def test_attacks(self, compiled: dict[str, str], tmp_path: Path) -> None:
        """Hostile programs take no more time and memory than in the source, and end no process."""
        everything = (
            "import resource, time\n"
            "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
            "from tests.behaviour.security.test_bounded_work import *\n"
            "from tflintgrad import check_source\n"
            "texts = {name: HEAD + QUERY + text for name, (text, _) in PROGRAMS.items()}\n"
            "for name, text in {**texts, 'queries': HEAD + queries(700)}.items():\n"
            "    start = time.process_time()\n"
            "    check_source(text)\n"
            "    if time.process_time() - start > 10:\n"
            "        print(name, time.process_time() - start)\n"
        )
        assert python("-c", everything, cwd=tmp_path, compiled=compiled) == ""

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux forgets a peak of memory")
    def test_forty_doublings(self, compiled: dict[str, str]) -> None:
        """The bar is that of the source."""
        path = os.pathsep.join((compiled["PYTHONPATH"], str(ROOT)))
        assert too_much(DOUBLING, path) == ""

    def test_fuzzing(self, compiled: dict[str, str], tmp_path: Path) -> None:
        options = ("--seed", "1", "--cases", "300", "--seconds", "600")
        names = ("programs", "mutations", "projects")
        targets = [item for name in names for item in ("--target", name)]
        written = python("-m", "tools.fuzz", *options, *targets, cwd=tmp_path, compiled=compiled)
        assert written.endswith("900 cases, 0 failures\n")
        fewer = ("--seed", "1", "--cases", "8", "--seconds", "600", "--target", "growth")
        written = python("-m", "tools.fuzz", *fewer, cwd=tmp_path, compiled=compiled)
        assert written.endswith("8 cases, 0 failures\n")


def python(*arguments: str, cwd: Path, compiled: dict[str, str]) -> str:
    """What a process prints that has the wheel's tflintgrad, and all else from here."""
    path = os.pathsep.join((compiled["PYTHONPATH"], str(ROOT)))
    finished = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**compiled, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return finished.stderr + finished.stdout


def test_nothing_that_mypyc_compiles_to_something_else() -> None:
    """Without a word it makes a property of a cached one, which then computes each time."""
    modules = [path for package in HOOK["packages"] for path in (ROOT / package).rglob("*.py")]
    pure = [ROOT / path for path in HOOK["exclude"]]
    modules = [path for path in modules if not {path, *path.parents} & set(pure)]
    assert modules
    for module in modules:
        nodes = ast.walk(ast.parse(module.read_bytes()))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        assert "cached_property" not in names, module
