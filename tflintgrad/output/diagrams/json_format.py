"""Diagrams as JSON, for other programs to draw."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tflintgrad.diagnostics import Spot
from tflintgrad.output.diagrams.model import Diagram


def draw(diagrams: Sequence[Diagram]) -> str:
    """Return diagrams as a JSON array."""
    return json.dumps([_as_object(diagram) for diagram in diagrams], indent=2) + "\n"


def _as_object(diagram: Diagram) -> dict[str, Any]:
    boxes = [asdict(box) | {"spot": _spot_object(box.spot)} for box in diagram.boxes]
    return {
        "title": diagram.title,
        "spot": _spot_object(diagram.spot),
        "tape": diagram.tape or None,
        "ways": diagram.ways,
        "boxes": [{"id": number, **box} for number, box in enumerate(boxes)],
        "arrows": [asdict(arrow) for arrow in diagram.arrows],
    }


def _spot_object(spot: Spot | None) -> dict[str, Any] | None:
    """Return a spot with the keys of the JSON of findings."""
    if spot is None:
        return None
    return {
        "filename": spot.filename,
        "location": asdict(spot.span.start),
        "end_location": asdict(spot.span.end),
        "cell": spot.cell,
    }
