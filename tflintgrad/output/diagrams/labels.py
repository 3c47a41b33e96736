"""What all pictures write: places, the lines of a box, the words at an arrow."""

from __future__ import annotations

import os

from tflintgrad.diagnostics import Spot
from tflintgrad.output.diagrams.model import Arrow, Box, Mark, Sketch
from tflintgrad.output.diagrams.source_text import printable


def full_place(spot: Spot) -> str:
    """`src/train.py:24`, `study.ipynb:cell 7:3`."""
    cell = f"cell {spot.cell}:" if spot.cell is not None else ""
    return f"{printable(spot.filename)}:{cell}{spot.span.start.row}"


def near_place(spot: Spot, here: Spot) -> str:
    """The same as seen from another place: `line 24`, `losses.py:9`."""
    row = spot.span.start.row
    if spot.filename != here.filename:
        name = os.path.basename(spot.filename)
        return full_place(Spot(name, spot.span, spot.cell))
    return f"cell {spot.cell}, line {row}" if spot.cell is not None else f"line {row}"


def box_lines(box: Box, sketch: Sketch) -> list[str]:
    """The text, where it is with a note, and the findings at it."""
    where = near_place(box.spot, sketch.spot) if box.spot is not None else ""
    below = " · ".join(filter(None, (where, box.note)))
    return [line for line in (main_line(box), below, *map(mark_line, box.marks)) if line]


def main_line(box: Box) -> str:
    return f"↻ {box.text}" if box.repeats else box.text


def mark_line(mark: Mark) -> str:
    return f"{mark.code} {mark.name}".rstrip()


def arrow_words(arrow: Arrow) -> str:
    """The rule, or why nothing passes where no rule minds."""
    if arrow.mark is not None:
        return mark_line(arrow.mark)
    return arrow.note if arrow.label == "cut" else ""


def has_event(arrow: Arrow) -> bool:
    """Does something happen to the gradient on the way?"""
    return arrow.label == "cut" or arrow.mark is not None
