"""The lines of a reproduction and their layout in `with` blocks and loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.objects import Tape
from tflintgrad.verify.code_templates import text

INDENT = "    "


@dataclass(frozen=True, slots=True)
class Block:
    """A block around lines: a recording tape, a paused tape, or a loop that TensorFlow runs."""

    tape: Tape | None
    paused: bool = False
    loop: int | None = None


@dataclass(slots=True)
class Line:
    """One statement. Lines are ordered by `key`, the order in which the program computes."""

    key: int
    text: str
    blocks: tuple[Block, ...] = ()
    comment: str = ""
    #: Numbers of the values that this line computes.
    values: set[int] = field(default_factory=set)
    #: True if it depends on nothing that the program computes.
    is_setup: bool = False
    #: True for a variable or layer, which a trace must not create again.
    is_made_once: bool = False
    #: The name of a tensor that a traced function takes as a parameter.
    parameter: str = ""

    def __str__(self) -> str:
        return f"{self.text}  # {self.comment}" if self.comment else self.text


@dataclass(slots=True)
class Script:
    """The rows of the script so far, and the row in which each value is computed."""

    rows: list[str] = field(default_factory=list)
    row_of: dict[int, int] = field(default_factory=dict)

    def add(self, written: str, depth: int = 0, values: set[int] | None = None) -> int:
        """Append text at an indentation depth and return its first row."""
        first = len(self.rows) + 1
        self.rows += [INDENT * depth + part if part else "" for part in written.split("\n")]
        for number in values or ():
            self.row_of.setdefault(number, first)
        return first

    def gap(self) -> None:
        """Append a blank row, unless there is one already."""
        if self.rows and self.rows[-1]:
            self.rows.append("")


class Tapes:
    """The tapes of a reproduction and their names."""

    def __init__(self, with_loops: bool) -> None:
        self.with_loops = with_loops
        self.names: dict[int, str] = {}
        #: How many queries each tape gets.
        self.query_counts: Counter[int] = Counter()
        self._known: list[Tape] = []

    def add(self, tape: Tape, name: str) -> str:
        """Add a tape if it is new, and return its name."""
        if tape.number not in self.names:
            self.names[tape.number] = name
            self._known.append(tape)
        return self.names[tape.number]

    def around(self, context: Context) -> tuple[Block, ...]:
        """Return the blocks in which a value of this context must be computed."""
        paused = [tape for tape in context.paused if tape in self._known]
        inside = [tape for tape in context.recording if tape in self._known]
        found = [Block(tape) for tape in (*inside, *(t for t in paused if t not in inside))]
        found += [Block(tape, True) for tape in paused]
        if self.with_loops:
            found += [Block(None, loop=number) for number, traced in context.loops if traced]
        return tuple(found)

    def opening(self, block: Block, entered: set[int]) -> str:
        """Return the line that opens a block; `entered` are the tapes entered so far."""
        if block.tape is None:
            return text("loop", name="_")
        name = self.names[block.tape.number]
        if block.paused:
            return text("paused", name=name)
        if block.tape.number in entered:
            return text("again", name=name)
        entered.add(block.tape.number)
        options = []
        if block.tape.persistent and self.query_counts[block.tape.number] > 1:
            options.append("persistent=True")
        if block.tape.watch_accessed is False:
            options.append("watch_accessed_variables=False")
        return text("tape", arguments=", ".join(options), name=name)


def lay_out(script: Script, lines: list[Line], tapes: Tapes, depth: int = 0) -> None:
    """Append the lines to the script, opening and closing blocks between them."""
    opened: list[Block] = []
    entered: set[int] = set()
    for line in lines:
        shared = 0
        while shared < min(len(opened), len(line.blocks)) and opened[shared] == line.blocks[shared]:
            shared += 1
        del opened[shared:]
        for block in line.blocks[shared:]:
            if not opened and not depth:
                script.gap()
            script.add(tapes.opening(block, entered), depth + len(opened))
            opened.append(block)
        script.add(str(line), depth + len(opened), line.values)
