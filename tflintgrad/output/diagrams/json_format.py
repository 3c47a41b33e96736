"""Sketches as JSON, for other programs to draw."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tflintgrad.diagnostics import Spot
from tflintgrad.output.diagrams.model import Sketch


def draw(sketches: Sequence[Sketch]) -> str:
    return json.dumps([_as_object(sketch) for sketch in sketches], indent=2) + "\n"


def _as_object(sketch: Sketch) -> dict[str, Any]:
    boxes = [asdict(box) | {"spot": _place(box.spot)} for box in sketch.boxes]
    return {
        "title": sketch.title,
        "spot": _place(sketch.spot),
        "tape": sketch.tape or None,
        "ways": sketch.ways,
        "boxes": [{"id": number, **box} for number, box in enumerate(boxes)],
        "arrows": [asdict(arrow) for arrow in sketch.arrows],
    }


def _place(spot: Spot | None) -> dict[str, Any] | None:
    """As in the JSON of findings."""
    if spot is None:
        return None
    return {
        "filename": spot.filename,
        "location": asdict(spot.span.start),
        "end_location": asdict(spot.span.end),
        "cell": spot.cell,
    }
