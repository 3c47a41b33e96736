"""Lines of a reproduction, and how they are laid out: imports, set-up, tapes, query."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.objects import Tape
from tflintgrad.verify.repro.templates import text

INDENT = "    "


@dataclass(frozen=True, slots=True)
class Block:
    """Around some lines: a tape that records, one that is paused, or a loop TensorFlow runs."""

    tape: Tape | None
    paused: bool = False
    loop: int | None = None


@dataclass(slots=True)
class Line:
    """One statement. Lines are ordered by `key`: when the program computed it."""

    key: int
    text: str
    blocks: tuple[Block, ...] = ()
    comment: str = ""
    #: The numbers of the values that this line computes.
    values: set[int] = field(default_factory=set)
    #: Does not depend on anything that the program computes.
    is_setup: bool = False
    #: A variable or layer, which a trace must not make anew.
    is_made_once: bool = False
    #: The name of a tensor that the program would be given.
    given: str = ""

    def __str__(self) -> str:
        return f"{self.text}  # {self.comment}" if self.comment else self.text


@dataclass(slots=True)
class Sheet:
    """The script while it grows; knows in which row a value is computed."""

    rows: list[str] = field(default_factory=list)
    row_of: dict[int, int] = field(default_factory=dict)

    def add(self, written: str, depth: int = 0, values: set[int] | None = None) -> int:
        first = len(self.rows) + 1
        self.rows += [INDENT * depth + part if part else "" for part in written.split("\n")]
        for number in values or ():
            self.row_of.setdefault(number, first)
        return first

    def gap(self) -> None:
        if self.rows and self.rows[-1]:
            self.rows.append("")


class Tapes:
    """The tapes that matter in a reproduction, and the names they have there."""

    def __init__(self, with_loops: bool) -> None:
        self.with_loops = with_loops
        self.names: dict[int, str] = {}
        #: How often each tape is asked.
        self.asked: Counter[int] = Counter()
        self._known: list[Tape] = []

    def add(self, tape: Tape, name: str) -> str:
        if tape.number not in self.names:
            self.names[tape.number] = name
            self._known.append(tape)
        return self.names[tape.number]

    def around(self, context: Context) -> tuple[Block, ...]:
        """The blocks that a value of this context has to be computed in."""
        paused = [tape for tape in context.paused if tape in self._known]
        inside = [tape for tape in context.recording if tape in self._known]
        found = [Block(tape) for tape in (*inside, *(t for t in paused if t not in inside))]
        found += [Block(tape, True) for tape in paused]
        if self.with_loops:
            found += [Block(None, loop=number) for number, traced in context.loops if traced]
        return tuple(found)

    def opening(self, block: Block, entered: set[int]) -> str:
        if block.tape is None:
            return text("loop", name="_")
        name = self.names[block.tape.number]
        if block.paused:
            return text("paused", name=name)
        if block.tape.number in entered:
            return text("again", name=name)
        entered.add(block.tape.number)
        options = []
        if block.tape.persistent and self.asked[block.tape.number] > 1:
            options.append("persistent=True")
        if block.tape.watch_accessed is False:
            options.append("watch_accessed_variables=False")
        return text("tape", arguments=", ".join(options), name=name)


def lay_out(sheet: Sheet, lines: list[Line], tapes: Tapes, depth: int = 0) -> None:
    """Write the lines, opening and closing blocks where those around them change."""
    opened: list[Block] = []
    entered: set[int] = set()
    for line in lines:
        shared = 0
        while shared < min(len(opened), len(line.blocks)) and opened[shared] == line.blocks[shared]:
            shared += 1
        del opened[shared:]
        for block in line.blocks[shared:]:
            if not opened and not depth:
                sheet.gap()
            sheet.add(tapes.opening(block, entered), depth + len(opened))
            opened.append(block)
        sheet.add(str(line), depth + len(opened), line.values)
