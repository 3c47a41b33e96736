"""How far a program is followed into other modules of its project.

Nearly all of a project has nothing to do with a gradient, and nobody knows beforehand what has. So
work in other modules is counted: for the program as a whole, for its body, and for each of its
functions that is entered because nobody calls it, so that one of them does not cost the others.
While nobody has asked for a gradient, little is allowed; to answer a question, more is. Where there
is little to be followed, all of that is multiplied: a small project is followed to its end.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class StepLimits(NamedTuple):
    """Steps in other modules: to find a question, and to find its answer."""

    to_ask: int
    to_answer: int


PER_PROGRAM: Final = StepLimits(1000, 2500)
PER_BODY = StepLimits(500, 2500)
PER_ENTRY = StepLimits(250, 1000)


class ImportBudget:
    """Counts the steps that are made away from the program's own module."""

    __slots__ = (
        "_allowance",
        "_asked_before",
        "_left_at",
        "_leniency",
        "_spent",
        "_spent_before",
    )

    def __init__(self, budget_scale: int) -> None:
        self._leniency = budget_scale
        self._spent = 0
        self._left_at: int | None = None
        #: For what the program does now, and when that began: the work done, the questions asked.
        self._allowance = PER_BODY
        self._spent_before = 0
        self._asked_before = 0

    def begin_entry(self, asked: int) -> None:
        self._allowance = PER_ENTRY
        self._spent_before = self._spent
        self._asked_before = asked

    def leave(self, steps: int) -> bool:
        """The program goes elsewhere; False if that is where it is."""
        if self._left_at is not None:
            return False
        self._left_at = steps
        return True

    def come_back(self, steps: int) -> None:
        assert self._left_at is not None
        self._spent += steps - self._left_at
        self._left_at = None

    def come_back_from_import(self) -> None:
        """What a module does when it is imported has to be done by somebody, once."""
        self._left_at = None

    def is_over(self, steps: int, asked: int) -> bool:
        spent = self._spent
        if self._left_at is not None:
            spent += steps - self._left_at
        now = spent - self._spent_before
        return (
            spent > PER_PROGRAM[asked > 0] * self._leniency
            or now > self._allowance[asked > self._asked_before] * self._leniency
        )
