"""Diagrams as a Mermaid flowchart, which GitHub, GitLab and many wikis draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflintgrad.output.diagrams.labels import arrow_text, box_lines, full_location
from tflintgrad.output.diagrams.model import Arrow, Box, Diagram
from tflintgrad.output.diagrams.source_text import printable, shortened

_LONGEST = 60
_LONGEST_HEADING = 120
_UNESCAPED = " ,:()=/…↻·"
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


def draw(diagrams: Sequence[Diagram]) -> Iterator[str]:
    """Yield the lines of one chart, with a subgraph for each diagram if there are several."""
    yield "flowchart TD"
    styles: list[str] = []
    wires = 0
    for number, diagram in enumerate(diagrams, 1):
        prefix = f"q{number}b"
        if len(diagrams) > 1:
            heading = f"{full_location(diagram.spot)}  {diagram.title}"
            yield f'  subgraph q{number} ["{_quoted(heading, _LONGEST_HEADING)}"]'
            yield "  direction TB"
        yield from _boxes(diagram, prefix)
        for arrow in diagram.arrows:
            yield f"  {_arrow(arrow, prefix)}"
            if colour := _colour(arrow, diagram):
                styles.append(f"  linkStyle {wires} {colour}")
            wires += 1
        if len(diagrams) > 1:
            yield "  end"
        yield from _classes(diagram, prefix)
    yield from _CLASSES
    yield from styles


def _boxes(diagram: Diagram, prefix: str) -> Iterator[str]:
    inside = diagram.inside
    for position, box in enumerate(diagram.boxes):
        if position not in inside:
            yield f"  {prefix}{position}{_box(box, diagram)}"
    if inside:
        yield f'  subgraph {prefix}tape ["{_quoted(diagram.tape)}"]'
        yield "    direction TB"
        for position in inside:
            yield f"    {prefix}{position}{_box(diagram.boxes[position], diagram)}"
        yield "  end"


def _box(box: Box, diagram: Diagram) -> str:
    opening, closing = _SHAPES[box.kind]
    return opening + "<br>".join(map(_quoted, box_lines(box, diagram))) + closing


def _arrow(arrow: Arrow, prefix: str) -> str:
    text = arrow_text(arrow)
    label = f'|"{_quoted(text)}"|' if text else ""
    line = "-.->" if arrow.again else _LINES[arrow.label]
    return f"{prefix}{arrow.start} {line}{label} {prefix}{arrow.end}"


def _colour(arrow: Arrow, diagram: Diagram) -> str:
    if arrow.label == "cut":
        return "stroke:#cf222e,stroke-width:2px,stroke-dasharray:5 4,color:#cf222e"
    if arrow.mark is not None:
        return "stroke:#9a6700,stroke-width:2px,color:#9a6700"
    return "" if diagram.boxes[arrow.start].reached else "stroke:#8c959f,stroke-dasharray:5 4"


def _classes(diagram: Diagram, prefix: str) -> Iterator[str]:
    for position, box in enumerate(diagram.boxes):
        name = "wrong" if box.marks else "reached" if box.reached else "starved"
        yield f"  class {prefix}{position} {name}"


def _quoted(text: str, longest: int = _LONGEST) -> str:
    """Escape all characters that have a meaning in Mermaid, Markdown or HTML as entities."""
    shown = printable(shortened(text, longest))
    return "".join(
        letter if letter.isalnum() or letter in _UNESCAPED else f"#{ord(letter)};"
        for letter in shown
    )
