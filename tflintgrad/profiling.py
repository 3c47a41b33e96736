"""The CPU time of a run, stage by stage, for `--profile`; otherwise nothing is measured.

Stages may be nested: time counts for the innermost one, so that all stages add up to the whole run.
They are entered a few times per program, never per step.
"""

from __future__ import annotations

import gc
import os
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    _Item = TypeVar("_Item")
    _Function = TypeVar("_Function", bound=Callable[..., Any])

START = "start-up and imports"
DISCOVERY = "discovery"
CACHE = "cache"
READING = "reading and prefilter"
PROJECT = "import graph"
AST = "parsing with ast"
TREES = "trees without trivia"
LIBCST = "parsing with libcst"
INTERPRETATION = "interpretation"
CHECKS = "checks"
RESULTS = "selection and suppressions"
RENDERING = "rendering"
GARBAGE = "garbage collection"
PROCESSES = "other processes"
REST = "everything else"

#: In the order of a run.
STAGES = (
    START,
    DISCOVERY,
    CACHE,
    READING,
    PROJECT,
    AST,
    TREES,
    LIBCST,
    INTERPRETATION,
    CHECKS,
    RESULTS,
    RENDERING,
    GARBAGE,
    PROCESSES,
    REST,
)


class Spent:
    """CPU seconds by stage, and counts such as files and steps, of one process or program."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.counts: Counter[str] = Counter()
        self.process = os.getpid()

    @property
    def total(self) -> float:
        """Return the CPU seconds of all stages."""
        return sum(self.seconds.values())


class Profile:
    """The cost of a run in all processes together; complete when the run is over."""

    def __init__(self) -> None:
        self.spent = Spent()
        #: The cost of each program, by path.
        self.programs: dict[str, Spent] = {}
        self.processes = 1
        self.wall = 0.0


class _Clock:
    """Adds the time that passes to the current stage."""

    def __init__(self) -> None:
        self.spent = Spent()
        self.programs: dict[str, Spent] = {}
        self._stages = [REST]
        self._since = time.process_time()

    def enter(self, name: str) -> None:
        """Begin a stage within the current one."""
        self.take()
        self._stages.append(name)

    def leave(self) -> None:
        """Return to the stage around the current one."""
        self.take()
        self._stages.pop()

    def take(self) -> None:
        """Add the time since the last call to the current stage."""
        now = time.process_time()
        self.spent.seconds[self._stages[-1]] += now - self._since
        self._since = now

    def skip(self) -> None:
        """Leave out the time since the last call: another clock has counted it."""
        self._since = time.process_time()


class _Stage:
    def __init__(self, clock: _Clock, name: str) -> None:
        self._clock = clock
        self._name = name

    def __enter__(self) -> None:
        self._clock.enter(self._name)

    def __exit__(self, *_: object) -> None:
        self._clock.leave()


class _NoStage:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


_NO_STAGE = _NoStage()
_clock: _Clock | None = None


def stage(name: str) -> AbstractContextManager[None]:
    """Return a context manager whose body belongs to this stage."""
    return _NO_STAGE if _clock is None else _Stage(_clock, name)


def staged(name: str) -> Callable[[_Function], _Function]:
    """Decorate a function so that its calls belong to this stage."""

    def decorate(function: _Function) -> _Function:
        @wraps(function)
        def inside(*arguments: Any, **options: Any) -> Any:
            with stage(name):
                return function(*arguments, **options)

        return cast("_Function", inside)

    return decorate


def is_on() -> bool:
    """True while a run is being profiled."""
    return _clock is not None


def count(name: str, number: int) -> None:
    """Add to a count, such as that of files, if the run is being profiled."""
    if _clock is not None:
        _clock.spent.counts[name] += number


def untimed_source(items: Iterable[_Item]) -> Iterable[_Item]:
    """Return the same items; the time to produce them is no part of the stage that uses them."""
    return items if _clock is None else _untimed(iter(items))


def _untimed(items: Iterator[_Item]) -> Iterator[_Item]:
    while True:
        with stage(REST):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item


def timed_items(
    run: Callable[[Callable[[str], Any]], Iterator[tuple[str, Any]]], work: Callable[[str], Any]
) -> Iterator[tuple[str, Any]]:
    """Yield the pairs of `run(work)`, and record the cost of each item in whichever process it ran.

    `run` applies a function to some items and yields each item with its result.
    """
    clock = _clock
    if clock is None:
        yield from run(work)
        return
    for item, outcome in run(_Measured(work)):
        result, spent = outcome if isinstance(outcome, tuple) else (outcome, None)
        if spent is not None:
            clock.programs[item] = spent
        yield item, result


class _Measured:
    """Work that returns its cost, too; starts the clock of a process that was not forked."""

    def __init__(self, work: Callable[[str], Any]) -> None:
        self._work = work

    def __call__(self, item: str) -> tuple[Any, Spent]:
        global _clock
        outer = _clock
        if outer is not None:
            outer.take()
        _clock = _Clock()
        _watch_garbage()
        try:
            result = self._work(item)
            _clock.take()
            return result, _clock.spent
        finally:
            _clock = outer
            if outer is not None:
                outer.skip()


@contextmanager
def profiling() -> Iterator[Profile]:
    """Profile the body; the first time, what the process did before counts as well."""
    global _clock, _start_is_counted
    profile = Profile()
    wall, children = time.perf_counter(), _cpu_of_children()
    before = 0.0 if _start_is_counted else time.process_time()
    _start_is_counted = True
    _clock = clock = _Clock()
    _watch_garbage()
    try:
        yield profile
    finally:
        clock.take()
        _clock = None
        gc.callbacks.remove(_on_garbage)
        # When the process started is not known; starting up is CPU work, and took about as long.
        profile.wall = time.perf_counter() - wall + before
        clock.spent.seconds[START] += before
        _sum_up(profile, clock, _cpu_of_children() - children)


_start_is_counted = False


def _sum_up(profile: Profile, clock: _Clock, children: float) -> None:
    profile.programs = clock.programs
    profile.spent = clock.spent
    elsewhere = [item for item in clock.programs.values() if item.process != clock.spent.process]
    profile.processes += len({item.process for item in elsewhere})
    # Beside the programs, processes start and send results.
    beside = children - sum(item.total for item in elsewhere)
    clock.spent.seconds[PROCESSES] += max(beside, 0.0)
    for item in clock.programs.values():
        for name, seconds in item.seconds.items():
            clock.spent.seconds[name] += seconds
        clock.spent.counts.update(item.counts)


def _cpu_of_children() -> float:
    """Return the CPU seconds of child processes that have ended; 0 where that is not known."""
    times = os.times()
    return times.children_user + times.children_system


def _watch_garbage() -> None:
    if _on_garbage not in gc.callbacks:
        gc.callbacks.append(_on_garbage)


def _on_garbage(phase: str, _: dict[str, int]) -> None:
    if _clock is not None:
        if phase == "start":
            _clock.enter(GARBAGE)
        else:
            _clock.leave()
