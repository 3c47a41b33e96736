"""Diagrams in the DOT language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflintgrad.output.diagrams.labels import arrow_text, box_lines, full_location
from tflintgrad.output.diagrams.model import Arrow, Box, Diagram
from tflintgrad.output.diagrams.source_text import printable, shortened

_LONGEST = 60
_LONGEST_HEADING = 120
_GOOD, _BAD, _WARN, _UNREACHED = "#1a7f37", "#cf222e", "#9a6700", "#8c959f"


def draw(diagrams: Sequence[Diagram]) -> Iterator[str]:
    """Yield the lines of one graph, with a cluster for each diagram and for each tape."""
    yield "digraph gradient_flow {"
    yield '  graph [fontname="sans-serif", labeljust=l];'
    yield '  node [fontname="monospace", shape=box, style=rounded];'
    yield '  edge [fontname="sans-serif"];'
    for number, diagram in enumerate(diagrams, 1):
        prefix = f"q{number}b"
        heading = f"{full_location(diagram.spot)}  {diagram.title}"
        yield f"  subgraph cluster_q{number} {{"
        yield f"    label={_quoted(heading, longest=_LONGEST_HEADING)}; color=none;"
        yield from _boxes(diagram, prefix)
        for arrow in diagram.arrows:
            yield f"    {prefix}{arrow.start} -> {prefix}{arrow.end} [{_arrow(arrow, diagram)}];"
        yield "  }"
    yield "}"


def _boxes(diagram: Diagram, prefix: str) -> Iterator[str]:
    inside = diagram.inside
    for position, box in enumerate(diagram.boxes):
        if position not in inside:
            yield f"    {prefix}{position} [{_box(box, diagram)}];"
    if inside:
        yield f"    subgraph cluster_{prefix}tape {{"
        yield f'      label={_quoted(diagram.tape)}; style="rounded,dashed"; color="#54aeff";'
        for position in inside:
            yield f"      {prefix}{position} [{_box(diagram.boxes[position], diagram)}];"
        yield "    }"


def _box(box: Box, diagram: Diagram) -> str:
    colour = _BAD if box.marks else _GOOD if box.reached else _UNREACHED
    fields = [
        f"label={_quoted(*box_lines(box, diagram))}",
        f'color="{colour}"',
        'style="rounded,dashed"' if not box.reached else "style=rounded",
    ]
    if box.kind in ("source", "query"):
        fields.append(f"shape={'ellipse' if box.kind == 'source' else 'box'}, penwidth=2")
    return ", ".join(fields)


def _arrow(arrow: Arrow, diagram: Diagram) -> str:
    text = arrow_text(arrow)
    if arrow.label == "cut":
        colour, style, text = _BAD, "dashed", f"✕ {text}"
    elif arrow.mark is not None:
        colour, style = _WARN, "solid"
    else:
        colour = _GOOD if diagram.boxes[arrow.start].reached else _UNREACHED
        style = "dotted" if arrow.label == "unknown" or arrow.again else "solid"
    label = f'label={_quoted(text)}, fontcolor="{colour}", ' if text else ""
    loop = ", constraint=false" if arrow.again else ""
    return f'{label}color="{colour}", style={style}{loop}'


def _quoted(*lines: str, longest: int = _LONGEST) -> str:
    """Return lines as a DOT string, with backslashes and quotes escaped."""
    shown = [printable(shortened(line, longest)) for line in lines if line]
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in shown]
    return '"' + "\\n".join(escaped) + '"'
