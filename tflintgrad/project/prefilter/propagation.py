"""Which names of a project's modules may ask for a gradient when they are called.

A module has such names if its own code asks, or if it takes such a name from another one. A name is
taken from a module by an import that lists it, or after a dot; or by a star, and then it may be any
word of the program. Nothing is parsed (`asking.py`): names that look alike make one too many.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterator
from typing import NamedTuple, Protocol

from tflintgrad.project.import_scanner import imports_in
from tflintgrad.project.module_resolver import is_third_party
from tflintgrad.project.prefilter.byte_search import LETTERS
from tflintgrad.project.prefilter.code_chunks import NAME, all_definitions, decoded, in_rows, words
from tflintgrad.project.prefilter.keras_subclasses import called_by_keras, heirs, listed_or_base
from tflintgrad.project.prefilter.name_dependencies import Use, mentioning
from tflintgrad.project.prefilter.query_functions import asking, trains, uses_at_top, uses_in

_NO_NAMES: frozenset[str] = frozenset()
_NO_MODULES: frozenset[tuple[str, str]] = frozenset()
_DOTTED = {letter: " " for letter in range(128) if letter not in LETTERS + b"."}
_BOUND_AGAIN = re.compile(rb"\n[ \t\f]*(" + NAME + rb")[ \t\f]*(?:=(?!=)|,|:)")


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


class Kind(NamedTuple):
    """Names of which kind are handed on. All of this is asked about code without strings."""

    own: Callable[[bytes], frozenset[str]]
    """Those that a module has by what is written in it."""
    uses: Callable[[bytes], list[Use]]
    """What its names are made of: with one of that kind in it, a name is of that kind, too."""
    taken: Callable[[bytes], set[str]]
    """The names that it can have from modules of its project."""


class ExportPropagation:
    def __init__(
        self,
        of: Callable[[str], Linked],
        closure: Callable[[str, Container[str]], Iterator[str]],
        code: Callable[[str], bytes],
        kind: Kind,
    ) -> None:
        """`code` gives that of a file, without strings and comments."""
        self._of = of
        self._closure = closure
        self._code = code
        self._kind = kind
        self._names: dict[str, frozenset[str]] = {}
        self._members: dict[str, frozenset[str]] = {}
        self._taken: dict[str, frozenset[str]] = {}
        #: The modules that a file imports, by which one can ask, and what it calls them.
        self._handed_on: dict[str, set[tuple[str, str]]] = {}

    def is_used_by(self, path: str) -> bool:
        """Does a file take something that asks, or that in turn uses something that asks?"""
        self.of(path)
        return any(self._taken_from(item, path) for item in self._at_hand(path))

    def given_to(self, path: str) -> frozenset[str]:
        """The names of its project by which a file may ask: functions, classes and methods."""
        self.of(path)
        found: set[str] = set()
        seen = {path}
        pending = [path]
        while pending:
            user = pending.pop()
            for item in self._at_hand(user):
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
        new = list(self._closure(path, self._names))  # what is known is known with all it uses
        users: dict[str, list[str]] = {}
        for item in new:
            helps = self._of(item).asks or self._of(item).helps
            own = self._kind.own(self._code(item)) if helps else _NO_NAMES
            self._names[item] = own or _NO_NAMES  # an empty set is not small, and most are empty
            for imported in self._of(item).imports:
                users.setdefault(imported, []).append(item)
        pieces: dict[str, list[Use]] = {}
        further = users
        while further:
            self._settle_names(users, pieces)
            self._settle_modules(users)
            further = self._further_users(new, users)
            for item, found in further.items():
                users.setdefault(item, []).extend(found)

    def _settle_names(self, users: dict[str, list[str]], pieces: dict[str, list[Use]]) -> None:
        names = self._names
        pending = [(item, names[item]) for item in users if names[item]]
        while pending:
            item, given = pending.pop()
            for user in users.get(item, ()):
                found = self._taken_of(given, item, user) - names[user]
                if found:
                    if user not in pieces:
                        pieces[user] = self._kind.uses(self._code(user))
                    found = mentioning(pieces[user], names[user] | found) - names[user]
                    names[user] |= found
                    pending.append((user, found))

    def _further_users(self, new: list[str], users: dict[str, list[str]]) -> dict[str, list[str]]:
        """Files that have a module of another one, and are not known to use it."""
        found: dict[str, list[str]] = {}
        for user in new:
            for item in self._at_hand(user)[len(self._of(user).imports) :]:
                if user not in users.get(item, ()):
                    found.setdefault(item, []).append(user)
        return found

    def _taken_from(self, item: str, user: str) -> frozenset[str]:
        names = self.of(item)
        if names and item in self._of(user).stars:
            return names & words(self._code(user))
        return names and names & self._taken_by(user)

    def _taken_of(self, names: frozenset[str], item: str, user: str) -> frozenset[str]:
        """What a file has of the names of another one, and may hand on."""
        return names if item in self._of(user).stars else names & self._taken_by(user)

    def _at_hand(self, path: str) -> list[str]:
        """The modules whose members a file can name: those it imports, and those that these hand
        on, as in `helpers.losses.train()`."""
        found = list(self._of(path).imports)
        seen = {path, *found}
        for item in found:
            for name, module in self._handed_on.get(item, ()):
                if module not in seen and self._has(path, name):
                    seen.add(module)
                    found.append(module)
        return found

    def _has(self, path: str, name: str) -> bool:
        """Whether a file can mean by a name what other modules call so."""
        return name in self._taken_by(path) or (
            bool(self._of(path).stars) and name in words(self._code(path))
        )

    def _settle_modules(self, users: dict[str, list[str]]) -> None:
        """Find the modules that modules hand on, by names of which some ask in the end."""
        pending = [item for item in users if self._names[item] or self._handed_on.get(item)]
        while pending:
            item = pending.pop()
            handed = self._handed_on.get(item, _NO_MODULES)
            for user in users.get(item, ()):
                outline = self._of(user)
                known = self._handed_on.setdefault(user, set())
                found = {(name, module) for name, module in outline.modules if module == item}
                if handed:
                    every = item in outline.stars
                    taken = self._taken_by(user)
                    found.update(pair for pair in handed if every or pair[0] in taken)
                if not found <= known:
                    known |= found
                    pending.append(user)

    def _taken_by(self, path: str) -> frozenset[str]:
        found = self._taken.get(path)
        if found is None:
            found = frozenset(map(sys.intern, self._kind.taken(self._code(path))))
            self._taken[path] = found
        return found

    def _members_of(self, path: str) -> frozenset[str]:
        """The functions, classes and methods in a module that ask, however deep."""
        found = self._members.get(path)
        if found is None:
            pieces = all_definitions(self._code(path))
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
        if not statement.level and is_third_party(statement.module):
            libraries |= bound
        else:
            ours |= bound
            found.update(statement.names)
    libraries -= ours.union(map(decoded, _BOUND_AGAIN.findall(in_rows(code))))
    for chain in set(code.decode("ascii").translate(_DOTTED).split()):
        if "." in chain:
            first, *members = chain.split(".")
            if first not in libraries:
                found.update(members)
            if not members[-1] and first and not first.isdigit():  # the name comes in the next row
                return words(code)
    return found


#: What asks when it is called.
ASKING = Kind(asking, uses_at_top, taken)
#: What Keras asks about by itself, and what inherits from that.
TRAINED = Kind(called_by_keras, heirs, listed_or_base)
