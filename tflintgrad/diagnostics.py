"""Findings and their parts: immutable values that reports, fixes and verification read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]
Effect = Literal["none", "wrong", "zero", "nan", "error", "cost"]
Verdict = Literal["confirmed", "refuted", "inconclusive"]
Evidence = Literal["program", "run", "path"]
EdgeLabel = Literal[
    "source", "origin", "flow", "cut", "zero", "poison", "wrong", "unknown", "target"
]
#: The labels of the step that is the mistake.
CULPRIT_LABELS: tuple[EdgeLabel, ...] = ("cut", "zero", "poison", "wrong")


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A position in a file: row and column, both counted from 1; columns count characters."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The text between two locations of one file; `end` is exclusive."""

    start: Location
    end: Location


@dataclass(frozen=True, slots=True)
class Spot:
    """A span together with the file that it is in."""

    filename: str
    span: Span
    cell: int | None = None
    """In a notebook: the number of the cell among all cells, from 1; rows count inside the cell."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the path from a gradient's source to its target."""

    filename: str
    span: Span
    label: EdgeLabel
    note: str
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on one finding after TensorFlow ran the program, with its evidence."""

    verdict: Verdict
    reason: str
    """One sentence: the observation behind the verdict, or why none was possible."""
    effect: Effect | None = None
    """The observed effect; it can differ from the finding's (zeros instead of `None`)."""
    evidence: Evidence | None = None
    """The code that ran: the user's program, the user's command, or a reproduction of the path."""
    device: str = ""
    tape: float | None = None
    """The tape's derivative along the tested direction; None if the tape returned `None`."""
    expected: float | None = None
    """The derivative along that direction by finite differences, or of the corrected program."""
    difference: float | None = None
    tolerance: float | None = None
    seeds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement for the text of one span."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits of the finding's file, or of its notebook cell, that remove the finding."""

    message: str
    edits: tuple[Edit, ...]
    safe: bool = True
    """True if the fix never changes the meaning of the program."""
    proof: str = ""
    """One sentence about the runs before and after the fix; empty if there were none."""
    proven: bool = False
    """True if those runs show that the fix works."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One reported mistake: its effect on a gradient, and the path that shows it."""

    code: str
    message: str
    filename: str
    span: Span
    severity: Severity
    effect: Effect
    help: str = ""
    flow: tuple[Step, ...] = ()
    cell: int | None = None
    raises: str | None = None
    """The exception that TensorFlow raises, if the effect is "error"."""
    queries: tuple[Spot, ...] = ()
    """The gradient queries that the finding is about, the main one first."""
    programs: tuple[str, ...] = ()
    """The entry points whose programs have this finding; they import its file, or are its file."""
    implicit: bool = False
    """True if the code has no query of its own: Keras' `fit` will train the model or loss here."""
    verification: Verification | None = None
    fix: Fix | None = None
    outcome: str = ""
    """A clause: what number comes instead of the right one, if the effect is "wrong"."""

    @property
    def spot(self) -> Spot:
        """Return the finding's own file, span and cell."""
        return Spot(self.filename, self.span, self.cell)

    @property
    def program(self) -> str:
        """Return the entry point of the program that the path was taken from."""
        return self.programs[0] if self.programs else self.filename

    @property
    def main_query(self) -> Spot:
        """Return the spot of the main query, or the finding's own if it has no query."""
        return self.queries[0] if self.queries else self.spot
