"""The diagram of a query: a few boxes, and arrows from values to values computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tflintgrad.diagnostics import Severity, Spot

#: "more" is a box for several steps.
BoxKind = Literal["source", "step", "more", "query"]
ArrowLabel = Literal["flow", "unknown", "poison", "cut"]

#: The note of a source without a finding.
FINE = "gets its gradient"


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding at a box or an arrow."""

    code: str
    name: str
    message: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Box:
    """A source, a step of the computation, or the query."""

    kind: BoxKind
    text: str
    """Code, or words where there is none; never empty, always one line."""
    spot: Spot | None
    recorded: bool
    """Computed while the tape of the query was recording."""
    reached: bool
    """The gradient reaches this box on its way back from the target."""
    note: str = ""
    """A few words: for a source, the gradient that it gets."""
    repeats: bool = False
    """Computed from its own value in the previous iteration."""
    marks: tuple[Mark, ...] = ()
    """Findings that no arrow shows."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two boxes, given by their positions."""

    start: int
    end: int
    label: ArrowLabel
    note: str = ""
    """The reason why no gradient passes, or what can become NaN."""
    mark: Mark | None = None
    again: bool = False
    """To the next iteration of a loop."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The diagram of one query; in the order of the boxes, arrows go forward."""

    title: str
    """The code of the query."""
    spot: Spot
    tape: str
    """The code of the tape; empty if everything counts as recorded."""
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    ways: int = 1
    """The number of execution paths that reach this query; one of them is drawn."""

    @property
    def inside(self) -> list[int]:
        """The positions of the boxes that are drawn inside the tape."""
        return [i for i, box in enumerate(self.boxes) if box.recorded and self.tape]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All findings in the diagram, each once."""
        on_arrows = (arrow.mark for arrow in self.arrows if arrow.mark is not None)
        return tuple(dict.fromkeys((*on_arrows, *(m for box in self.boxes for m in box.marks))))
