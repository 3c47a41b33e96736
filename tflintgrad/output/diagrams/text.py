"""A sketch as text: one line per box, with rails between them, as `git log --graph` draws."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace

from tflintgrad.output.diagrams.labels import full_place, has_event, main_line, near_place
from tflintgrad.output.diagrams.model import FINE, Arrow, Box, Mark, Sketch
from tflintgrad.output.text_width import cells, fitted

#: Says how a role ("error", "faint", …) looks; see `report/_style.py`.
Paint = Callable[[str, str], str]

_LEGEND = (
    ("●", "the gradient gets here", "good"),
    ("○", "it does not", "faint"),
    ("╳", "it is lost here", "mark"),
    ("≈", "it can become NaN here", "warning"),
    ("╎", "code that was not read", "faint"),
    ("!", "here is the mistake", "mark"),
    ("↻", "goes on from the iteration before", "label"),
)
#: Text gets at least so much room, however narrow the terminal.
_NARROWEST = 24
_MARGIN = "  "


def draw(sketch: Sketch, paint: Paint, width: int = 100) -> Iterator[str]:
    """The lines of the picture, no longer than `width` where that is enough at all."""
    heading = full_place(sketch.spot)
    room = max(_NARROWEST, width - cells(heading) - 2)
    yield f"{paint('place', heading)}  {fitted(sketch.title, room)}"
    if sketch.ways > 1:
        yield paint("faint", f"asked in {sketch.ways} ways through the program; one is shown")
    yield ""
    rows = list(_Rails(sketch).rows())
    yield from _formatted(rows, paint, width)
    yield ""
    used = {sign.text for row in rows for sign in row.signs}
    used |= {"↻"} if any(box.repeats for box in sketch.boxes) else set()
    yield from _legend(used, paint, width)


def _legend(used: set[str], paint: Paint, width: int) -> Iterator[str]:
    line, taken = _MARGIN, 0
    for sign, words, role in _LEGEND:
        if sign not in used:
            continue
        if taken and taken + 5 + cells(words) > width:
            yield line.rstrip()
            line, taken = _MARGIN, 0
        line += f"{paint(role, sign)} {words}   "
        taken += 5 + cells(words)
    yield line.rstrip()


@dataclass(frozen=True, slots=True)
class _Words:
    """Text and how it looks."""

    text: str
    role: str = ""

    def painted(self, paint: Paint, room: int) -> str:
        text = fitted(self.text, room)
        return paint(self.role, text) if self.role and text else text


_NOTHING = _Words("")


@dataclass(frozen=True, slots=True)
class _Row:
    gutter: str
    signs: list[_Words]
    #: Rails from the first to the last of these columns are connected.
    bridge: tuple[int, int] = (0, 0)
    text: _Words = _NOTHING
    #: Of a box: where it is, and a note.
    where: _Words = _NOTHING
    note: _Words = _NOTHING
    mark: Mark | None = None
    #: The rails beside what the mark says, from its second line on.
    below: list[_Words] = field(default_factory=list)


def _formatted(rows: list[_Row], paint: Paint, width: int) -> Iterator[str]:
    rails = max(len(row.signs) for row in rows)
    left = len(_MARGIN) + 3 + 2 * rails
    where = max(cells(row.where.text) for row in rows)
    beside = max(cells(row.note.text) for row in rows) + where + 4
    room = max(_NARROWEST, width - left - beside)
    column = max((min(room, cells(row.text.text)) for row in rows if row.where.text), default=0)
    for row in rows:
        line = f"{_MARGIN}{row.gutter} {_rails(row, rails, paint)} "
        if row.mark is not None:
            code = row.mark.code + (f"[{row.mark.name}]" if row.mark.name else "")
            first, *others = _wrapped(f"{code} {row.mark.message}", max(_NARROWEST, width - left))
            yield line + paint(row.mark.severity, row.mark.code) + first[len(row.mark.code) :]
            below = f"{_MARGIN}{row.gutter} {_rails(replace(row, signs=row.below), rails, paint)} "
            yield from (below + other for other in others)
        elif row.where.text:
            padding = " " * max(column - cells(fitted(row.text.text, room)), 0)
            text = row.text.painted(paint, room) + padding
            place = row.where.painted(paint, where) + " " * (where - cells(row.where.text))
            yield f"{line}{text}  {place}  {row.note.painted(paint, width)}".rstrip()
        else:
            yield (line + row.text.painted(paint, max(_NARROWEST, width - left))).rstrip()


def _rails(row: _Row, columns: int, paint: Paint) -> str:
    found = ""
    for column in range(columns):
        sign = row.signs[column] if column < len(row.signs) else _Words(" ")
        connected = row.bridge[0] <= column < row.bridge[1]
        found += sign.painted(paint, 1) + ("─" if connected else " ")
    return found


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if cells(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass(slots=True)
class _Rails:
    """Goes through the boxes from top to bottom, with the arrows that are under way."""

    sketch: Sketch
    #: By column; free columns are None.
    rails: list[Arrow | None] = field(default_factory=list)
    recording: bool = False

    def rows(self) -> Iterator[_Row]:
        for position, box in enumerate(self.sketch.boxes):
            if self.sketch.tape and box.recorded is not self.recording:
                yield self._turn(box.recorded)
            column = yield from self._arrive(position)
            yield from self._box(box, column)
            yield from self._leave(position, column)

    def _turn(self, recording: bool) -> _Row:
        """The tape starts to record, or does so no longer."""
        self.recording = recording
        if not recording:
            return _Row("┗", self._signs())
        return _Row("┏", self._signs(), text=_Words(self.sketch.tape, "faint"))

    def _arrive(self, position: int) -> Generator[_Row, None, int]:
        """What happens on the rails that end here; they become one, in the column that it gives."""
        columns = [i for i, rail in enumerate(self.rails) if rail and rail.end == position]
        events: dict[tuple[Mark | None, str], list[int]] = {}
        for column in columns:
            rail = self.rails[column]
            if rail is not None and has_event(rail):
                events.setdefault((rail.mark, rail.note), []).append(column)
        for (mark, note), places in events.items():
            signs = self._signs()
            for column in places:
                cut = signs[column].text == "┊"
                signs[column] = _Words("╳", "mark") if cut else _Words("≈", "warning")
            yield self._row(signs, text=_Words(note, "faint"), mark=mark)
        if not columns:
            return self._free_column()
        if len(columns) > 1:
            yield self._joint(columns, "╯", "┴")
        for column in columns[1:]:
            self.rails[column] = None
        return columns[0]

    def _box(self, box: Box, column: int) -> Iterator[_Row]:
        if box.spot is not None:
            where, note = near_place(box.spot, self.sketch.spot), box.note
        else:
            where, note = box.note or " ", ""
        yield self._row(
            self._signs(column, _Words("●", "good") if box.reached else _Words("○", "faint")),
            text=_Words(main_line(box), _weight(box)),
            where=_Words(where, "faint"),
            note=_Words(note, "good" if note == FINE else "mark"),
        )
        for mark in box.marks:
            yield self._row(self._signs(column, _Words("!", "mark")), mark=mark)

    def _leave(self, position: int, column: int) -> Iterator[_Row]:
        """The rails that start here."""
        if column < len(self.rails):
            self.rails[column] = None
        columns: list[int] = []
        for arrow in self.sketch.arrows:
            if arrow.start == position and not arrow.again:
                place = self._free_column() if columns else column
                self.rails += [None] * (place + 1 - len(self.rails))
                self.rails[place] = arrow
                columns.append(place)
        while self.rails and self.rails[-1] is None:
            self.rails.pop()
        if len(columns) > 1:
            yield self._joint(sorted(columns), "╮", "┬")
        elif not self._eventful(position + 1):
            yield self._row(self._signs())

    def _eventful(self, position: int) -> bool:
        """Does a line of its own come before the next box anyway?"""
        if position == len(self.sketch.boxes):
            return True
        arriving = [rail for rail in self.rails if rail is not None and rail.end == position]
        turns = self.sketch.tape and self.sketch.boxes[position].recorded is not self.recording
        return bool(turns) or len(arriving) > 1 or any(map(has_event, arriving))

    def _free_column(self) -> int:
        return next((i for i, rail in enumerate(self.rails) if rail is None), len(self.rails))

    def _row(
        self,
        signs: list[_Words],
        bridge: tuple[int, int] = (0, 0),
        text: _Words = _NOTHING,
        where: _Words = _NOTHING,
        note: _Words = _NOTHING,
        mark: Mark | None = None,
    ) -> _Row:
        gutter = "┃" if self.recording else " "
        return _Row(gutter, signs, bridge, text, where, note, mark, self._signs())

    def _signs(self, column: int = -1, sign: _Words = _NOTHING) -> list[_Words]:
        """The rails as they run; with a sign in one of the columns, if given."""
        signs = [self._rail(arrow) for arrow in self.rails]
        if column >= 0:
            signs += [_Words(" ")] * (column + 1 - len(signs))
            signs[column] = sign
        return signs

    def _rail(self, arrow: Arrow | None) -> _Words:
        if arrow is None:
            return _Words(" ")
        if arrow.label == "cut":
            return _Words("┊", "mark")
        if not self.sketch.boxes[arrow.start].reached:
            return _Words("┊", "faint")
        return _Words("╎", "faint") if arrow.label == "unknown" else _Words("│")

    def _joint(self, columns: list[int], last: str, middle: str) -> _Row:
        """Rails that come together, or part; others pass behind."""
        first, *others = columns
        signs = self._signs()
        for column in range(first, others[-1] + 1):
            if column == first:
                signs[column] = _Words("├")
            elif column == others[-1]:
                signs[column] = _Words(last)
            elif column in others:
                signs[column] = _Words(middle)
            elif self.rails[column] is None:
                signs[column] = _Words("─")
        return self._row(signs, (first, others[-1]))


def _weight(box: Box) -> str:
    if box.kind in ("source", "query"):
        return "label"
    return "faint" if box.kind == "more" else ""
