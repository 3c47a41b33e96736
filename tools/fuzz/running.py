"""Cases one after the other, in a process of their own that can hang or die without harm."""

from __future__ import annotations

import gc
import multiprocessing
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tools.fuzz.target import Case, Target, case_of

#: Cases between two lines about the progress.
_REPORTED_CASES = 1000


@dataclass(frozen=True, slots=True)
class Failure:
    target: str
    seed: int
    number: int
    problem: str

    def __str__(self) -> str:
        return f"{self.target} {self.seed}/{self.number}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Outcome:
    target: str
    cases: int
    failures: tuple[Failure, ...]


def summary(failures: Iterable[Failure]) -> Iterator[str]:
    """Yield a line for each kind of failure, with the first case that shows it."""
    kinds: dict[str, list[Failure]] = {}
    for failure in failures:
        kinds.setdefault(re.sub(r"[\d'\"]+", "0", failure.problem[:150]), []).append(failure)
    for alike in kinds.values():
        yield f"{alike[0]}" + (f" (and {len(alike) - 1} more)" if len(alike) > 1 else "")


def fuzz(
    target: Target[Case],
    seed: int,
    seconds: float,
    most: int | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> Outcome:
    """Try as many cases as the time allows, but at most `most`; report progress and failures."""
    until = time.monotonic() + seconds
    failures: list[Failure] = []
    start = 0
    while time.monotonic() < until and (most is None or start < most):
        done = _Progress()
        for failure in _watched(target, seed, start, until, most, done, report):
            report(str(failure))
            failures.append(failure)
        start = done.next
    return Outcome(target.name, start, tuple(failures))


class _Progress:
    """The progress of a process: the current case, and its start time."""

    def __init__(self) -> None:
        self.next = 0


def _watched(
    target: Target[Case],
    seed: int,
    start: int,
    until: float,
    most: int | None,
    progress: _Progress,
    report: Callable[[str], None],
) -> Iterator[Failure]:
    """Yield the failures of one process; it ends with the first case that hangs, or ends it."""
    context = multiprocessing.get_context()
    shared = context.Array("q", [start], lock=False)
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(
        target=_work, args=(target.name, seed, start, until, most, shared, sender)
    )
    worker.start()
    sender.close()
    seen, since = start, time.monotonic()
    try:
        while True:
            try:
                if receiver.poll(0.2):
                    yield receiver.recv()
                    continue
            except EOFError:
                break
            if shared[0] != seen:
                if shared[0] // _REPORTED_CASES > seen // _REPORTED_CASES:
                    report(f"{target.name}: {shared[0]} cases")
                seen, since = shared[0], time.monotonic()
            elif (
                time.monotonic() - since > 20 * target.seconds
            ):  # it has only a part of the machine
                worker.kill()
                break
    finally:
        worker.join()
    progress.next = shared[0]
    if worker.exitcode:
        reason = "hangs" if worker.exitcode == -9 else f"ends the process: {worker.exitcode}"
        yield Failure(target.name, seed, shared[0], reason)
        progress.next += 1


def _work(
    name: str, seed: int, start: int, until: float, most: int | None, shared: Any, sender: Any
) -> None:
    from tools.fuzz.targets import TARGETS

    target = TARGETS[name]
    number = start
    gc.disable()  # as in `check`
    while time.monotonic() < until and (most is None or number < most):
        problem = problem_with(target, case_of(target, seed, number))
        if problem:
            sender.send(Failure(name, seed, number, problem))
        number += 1
        if number % 100 == 0:
            gc.collect()
        shared[0] = number


def problem_with(target: Target[Case], case: Case) -> str:
    """Return the failure of a case in one line; "" without one."""
    _forget_peak_memory()
    memory, begin = _peak_memory(), time.process_time()
    try:
        target.attempt(case)
    except Exception as problem:
        return f"{_place(problem)}: {type(problem).__name__}: {problem}"
    if (took := time.process_time() - begin) > target.seconds:
        return f"takes {took:.0f} s"
    if (grown := _peak_memory() - memory) > target.mebibytes:
        return f"takes {grown:.0f} MiB"
    return ""


def _place(problem: Exception) -> str:
    """Return the file and line of an exception, which identify the failure."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{last.filename.rpartition('/')[2]}:{last.lineno}"


def _forget_peak_memory() -> None:
    """Let the peak be the memory in use now; elsewhere the peak of earlier cases hides some."""
    if sys.platform == "linux":
        with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")


def _peak_memory() -> float:
    """Return the peak memory in MiB; 0 if the system does not report it."""
    if sys.platform == "win32":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
