"""The benchmark measures what it says: costs of processes, ratios, and the pages made of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import parts
from benchmarks.bars import bars
from benchmarks.bench import DOCS, STORED
from benchmarks.corpus import generate, survey
from benchmarks.edits import EDITS
from benchmarks.page import page
from benchmarks.parts import CLICK, PARSE_ONCE, TRAINING, Bench
from benchmarks.peers import OURS, TOOLS, Installed, NoSuchTool, installed
from benchmarks.plot import HEIGHT, LEADING, draw
from benchmarks.processes import Cost, run
from benchmarks.results import Results, Row, Table, load, save
from benchmarks.rounds import Entry, take_turns
from benchmarks.text import cells_of, for_terminal
from tests.support.paths import ROOT

posix = pytest.mark.skipif(not hasattr(os, "wait4"), reason="CPU time cannot be told")

BUSY = "import time\nwhile time.process_time() < {seconds}: pass\n"
IN_A_CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


class TestProcesses:
    @posix
    def test_a_busy_process(self, tmp_path: Path) -> None:
        cost = run(python(BUSY.format(seconds=0.4)), tmp_path).cost
        assert 0.4 <= cost.cpu < 0.8
        assert cost.wall >= 0.4

    @posix
    def test_what_it_starts_counts(self, tmp_path: Path) -> None:
        program = IN_A_CHILD.format(program=BUSY.format(seconds=0.4))
        assert 0.4 <= run(python(program), tmp_path).cost.cpu < 1.0

    @posix
    def test_waiting_is_no_work(self, tmp_path: Path) -> None:
        cost = run(python("import time; time.sleep(0.5)"), tmp_path).cost
        assert cost.cpu < 0.3
        assert cost.wall >= 0.5

    @posix
    def test_peak_memory(self, tmp_path: Path) -> None:
        """By a small process: what is forked begins with the memory of who forks it."""
        program = (
            "import sys; from pathlib import Path; from benchmarks.processes import run; "
            "print(run([sys.executable, '-c', \"k = b'x' * (150 * 2**20)\"], Path()).cost.memory)"
        )
        asked = subprocess.run(
            python(program), cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert 150 <= float(asked.stdout) < 250

    def test_codes_and_errors(self, tmp_path: Path) -> None:
        finished = run(python("import sys; print('out'); sys.exit('told')"), tmp_path)
        assert (finished.code, finished.errors.strip()) == (1, "told")


class TestRounds:
    def test_they_take_turns(self, tmp_path: Path) -> None:
        program = "import sys; open('log', 'a').write(sys.argv[1])"
        entries = [Entry(name, [*python(program), name], lines=10) for name in "abc"]
        rows, failures = take_turns(entries, 3, tmp_path)
        assert (tmp_path / "log").read_text() == "abcbcacab"
        assert [(row.name, len(row.costs), row.lines) for row in rows] == [
            (name, 3, 10) for name in "abc"
        ]
        assert failures == ()

    def test_who_fails_is_named_and_left_out(self, tmp_path: Path) -> None:
        entries = [
            Entry("fine", python("pass")),
            Entry("findings", python("raise SystemExit(1)"), most=1),
            Entry("broken", python("import sys; sys.exit('no such rule')")),
        ]
        rows, failures = take_turns(entries, 2, tmp_path)
        assert [row.name for row in rows] == ["fine", "findings"]
        assert failures == ("broken failed: no such rule",)


def row(name: str, *seconds: float, lines: int = 1000, size: int = 0, memory: float = 50) -> Row:
    """Each round takes twice as long by the clock."""
    costs = tuple(Cost(number, 2 * number, memory) for number in seconds)
    return Row(name, costs, lines, size)


def table(key: str, *rows: Row, reference: str = OURS) -> Table:
    return Table(
        key, f"The {key}", "some files", rows, reference, "1 May 2026, 3 rounds", "bench.py src"
    )


RESULTS = Results(
    machine="a machine",
    versions={"Python": "3.12", OURS: "0.1"},
    missing=("pylint",),
    tables=(
        table(
            "start",
            row(CLICK, 0.1, 0.1, 0.1),
            row(PARSE_ONCE, 1, 1, 1),
            row(TRAINING, 1.4, 1.4, 1.6),
            reference=CLICK,
        ),
        table(
            "tree",
            row(OURS, 2, 4, 8),
            row("ruff F", 1, 1, 1),
            row(f"{OURS} --jobs 2", 1, 2, 8, memory=301),
            row("ruff F, warm", 0.5, 0.5, 0.5),
        ),
        table("sample", row(OURS, 1, 2, 3), row("Fixit", 99, 200, 330)),
        table(
            "lines",
            row(OURS, 1, 1, 1, lines=1000, size=1000),
            row("ruff F", 0.01, 0.01, 0.01, lines=1000, size=1000),
            row(OURS, 9, 10, 11, lines=10_000, size=10_000),
            row("ruff F", 9, 10, 11, lines=10_000, size=10_000),
        ),
        table(
            "files",
            row(OURS, 1, 1, 1, size=100),
            row(OURS, 30, 30, 30, size=10_000, memory=80),
            row(f"{OURS}, warm", 0.4, 0.4, 0.6, size=10_000),
        ),
    ),
    stages="profile: 1.00 s CPU",
)


class TestResults:
    def test_ratios_are_those_within_a_round(self) -> None:
        tree = RESULTS.table("tree")
        assert tree is not None
        ruff, ours = tree.row("ruff F"), tree.row(OURS)
        assert ruff is not None
        assert ours is not None
        ratio = ours.ratio(ruff, "cpu")
        assert (ratio.least, ratio.median, ratio.most) == (2, 4, 8)
        compared = tree.ratio(ruff, "wall")
        assert compared is not None
        assert (compared.least, compared.median, compared.most) == (0.125, 0.25, 0.5)

    def test_per_1000_lines(self) -> None:
        found = row("x", 1, 3, 2, lines=4000)
        assert found.per_1000_lines("cpu") == pytest.approx(500)
        assert found.per_1000_lines("wall") == pytest.approx(1000)

    def test_stored_and_read(self, tmp_path: Path) -> None:
        save(RESULTS, tmp_path / "results.json")
        assert load(tmp_path / "results.json") == RESULTS

    def test_a_growing_table_compares_equal_sizes(self) -> None:
        lines = RESULTS.table("lines")
        assert lines is not None
        cells = cells_of(lines)
        assert [line[0] for line in cells[1:]] == [OURS, "ruff F", OURS, "ruff F"]
        assert [line[-2] for line in cells[1:]] == [
            "1 (1–1)",
            "0.01 (0.01–0.01)",
            "1 (1–1)",
            "1 (1–1)",
        ]
        assert len({len(line) for line in for_terminal(cells)}) == 1

    def test_goals(self) -> None:
        found = {bar.goal.split(":")[0]: (bar.found, bar.met) for bar in bars(RESULTS)}
        assert found["cold, one process"] == ("4.00 times", True)
        assert found["two processes"] == ("2.00 times", True)
        assert found["at most 300 MiB"] == ("301 MiB (the tree)", False)
        assert found["at least 100 times as fast as Fixit on the same files"] == (
            "100 times",
            True,
        )
        assert found["one changed script of 1,000 lines"] == ("1.40 times", True)
        assert found["linear"] == ("1.00 times", True)
        assert found["memory"] == ("80 MiB, 50 MiB", False)
        assert found["10,000 files, warm"] == ("0.40 s", True)
        assert found["warm"] == found["one unchanged file"] == ("not measured", None)


class TestPages:
    def test_what_is_missed_is_told(self) -> None:
        text = page(RESULTS)
        assert "| at most 300 MiB | 301 MiB (the tree) | **missed** |" in text
        assert "Not measured, because not installed: pylint." in text
        assert "Measured on 1 May 2026" in text

    def test_the_picture(self) -> None:
        drawing = ET.fromstring(draw(RESULTS))
        ns = "{http://www.w3.org/2000/svg}"
        circles = [float(circle.attrib["cy"]) for circle in drawing.iter(f"{ns}circle")]
        assert len(circles) == 7
        assert all(0 <= y <= HEIGHT for y in circles)
        panel = drawing.findall(f"{ns}g")[0]
        names = [text for text in panel.iter(f"{ns}text") if text.get("class") == "name"]
        ends = sorted(float(text.attrib["y"]) for text in names)
        assert [text.text for text in names] == [OURS, "ruff F"]
        assert ends[1] - ends[0] >= LEADING
        assert "prefers-color-scheme: dark" in draw(RESULTS)

    def test_the_documentation_is_of_the_stored_run(self) -> None:
        """`python benchmarks/bench.py --redraw` writes both."""
        stored = load(STORED)
        assert (DOCS / "speed.md").read_text(encoding="utf-8") == page(stored)
        assert (DOCS / "speed.svg").read_text(encoding="utf-8") == draw(stored)
        for name in ("/home", "/tmp", "/work", "/root"):
            assert name not in page(stored)


class TestPeers:
    @posix
    def test_found_and_missing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        fake = tmp_path / "fixit"
        fake.write_text("#!/bin/sh\necho fixit, version 9.8.7\n")
        fake.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
        tools, missing = installed({}, tmp_path)
        versions = {tool.name: tool.version for tool in tools}
        assert versions["Fixit"] == "9.8.7"
        assert OURS in versions
        assert "pylint" in missing
        assert len(tools) + len(missing) == len(TOOLS)

    @pytest.mark.parametrize(
        ("given", "told"),
        [
            ({"eslint": "x"}, "--tool eslint: is none of"),
            ({"ruff": "/no/such/ruff"}, "--tool ruff=/no/such/ruff: cannot be run"),
        ],
    )
    def test_misuse(self, given: dict[str, str], told: str, tmp_path: Path) -> None:
        with pytest.raises(NoSuchTool, match=re.escape(told)):
            installed(given, tmp_path)


class TestParts:
    """With tools that do nothing: which commands are measured, and on what."""

    @pytest.fixture
    def logging(self, tmp_path: Path) -> Bench:
        generate(tmp_path / "corpus", 4, 20, 0)
        path = str(tmp_path / "log")
        log = f"import sys; open({path!r}, 'a').write(' '.join(sys.argv[1:]) + '\\n')"
        tools = [Installed(tool, tuple(python(log)), "1.0") for tool in TOOLS]
        folders = [tmp_path / "corpus"]
        return Bench(
            survey(folders),
            folders,
            tools,
            tmp_path,
            2,
            0,
            sample=2,
            max_lines=1500,
            max_files=120,
            command="bench.py",
        )

    def test_a_tree_is_checked_cold_and_warm(self, logging: Bench, tmp_path: Path) -> None:
        found = parts.tree(logging)
        jobs = [f"{OURS} --jobs {number}" for number in parts.job_counts()]
        warm = [f"{OURS}, warm", "ruff F, warm"]
        assert found.names == [OURS, "ruff F", "ty", "pyrefly", *jobs, *warm]
        assert all(row.lines == logging.tree.lines for row in found.rows)
        assert found.notes == ()
        told = (tmp_path / "log").read_text().splitlines()
        filling = 2
        assert len(told) == filling + 2 * len(found.rows)
        assert "tflintgrad-cache" in told[0]
        type_checkers = 2
        cold = len(found.rows) - len(warm) - type_checkers
        assert sum("--no-cache" in line for line in told) == 2 * cold
        assert all(str(tmp_path / "corpus") in line.split() for line in told)

    def test_slow_tools_get_a_sample(self, logging: Bench, tmp_path: Path) -> None:
        found = parts.sample(logging)
        assert found.names == [tool.name for tool in TOOLS]
        assert "a sample of 2 files" in found.about
        assert len(list((tmp_path / "sample").rglob("*.py"))) == 2

    def test_edits_are_made_before_each_run(self, logging: Bench, tmp_path: Path) -> None:
        generate(tmp_path / "larger", 30, 40, 0)
        cache = tmp_path / "tflintgrad-cache"
        path, edited = str(tmp_path / "log"), str(tmp_path / "edited")
        log = f"""
