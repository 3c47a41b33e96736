"""Several processes say what one says, and none of them is needed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from tests.command import ROOT, tflintgrad
from tflintgrad.crew import default_jobs, done

linux = pytest.mark.skipif(sys.platform != "linux", reason="one process does it all elsewhere")
ITEMS = [str(number) for number in range(40)]


def test_several_processes_report_what_one_reports() -> None:
    folder = str(ROOT / "tests" / "keras")
    arguments = ("check", "--output-format", "json", "--isolated", folder)
    one = tflintgrad(*arguments, "--jobs", "1")
    several = tflintgrad(*arguments, "--jobs", "3")
    assert one.stdout.count('"code"') > 20
    assert (one.returncode, one.stdout, one.stderr) == (
        several.returncode,
        several.stdout,
        several.stderr,
    )


def test_statistics_count_what_was_parsed_elsewhere() -> None:
    arguments = ("check", "--statistics", "--isolated", str(ROOT / "tests" / "projects"))
    one, several = (tflintgrad(*arguments, "--jobs", jobs).stderr for jobs in "13")
    assert one == several


def test_misuse() -> None:
    assert tflintgrad("check", "--jobs", "0").returncode == 2


def here(item: str) -> tuple[str, int]:
    return item, os.getpid()


@pytest.mark.parametrize(("count", "jobs"), [(3, 4), (40, 1)])
def test_small_jobs_stay_here(count: int, jobs: int) -> None:
    found = list(done(here, ITEMS[:count], jobs))
    assert found == [(item, (item, os.getpid())) for item in ITEMS[:count]]


def test_other_threads_would_not_survive() -> None:
    gone = threading.Event()
    thread = threading.Thread(target=gone.wait)
    thread.start()
    try:
        assert all(result and result[1] == os.getpid() for _, result in done(here, ITEMS, 2))
    finally:
        gone.set()
        thread.join()


def with_two(work: str) -> subprocess.CompletedProcess[str]:
    """Done in a program of its own: pytest may have threads."""
    program = f"""
import os
from tflintgrad.crew import done

parent = os.getpid()

def work(item):
{work}

found = dict(done(work, [str(number) for number in range(40)], 2))
print(sorted(item for item, result in found.items() if result != item), len(found))
"""
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )


@linux
@pytest.mark.parametrize(
    ("work", "lost"),
    [
        ("    return item if os.getpid() != parent else None", []),
        ("    return os._exit(3) if item == '17' else item", ["17"]),
        ("    return os.kill(os.getpid(), 9) if item in ('0', '39') else item", ["0", "39"]),
    ],
)
def test_a_process_that_dies_costs_one_item(work: str, lost: list[str]) -> None:
    assert with_two(work).stdout == f"{lost} 40\n"


@linux
def test_what_goes_wrong_is_told() -> None:
    last = with_two("    raise KeyError(item)").stderr.splitlines()[-1]
    assert last.startswith("KeyError: '")


def test_there_is_a_processor() -> None:
    assert default_jobs() >= 1
