"""Diagrams as SVG: one file without scripts or resources, with a light and a dark scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from string import Template

from tflintgrad.diagnostics import Spot
from tflintgrad.output.diagrams.figure import (
    CODE_WIDTH,
    LINE,
    Figure,
    Pill,
    Shape,
    Wire,
    build_figure,
)
from tflintgrad.output.diagrams.labels import full_location
from tflintgrad.output.diagrams.layout import Item
from tflintgrad.output.diagrams.model import FINE, Diagram
from tflintgrad.output.diagrams.source_text import printable
from tflintgrad.output.text_width import display_width

_SHAPES = """
.tg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.tg text { font-size: 12px; }
.tg .code { font-size: 13px; white-space: pre; font-family: ui-monospace, SFMono-Regular, Menlo,
  Consolas, "DejaVu Sans Mono", monospace; }
.tg .small { font-size: 11.5px; }
.tg .bad { font-weight: 600; }
.tg .frame { stroke-opacity: .5; }
.tg .tape { paint-order: stroke; stroke-width: 5px; }
.tg .box { stroke-width: 1.5; }
.tg .starved .box { stroke-dasharray: 5 4; }
.tg .query .box { stroke-width: 2; }
.tg .query .code, .tg .title { font-weight: 600; }
.tg .marked .box { stroke-dasharray: none; stroke-width: 2; }
.tg .wire { fill: none; stroke-width: 1.8; }
.tg .dry .wire { stroke-dasharray: 5 4; }
.tg .unknown .wire { stroke-dasharray: 1 5; stroke-linecap: round; }
.tg .cut .wire { stroke-dasharray: 5 4; }
.tg .pill text { font-weight: 600; }
.tg .pill path { fill: none; stroke-width: 2; stroke-linecap: round; }
"""

_COLOURS = Template("""
.tg .paper { fill: $paper; }
.tg text { fill: $ink; }
.tg .small { fill: $faint; }
.tg .good { fill: $good; }
.tg .bad { fill: $bad; }
.tg .frame { fill: $tape; stroke: $frame; }
.tg .tape { stroke: $tape; }
.tg .box { fill: $box; stroke: $good; }
.tg .starved .box { stroke: $line; }
.tg .starved .code { fill: $faint; }
.tg .query .box { stroke: $ink; }
.tg .marked .box { stroke: $bad; }
.tg .wire { stroke: $good; }
.tg .head { fill: $good; }
.tg .dry .wire { stroke: $line; }
.tg .dry .head { fill: $line; }
.tg .cut .wire { stroke: $bad; }
.tg .cut .head { fill: $bad; }
.tg .pill rect { fill: $bad; }
.tg .pill text { fill: $onbad; }
.tg .pill path { stroke: $onbad; }
.tg .poison rect { fill: $warn; }
""")

_LIGHT = {
    "paper": "#fff",
    "ink": "#1f2328",
    "faint": "#656d76",
    "line": "#afb8c1",
    "box": "#fff",
    "good": "#1a7f37",
    "bad": "#cf222e",
    "onbad": "#fff",
    "warn": "#9a6700",
    "tape": "#eef8ff",
    "frame": "#54aeff",
}
_DARK = {
    "paper": "#0d1117",
    "ink": "#e6edf3",
    "faint": "#8d96a0",
    "line": "#545d68",
    "box": "#161b22",
    "good": "#3fb950",
    "bad": "#f85149",
    "onbad": "#0d1117",
    "warn": "#d29922",
    "tape": "#0d2036",
    "frame": "#1f6feb",
}

#: The style sheet; a page with several diagrams contains it once. Its colours are written out:
#: Inkscape, librsvg and other renderers know no `var(--…)`, and skip the dark scheme.
STYLE = (
    f"{_SHAPES}{_COLOURS.substitute(_LIGHT)}"
    f"@media (prefers-color-scheme: dark) {{{_COLOURS.substitute(_DARK)}}}\n"
)

#: Returns the link to the line of a spot in the page, or "".
Href = Callable[[Spot], str]

_BORDER = 20.0
_HEADING = 56.0
_LOOP = 28.0


def draw(diagrams: Sequence[Diagram]) -> str:
    """Return an SVG file with the diagrams below each other."""
    figures = [build_figure(diagram) for diagram in diagrams]
    widths = [max(_width(item), display_width(item.diagram.title) * CODE_WIDTH) for item in figures]
    width = max(widths) + 2 * _BORDER
    parts = []
    y = _BORDER
    for item in figures:
        parts.append(_moved(_BORDER, y, _heading(item.diagram)))
        y += _HEADING
        parts.append(_moved(_BORDER, y, _body(item)))
        y += item.layout.height + 2 * _BORDER
    height = y - _BORDER
    title = ", ".join(diagram.title for diagram in diagrams)
    description = " ".join(describe(diagram) for diagram in diagrams)
    opening = _opening(width, height, "tg", title, description)
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {opening}'
        f"<style>{STYLE}</style>\n"
        f'<rect class="paper" width="{width:.0f}" height="{height:.0f}" rx="10"/>\n'
        f"{''.join(parts)}</svg>\n"
    )
    # As ASCII, the file is the same in every encoding that standard output can have.
    return drawn.encode("ascii", "xmlcharrefreplace").decode()


def inline(diagram: Diagram, name: str, link: Href) -> str:
    """Return an SVG element for a page that contains `STYLE`; boxes link to their lines.

    `name` is unique in the page.
    """
    drawn = build_figure(diagram)
    width, height = _width(drawn) + 4, drawn.layout.height + 4
    opening = _opening(width, height, name, diagram.title, describe(diagram))
    return f"<svg {opening}{_moved(2, 2, _body(drawn, link))}</svg>"


def describe(diagram: Diagram) -> str:
    """Return the diagram in words, for screen readers."""
    sentences = [f"{box.text}: {box.note}." for box in diagram.boxes if box.kind == "source"]
    for arrow in diagram.arrows:
        start, end = diagram.boxes[arrow.start].text, diagram.boxes[arrow.end].text
        why = f"{arrow.mark.code}, {arrow.mark.message}" if arrow.mark is not None else arrow.note
        if arrow.label == "cut":
            sentences.append(f"No gradient from {end} back to {start}: {why}.")
        elif arrow.mark is not None:
            sentences.append(f"Between {start} and {end}: {why}.")
    sentences += [f"{box.text}: {m.code}, {m.message}." for box in diagram.boxes for m in box.marks]
    return " ".join(sentences)


def _opening(width: float, height: float, name: str, title: str, description: str) -> str:
    return (
        f'class="tg" role="img" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'aria-labelledby="{name}-t {name}-d">'
        f'<title id="{name}-t">Gradient flow of {_text(title)}</title>'
        f'<desc id="{name}-d">{_text(description)}</desc>\n'
    )


def _moved(x: float, y: float, content: str) -> str:
    return f'<g transform="translate({x:g} {y:.1f})">\n{content}</g>\n'


def _width(drawn: Figure) -> float:
    return drawn.layout.width + (_LOOP if drawn.loops else 0)


def _heading(diagram: Diagram) -> str:
    ways = f" · one of {diagram.ways} paths through the program" if diagram.ways > 1 else ""
    return (
        f'<text class="code title" y="14">{_text(diagram.title)}</text>\n'
        f'<text class="small" y="34">{_text(full_location(diagram.spot) + ways)}</text>\n'
    )


def _body(drawn: Figure, link: Href | None = None) -> str:
    return "".join(f"{part}\n" for part in _parts(drawn, link))


def _parts(drawn: Figure, link: Href | None) -> Iterator[str]:
    cluster = drawn.layout.cluster
    if cluster is not None:
        width, height = cluster.right - cluster.left, cluster.bottom - cluster.top
        size = f'width="{width:.1f}" height="{height:.1f}"'
        yield f'<rect class="frame" x="{cluster.left:.1f}" y="{cluster.top:.1f}" {size} rx="12"/>'
    for wire in drawn.wires:
        yield _wire(wire)
    if cluster is not None:
        yield _label(cluster.left + 14, cluster.top + 20, drawn.tape, "small tape")
    for start, end in drawn.loops:
        yield _loop(start, end, drawn.layout.width)
    for shape in drawn.shapes:
        spot = shape.box.spot
        to = link(spot) if link is not None and spot is not None else ""
        yield f'<a href="{_text(to)}">{_shape(shape)}</a>' if to else _shape(shape)
    for pill in drawn.pills:
        yield _pill(pill)


def _wire(wire: Wire) -> str:
    last = wire.route[-1]
    tip = last.y - (6 if wire.arrives else 0)
    x, y = _port(wire.route[0], wire.route[1]), wire.route[0].bottom
    d = f"M{x:.1f} {y:.1f}"
    for item in wire.route[1:]:
        to_x = item.x if item.bend else _port(item, wire.route[-2])
        to_y = item.y if item.bend else tip
        bend = (to_y - y) / 2
        d += f"C{x:.1f} {y + bend:.1f} {to_x:.1f} {to_y - bend:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
        if item.bend:
            y = item.bottom
            d += f"V{y:.1f}"
    head = f'<path class="head" d="M{x - 4:.1f} {tip - 1:.1f}h8l-4 7z"/>' if wire.arrives else ""
    return f'<g class="{_css_class(wire)}"><path class="wire" d="{d}"/>{head}</g>'


def _port(item: Item, other: Item) -> float:
    """Return the x-coordinate at which a wire meets an item, shifted towards its other end."""
    room = max(item.width / 2 - 16, 0)
    return item.x + max(-room, min(room, (other.x - item.x) * 0.35))


def _css_class(wire: Wire) -> str:
    if wire.arrow.label == "cut":
        return "cut"
    if not wire.alive:
        return "dry"
    return "unknown" if wire.arrow.label == "unknown" else "flow"


def _loop(start: Item, end: Item, right: float) -> str:
    """Return the arrow to the next iteration: around the right side and back up."""
    y, to_y = start.y + start.height / 2, end.y + end.height / 2
    x = right + _LOOP - 6
    d = f"M{start.right:.1f} {y:.1f}C{x:.1f} {y:.1f} {x:.1f} {to_y:.1f}"
    d += f" {end.right + 7:.1f} {to_y:.1f}"
    head = f'<path class="head" d="M{end.right + 8:.1f} {to_y - 4:.1f}v8l-7-4z"/>'
    title = "<title>to the next iteration</title>"
    return f'<g class="unknown">{title}<path class="wire" d="{d}"/>{head}</g>'


def _shape(shape: Shape) -> str:
    item, box = shape.item, shape.box
    names = [box.kind, *([] if box.reached else ["starved"]), *(["marked"] if box.marks else [])]
    round_ = item.height / 2 if box.kind == "source" else 6
    lines = [_label(item.x, item.y + 20, shape.text, "code", "middle")]
    y = item.y + 20 + LINE
    if shape.where or shape.note:
        css_class = "small"
        if box.kind == "source":
            css_class = "good" if shape.note == FINE else "bad"
        note = f'<tspan class="{css_class}">{_text(shape.note)}</tspan>'
        gap = " · " if shape.where and shape.note else ""
        lines.append(
            f'<text class="small" x="{item.x:.1f}" y="{y:.1f}" text-anchor="middle">'
            f"{_text(shape.where)}{gap}{note}</text>"
        )
        y += LINE
    for text, mark in zip(shape.marks, box.marks, strict=True):
        lines.append(_label(item.x, y, text, "bad", "middle", mark.message))
        y += LINE
    return (
        f'<g class="{" ".join(names)}"><title>{_text(box.text)}</title>'
        f'<rect class="box" x="{item.left:.1f}" y="{item.y:.1f}" width="{item.width:.1f}" '
        f'height="{item.height:.1f}" rx="{round_:g}"/>{"".join(lines)}</g>'
    )


def _pill(pill: Pill) -> str:
    item = pill.item
    x = item.left + 12 if pill.text else item.x
    y = item.y + item.height / 2
    sign = f"M{x - 4:.1f} {y - 4:.1f}l8 8m0-8l-8 8"
    if pill.poison:
        sign = f"M{x - 5:.1f} {y - 2:.1f}q2.5-4 5 0t5 0m-10 5q2.5-4 5 0t5 0"
    text = _label(item.left + 24, y + 4, pill.text) if pill.text else ""
    return (
        f'<g class="pill{" poison" if pill.poison else ""}"><title>{_text(pill.note)}</title>'
        f'<rect x="{item.left:.1f}" y="{item.y:.1f}" width="{item.width:.1f}" '
        f'height="{item.height:.1f}" rx="12"/><path d="{sign}"/>{text}</g>'
    )


def _label(
    x: float, y: float, text: str, name: str = "", anchor: str = "start", title: str = ""
) -> str:
    at = f' text-anchor="{anchor}"' if anchor != "start" else ""
    of = f' class="{name}"' if name else ""
    more = f"<title>{_text(title)}</title>" if title else ""
    return f'<text{of} x="{x:.1f}" y="{y:.1f}"{at}>{_text(text)}{more}</text>'


def _text(text: str) -> str:
    return escape(printable(text))
