"""Sketches in the DOT language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflintgrad.output.diagrams.labels import arrow_words, box_lines, full_place
from tflintgrad.output.diagrams.model import Arrow, Box, Sketch
from tflintgrad.output.diagrams.source_text import printable, shortened

_LONGEST = 60
_LONGEST_HEADING = 120
_GOOD, _BAD, _WARN, _DRY = "#1a7f37", "#cf222e", "#9a6700", "#8c959f"


def draw(sketches: Sequence[Sketch]) -> Iterator[str]:
    """The lines of one graph, with a cluster for each sketch and for what its tape records."""
    yield "digraph gradient_flow {"
    yield '  graph [fontname="sans-serif", labeljust=l];'
    yield '  node [fontname="monospace", shape=box, style=rounded];'
    yield '  edge [fontname="sans-serif"];'
    for number, sketch in enumerate(sketches, 1):
        prefix = f"q{number}b"
        heading = f"{full_place(sketch.spot)}  {sketch.title}"
        yield f"  subgraph cluster_q{number} {{"
        yield f"    label={_quoted(heading, longest=_LONGEST_HEADING)}; color=none;"
        yield from _boxes(sketch, prefix)
        for arrow in sketch.arrows:
            yield f"    {prefix}{arrow.start} -> {prefix}{arrow.end} [{_arrow(arrow, sketch)}];"
        yield "  }"
    yield "}"


def _boxes(sketch: Sketch, prefix: str) -> Iterator[str]:
    inside = sketch.inside
    for position, box in enumerate(sketch.boxes):
        if position not in inside:
            yield f"    {prefix}{position} [{_box(box, sketch)}];"
    if inside:
        yield f"    subgraph cluster_{prefix}tape {{"
        yield f'      label={_quoted(sketch.tape)}; style="rounded,dashed"; color="#54aeff";'
        for position in inside:
            yield f"      {prefix}{position} [{_box(sketch.boxes[position], sketch)}];"
        yield "    }"


def _box(box: Box, sketch: Sketch) -> str:
    colour = _BAD if box.marks else _GOOD if box.reached else _DRY
    fields = [
        f"label={_quoted(*box_lines(box, sketch))}",
        f'color="{colour}"',
        'style="rounded,dashed"' if not box.reached else "style=rounded",
    ]
    if box.kind in ("source", "query"):
        fields.append(f"shape={'ellipse' if box.kind == 'source' else 'box'}, penwidth=2")
    return ", ".join(fields)


def _arrow(arrow: Arrow, sketch: Sketch) -> str:
    words = arrow_words(arrow)
    if arrow.label == "cut":
        colour, style, words = _BAD, "dashed", f"✕ {words}"
    elif arrow.mark is not None:
        colour, style = _WARN, "solid"
    else:
        colour = _GOOD if sketch.boxes[arrow.start].reached else _DRY
        style = "dotted" if arrow.label == "unknown" or arrow.again else "solid"
    label = f'label={_quoted(words)}, fontcolor="{colour}", ' if words else ""
    loop = ", constraint=false" if arrow.again else ""
    return f'{label}color="{colour}", style={style}{loop}'


def _quoted(*lines: str, longest: int = _LONGEST) -> str:
    """A string of DOT: a backslash would begin an escape, and a quote would end it."""
    shown = [printable(shortened(line, longest)) for line in lines if line]
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in shown]
    return '"' + "\\n".join(escaped) + '"'
