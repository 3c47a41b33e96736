"""What is too much is given up early, with one finding; everything else is checked as usual."""

from __future__ import annotations

import ast
import json
import re
import time
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.small_programs import NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad import check_files, check_source, limits
from tflintgrad.diagnostics import Finding
from tflintgrad.frontends.cli.entry import run
from tflintgrad.timeouts import OutOfTime, check_limits, time_limit


def only(findings: list[Finding]) -> Finding:
    (finding,) = findings
    assert finding.code == "TFG000"
    return finding


def below(folder: Path) -> dict[str, list[str]]:
    return {
        Path(result.path).name: [finding.code for finding in result.findings]
        for result in check_files([str(folder)])
        if result.findings
    }


class TestLargeFiles:
    def test_a_hundred_megabytes(self, tmp_path: Path) -> None:
        """A line about it, soon and without much memory; others are checked."""
        line = b"x = 1  # tflintgrad: ignore noqa, GradientTape of tensorflow, and so on\n"
        (tmp_path / "large.py").write_bytes(line * (100_000_000 // len(line)))
        (tmp_path / "small.py").write_text(NUMPY_ESCAPE)
        start = time.process_time()
        assert below(tmp_path) == {"large.py": ["TFG000"], "small.py": ["TFG201"]}
        assert time.process_time() - start < 10
        large, _ = check_files([str(tmp_path)])
        expected = "too large to analyse: 100.0 MB; the limit is 4 MB"
        assert only(list(large.findings)).message == expected
        (tmp_path / "large.py").unlink()

    def test_what_has_nothing_to_do_with_us(self, tmp_path: Path) -> None:
        path = tmp_path / "table.py"
        path.write_bytes(b"x = 1\n" * (limits.MAX_CODE_BYTES // 6 + 1))
        assert below(tmp_path) == {}
        (result,) = check_files([str(path)])
        assert "too large" in only(list(result.findings)).message

    def test_a_module_that_is_imported(self, tmp_path: Path) -> None:
        """It is unknown code to whoever imports it."""
        (tmp_path / "pyproject.toml").touch()
        (tmp_path / "large.py").write_bytes(
            b"def f(x): return x  # keras\n" * (limits.MAX_CODE_BYTES // 28 + 1)
        )
        (tmp_path / "train.py").write_text(
            NUMPY_ESCAPE.replace("import", "import large\nimport", 1)
        )
        assert below(tmp_path) == {"train.py": ["TFG201"]}

    def test_text(self) -> None:
        text = NUMPY_ESCAPE + "# \n" * (limits.MAX_CODE_BYTES // 3)
        assert "too large" in only(check_source(text)).message

    def test_a_notebook(self, tmp_path: Path) -> None:
        """Only its code counts, not its pictures."""
        code = {"cell_type": "code", "metadata": {}, "outputs": [], "source": NUMPY_ESCAPE}
        picture = [{"output_type": "stream", "text": "x" * (limits.MAX_CODE_BYTES + 1)}]
        path = tmp_path / "a.ipynb"
        path.write_text(json.dumps({"cells": [{**code, "outputs": picture}], "metadata": {}}))
        assert below(tmp_path) == {"a.ipynb": ["TFG201"]}
        long = {**code, "source": NUMPY_ESCAPE + "# \n" * (limits.MAX_CODE_BYTES // 3)}
        path.write_text(json.dumps({"cells": [long], "metadata": {}}))
        (result,) = check_files([str(tmp_path)])
        assert only(list(result.findings)).message.startswith("is too large to analyse: 4.0 MB")


class TestLongExpressions:
    """libcst would take minutes, in one call that nobody can stop; it does not see them."""

    @pytest.mark.parametrize(
        "expression",
        [
            " + ".join(["x"] * 5000),
            " * ".join(f"tf.exp(x + {number})" for number in range(5000)),
            "x" + ".add(1)" * 3000,
            "x" + "[0]" * 5000,
            "(" + "\n - ".join(["'text'"] * 5000) + ")",
        ],
        ids=["sum", "product", "calls", "subscripts", "rows"],
    )
    def test_they_cost_no_finding(self, expression: str) -> None:
        start = time.process_time()
        found = check_source(f"{NUMPY_ESCAPE}\n\ndef f():\n    return {expression}\n")
        assert time.process_time() - start < 10
        assert [finding.span.start.row for finding in found] == [NUMPY_ESCAPE_ROW]

    def test_in_the_head_of_a_block(self) -> None:
        text = f"{NUMPY_ESCAPE}if {' + '.join(['x'] * 5000)}:\n    pass\n"
        assert [finding.code for finding in check_source(text)] == ["TFG201"]

    def test_the_row_is_known_where_libcst_is_not_asked(self) -> None:
        text = NUMPY_ESCAPE.replace("numpy()", "numpy()" + " + 1" * 5000)
        start = time.process_time()
        (finding,) = check_source(text)
        assert time.process_time() - start < 10
        assert (finding.code, finding.span.start.row) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_programs_with_them_are_not_rebuilt(self, tmp_path: Path) -> None:
        path = tmp_path / "train.py"
        path.write_text(f"{NUMPY_ESCAPE}y = {' + '.join(['weight'] * 5000)}\n")
        finished = tflintgrad("repro", f"{path}:{NUMPY_ESCAPE_ROW}")
        assert finished.returncode == 2
        (line,) = finished.stderr.splitlines()
        assert "an expression of thousands of terms is too long to analyse (line " in line

    @pytest.mark.parametrize(
        "statement",
        [
            "y = " + " + ".join(["x"] * 500),
            "y = [" + ", ".join(["tf.exp(x)"] * 2000) + "]",
            "y = " + " and ".join(["x"] * 3000),
            "y = (" + "\n".join(["'text'"] * 3000) + ")",
            "y = {" + ", ".join(f"'key {number}': {number}" for number in range(3000)) + "}",
        ],
        ids=["sum", "list", "and", "strings", "dictionary"],
    )
    def test_what_is_only_long(self, statement: str) -> None:
        (finding,) = check_source(f"{NUMPY_ESCAPE}{statement}\n")
        assert (finding.code, finding.span.start.row) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_statements_beside_each_other_do_not_add_up(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MAX_NODE_COPIES", 400_000)
        text = NUMPY_ESCAPE + ("y = " + " + ".join(["weight"] * 400) + "\n") * 5
        assert [finding.code for finding in check_source(text)] == ["TFG201"]


class TestTime:
    def test_they_cost_no_finding_and_the_run_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second program has no time at all."""
        for name in ("a.py", "b.py", "c.py"):
            (tmp_path / name).write_text(NUMPY_ESCAPE)
        seconds = iter((60.0, 0.0, 60.0))
        monkeypatch.setattr(
            "tflintgrad.engine.analyze_program.time_limit", lambda _: time_limit(next(seconds))
        )
        assert below(tmp_path) == {"a.py": ["TFG201"], "b.py": ["TFG000"], "c.py": ["TFG201"]}

    @pytest.mark.parametrize(
        "place",
        [
            "tflintgrad.flow.interpreter.budget",
            "tflintgrad.flow.reachability",
            "tflintgrad.checks.runner",
        ],
    )
    def test_every_stage_looks_at_the_clock(
        self, place: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def late() -> None:
            raise OutOfTime

        monkeypatch.setattr(f"{place}.check_limits", late)
        finding = only(check_source(NUMPY_ESCAPE))
        expected = "analysis stopped after 60 s (raise time-limit to allow more)"
        assert finding.message == expected

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_each_folder_has_its_own(
        self,
        jobs: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        text = NUMPY_ESCAPE + "z = y + 1.0\n" * 500  # which takes 20 ms
        for folder in (tmp_path / "hasty", tmp_path / "patient"):
            folder.mkdir()
            for number in range(7):
                (folder / f"a{number}.py").write_text(text)
        (tmp_path / "hasty" / "tflintgrad.toml").write_text("time-limit = 0.001\n")
        command = ["check", "--jobs", jobs, "--output-format", "json", "."]
        assert run(command) == 1
        found = {(it["filename"][:5], it["code"]) for it in json.loads(capsys.readouterr().out)}
        assert found == {("hasty", "TFG000"), ("patie", "TFG201")}
        assert run([*command, "--time-limit", "60"]) == 1
        assert "TFG000" not in capsys.readouterr().out

    def test_only_within_a_limit(self) -> None:
        check_limits()
        with time_limit(1000.0):
            check_limits()
        with pytest.raises(OutOfTime), time_limit(-1.0):
            check_limits()
        check_limits()


class TestGrowth:
    """Four times the program, about four times the work; a busy machine may be off by a factor."""

    @pytest.mark.parametrize(
        "program",
        [
            lambda n: "".join(f"    x = tf.exp(x) * {i}.0\n" for i in range(n)),
            lambda n: "".join(f"    if c{i}:\n        x = tf.exp(x)\n" for i in range(n)),
            lambda n: "    for i in range(3):\n        x = tf.exp(x)\n" * n,
            lambda n: "".join(f"    a.v{i} = tf.exp(x)\n" for i in range(n)),
            lambda n: "    z.append(tf.exp(x))\n" * n,
            lambda n: "".join(f"    class A{i}(A{i - 1}): pass\n" for i in range(n)),
        ],
        ids=["statements", "ifs", "loops", "attributes", "appends", "classes"],
    )
    def test_is_linear(self, program: object) -> None:
        assert callable(program)
        head = "import tensorflow as tf\nx = tf.Variable(3.0)\nwith tf.GradientTape() as tape:\n"
        tail = "tape.gradient(x, x)\n"
        check_source(head + program(10) + tail)
        small, large = (_cpu(head + program(n) + tail) for n in (100, 400))
        assert large < 12 * small, (small, large)

    def test_memory_is_flat(self, tmp_path: Path) -> None:
        """Files that were checked are forgotten."""
        for number in range(24):
            (tmp_path / f"m{number}.py").write_text(NUMPY_ESCAPE * 4)
        paths = sorted(map(str, tmp_path.iterdir()))
        list(check_files(paths[:1]))
        few, many = _peak(paths[:6]), _peak(paths)
        assert many < 3 * few


def _cpu(text: str) -> float:
    """The better of two, so that a busy machine matters less."""
    times = []
    for _ in range(2):
        start = time.process_time()
        check_source(text)
        times.append(time.process_time() - start)
    return min(times)


def _peak(paths: list[str]) -> int:
    tracemalloc.start()
    try:
        list(check_files(paths))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


#: Bounds that are not in `limits.py`, and why.
ELSEWHERE = {
    "_LARGEST_SEED": "the range of a setting",
    "_LONGEST_HEADING": "layout of diagrams",
    "_MAX_SEED": "the range of a number in the cache",
    "MAX_SHOWN": "layout of reproductions",
    "MAX_SOURCES": "the observer runs where tflintgrad need not be installed",
    "_MAX_INTEGER": "the range of numbers in a report",
}
BOUND = re.compile(r"_?(MAX|MIN|MOST|LARGEST|LONGEST)_\w+|\w+_(LIMIT|BUDGET)")


class TestModule:
    """`limits.py` holds all bounds, each with its reason; the sandbox has its own."""

    def test_no_other_module_has_bounds(self) -> None:
        found = {
            name
            for path in Path(limits.__file__).parent.rglob("*.py")
            if path.name != "limits.py" and "sandbox" not in path.parts
            for name in _numbers(ast.parse(path.read_text(encoding="utf-8")))
            if BOUND.fullmatch(name)
        }
        assert found == set(ELSEWHERE)

    def test_each_has_a_reason(self) -> None:
        rows = Path(limits.__file__).read_text(encoding="utf-8").splitlines()
        for before, row in pairwise(rows):
            if ": Final = " in row:
                assert before.startswith("#: ") or ": Final = " in before, row


def _numbers(module: ast.Module) -> Iterator[str]:
    """Yield the names of the numbers that a module defines at its top."""
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target, value = statement.target, statement.value
        else:
            continue
        parts = [node for node in ast.walk(value) if not isinstance(node, ast.operator)]
        if isinstance(target, ast.Name) and all(map(_is_arithmetic, parts)):
            yield target.id


def _is_arithmetic(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    return isinstance(node, ast.BinOp)
