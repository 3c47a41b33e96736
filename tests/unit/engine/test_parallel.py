"""Several processes say what one says; one that dies loses nothing, and none of them is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad import Settings, check_files
from tflintgrad.engine import analyze_program
from tflintgrad.engine.cpu_count import default_jobs
from tflintgrad.engine.parallel import Crashed, Method, Task, parallel_map

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
linux = pytest.mark.skipif(sys.platform != "linux", reason="nothing is forked elsewhere")


# What the command line says.


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


def test_there_is_a_processor() -> None:
    assert default_jobs() >= 1


FILLER = f"# {'-' * 80}\n" * 100


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Ten programs, with one finding each, large enough to be divided."""
    for number in range(10):
        (tmp_path / f"train_{number}.py").write_text(NUMPY_ESCAPE + FILLER)
    return tmp_path


def checked_with(
    what: str, project: Path, *paths: str, jobs: str = "2"
) -> subprocess.CompletedProcess[str]:
    """`tflintgrad check`, where something happens in the analysis of a program."""
    program = f"""
import os, sys, time
from tflintgrad.engine import analyze_program
from tflintgrad.frontends.cli.entry import run

parent, analyze = os.getpid(), analyze_program.analyze_program

def changed(program):
    name = os.path.basename(program.filename)
{what}
    return analyze(program)

analyze_program.analyze_program = changed
sys.exit(run(sys.argv[1:]))
"""
    command = [sys.executable, "-c", program, "check", "--isolated", "--jobs", jobs]
    return subprocess.run(
        [*command, "--output-format", "concise", *(paths or ".")],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@linux
@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("os._exit(3)", "its process ended with exit code 3"),
        ("os.kill(os.getpid(), 11)", "its process was ended by SIGSEGV"),
        ("raise MemoryError", "not enough memory"),
    ],
)
def test_a_program_that_ends_its_process_is_named(project: Path, what: str, reason: str) -> None:
    finished = checked_with(f"    if name in ('train_0.py', 'train_6.py'): {what}", project)
    assert finished.stderr.splitlines() == [
        f"warning: train_{number}.py: analysis failed: {reason}" for number in (0, 6)
    ]
    found = [line.partition(":")[0] for line in finished.stdout.splitlines() if "TFG201" in line]
    assert found == [f"train_{number}.py" for number in range(10) if number not in (0, 6)]
    assert finished.returncode == 1


@linux
def test_what_was_in_the_hands_of_a_process_that_was_killed_is_done_again(project: Path) -> None:
    once = """
    try:
        if name == 'train_4.py':
            os.mkdir('mark')
            os.kill(os.getpid(), 9)
    except FileExistsError: pass"""
    finished = checked_with(once, project)
    assert finished.stderr == ""
    assert finished.stdout.count("TFG201") == 10


def test_one_process_survives_that_memory_runs_out(project: Path) -> None:
    finished = checked_with("    if name == 'train_3.py': raise MemoryError", project, jobs="1")
    assert finished.stderr == "warning: train_3.py: analysis failed: not enough memory\n"
    assert finished.stdout.count("TFG201") == 9


@linux
def test_the_work_is_divided(project: Path) -> None:
    say = r"    os.write(2, b'here\n' if os.getpid() == parent else b'elsewhere\n')"
    assert checked_with(say, project).stderr == "elsewhere\n" * 10
    (project / "train_1.py").write_text(NUMPY_ESCAPE)  # all of it is small
    assert checked_with(say, project, "train_1.py").stderr == "elsewhere\n"


def test_a_library_that_has_threads(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in project.iterdir():
        path.write_text(NUMPY_ESCAPE + FILLER * 5)
    alone = list(check_files([str(project)], Settings()))
    gone = threading.Event()
    thread = threading.Thread(target=gone.wait)
    thread.start()
    monkeypatch.setattr(analyze_program, "analyze_program", None)  # others know nothing of that
    try:
        assert list(check_files([str(project)], Settings(), jobs=2)) == alone
    finally:
        gone.set()
        thread.join()
    assert [finding.code for result in alone for finding in result.findings] == ["TFG201"] * 10


@posix
def test_ctrl_c_ends_everything_at_once(project: Path) -> None:
    program = f"""
import os, sys, time
from tflintgrad.engine import analyze_program
from tflintgrad.frontends.cli.entry import run

def slow(program):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(50)

analyze_program.analyze_program = slow
sys.exit(run(["check", "--isolated", "--jobs", "2", {str(project)!r}]))
"""
    running = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # that Ctrl-C reaches, as it does from a terminal
    )
    assert running.stdout is not None
    assert running.stderr is not None
    workers = {int(running.stdout.readline()) for _ in range(1 + (sys.platform == "linux"))}
    began = time.monotonic()
    os.killpg(running.pid, signal.SIGINT)
    assert running.wait(40) == 130
    assert time.monotonic() - began < 30
    assert "Traceback" not in running.stderr.read()
    assert not [worker for worker in workers if _is_alive(worker)]


