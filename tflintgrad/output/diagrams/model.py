"""What is drawn: a few boxes, and arrows from what a value is computed from to the value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tflintgrad.diagnostics import Severity, Spot

#: "more": several steps in one box, which are not worth a box each.
BoxKind = Literal["source", "step", "more", "query"]
ArrowLabel = Literal["flow", "unknown", "poison", "cut"]


#: The note of a source that nothing is wrong with.
FINE = "gets its gradient"


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding, where it is in the picture."""

    code: str
    name: str
    message: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Box:
    kind: BoxKind
    text: str
    """Source text, or words where nobody wrote any; never empty, always one line."""
    spot: Spot | None
    recorded: bool
    """Computed while the tape of the query records."""
    reached: bool
    """The gradient gets here, on its way from the target back."""
    note: str = ""
    """A few words: of a source, what it gets."""
    repeats: bool = False
    """Computed from its own value in the iteration before."""
    marks: tuple[Mark, ...] = ()
    """Findings that no arrow shows."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one box to another, by their positions."""

    start: int
    end: int
    label: ArrowLabel
    note: str = ""
    """Why nothing passes, or what can become NaN."""
    mark: Mark | None = None
    again: bool = False
    """To the next iteration of a loop."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The graph of one query; boxes are in an order in which arrows go forward."""

    title: str
    """The query as it is written."""
    spot: Spot
    tape: str
    """The tape as it is written; empty where everything counts as recorded."""
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    ways: int = 1
    """How many ways through the program ask at this place; one of them is drawn."""

    @property
    def inside(self) -> list[int]:
        """Which boxes are drawn inside the tape."""
        return [i for i, box in enumerate(self.boxes) if box.recorded and self.tape]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All findings in the picture, each once."""
        on_arrows = (arrow.mark for arrow in self.arrows if arrow.mark is not None)
        return tuple(dict.fromkeys((*on_arrows, *(m for box in self.boxes for m in box.marks))))
