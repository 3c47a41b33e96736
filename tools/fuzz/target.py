"""A fuzzing target: a generator of cases and a test of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

Case = TypeVar("Case", str, bytes)


class Complaint(Exception):
    """A property that must hold for every case does not hold for this one."""


@dataclass(frozen=True, slots=True)
class Target(Generic[Case]):
    name: str
    make: Callable[[Random], Case]
    attempt: Callable[[Case], None]
    """Raises an exception for a failure; a `Complaint` for a property that does not hold."""
    share: float = 1.0
    """The share of the time, relative to other targets."""
    seconds: float = 10.0
    """CPU time after which one case counts as a hang."""
    mebibytes: float = 200.0
    """Memory that one case may take, or, if it is more, the process with all that it keeps."""


def case_of(target: Target[Case], seed: int, number: int) -> Case:
    """Return a case; the same arguments always give the same case."""
    return target.make(Random(f"{seed}/{target.name}/{number}"))


def expect(holds: bool, complaint: str) -> None:
    if not holds:
        raise Complaint(complaint)
