"""Where the CPU time of a run goes, stage by stage; nothing is measured unless somebody asks.

Stages may lie within each other: time counts for the innermost one, so that all of them together
are the whole. They are entered a few times per program, never per step.
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
PROJECT = "who imports whom"
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
    """Seconds by stage, and what was counted on the way."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.counts: Counter[str] = Counter()
        self.process = os.getpid()

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


class Profile:
    """What a run cost, in all processes together; complete when the run is over."""

    def __init__(self) -> None:
        self.spent = Spent()
        #: What each program cost, by path.
        self.programs: dict[str, Spent] = {}
        self.processes = 1
        self.wall = 0.0


class _Clock:
    """Gives the time that passes to the stage that is under way."""

    def __init__(self) -> None:
        self.spent = Spent()
        self.programs: dict[str, Spent] = {}
        self._stages = [REST]
        self._since = time.process_time()

    def enter(self, name: str) -> None:
        self.take()
        self._stages.append(name)

    def leave(self) -> None:
        self.take()
        self._stages.pop()

    def take(self) -> None:
        """What has passed until now is accounted for."""
        now = time.process_time()
        self.spent.seconds[self._stages[-1]] += now - self._since
        self._since = now

    def skip(self) -> None:
        """Somebody else has accounted for it."""
        self._since = time.process_time()


class _Stage:
    def __init__(self, clock: _Clock, name: str) -> None:
        self._clock = clock
        self._name = name

    def __enter__(self) -> None:
        self._clock.enter(self._name)

    def __exit__(self, *_: object) -> None:
        self._clock.leave()


class _Nothing:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


_NOTHING = _Nothing()
_clock: _Clock | None = None


def stage(name: str) -> AbstractContextManager[None]:
    """What happens inside belongs to this stage."""
    return _NOTHING if _clock is None else _Stage(_clock, name)


def staged(name: str) -> Callable[[_Function], _Function]:
    """A function whose calls belong to this stage."""

    def decorate(function: _Function) -> _Function:
        @wraps(function)
        def inside(*arguments: Any, **options: Any) -> Any:
            with stage(name):
                return function(*arguments, **options)

        return cast("_Function", inside)

    return decorate


def is_on() -> bool:
    return _clock is not None


def count(name: str, number: int) -> None:
    if _clock is not None:
        _clock.spent.counts[name] += number


def drawn(items: Iterable[_Item]) -> Iterable[_Item]:
    """The same items; making them is no part of the stage that asks for them."""
    return items if _clock is None else _drawn(iter(items))


def _drawn(items: Iterator[_Item]) -> Iterator[_Item]:
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
    for item, answer in run(_Measured(work)):
        result, spent = answer if isinstance(answer, tuple) else (answer, None)
        if spent is not None:
            clock.programs[item] = spent
        yield item, result


class _Measured:
    """Work that says what it cost; a process that was not forked begins to measure with it."""

    def __init__(self, work: Callable[[str], Any]) -> None:
        self._work = work

    def __call__(self, item: str) -> tuple[Any, Spent]:
        global _clock
        around = _clock
        if around is not None:
            around.take()
        _clock = _Clock()
        _watch_garbage()
        try:
            result = self._work(item)
            _clock.take()
            return result, _clock.spent
        finally:
            _clock = around
            if around is not None:
                around.skip()


@contextmanager
def profiling() -> Iterator[Profile]:
    """Measure what happens inside; the first time, what the process did before counts as well."""
    global _clock, _begun
    profile = Profile()
    wall, children = time.perf_counter(), _of_children()
    before = 0.0 if _begun else time.process_time()
    _begun = True
    _clock = clock = _Clock()
    _watch_garbage()
    try:
        yield profile
    finally:
        clock.take()
        _clock = None
        gc.callbacks.remove(_on_garbage)
        # Nobody looked at the clock before; starting up is work, and took about as long.
        profile.wall = time.perf_counter() - wall + before
        clock.spent.seconds[START] += before
        _sum_up(profile, clock, _of_children() - children)


_begun = False


def _sum_up(profile: Profile, clock: _Clock, children: float) -> None:
    profile.programs = clock.programs
    profile.spent = clock.spent
    elsewhere = [item for item in clock.programs.values() if item.process != clock.spent.process]
    profile.processes += len({item.process for item in elsewhere})
    # Beside the programs: starting, and sending results.
    beside = children - sum(item.total for item in elsewhere)
    clock.spent.seconds[PROCESSES] += max(beside, 0.0)
    for item in clock.programs.values():
        for name, seconds in item.seconds.items():
            clock.spent.seconds[name] += seconds
        clock.spent.counts.update(item.counts)


def _of_children() -> float:
    """CPU seconds of the processes that were started and have ended; 0 where nobody can tell."""
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
