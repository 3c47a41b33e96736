"""`check --profile` says where the time went, and is not there when nobody asks."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad import profiling
from tflintgrad.engine.parallel import Crashed
from tflintgrad.profiling import STAGES, START

COUNTS = ("files", "lines", "programs", "modules parsed", "steps")
PROJECTS = str(ROOT / "tests" / "projects")


def stage_table(text: str) -> dict[str, float]:
    """Seconds by stage, and in total."""
    rows = re.findall(r"^(\S.*?) {2,}(\d+\.\d+) +\d+\.\d%$", text, re.MULTILINE)
    return {name: float(seconds) for name, seconds in rows}


def counts(text: str) -> dict[str, int]:
    found = re.search(r"^[\d,]+ files?, .+? steps?\b", text.partition("profile:")[2], re.MULTILINE)
    assert found is not None, text
    numbers = [int(part.split()[0].replace(",", "")) for part in found[0].split(", ")]
    return dict(zip(COUNTS, numbers, strict=True))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stages_are_the_whole_and_counts_are_those_of_statistics(jobs: str) -> None:
    finished = tflintgrad(
        "check", "--profile", "--statistics", "--isolated", "--jobs", jobs, PROJECTS
    )
    told = finished.stderr
    table = stage_table(told)
    total = table.pop("total")
    assert set(table) <= set(STAGES)
    assert {START, "interpretation", "parsing with libcst", "parsing with ast"} <= set(table)
    assert sum(table.values()) == pytest.approx(total, abs=0.001 * len(STAGES))
    assert table["everything else"] < total / 2
    found = counts(told)
    line = re.search(r"^(\d+) files, (\d+) analysed as programs, (\d+) parsed$", told, re.MULTILINE)
    assert line is not None
    assert [found[name] for name in ("files", "programs", "modules parsed")] == [
        int(number) for number in line.groups()
    ]
    assert found["steps"] > 10_000
    assert found["lines"] == sum(
        path.read_bytes().count(b"\n") for path in Path(PROJECTS).rglob("*.py")
    )
    slowest = told.partition("slowest programs\n")[2].splitlines()
    assert len(slowest) == 10
    seconds = [float(row.split()[0]) for row in slowest]
    assert seconds == sorted(seconds, reverse=True)
    assert all(Path(row.split(maxsplit=2)[2]).is_file() for row in slowest)
    if jobs == "2" and sys.platform == "linux":
        assert "s CPU in 3 processes" in told


def test_the_report_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(NUMPY_ESCAPE, encoding="utf-8")
    plain = tflintgrad("check", "--isolated", str(tmp_path))
    profiled = tflintgrad("check", "--isolated", "--profile", str(tmp_path))
    assert (plain.returncode, plain.stdout) == (profiled.returncode, profiled.stdout)
    assert plain.returncode == 1
    assert "profile" not in plain.stderr


def test_what_was_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
    path = tmp_path / "train.py"
    path.write_text(NUMPY_ESCAPE, encoding="utf-8")
    os.utime(path, (1e9, 1e9))
    cache = str(tmp_path / "cache")
    told = [
        tflintgrad("check", "--isolated", "--profile", "--cache-dir", cache, str(path)).stderr
        for _ in range(2)
    ]
    assert [counts(text)["files"] for text in told] == [1, 1]
    assert [counts(text)["programs"] for text in told] == [1, 0]
    assert ["1 program from the cache" in text for text in told] == [False, True]
    assert all("cache" in stage_table(text) for text in told)


def test_nothing_to_check(tmp_path: Path) -> None:
    finished = tflintgrad("check", "--isolated", "--profile", str(tmp_path))
    assert finished.returncode == 0
    assert counts(finished.stderr)["files"] == 0
    assert "slowest" not in finished.stderr


def test_standard_input() -> None:
    finished = tflintgrad("check", "--isolated", "--profile", "-", stdin=NUMPY_ESCAPE.encode())
    assert finished.returncode == 1
    found = counts(finished.stderr)
    assert found["files"] == found["programs"] == 1
    assert found["lines"] == NUMPY_ESCAPE.count("\n")


def test_misuse_is_told_without_a_profile() -> None:
    finished = tflintgrad("check", "--profile", "--select", "NONE999")
    assert finished.returncode == 2
    assert len(finished.stderr.strip().splitlines()) == 1


class TestStages:
    def test_time_counts_for_the_innermost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [0.0]
        monkeypatch.setattr(time, "process_time", lambda: now[0])
        with profiling.profiling() as profile:
            now[0] += 1
            with profiling.stage("checks"):
                now[0] += 2
                with profiling.stage("parsing with libcst"):
                    now[0] += 4
                now[0] += 8
                for _ in profiling.untimed_source(self._ticking(now)):
                    now[0] += 16
        assert profile.spent.seconds["parsing with libcst"] == 4
        assert profile.spent.seconds["checks"] == 2 + 8 + 16 + 16
        assert profile.spent.seconds["everything else"] == 1 + 32 + 32
        assert profile.spent.total == now[0]

    def _ticking(self, now: list[float]) -> Iterator[int]:
        for number in range(2):
            now[0] += 32
            yield number

    def test_items_carry_what_they_cost(self) -> None:
        def work(item: str) -> str:
            profiling.count("steps", len(item))
            return item.upper()

        def one_dies(work: Callable[[str], str]) -> Iterator[tuple[str, str | Crashed]]:
            for item in ("a", "dies", "bc"):
                yield item, work(f"{item}!") if item != "dies" else Crashed("why")

        with profiling.profiling() as profile:
            found = dict(profiling.timed_items(one_dies, work))
        assert found == {"a": "A!", "dies": Crashed("why"), "bc": "BC!"}
        assert {name: spent.counts["steps"] for name, spent in profile.programs.items()} == {
            "a": 2,
            "bc": 3,
        }
        assert profile.spent.counts["steps"] == 5

    def test_off_is_nothing(self) -> None:
        assert not profiling.is_on()
        assert profiling.stage("checks") is profiling.stage("rendering")
        items = [1, 2]
        assert profiling.untimed_source(items) is items
