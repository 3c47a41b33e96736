"""What a reproduction is."""

from __future__ import annotations

from dataclasses import dataclass


class NotReproducible(Exception):
    """One sentence why there is no small program for a finding."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A script that shows the effect of a finding; rows are 1-based."""

    text: str
    query_row: int
    """Where the gradient is asked for."""
    cut_row: int
    """Where it is lost."""
    stand_ins: tuple[str, ...] = ()
    """What was replaced, in words; the script says so, too."""
    given: tuple[str, ...] = ()
    """The names of the inputs that are as the user says."""
