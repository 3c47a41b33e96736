"""What is fuzzed: a way to make cases, and what must hold for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

Case = TypeVar("Case", str, bytes)


class Complaint(Exception):
    """Something that must hold for every case does not hold for this one."""


@dataclass(frozen=True, slots=True)
class Target(Generic[Case]):
    name: str
    make: Callable[[Random], Case]
    attempt: Callable[[Case], None]
    """Raises whatever is wrong; a `Complaint` where nothing else does."""
    share: float = 1.0
    """How much of the time it gets, compared with the others."""
    seconds: float = 10.0
    """CPU time after which one case counts as a hang."""


def case_of(target: Target[Case], seed: int, number: int) -> Case:
    """The same case again, whenever and wherever it is asked for."""
    return target.make(Random(f"{seed}/{target.name}/{number}"))


def expect(holds: bool, complaint: str) -> None:
    if not holds:
        raise Complaint(complaint)
