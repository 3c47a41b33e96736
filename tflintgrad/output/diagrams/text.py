"""Diagrams as text: one line per box and rails for the arrows, like `git log --graph`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace

from tflintgrad.output.diagrams.labels import full_location, has_event, main_line, relative_location
from tflintgrad.output.diagrams.model import FINE, Arrow, Box, Diagram, Mark
from tflintgrad.output.text_width import display_width, truncated

#: Colours text by its role ("error", "faint", …), as `Style.paint` does.
Paint = Callable[[str, str], str]

_LEGEND = (
    ("●", "the gradient gets here", "good"),
    ("○", "it does not get here", "faint"),
    ("╳", "it is lost here", "mark"),
    ("≈", "it can become NaN here", "warning"),
    ("╎", "code that was not analysed", "faint"),
    ("!", "the finding is here", "mark"),
    ("↻", "continues from the previous iteration", "label"),
)
#: The least width of text, however narrow the terminal.
_NARROWEST = 24
_MARGIN = "  "


def draw(diagram: Diagram, paint: Paint, width: int = 100) -> Iterator[str]:
    """Yield the lines of a diagram, no wider than `width` if that is enough."""
    heading = full_location(diagram.spot)
    room = max(_NARROWEST, width - display_width(heading) - 2)
    yield f"{paint('location', heading)}  {truncated(diagram.title, room)}"
    if diagram.ways > 1:
        text = f"{diagram.ways} paths through the program reach this query; one is shown"
        yield paint("faint", text)
    yield ""
    rows = list(_Rails(diagram).rows())
    yield from _formatted(rows, paint, width)
    yield ""
    used = {sign.text for row in rows for sign in row.signs}
    used |= {"↻"} if any(box.repeats for box in diagram.boxes) else set()
    yield from _legend(used, paint, width)


def _legend(used: set[str], paint: Paint, width: int) -> Iterator[str]:
    """Yield the meaning of the signs that were used."""
    line, used_width = _MARGIN, 0
    for sign, meaning, role in _LEGEND:
        if sign not in used:
            continue
        if used_width and used_width + 5 + display_width(meaning) > width:
            yield line.rstrip()
            line, used_width = _MARGIN, 0
        line += f"{paint(role, sign)} {meaning}   "
        used_width += 5 + display_width(meaning)
    yield line.rstrip()


@dataclass(frozen=True, slots=True)
class _Text:
    """Text and its role."""

    text: str
    role: str = ""

    def painted(self, paint: Paint, width: int) -> str:
        """Return the text in its colour, truncated to `width`."""
        text = truncated(self.text, width)
        return paint(self.role, text) if self.role and text else text


_NOTHING = _Text("")


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the diagram, before it is formatted."""

    gutter: str
    signs: list[_Text]
    #: The first and last column of a horizontal line between rails.
    bridge: tuple[int, int] = (0, 0)
    text: _Text = _NOTHING
    #: Of a box: its location, and a note.
    where: _Text = _NOTHING
    note: _Text = _NOTHING
    mark: Mark | None = None
    #: The rails beside the message of the mark, from its second line on.
    below: list[_Text] = field(default_factory=list)


def _formatted(rows: list[_Row], paint: Paint, width: int) -> Iterator[str]:
    rails = max(len(row.signs) for row in rows)
    left = len(_MARGIN) + 3 + 2 * rails
    where = max(display_width(row.where.text) for row in rows)
    beside = max(display_width(row.note.text) for row in rows) + where + 4
    room = max(_NARROWEST, width - left - beside)
    column = max(
        (min(room, display_width(row.text.text)) for row in rows if row.where.text), default=0
    )
    for row in rows:
        line = f"{_MARGIN}{row.gutter} {_rails(row, rails, paint)} "
        if row.mark is not None:
            code = row.mark.code + (f"[{row.mark.name}]" if row.mark.name else "")
            first, *others = _wrapped(f"{code} {row.mark.message}", max(_NARROWEST, width - left))
            yield line + paint(row.mark.severity, row.mark.code) + first[len(row.mark.code) :]
            below = f"{_MARGIN}{row.gutter} {_rails(replace(row, signs=row.below), rails, paint)} "
            yield from (below + other for other in others)
        elif row.where.text:
            padding = " " * max(column - display_width(truncated(row.text.text, room)), 0)
            text = row.text.painted(paint, room) + padding
            location = row.where.painted(paint, where)
            location += " " * (where - display_width(row.where.text))
            yield f"{line}{text}  {location}  {row.note.painted(paint, width)}".rstrip()
        else:
            yield (line + row.text.painted(paint, max(_NARROWEST, width - left))).rstrip()