@linux
def test_nobody_is_left_behind_by_a_process_that_is_killed(project: Path) -> None:
    code = r"os.write(1, b'%d\n' % os.getpid()); time.sleep(1); os.kill(parent, 9)"
    finished = checked_with(f"    {code}", project)
    assert finished.returncode == -signal.SIGKILL
    assert finished.stderr == ""
    workers = [int(line) for line in finished.stdout.splitlines() if line.isdigit()]
    deadline = time.monotonic() + 20
    while any(map(_is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert workers
    assert not any(map(_is_alive, workers))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return not _is_zombie(process)


def _is_zombie(process: int) -> bool:
    """Dead, and nobody asked how: in a container nobody may."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


# The crew itself, started in each way there is.


@pytest.fixture
def items(tmp_path: Path) -> list[str]:
    """Forty files that are worth some processes, however they are started."""
    paths = [tmp_path / str(number) for number in range(40)]
    for path in paths:
        path.write_bytes(b"#" * 11_000)
    return [str(path) for path in paths]


def here(item: str) -> tuple[str, int]:
    return item, os.getpid()


def dying(item: str) -> str:
    if os.path.basename(item) in ("0", "17", "39"):
        os._exit(3)
    return item


def failing(item: str) -> str:
    raise KeyError(item)


METHODS = [
    pytest.param("fork", marks=linux),
    pytest.param("forkserver", marks=posix),
    "spawn",
]


@pytest.mark.parametrize("method", METHODS)
def test_everything_is_done_elsewhere(items: list[str], method: Method) -> None:
    found = dict(parallel_map(Task(here), items, 2, method=method))
    assert sorted(found) == sorted(items)
    results = [result for result in found.values() if not isinstance(result, Crashed)]
    assert sorted(item for item, _ in results) == sorted(items)
    assert os.getpid() not in {process for _, process in results}


@pytest.mark.parametrize("method", METHODS)
def test_a_process_that_dies_costs_one_item(items: list[str], method: Method) -> None:
    found = dict(parallel_map(Task(dying), items, 2, method=method))
    assert sorted(found) == sorted(items)
    lost = {item: result for item, result in found.items() if result != item}
    assert lost == {
        items[number]: Crashed("its process ended with exit code 3") for number in (0, 17, 39)
    }


@pytest.mark.parametrize("method", METHODS)
def test_what_goes_wrong_is_told(items: list[str], method: Method) -> None:
    with pytest.raises(KeyError):
        list(parallel_map(Task(failing), items, 2, method=method))


@linux
@pytest.mark.parametrize(("count", "jobs", "size"), [(1, 4, 11_000), (40, 1, 11_000), (40, 4, 1)])
def test_small_jobs_have_one_process(items: list[str], count: int, jobs: int, size: int) -> None:
    """It can be ended from outside, and works in the order of the items."""
    for item in items:
        Path(item).write_bytes(b"#" * size)
    found = list(parallel_map(Task(here), items[:count], jobs, method="fork"))
    assert [item for item, _ in found] == items[:count]
    (process,) = {result[1] for _, result in found if not isinstance(result, Crashed)}
    assert process != os.getpid()


@pytest.mark.parametrize(("count", "jobs"), [(1, 4), (40, 1), (40, 0)])
def test_small_jobs_stay_here_without_fork(items: list[str], count: int, jobs: int) -> None:
    found = list(parallel_map(Task(here), items[:count], jobs, method="spawn"))
    assert found == [(item, (item, os.getpid())) for item in items[:count]]


def test_other_threads_would_not_survive_a_fork(items: list[str]) -> None:
    gone = threading.Event()
    thread = threading.Thread(target=gone.wait)
    thread.start()
    try:
        found = dict(parallel_map(Task(parent_of), items, 2))
    finally:
        gone.set()
        thread.join()
    assert len(found) == 40
    assert os.getpid() not in found.values()


def parent_of(item: str) -> int:
    return os.getppid() if sys.platform != "win32" else 0


@posix
def test_what_cannot_be_told_is_done_here(items: list[str]) -> None:
    found = dict(parallel_map(Task(lambda item: os.getpid()), items, 2, method="forkserver"))
    assert found == dict.fromkeys(items, os.getpid())


@linux
def test_without_room_for_processes_it_is_done_here(
    items: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> int:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", full)
    found = list(parallel_map(Task(here), items, 2, method="fork"))
    assert found == [(item, (item, os.getpid())) for item in items]


def test_progress_is_told(items: list[str]) -> None:
    printed: list[tuple[int, str]] = []
    found = list(
        parallel_map(
            Task(here), items, 2, progress=lambda number, item: printed.append((number, item))
        )
    )
    assert len(found) == 40
    assert [number for number, _ in printed] in ([*range(41)], [*range(40)])
    assert {item for _, item in printed} == set(items)


def test_a_script_that_is_run_is_not_run_again(items: list[str], tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "print('once')\n"
        "from tests.unit.engine.test_parallel import here\n"
        "from tflintgrad.engine.parallel import Task, parallel_map\n"
        f"print(len(list(parallel_map(Task(here), {items!r}, 2, method='spawn'))))\n"
    )
    finished = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (finished.stdout, finished.stderr) == ("once\n40\n", "")
