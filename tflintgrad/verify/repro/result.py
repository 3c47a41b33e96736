"""The result of reproducing a finding."""

from __future__ import annotations

from dataclasses import dataclass

from tflintgrad.diagnostics import Finding


class NotReproducible(Exception):
    """There is no small program for a finding; the message is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A script that shows the effect of a finding; rows are 1-based."""

    text: str
    query_row: int
    """The row of the query."""
    cut_row: int
    """The row that loses the gradient."""
    stand_ins: tuple[str, ...] = ()
    """The replacements, in words; the script's heading lists them, too."""
    used_inputs: tuple[str, ...] = ()
    """The names of the user's inputs that the script uses."""
    found: Finding | None = None
    """The finding as tflintgrad reports it for this text."""

    @property
    def lines(self) -> int:
        """The number of lines."""
        return self.text.count("\n")

    @property
    def effect(self) -> str:
        """The effect of the finding in this text; empty if tflintgrad does not find it there."""
        return self.found.effect if self.found is not None else ""