def _rails(row: _Row, columns: int, paint: Paint) -> str:
    found = ""
    for column in range(columns):
        sign = row.signs[column] if column < len(row.signs) else _Text(" ")
        connected = row.bridge[0] <= column < row.bridge[1]
        found += sign.painted(paint, 1) + ("─" if connected else " ")
    return found


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if display_width(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass(slots=True)
class _Rails:
    """Makes the rows from top to bottom, and keeps track of the rails: the open arrows."""

    diagram: Diagram
    #: By column; free columns are None.
    rails: list[Arrow | None] = field(default_factory=list)
    recording: bool = False

    def rows(self) -> Iterator[_Row]:
        """Yield the rows of the diagram."""
        for position, box in enumerate(self.diagram.boxes):
            if self.diagram.tape and box.recorded is not self.recording:
                yield self._tape_border(box.recorded)
            column = yield from self._arrive(position)
            yield from self._box(box, column)
            yield from self._leave(position, column)

    def _tape_border(self, recording: bool) -> _Row:
        """Return the row in which the tape starts or stops recording."""
        self.recording = recording
        if not recording:
            return _Row("┗", self._signs())
        return _Row("┏", self._signs(), text=_Text(self.diagram.tape, "faint"))

    def _arrive(self, position: int) -> Generator[_Row, None, int]:
        """Yield the events on the rails that end at a box, then join them; return their column."""
        columns = [i for i, rail in enumerate(self.rails) if rail and rail.end == position]
        events: dict[tuple[Mark | None, str], list[int]] = {}
        for column in columns:
            rail = self.rails[column]
            if rail is not None and has_event(rail):
                events.setdefault((rail.mark, rail.note), []).append(column)
        for (mark, note), event_columns in events.items():
            signs = self._signs()
            for column in event_columns:
                cut = signs[column].text == "┊"
                signs[column] = _Text("╳", "mark") if cut else _Text("≈", "warning")
            yield self._row(signs, text=_Text(note, "faint"), mark=mark)
        if not columns:
            return self._free_column()
        if len(columns) > 1:
            yield self._joint(columns, "╯", "┴")
        for column in columns[1:]:
            self.rails[column] = None
        return columns[0]

    def _box(self, box: Box, column: int) -> Iterator[_Row]:
        if box.spot is not None:
            where, note = relative_location(box.spot, self.diagram.spot), box.note
        else:
            where, note = box.note or " ", ""
        yield self._row(
            self._signs(column, _Text("●", "good") if box.reached else _Text("○", "faint")),
            text=_Text(main_line(box), _role(box)),
            where=_Text(where, "faint"),
            note=_Text(note, "good" if note == FINE else "mark"),
        )
        for mark in box.marks:
            yield self._row(self._signs(column, _Text("!", "mark")), mark=mark)

    def _leave(self, position: int, column: int) -> Iterator[_Row]:
        """Start the rails of the arrows from a box, and yield the row that shows them."""
        if column < len(self.rails):
            self.rails[column] = None
        columns: list[int] = []
        for arrow in self.diagram.arrows:
            if arrow.start == position and not arrow.again:
                target = self._free_column() if columns else column
                self.rails += [None] * (target + 1 - len(self.rails))
                self.rails[target] = arrow
                columns.append(target)
        while self.rails and self.rails[-1] is None:
            self.rails.pop()
        if len(columns) > 1:
            yield self._joint(sorted(columns), "╮", "┬")
        elif not self._has_row_before(position + 1):
            yield self._row(self._signs())

    def _has_row_before(self, position: int) -> bool:
        """True if the next box has a row of its own above it in any case."""
        if position == len(self.diagram.boxes):
            return True
        arriving = [rail for rail in self.rails if rail is not None and rail.end == position]
        turns = self.diagram.tape and self.diagram.boxes[position].recorded is not self.recording
        return bool(turns) or len(arriving) > 1 or any(map(has_event, arriving))

    def _free_column(self) -> int:
        return next((i for i, rail in enumerate(self.rails) if rail is None), len(self.rails))

    def _row(
        self,
        signs: list[_Text],
        bridge: tuple[int, int] = (0, 0),
        text: _Text = _NOTHING,
        where: _Text = _NOTHING,
        note: _Text = _NOTHING,
        mark: Mark | None = None,
    ) -> _Row:
        gutter = "┃" if self.recording else " "
        return _Row(gutter, signs, bridge, text, where, note, mark, self._signs())

    def _signs(self, column: int = -1, sign: _Text = _NOTHING) -> list[_Text]:
        """Return the signs of all rails, with `sign` in one of the columns if it is given."""
        signs = [self._rail(arrow) for arrow in self.rails]
        if column >= 0:
            signs += [_Text(" ")] * (column + 1 - len(signs))
            signs[column] = sign
        return signs

    def _rail(self, arrow: Arrow | None) -> _Text:
        if arrow is None:
            return _Text(" ")
        if arrow.label == "cut":
            return _Text("┊", "mark")
        if not self.diagram.boxes[arrow.start].reached:
            return _Text("┊", "faint")
        return _Text("╎", "faint") if arrow.label == "unknown" else _Text("│")

    def _joint(self, columns: list[int], last: str, middle: str) -> _Row:
        """Return the row in which rails join or fork; other rails pass behind."""
        first, *others = columns
        signs = self._signs()
        for column in range(first, others[-1] + 1):
            if column == first:
                signs[column] = _Text("├")
            elif column == others[-1]:
                signs[column] = _Text(last)
            elif column in others:
                signs[column] = _Text(middle)
            elif self.rails[column] is None:
                signs[column] = _Text("─")
        return self._row(signs, (first, others[-1]))


def _role(box: Box) -> str:
    if box.kind in ("source", "query"):
        return "label"
    return "faint" if box.kind == "more" else ""
