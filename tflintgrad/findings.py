"""What the analysis says: frozen values that reports, fixes and verification read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]
Effect = Literal["none", "wrong", "zero", "nan", "error"]
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
class Step:
    """One step on the way from a gradient's source to its target."""

    filename: str
    span: Span
    label: EdgeLabel
    note: str


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
