"""How the rows of a program belong together, and its comments.

A comment about a row stands at the end of that row, and where a row has no end of its own (it
breaks off in a string, or with a backslash) at the end of the row where that is over. And a
statement of several rows is one thing, whatever is found in it.
"""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass
from functools import cached_property

_BLANK = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
# From Python 3.12 on, the parts of an f-string are tokens; for us it stays one string.
_OPENING = {getattr(tokenize, f"{kind}STRING_START", -1) for kind in "FT"}
_CLOSING = {getattr(tokenize, f"{kind}STRING_END", -1) for kind in "FT"}


@dataclass(frozen=True, slots=True)
class Comment:
    row: int
    column: int
    text: str
    alone: bool
    """Whether nothing else is on its row."""


class Rows:
    """Answers from tokens, as far as the text can be read."""

    def __init__(self, text: str) -> None:
        self.comments: list[Comment] = []
        self.complete = True
        """Whether all of the text could be read."""
        self._text = text
        self._ends: dict[int, int] = {}
        self._statements: dict[int, tuple[int, int]] = {}
        try:
            self._read(text)
        except (tokenize.TokenError, SyntaxError):
            # Syntax newer than the Python that runs us: what was read up to there still counts.
            self.complete = False

    @cached_property
    def lines(self) -> list[str]:
        return self._text.split("\n")

    def end_of(self, row: int) -> int:
        """The row at whose end a comment about `row` can stand."""
        return self._ends.get(row, row)

    def statement(self, row: int) -> tuple[int, int]:
        """First and last row of the statement, or of the head of the block, that `row` is in."""
        return self._statements.get(row, (row, row))

    def _read(self, text: str) -> None:
        strings = 0  # around this token
        first_of_row = first_of_statement = 0
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        for kind, string, (row, column), (last, _), _ in tokens:
            strings -= kind in _CLOSING
            if strings == 0:
                first_of_row = first_of_row or row
                if kind not in _BLANK:
                    first_of_statement = first_of_statement or row
                if kind == tokenize.COMMENT:
                    alone = not self.lines[row - 1][:column].strip()
                    self.comments.append(Comment(row, column + 1, string, alone))
                elif kind in (tokenize.NL, tokenize.NEWLINE):
                    for inside in range(first_of_row, last):
                        self._ends[inside] = last
                    first_of_row = 0
                if kind == tokenize.NEWLINE:
                    for inside in range(first_of_statement, last + 1):
                        self._statements[inside] = (first_of_statement, last)
                    first_of_statement = 0
            strings += kind in _OPENING
