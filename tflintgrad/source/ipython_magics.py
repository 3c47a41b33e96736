"""Translation of IPython cells (magics, shell commands, help) into Python, line by line.

    %matplotlib inline              →   pass
    files = !ls                     →   files = get_ipython()
    %time loss = step(x)            →   loss = step(x)
    %%capture log                   →   log = get_ipython()

Every line stays one line, so that row numbers do not change; `shifts` counts the columns by which a
line moved to the left. Like IPython, the translation looks only at the start of logical lines and
after their first `=`: a `%` inside a string or between brackets stays. A cell that is valid Python
is not translated at all, as in IPython.
"""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_right
from dataclasses import dataclass, field

from tflintgrad.source.cpython_parser import parses

#: Replaces an expression that only IPython can evaluate; the analysis knows nothing of its value.
UNKNOWN = "get_ipython()"

_ESCAPES = tuple("%!?/,;")

# Magics that run the Python after their options. The options are in the notation of getopt: a colon
# follows a letter that takes a value.
_RUN_REST_OF_LINE = {
    "time": "",
    "timeit": "n:r:p:tcqov",
    "prun": "D:l:s:T:rq",
    "memit": "r:t:i:coq",
    "lprun": "f:m:D:T:u:o:rsz",
    "mprun": "f:T:cr",
    "debug": "b:",
    "snakeviz": "tf:",
}
# Cell magics whose body is Python in the namespace of the notebook. All others are unknown, or run
# another language or process (`%%bash`, `%%writefile`, `%%cython`, `%%python`).
_RUN_BODY = frozenset(_RUN_REST_OF_LINE) | {
    "capture",
    "flake8",
    "ipytest",
    "local",
    "notify",
    "pycodestyle",
    "pyinstrument",
    "scalene",
    "viztracer",
    "wandb",
}
# In a cell of one line, the `%` is optional.
_AUTOMAGIC = re.compile(
    r"(?:alias|autoreload|bookmark|cat|cd|clear|conda|config|cp|env|history|less|ll|load|load_ext"
    r"|ls|magic|mamba|man|matplotlib|micromamba|mkdir|more|mv|pip|precision|pwd|pylab|reload_ext"
    r"|rm|rmdir|run|store|tensorboard|tensorflow_version|uv|who|whos)\s+[^\s=(,\[]"
)

_HELP = re.compile(r"%{0,2}(?!\d)[\w*]+(?:\.(?!\d)[\w*]+|\[-?[0-9]+\])*\?{1,2}$")
_HELP_ON_CELL_MAGIC = re.compile(r"%%\w+\?")
_ESCAPED_VALUE = re.compile(r"[ \t]*(?:!|%[ \t]*[^\W\d])")
_TOKEN = re.compile(
    r"""
      (?P<nothing> [ \t\f]+ | \\\n )
    | (?P<comment> \#[^\n]* )
    | (?P<long> [bfrtu]{0,2} (?P<quotes> \"{3} | '{3} ) )
    | (?P<string> [bfrtu]{0,2}
        (?: " [^"\\\n]* (?: \\. [^"\\\n]* )* "? | ' [^'\\\n]* (?: \\. [^'\\\n]* )* '? ) )
    | (?P<newline> \n )
    | (?P<open> [(\[{] )
    | (?P<close> [)\]}] )
    | (?P<operator> (?: \*\* | // | << | >> | [-+*/%@&|^!=<>:] ) = )
    | (?P<assign> = )
    | (?P<help> \?{1,2} )
    | (?P<word> \w+ )
    | .
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_STRING_ENDS = {
    quotes: re.compile(rf"[^\\{quotes[0]}]*(?:\\.[^\\{quotes[0]}]*|(?P<end>{quotes})|.)", re.DOTALL)
    for quotes in ('"""', "'''")
}

_DOCTEST = re.compile(r"^\s*>>>", re.MULTILINE)
_PROMPT = re.compile(r"\s*(?:>>>|\.\.\.)(?:[ \t]|$)|In \[\d+\]: |\s*\.{3,}: ?")
_NUMBERED = re.compile(r"In \[\d+\]: ", re.MULTILINE)


