"""The outline of a module: the text of each top-level statement, and of each definition's head.

A program that imports a module uses few of its definitions. Two versions of a module are the same
for a program if what it used has the same text, wherever that stands in the file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable

from tflintgrad.source.file_stamp import digest_of_strings

_WORD = re.compile(r"\w+")


class Statement:
    """The rows of a top-level statement; `name` of a definition, else empty."""

    __slots__ = ("_digests", "head", "is_plain_function", "name", "rows")

    def __init__(self, node: ast.stmt) -> None:
        first, last = node.lineno, node.end_lineno or node.lineno
        self.name = ""
        self.is_plain_function = False
        self.head: list[range] = []
        self._digests: dict[bool, str] = {}
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.name = node.name
            first = min([first, *(item.lineno for item in node.decorator_list)])
            bodies = node.body if isinstance(node, ast.ClassDef) else [node]
            self.head = _without_bodies(range(first, last + 1), bodies)
            self.is_plain_function = bodies == [node] and not node.decorator_list
        self.rows = range(first, last + 1)

    def digest(self, lines: list[str], *, is_used: bool) -> str:
        """Return the digest of its text; of a definition that is not used, of its head."""
        found = self._digests.get(is_used)
        if found is None:
            found = self._digests[is_used] = digest_of_strings(self.text(lines, is_used=is_used))
        return found

    def text(self, lines: list[str], *, is_used: bool = True) -> list[str]:
        """Return the lines of the statement, or of its head."""
        parts = [self.rows] if is_used or not self.name else self.head
        return [line for rows in parts for line in lines[rows.start - 1 : rows.stop - 1]]


def _without_bodies(rows: range, nodes: Iterable[ast.stmt]) -> list[range]:
    """Return the rows without those of the bodies of functions."""
    found: list[range] = []
    start = rows.start
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first, last = node.body[0].lineno, node.end_lineno or node.lineno
            if first > node.lineno:  # else the body follows in the same row
                found.append(range(start, first))
                start = last + 1
    found.append(range(start, rows.stop))
    return found


class Outline:
    """The top-level statements of a module."""

    __slots__ = ("_again", "_lines", "_statements")

    def __init__(self, text: str, syntax: ast.Module) -> None:
        self._lines = text.split("\n")
        self._statements = [Statement(node) for node in syntax.body]
        self._again: set[str] | None = None

    def digest(self, used: Container[str]) -> str:
        """Return a digest of the texts that count where only some definitions are used.

        Of other definitions the heads count: code that looks for a subclass reads those. Of other
        functions without decorators nothing counts, unless the module may bind the name again.
        """
        again = self._named_again()
        parts = [
            statement.digest(self._lines, is_used=statement.name in used)
            for statement in self._statements
            if statement.name in used or statement.name in again or not statement.is_plain_function
        ]
        return digest_of_strings(parts)

    def _named_again(self) -> set[str]:
        """Return the names of several definitions, and all words of other statements."""
        if self._again is None:
            seen: set[str] = set()
            self._again = set()
            for item in self._statements:
                if item.name in seen:
                    self._again.add(item.name)
                seen.add(item.name)
                if not item.name:
                    self._again.update(_WORD.findall("\n".join(item.text(self._lines))))
        return self._again

    def unread(self, used: Container[str]) -> set[str]:
        """Return the names of the functions of which nothing counts."""
        names = {item.name for item in self._statements if item.is_plain_function}
        return {name for name in names - self._named_again() if name not in used}

    def definitions(self) -> set[str]:
        """Return the names of the functions and classes."""
        return {item.name for item in self._statements if item.name}
