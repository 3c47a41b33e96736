"""Sketches as a Mermaid flowchart: GitHub, GitLab and many wikis draw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflintgrad.output.diagrams.labels import arrow_words, box_lines, full_place
from tflintgrad.output.diagrams.model import Arrow, Box, Sketch
from tflintgrad.output.diagrams.source_text import printable, shortened

_LONGEST = 60
_LONGEST_HEADING = 120
_HARMLESS = " ,:()=/…↻·"
_SHAPES = {
    "source": ('(["', '"])'),
    "step": ('["', '"]'),
    "more": ('["', '"]'),
    "query": ('[["', '"]]'),
}
_LINES = {"flow": "-->", "unknown": "-.->", "poison": "-->", "cut": "--x"}
_CLASSES = (
    "  classDef reached stroke:#1a7f37,stroke-width:2px",
    "  classDef starved stroke:#8c959f,stroke-dasharray:5 4",
    "  classDef wrong stroke:#cf222e,stroke-width:3px",
)


def draw(sketches: Sequence[Sketch]) -> Iterator[str]:
    """The lines of one chart; several sketches are parts of it."""
    yield "flowchart TD"
    styles: list[str] = []
    wires = 0
    for number, sketch in enumerate(sketches, 1):
        prefix = f"q{number}b"
        if len(sketches) > 1:
            heading = f"{full_place(sketch.spot)}  {sketch.title}"
            yield f'  subgraph q{number} ["{_quoted(heading, _LONGEST_HEADING)}"]'
            yield "  direction TB"
        yield from _boxes(sketch, prefix)
        for arrow in sketch.arrows:
            yield f"  {_arrow(arrow, prefix)}"
            if colour := _colour(arrow, sketch):
                styles.append(f"  linkStyle {wires} {colour}")
            wires += 1
        if len(sketches) > 1:
            yield "  end"
        yield from _classes(sketch, prefix)
    yield from _CLASSES
    yield from styles


def _boxes(sketch: Sketch, prefix: str) -> Iterator[str]:
    inside = sketch.inside
    for position, box in enumerate(sketch.boxes):
        if position not in inside:
            yield f"  {prefix}{position}{_box(box, sketch)}"
    if inside:
        yield f'  subgraph {prefix}tape ["{_quoted(sketch.tape)}"]'
        yield "    direction TB"
        for position in inside:
            yield f"    {prefix}{position}{_box(sketch.boxes[position], sketch)}"
        yield "  end"


def _box(box: Box, sketch: Sketch) -> str:
    opening, closing = _SHAPES[box.kind]
    return opening + "<br>".join(map(_quoted, box_lines(box, sketch))) + closing


def _arrow(arrow: Arrow, prefix: str) -> str:
    words = arrow_words(arrow)
    label = f'|"{_quoted(words)}"|' if words else ""
    line = "-.->" if arrow.again else _LINES[arrow.label]
    return f"{prefix}{arrow.start} {line}{label} {prefix}{arrow.end}"


def _colour(arrow: Arrow, sketch: Sketch) -> str:
    if arrow.label == "cut":
        return "stroke:#cf222e,stroke-width:2px,stroke-dasharray:5 4,color:#cf222e"
    if arrow.mark is not None:
        return "stroke:#9a6700,stroke-width:2px,color:#9a6700"
    return "" if sketch.boxes[arrow.start].reached else "stroke:#8c959f,stroke-dasharray:5 4"


def _classes(sketch: Sketch, prefix: str) -> Iterator[str]:
    for position, box in enumerate(sketch.boxes):
        name = "wrong" if box.marks else "reached" if box.reached else "starved"
        yield f"  class {prefix}{position} {name}"


def _quoted(text: str, longest: int = _LONGEST) -> str:
    """Everything that Mermaid, Markdown or HTML could take for more than text, as an entity."""
    shown = printable(shortened(text, longest))
    return "".join(
        letter if letter.isalnum() or letter in _HARMLESS else f"#{ord(letter)};"
        for letter in shown
    )
