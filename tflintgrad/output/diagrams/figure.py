"""A sketch with sizes and places: what has to be known before a picture can be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from tflintgrad.output.diagrams.labels import has_event, main_line, mark_line, near_place
from tflintgrad.output.diagrams.layout import Item, Layout, lay_out
from tflintgrad.output.diagrams.model import Arrow, Box, Mark, Sketch
from tflintgrad.output.text_width import cells, fitted

#: The width of a character of code and of small text, in pixels; fonts differ a little.
CODE_WIDTH = 7.85
SMALL_WIDTH = 6.4
BOLD_WIDTH = 7.7
LINE = 18.0
_PADDING = 12.0
_LONGEST = 56
_PILL_HEIGHT = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A box with what is written on it, line by line."""

    box: Box
    item: Item
    text: str
    where: str
    note: str
    marks: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class Pill:
    """What happens to the gradient before a box; several arrows may lead through it."""

    item: Item
    text: str
    note: str
    poison: bool


@dataclass(frozen=True, slots=True, eq=False)
class Wire:
    arrow: Arrow
    #: From the upper end to the lower one.
    route: list[Item]
    #: The gradient gets to where it comes from.
    alive: bool
    #: It ends at a box; otherwise at a pill.
    arrives: bool


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    sketch: Sketch
    layout: Layout
    shapes: list[Shape]
    pills: list[Pill]
    wires: list[Wire]
    #: To the next iteration: from one shape back up to another.
    loops: list[tuple[Item, Item]]
    tape: str


def figure(sketch: Sketch) -> Figure:
    items: list[Item] = []
    shapes: list[Shape] = []
    pills: dict[tuple[int, Mark | None, str], tuple[Pill, int]] = {}
    index: list[int] = []
    for position, box in enumerate(sketch.boxes):
        for arrow in sketch.arrows:
            if arrow.end == position and not arrow.again and has_event(arrow):
                key = (position, arrow.mark, arrow.note)
                if key not in pills:
                    pill = _pill(arrow, box.recorded and bool(sketch.tape))
                    pills[key] = pill, len(items)
                    items.append(pill.item)
        shapes.append(_shape(box, sketch))
        index.append(len(items))
        items.append(shapes[-1].item)
    edges: dict[tuple[int, int], tuple[Arrow, bool]] = {}
    for arrow in sketch.arrows:
        if arrow.again:
            continue
        start, end = index[arrow.start], index[arrow.end]
        if has_event(arrow):
            middle = pills[arrow.end, arrow.mark, arrow.note][1]
            edges[start, middle] = arrow, False
            edges[middle, end] = arrow, True
        else:
            edges[start, end] = arrow, True
    tape = fitted(sketch.tape, _LONGEST)
    layout = lay_out(items, list(edges), cells(tape) * SMALL_WIDTH)
    wires = [
        Wire(arrow, route, sketch.boxes[arrow.start].reached, arrives)
        for (arrow, arrives), route in zip(edges.values(), layout.routes, strict=True)
    ]
    loops = [
        (shapes[arrow.start].item, shapes[arrow.end].item) for arrow in sketch.arrows if arrow.again
    ]
    return Figure(sketch, layout, shapes, [pill for pill, _ in pills.values()], wires, loops, tape)


def _pill(arrow: Arrow, framed: bool) -> Pill:
    text = mark_line(arrow.mark) if arrow.mark is not None else ""
    width = cells(text) * BOLD_WIDTH + 36 if text else _PILL_HEIGHT
    item = Item(width, _PILL_HEIGHT, framed)
    note = arrow.mark.message if arrow.mark is not None else arrow.note
    return Pill(item, text, note, arrow.label == "poison")


def _shape(box: Box, sketch: Sketch) -> Shape:
    text = fitted(main_line(box), _LONGEST)
    where = near_place(box.spot, sketch.spot) if box.spot is not None else ""
    marks = list(map(mark_line, box.marks))
    widths = [cells(text) * CODE_WIDTH, cells(f"{where} · {box.note}") * SMALL_WIDTH]
    widest = max(*widths, *(cells(mark) * BOLD_WIDTH for mark in marks))
    lines = 1 + bool(where or box.note) + len(marks)
    item = Item(widest + 2 * _PADDING + 4, lines * LINE + 14, box.recorded and bool(sketch.tape))
    return Shape(box, item, text, where, box.note, marks)