@dataclass(slots=True)
class Translation:
    """The lines of a cell during and after its translation."""

    lines: list[str]
    shifts: list[int] = field(default_factory=list)
    """For each row, the number of columns that the text moved to the left."""

    def __post_init__(self) -> None:
        self.shifts = self.shifts or [0] * len(self.lines)

    def move_left(self, row: int, column: int, to: int = 0) -> None:
        """Move the text at `column` to the column `to`, over the text between them."""
        self.lines[row] = self.lines[row][:to] + self.lines[row][column:]
        self.shifts[row] += column - to

    def replace(self, first: int, last: int, line: str) -> None:
        """Replace a range of rows by one line; the other rows become empty."""
        self.lines[first : last + 1] = [line, *[""] * (last - first)]


def translate(lines: list[str]) -> Translation | None:
    """Translate a cell into Python as far as possible; None if it is in another language."""
    cell = Translation(list(lines))
    filled = [row for row, line in enumerate(lines) if line.strip()]
    if len(filled) == 1 and _AUTOMAGIC.match(lines[filled[0]]):
        cell.replace(filled[0], filled[0], "pass")
        return cell
    top = _translate_cell_magics(cell)
    if top is None:
        return None
    _Statements(cell, top).translate()
    return cell


def without_prompts(lines: list[str]) -> Translation | None:
    """Translate a pasted session: `>>> x = 1` becomes `x = 1`; None if the cell is not one."""
    text = "\n".join(lines)
    if not _DOCTEST.search(text) and not _NUMBERED.search(text):
        return None
    cell = Translation(list(lines))
    for row, line in enumerate(lines):
        if prompt := _PROMPT.match(line):
            cell.move_left(row, prompt.end())
    inner = translate(cell.lines)
    if inner is None:
        return None
    inner.shifts = [a + b for a, b in zip(inner.shifts, cell.shifts, strict=True)]
    return inner


def _translate_cell_magics(cell: Translation) -> int | None:
    """Translate the cell magics at the top (`%%time`) and return the row after them.

    Return None if the cell is in another language.
    """
    top = 0
    while True:
        _dedent(cell, top)
        first = _first_statement(cell.lines, top)
        line = cell.lines[first] if first is not None else ""
        if first is None or not line.startswith("%%") or _HELP_ON_CELL_MAGIC.match(line):
            return top
        name = line[2:].split(" ")[0].rstrip()
        if name not in _RUN_BODY:
            return None
        _translate_header(cell, first, name)
        top = first + 1


def _first_statement(lines: list[str], top: int) -> int | None:
    """Return the first row that is neither blank nor a comment.

    IPython expects a cell magic before any comment, but Colab's forms (`#@title`) stand above it.
    """
    for row in range(top, len(lines)):
        if lines[row].strip() and not lines[row].startswith("#"):
            return row
    return None


