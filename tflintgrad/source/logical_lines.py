"""Logical lines and comments of a program, for suppression comments.

A comment about a row stands at its end. A row that ends inside a string or with a backslash has no
room for a comment; there it stands at the end of the row in which the string or line ends. And a
comment about a statement of several rows covers all of them.
"""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass
from functools import cached_property

_BLANK = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
# From Python 3.12 on, the parts of an f-string are tokens; here it counts as one string.
_OPENING = {getattr(tokenize, f"{kind}STRING_START", -1) for kind in "FT"}
_CLOSING = {getattr(tokenize, f"{kind}STRING_END", -1) for kind in "FT"}


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of a program, with its position."""

    row: int
    column: int
    text: str
    alone: bool
    """True if there is no code on its row."""


class LogicalLines:
    """The comments and statements of a text, as far as it can be tokenized."""

    def __init__(self, text: str) -> None:
        self.comments: list[Comment] = []
        self.complete = True
        """True if all of the text could be tokenized."""
        self._text = text
        self._ends: dict[int, int] = {}
        self._statements: dict[int, tuple[int, int]] = {}
        try:
            self._read(text)
        except (tokenize.TokenError, SyntaxError):
            # Syntax newer than the running Python: the tokens up to there still count.
            self.complete = False

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines of the text."""
        return self._text.split("\n")

    def comment_row(self, row: int) -> int:
        """Return the row at whose end a comment about `row` stands."""
        return self._ends.get(row, row)

    def statement_rows(self, row: int) -> tuple[int, int]:
        """Return the first and last row of the statement, or block header, that `row` is in."""
        return self._statements.get(row, (row, row))

    def _read(self, text: str) -> None:
        strings = 0  # f-strings around this token
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
