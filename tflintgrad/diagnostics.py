"""What the analysis says: frozen values that reports, fixes and verification read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]
Effect = Literal["none", "wrong", "zero", "nan", "error"]
Verdict = Literal["confirmed", "refuted", "inconclusive"]
Evidence = Literal["program", "run", "path"]
EdgeLabel = Literal["source", "flow", "cut", "zero", "poison", "unknown", "target"]


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file; both numbers are 1-based, columns count characters."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    start: Location
    end: Location


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of some file."""

    filename: str
    span: Span
    cell: int | None = None
    """Of a notebook: the cell, counted from 1 over all cells; rows are those in it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step on the way from a gradient's source to its target."""

    filename: str
    span: Span
    label: EdgeLabel
    note: str
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What TensorFlow had to say about a finding when it was run."""

    verdict: Verdict
    reason: str
    """One sentence: what was seen, or why nothing could be."""
    effect: Effect | None = None
    """What was seen; it can differ from what was stated (zeros instead of `None`)."""
    evidence: Evidence | None = None
    """What ran: the user's program, the user's own command, or the path rebuilt as a program."""
    device: str = ""
    tape: float | None = None
    """What the tape gave, along the direction that was tried; None when it gave `None`."""
    expected: float | None = None
    """What finite differences, or the corrected program, gave along the same direction."""
    difference: float | None = None
    tolerance: float | None = None
    seeds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """A piece of text, and what is to stand there instead."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What to change in the finding's file, and in its cell, so that it is gone."""

    message: str
    edits: tuple[Edit, ...]
    safe: bool = True
    """Whether the program certainly keeps its meaning."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim about what TensorFlow does with a gradient, and the path that shows it."""

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
    """The exception that is stated, where the effect is one."""
    queries: tuple[Spot, ...] = ()
    """Where the gradient is asked for that this is about, the main one first."""
    programs: tuple[str, ...] = ()
    """The files that, run as programs, show this; their imports lead to the file it is in."""
    implicit: bool = False
    """Nobody wrote that query: Keras asks, in `fit`, for a model or loss that is stated here."""
    verification: Verification | None = None
    fix: Fix | None = None

    @property
    def spot(self) -> Spot:
        return Spot(self.filename, self.span, self.cell)

    @property
    def program(self) -> str:
        """The program that the path is taken from."""
        return self.programs[0] if self.programs else self.filename

    @property
    def asked(self) -> Spot:
        """Where the gradient is asked for; the finding itself, where nobody does."""
        return self.queries[0] if self.queries else self.spot