def _dedent(cell: Translation, top: int) -> None:
    """Dedent a cell that is indented as a whole, which IPython accepts."""
    before = cell.lines[top:]
    if not any(line.startswith((" ", "\t")) for line in before):
        return
    after = textwrap.dedent("\n".join(before)).split("\n")
    first = next((line for line in after if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    if indent:  # not all lines have the first one's indentation; older IPythons accept that
        after = [line.removeprefix(indent) for line in after]
    for row, (old, new) in enumerate(zip(before, after, strict=True), top):
        if new:
            cell.move_left(row, len(old) - len(new))


def _translate_header(cell: Translation, row: int, name: str) -> None:
    line = cell.lines[row]
    start = _after_options(line, 2 + len(name), _RUN_REST_OF_LINE.get(name, ""))
    rest = line[start:].strip()
    if name == "capture":
        words = [word for word in line.split()[1:] if not word.startswith("-")]
        bound = bool(words) and words[-1].isidentifier()
        cell.replace(row, row, f"{words[-1]} = {UNKNOWN}" if bound else "")
    elif name in _RUN_REST_OF_LINE and rest and parses(rest):
        cell.move_left(row, start)
    else:
        cell.replace(row, row, "")


def _after_options(line: str, at: int, letters: str) -> int:
    """Return where the code starts after the options of a magic that ends at `at`."""
    with_value = re.findall(r"(\w):", letters)
    flags = re.findall(r"\w(?!:)", letters)
    kinds = [r"-[\w-]+(?:=\S+)?"]  # --no-stdout
    kinds += [f"{letter}(?:{'|'.join(flags)})*" for letter in flags]
    kinds += [rf"(?:{'|'.join(flags)})*{letter}\s*[^\s-]\S*" for letter in with_value]
    found = re.compile(rf"(?:\s+-(?:{'|'.join(kinds)})(?=\s|$))*\s*").match(line, at)
    assert found is not None
    return found.end()


class _Statements:
    """Translates the logical lines of a cell, from one row on."""

    def __init__(self, cell: Translation, top: int) -> None:
        self._cell = cell
        self._row = top
        self._text = "\n".join(cell.lines)
        self._starts = [0]
        for line in cell.lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def translate(self) -> None:
        """Translate all remaining rows in place."""
        while self._row < len(self._cell.lines):
            if self._cell.lines[self._row].lstrip(" \t\f").startswith(_ESCAPES):
                self._translate_escaped()
            else:
                self._translate_plain()

    def _translate_escaped(self) -> None:
        first, last = self._row, self._continued(self._row)
        line = self._cell.lines[first]
        indent = line[: len(line) - len(line.lstrip(" \t\f"))]
        self._row = last + 1
        start = _start_of_python(line, len(indent))
        if start is not None:
            inner = Translation([line[start:], *self._cell.lines[first + 1 : last + 1]])
            _Statements(inner, 0).translate()
            if inner.lines[0].strip() and parses("\n".join(inner.lines)):
                self._cell.lines[first : last + 1] = [indent + inner.lines[0], *inner.lines[1:]]
                self._cell.shifts[first] += start - len(indent) + inner.shifts[0]
                return
        self._cell.replace(first, last, f"{indent}pass")

    def _translate_plain(self) -> None:
        first = self._row
        found = _logical_line(self._text, self._starts[first])
        last = self._row_of(found.end)
        self._row = last + 1
        if found.value is not None:
            row = self._row_of(found.value)
            before = self._cell.lines[row][: found.value - self._starts[row]]
            self._row = self._continued(row) + 1
            self._cell.replace(row, self._row - 1, before + UNKNOWN)
        elif found.is_help and _HELP.search(self._text[self._starts[first] : found.end].rstrip()):
            line = self._cell.lines[first]
            indent = line[: len(line) - len(line.lstrip(" \t\f"))]
            self._cell.replace(first, last, f"{indent}pass")

    def _continued(self, row: int) -> int:
        """Return the last row of a line that backslashes continue."""
        while self._cell.lines[row].endswith("\\") and row + 1 < len(self._cell.lines):
            row += 1
        return row

    def _row_of(self, position: int) -> int:
        return bisect_right(self._starts, position) - 1


def _start_of_python(line: str, at: int) -> int | None:
    """Return the column of `f(x)` in `%time f(x)`; None if the magic does not run Python."""
    magic = re.compile(r"%(\w+)(?=\s)").match(line, at)
    if magic is None or magic[1] not in _RUN_REST_OF_LINE:
        return None
    return _after_options(line, magic.end(), _RUN_REST_OF_LINE[magic[1]])


@dataclass(frozen=True, slots=True)
class _LogicalLine:
    """The part of a logical line that matters to IPython."""

    end: int
    """The offset of its newline, or the end of the text."""
    value: int | None = None
    """The offset of a magic or shell command that is assigned to a name."""
    is_help: bool = False
    """True if it ends with a question mark."""


def _logical_line(text: str, at: int) -> _LogicalLine:
    """Scan the logical line that starts at an offset."""
    depth, assigned, last = 0, False, None
    while at < len(text):
        token = _TOKEN.match(text, at)
        assert token is not None
        kind = token.lastgroup
        if kind == "newline" and depth == 0:
            return _LogicalLine(at, is_help=last == "help")
        at = _end_of_string(text, token) if token["quotes"] else token.end()
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind == "assign" and depth == 0 and not assigned:
            assigned = True
            if value := _ESCAPED_VALUE.match(text, at):
                return _LogicalLine(
                    at, value=value.start() + len(value[0]) - len(value[0].lstrip())
                )
        last = last if kind == "nothing" else kind
    return _LogicalLine(at, is_help=last == "help")


def _end_of_string(text: str, opening: re.Match[str]) -> int:
    at = opening.end()
    piece = _STRING_ENDS[opening["quotes"]]
    while found := piece.match(text, at):
        at = found.end()
        if found["end"]:
            return at
    return len(text)
