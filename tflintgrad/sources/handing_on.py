"""Which names of a project's modules may ask for a gradient when they are called.

A module has such names if its own code asks, or if it takes such a name from another one. A name is
taken from a module by an import that lists it, or after a dot; or by a star, and then it may be any
word of the program. Nothing is parsed (`asking.py`): names that look alike make one too many.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterator
from typing import Protocol

from tflintgrad.sources.asking import asking, mentioning, trains, uses_in
from tflintgrad.sources.import_statements import imports_in
from tflintgrad.sources.keeping import Use
from tflintgrad.sources.pieces import NAME, all_pieces, decoded, top_pieces, words
from tflintgrad.sources.projects import is_foreign
from tflintgrad.sources.wording import LETTERS

_NO_NAMES: frozenset[str] = frozenset()
_DOTTED = {letter: " " for letter in range(128) if letter not in LETTERS + b"."}
_BOUND_AGAIN = re.compile(rb"^[ \t\f]*(" + NAME + rb")[ \t\f]*(?:=(?!=)|,|:)", re.MULTILINE)


class Linked(Protocol):
    """What has to be known about a file."""

    @property
    def imports(self) -> tuple[str, ...]: ...
    @property
    def asks(self) -> bool: ...
    @property
    def helps(self) -> bool: ...
    @property
    def stars(self) -> tuple[str, ...]: ...
    @property
    def modules(self) -> tuple[tuple[str, str], ...]: ...


class HandingOn:
    def __init__(
        self,
        of: Callable[[str], Linked],
        closure: Callable[[str, Container[str]], Iterator[str]],
        code: Callable[[str], bytes],
    ) -> None:
        """`code` gives that of a file, without strings and comments."""
        self._of = of
        self._closure = closure
        self._code = code
        self._names: dict[str, frozenset[str]] = {}
        self._members: dict[str, frozenset[str]] = {}
        self._taken: dict[str, frozenset[str]] = {}

    def is_used_by(self, path: str) -> bool:
        """Does a file take something that asks, or that in turn uses something that asks?"""
        return any(self._taken_from(item, path) for item in self._of(path).imports) or bool(
            self._through(path)
        )

    def given_to(self, path: str) -> frozenset[str]:
        """The names of its project by which a file may ask: functions, classes and methods."""
        found = set(self._through(path))
        seen = {path}
        pending = [path]
        while pending:
            user = pending.pop()
            for item in self._of(user).imports:
                names = self._taken_from(item, user)
                if names and user == path:
                    found |= names
                if names and item not in seen:
                    seen.add(item)
                    pending.append(item)
                    found |= self._members_of(item)
        return frozenset(found)

    def of(self, path: str) -> frozenset[str]:
        """The names of a module that may ask for a gradient when they are called."""
        if path not in self._names:
            self._settle(path)
        return self._names[path]

    def _settle(self, path: str) -> None:
        """Find those names for a file and all that it can get to: whoever uses one has one."""
        names = self._names
        new = list(self._closure(path, names))  # what is known is known with all it uses
        users: dict[str, list[str]] = {}
        pieces: dict[str, list[Use]] = {}
        for item in new:
            helps = self._of(item).asks or self._of(item).helps
            own = asking(top_pieces(self._code(item))) if helps else _NO_NAMES
            names[item] = own or _NO_NAMES  # an empty set is not small, and most are empty
            for imported in self._of(item).imports:
                users.setdefault(imported, []).append(item)
        pending = [(item, names[item]) for item in users if names[item]]
        while pending:
            item, given = pending.pop()
            for user in users.get(item, ()):
                found = self._taken_of(given, item, user) - names[user]
                if found:
                    if user not in pieces:
                        pieces[user] = uses_in(top_pieces(self._code(user)))
                    found = mentioning(pieces[user], names[user] | found) - names[user]
                    names[user] |= found
                    pending.append((user, found))

    def _taken_from(self, item: str, user: str) -> frozenset[str]:
        names = self.of(item)
        if names and item in self._of(user).stars:
            return names & words(self._code(user))
        return names and names & self._taken_by(user)

    def _taken_of(self, names: frozenset[str], item: str, user: str) -> frozenset[str]:
        """What a file has of the names of another one, and may hand on."""
        return names if item in self._of(user).stars else names & self._taken_by(user)

    def _through(self, path: str) -> frozenset[str]:
        """`helpers.losses.train()`: names of modules that were imported by a module at hand."""
        near = set(self._of(path).imports)
        possible = frozenset(
            bound
            for item in near
            for bound, module in self._of(item).modules
            if module not in near and self.of(module)
        )
        return possible and possible & self._taken_by(path)

    def _taken_by(self, path: str) -> frozenset[str]:
        found = self._taken.get(path)
        if found is None:
            found = frozenset(map(sys.intern, taken(self._code(path))))
            self._taken[path] = found
        return found

    def _members_of(self, path: str) -> frozenset[str]:
        """The functions, classes and methods in a module that ask, however deep."""
        found = self._members.get(path)
        if found is None:
            pieces = all_pieces(self._code(path))
            names = self.of(path).union(name for name, text in pieces if trains(text))
            found = mentioning(uses_in(pieces), names)
            # A class has a name of its own for what Python calls by itself.
            found = frozenset(name for name in found if not name.startswith("__"))
            self._members[path] = found
        return found


def taken(code: bytes) -> set[str]:
    """The names that code can have from modules of its project: listed by an import, or members of
    something that is no library."""
    if b"etattr" in code or not code.isascii():
        return words(code)
    found: set[str] = set()
    ours: set[str] = set()
    libraries: set[str] = set()
    for statement in imports_in(code):
        bound = {name.partition(".")[0] for name in statement.bound}
        if not statement.level and is_foreign(statement.module):
            libraries |= bound
        else:
            ours |= bound
            found.update(statement.names)
    libraries -= ours.union(map(decoded, _BOUND_AGAIN.findall(code)))
    for chain in set(code.decode("ascii").translate(_DOTTED).split()):
        if "." in chain:
            first, *members = chain.split(".")
            if first not in libraries:
                found.update(members)
            if not members[-1] and first and not first.isdigit():  # the name comes in the next row
                return words(code)
    return found
