"""A diagram with the sizes and positions of its parts, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from tflintgrad.output.diagrams.labels import has_event, main_line, mark_line, relative_location
from tflintgrad.output.diagrams.layout import Item, Layout, lay_out
from tflintgrad.output.diagrams.model import Arrow, Box, Diagram, Mark
from tflintgrad.output.text_width import display_width, truncated

#: The width of a character of code, small and bold text, in pixels; fonts differ a little.
CODE_WIDTH = 7.85
SMALL_WIDTH = 6.4
BOLD_WIDTH = 7.7
LINE = 18.0
_PADDING = 12.0
_LONGEST = 56
_PILL_HEIGHT = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A box with its lines of text."""

    box: Box
    item: Item
    text: str
    where: str
    note: str
    marks: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class Pill:
    """A label on arrows to a box, for a cut or poison; several arrows may share it."""

    item: Item
    text: str
    note: str
    poison: bool


@dataclass(frozen=True, slots=True, eq=False)
class Wire:
    """A drawn part of an arrow."""

    arrow: Arrow
    #: From the upper end to the lower one.
    route: list[Item]
    #: The gradient reaches the start of the arrow.
    alive: bool
    #: Ends at a box, not at a pill.
    arrives: bool


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A diagram and its layout."""

    diagram: Diagram
    layout: Layout
    shapes: list[Shape]
    pills: list[Pill]
    wires: list[Wire]
    #: Arrows to the next iteration: from one shape back up to another.
    loops: list[tuple[Item, Item]]
    tape: str


def build_figure(diagram: Diagram) -> Figure:
    """Lay out a diagram."""
    items: list[Item] = []
    shapes: list[Shape] = []
    pills: dict[tuple[int, Mark | None, str], tuple[Pill, int]] = {}
    index: list[int] = []
    for position, box in enumerate(diagram.boxes):
        for arrow in diagram.arrows:
            if arrow.end == position and not arrow.again and has_event(arrow):
                key = (position, arrow.mark, arrow.note)
                if key not in pills:
                    pill = _pill(arrow, box.recorded and bool(diagram.tape))
                    pills[key] = pill, len(items)
                    items.append(pill.item)
        shapes.append(_shape(box, diagram))
        index.append(len(items))
        items.append(shapes[-1].item)
    edges: dict[tuple[int, int], tuple[Arrow, bool]] = {}
    for arrow in diagram.arrows:
        if arrow.again:
            continue
        start, end = index[arrow.start], index[arrow.end]
        if has_event(arrow):
            middle = pills[arrow.end, arrow.mark, arrow.note][1]
            edges[start, middle] = arrow, False
            edges[middle, end] = arrow, True
        else:
            edges[start, end] = arrow, True
    tape = truncated(diagram.tape, _LONGEST)
    layout = lay_out(items, list(edges), display_width(tape) * SMALL_WIDTH)
    wires = [
        Wire(arrow, route, diagram.boxes[arrow.start].reached, arrives)
        for (arrow, arrives), route in zip(edges.values(), layout.routes, strict=True)
    ]
    loops = [
        (shapes[arrow.start].item, shapes[arrow.end].item)
        for arrow in diagram.arrows
        if arrow.again
    ]
    return Figure(diagram, layout, shapes, [pill for pill, _ in pills.values()], wires, loops, tape)


def _pill(arrow: Arrow, in_cluster: bool) -> Pill:
    text = mark_line(arrow.mark) if arrow.mark is not None else ""
    width = display_width(text) * BOLD_WIDTH + 36 if text else _PILL_HEIGHT
    item = Item(width, _PILL_HEIGHT, in_cluster)
    note = arrow.mark.message if arrow.mark is not None else arrow.note
    return Pill(item, text, note, arrow.label == "poison")


def _shape(box: Box, diagram: Diagram) -> Shape:
    text = truncated(main_line(box), _LONGEST)
    where = relative_location(box.spot, diagram.spot) if box.spot is not None else ""
    marks = list(map(mark_line, box.marks))
    widths = [
        display_width(text) * CODE_WIDTH,
        display_width(f"{where} · {box.note}") * SMALL_WIDTH,
    ]
    widest = max(*widths, *(display_width(mark) * BOLD_WIDTH for mark in marks))
    lines = 1 + bool(where or box.note) + len(marks)
    item = Item(widest + 2 * _PADDING + 4, lines * LINE + 14, box.recorded and bool(diagram.tape))
    return Shape(box, item, text, where, box.note, marks)