import pathlib
files = pathlib.Path({edited!r}).rglob("*.py")
words = sum(text.count("added") for text in map(pathlib.Path.read_text, files))
cache = pathlib.Path({str(cache)!r})
cache.mkdir(exist_ok=True)
open({path!r}, "a").write(f"{{words}} {{len(list(cache.iterdir()))}}\\n")
(cache / "changed").touch()
"""
        tools = [replace(tool, command=tuple(python(log))) for tool in logging.tools]
        found = parts.edits(replace(logging, tools=tools, folders=[tmp_path / "larger"]))
        ours = [name for name in found.names if name.startswith(OURS)]
        assert ours == [f"{OURS}: nothing", *(f"{OURS}: {name}" for name in EDITS)]
        told = (tmp_path / "log").read_text().split("\n")
        assert told[:6] == ["0 0", "0 1", "1 1", "1 1", "1 1", "5 1"]
        assert found.notes == ()

    def test_growth(self, logging: Bench) -> None:
        assert [row.size for row in parts.lines(logging).series("ruff F")] == [1000, 1500]
        files = parts.files(logging)
        assert [row.size for row in files.series(f"{OURS}, warm")] == [100, 120]
        small, large = files.series(OURS)
        assert large.lines > small.lines > 1000

    def test_an_unchanged_file(self, logging: Bench) -> None:
        found = parts.start(logging)
        assert {CLICK, PARSE_ONCE, TRAINING, parts.UNCHANGED} <= set(found.names)
        assert found.notes == ()


def bench(*arguments: str, path: str = os.defpath) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "bench.py"), *arguments],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


@pytest.mark.slow
def test_a_small_run(tmp_path: Path) -> None:
    stored = tmp_path / "results.json"
    size = ("--files", "6", "--lines", "40", "--sample", "4", "--max-lines", "1500")
    finished = bench(*size, "--rounds", "1", "--only", "sample,lines,stages", "--json", str(stored))
    assert finished.returncode == 0, finished.stderr
    assert "missing, and not measured: " in finished.stdout
    assert "a sample of 4 files" in finished.stdout
    results = load(stored)
    sample, lines = results.table("sample"), results.table("lines")
    assert sample is not None
    assert lines is not None
    assert {OURS, "ruff F"} <= set(sample.names)
    assert [row.size for row in lines.series(OURS)] == [1000, 1500]
    for found in (*sample.rows, *lines.rows):
        cost = found.costs[0]
        assert 0 < cost.cpu < 60
        assert 0 < cost.wall < 120
    assert "interpretation" in results.stages
    assert "slowest" not in results.stages


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["no-such-folder"], "no-such-folder: is no directory"),
        (["--only", "trees"], "'trees' is none of start, tree"),
        (["--mix", "training"], "'training' is not like training=15"),
        (["--rounds", "0"], "0 is less than 1"),
        (["--tool", "ruff"], "'ruff' is not NAME=PATH"),
    ],
)
def test_misuse(arguments: list[str], told: str) -> None:
    finished = bench(*arguments)
    assert finished.returncode == 2
    assert told in finished.stderr.splitlines()[-1]
