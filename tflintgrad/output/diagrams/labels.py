"""Texts that all diagram formats share: locations, the lines of a box, the text of an arrow."""

from __future__ import annotations

import os

from tflintgrad.diagnostics import Spot
from tflintgrad.output.diagrams.model import Arrow, Box, Diagram, Mark
from tflintgrad.output.diagrams.source_text import printable


def full_location(spot: Spot) -> str:
    """Return the location of a spot: `src/train.py:24`, `study.ipynb:cell 7:3`."""
    cell = f"cell {spot.cell}:" if spot.cell is not None else ""
    return f"{printable(spot.filename)}:{cell}{spot.span.start.row}"


def relative_location(spot: Spot, here: Spot) -> str:
    """Return the location of a spot as seen from another: `line 24`, `losses.py:9`."""
    row = spot.span.start.row
    if spot.filename != here.filename:
        name = os.path.basename(spot.filename)
        return full_location(Spot(name, spot.span, spot.cell))
    return f"cell {spot.cell}, line {row}" if spot.cell is not None else f"line {row}"


def box_lines(box: Box, diagram: Diagram) -> list[str]:
    """Return the lines of a box: its text, its location and note, and its marks."""
    where = relative_location(box.spot, diagram.spot) if box.spot is not None else ""
    below = " · ".join(filter(None, (where, box.note)))
    return [line for line in (main_line(box), below, *map(mark_line, box.marks)) if line]


def main_line(box: Box) -> str:
    """Return the text of a box, with a sign if it repeats."""
    return f"↻ {box.text}" if box.repeats else box.text


def mark_line(mark: Mark) -> str:
    """Return the code and name of the rule of a mark."""
    return f"{mark.code} {mark.name}".rstrip()


def arrow_text(arrow: Arrow) -> str:
    """Return the rule at an arrow, or the reason for a cut without a finding."""
    if arrow.mark is not None:
        return mark_line(arrow.mark)
    return arrow.note if arrow.label == "cut" else ""


def has_event(arrow: Arrow) -> bool:
    """True if the gradient is cut on an arrow, or a finding points at it."""
    return arrow.label == "cut" or arrow.mark is not None
