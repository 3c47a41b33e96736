"""Propagation of query functions and Keras classes over the imports of a project.

A module exports a query function if its own code issues a query, or if it uses such a name of
another module. It can use a name that it imports, or that it writes after a dot; with a star
import, any identifier in its code. The code is not parsed: names that are spelled alike count as
the same, which can add a name, but never miss one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterator
from typing import Any, NamedTuple, Protocol

from tflintgrad.project.import_scanner import imports_in
from tflintgrad.project.module_resolver import is_third_party
from tflintgrad.project.prefilter.byte_search import LETTERS
from tflintgrad.project.prefilter.code_chunks import (
    NAME,
    all_definitions,
    decoded,
    identifiers,
    newline_prefixed,
)
from tflintgrad.project.prefilter.keras_subclasses import (
    imported_or_base_names,
    inheritance_uses,
    keras_classes,
)
from tflintgrad.project.prefilter.name_dependencies import NameUses, transitive_users
from tflintgrad.project.prefilter.query_functions import (
    chunk_uses,
    is_query_function,
    module_uses,
    query_functions,
)

_NO_NAMES: frozenset[str] = frozenset()
_NO_MODULES: frozenset[tuple[str, str]] = frozenset()
_DOTTED = {letter: " " for letter in range(128) if letter not in LETTERS + b"."}
_BOUND_AGAIN = re.compile(rb"\n[ \t\f]*(" + NAME + rb")[ \t\f]*(?:=(?!=)|,|:)")


class Summary(Protocol):
    """The part of a file summary that the propagation needs; see `import_graph.FileSummary`."""

    @property
    def imports(self) -> tuple[str, ...]:
        """Return the files of the project that it imports."""
        ...

    @property
    def may_query(self) -> bool:
        """True if it may issue a query."""
        ...

    @property
    def queries_given_tape(self) -> bool:
        """True if it may query a tape that another file creates."""
        ...

    @property
    def stars(self) -> tuple[str, ...]:
        """Return the files that it star-imports."""
        ...

    @property
    def modules(self) -> tuple[tuple[str, str], ...]:
        """Return the modules that it imports, as pairs of name and file."""
        ...


class NameProperty(NamedTuple):
    """A property of names that imports propagate; its functions read code without strings."""

    seeds: Callable[[bytes], frozenset[str]]
    """The names of a module that have the property by the module's own code."""
    uses: Callable[[bytes], list[NameUses]]
    """The names that each name depends on: if one of them has the property, it has it as well."""
    imports: Callable[[bytes], set[str]]
    """The names that a module can use from other modules of its project."""


class Exports(NamedTuple):
    """The names of a file that have a property, by the file and everything that it imports."""

    names: frozenset[str]
    """The names of the file that have the property."""
    modules: frozenset[tuple[str, str]] = _NO_MODULES
    """The imported modules with such names that the file re-exports, by their names there."""
    members: frozenset[str] | None = None
    """Its functions, classes and methods with a query; None if no file asked for them."""
    visible: frozenset[str] | None = None
    """The names with the property that it can use; None if no file asked for them."""


class ExportPropagation:
    """The names of each module that have a property, with those from its imports."""

    def __init__(
        self,
        summary: Callable[[str], Summary],
        closure: Callable[[str, Container[str]], Iterator[str]],
        code: Callable[[str], bytes],
        name_property: NameProperty,
        known: Callable[[str], Exports | None],
    ) -> None:
        """Create a propagation; `code` returns a file's code without strings and comments.

        `known` returns what an earlier run computed for a file, if that still holds.
        """
        self._summary = summary
        self._closure = closure
        self._code = code
        self._property = name_property
        self._known = known
        self._names: dict[str, frozenset[str]] = {}
        self._members: dict[str, frozenset[str]] = {}
        self._visible: dict[str, frozenset[str]] = {}
        self._imported: dict[str, frozenset[str]] = {}
        #: The imported modules with such names that a file re-exports, by their names there.
        self._reexported: dict[str, set[tuple[str, str]]] = {}

    def is_used_by(self, path: str) -> bool:
        """True if a file imports, directly or through re-exports, a name with the property."""
        self.exports(path)
        return any(self._used_from(item, path) for item in self._accessible(path))

    def visible_in(self, path: str) -> frozenset[str]:
        """Return the names with the property that a file can use from its project.

        They include the methods of the modules that it imports.
        """
        self.exports(path)
        if path not in self._visible:
            self._visible[path] = self._find_visible(path)
        return self._visible[path]

    def _find_visible(self, path: str) -> frozenset[str]:
        found: set[str] = set()
        seen = {path}
        pending = [path]
        while pending:
            user = pending.pop()
            for item in self._accessible(user):
                names = self._used_from(item, user)
                if names and user == path:
                    found |= names
                if names and item not in seen:
                    seen.add(item)
                    pending.append(item)
                    found |= self._members_of(item)
        return frozenset(found)

    def exports(self, path: str) -> frozenset[str]:
        """Return the names of a module that have the property."""
        if not self._is_solved(path):
            self._solve(path)
        return self._names[path]

    def given_on(self, path: str) -> tuple[set[str], set[str]] | None:
        """Return the names of a file that matter to its importers, and modules that do.

        None if it has neither.
        """
        names = self.exports(path)
        modules = self._reexported.get(path, _NO_MODULES)
        if not names and not modules:
            return None
        given = {*names, *(f".{name} {module}" for name, module in modules)}
        behind = {module for _, module in modules}
        if names:
            given.update(f"{name}()" for name in self._members_of(path))
            behind.update(item for item in self._accessible(path) if self._used_from(item, path))
        return given, behind

    def solved(self) -> Iterator[tuple[str, Exports]]:
        """Yield everything that is known, for later runs."""
        for path, names in self._names.items():
            modules = frozenset(self._reexported.get(path, _NO_MODULES))
            yield (
                path,
                Exports(names, modules, self._members.get(path), self._visible.get(path)),
            )

    def _is_solved(self, path: str) -> bool:
        """True if everything about a file is computed, in this run or in an earlier one."""
        if path in self._names:
            return True
        known = self._known(path)
        if known is None:
            return False
        self._names[path] = known.names
        if known.modules:
            self._reexported[path] = set(known.modules)
        if known.members is not None:
            self._members[path] = known.members
        if known.visible is not None:
            self._visible[path] = known.visible
        return True

    def _solve(self, path: str) -> None:
        """Compute the exports of a file and of all files that it imports, as a fixpoint."""
        new = list(self._closure(path, _Solved(self._is_solved)))
        users: dict[str, list[str]] = {}
        for item in new:
            summary = self._summary(item)
            is_relevant = summary.may_query or summary.queries_given_tape
            seeds = self._property.seeds(self._code(item)) if is_relevant else _NO_NAMES
            self._names[item] = seeds or _NO_NAMES  # most are empty; sharing one saves memory
            for imported in summary.imports:
                users.setdefault(imported, []).append(item)
        uses: dict[str, list[NameUses]] = {}
        further = users
        while further:
            self._solve_names(users, uses)
            self._solve_modules(users)
            further = self._further_users(new, users)
            for item, found in further.items():
                users.setdefault(item, []).extend(found)

    def _solve_names(self, users: dict[str, list[str]], uses: dict[str, list[NameUses]]) -> None:
        """Propagate names from each file to its users, until nothing changes."""
        names = self._names
        # `exports`: a module that another one re-exports may be known from an earlier run.
        pending = [(item, names[item]) for item in users if self.exports(item)]
        while pending:
            item, new = pending.pop()
            for user in users.get(item, ()):
                found = self._importable_from(new, item, user) - names[user]
                if found:
                    if user not in uses:
                        uses[user] = self._property.uses(self._code(user))
                    found = transitive_users(uses[user], names[user] | found) - names[user]
                    names[user] |= found
                    pending.append((user, found))

    def _further_users(self, new: list[str], users: dict[str, list[str]]) -> dict[str, list[str]]:
        """Return the files that can access a module through another one, by that module."""
        found: dict[str, list[str]] = {}
        for user in new:
            for item in self._accessible(user)[len(self._summary(user).imports) :]:
                if user not in users.get(item, ()):
                    found.setdefault(item, []).append(user)
        return found

    def _used_from(self, item: str, user: str) -> frozenset[str]:
        """Return the exports of a file that another file uses."""
        names = self.exports(item)
        if names and item in self._summary(user).stars:
            return names & identifiers(self._code(user))
        return names and names & self._imports_of(user)

    def _importable_from(self, names: frozenset[str], item: str, user: str) -> frozenset[str]:
        """Return the names of a file that another file imports, and may re-export."""
        return names if item in self._summary(user).stars else names & self._imports_of(user)

    def _accessible(self, path: str) -> list[str]:
        """Return the modules whose members a file can access.

        They are its imports, and the modules that these re-export, as in `helpers.losses.train()`.
        """
        found = list(self._summary(path).imports)
        seen = {path, *found}
        for item in found:
            for name, module in self._reexported.get(item, ()):
                if module not in seen and self._can_name(path, name):
                    seen.add(module)
                    found.append(module)
        return found

    def _can_name(self, path: str, name: str) -> bool:
        """True if a file can use a name of another module."""
        return name in self._imports_of(path) or (
            bool(self._summary(path).stars) and name in identifiers(self._code(path))
        )

    def _solve_modules(self, users: dict[str, list[str]]) -> None:
        """Propagate re-exported modules from each file to its users, until nothing changes."""
        pending = [item for item in users if self.exports(item) or self._reexported.get(item)]
        while pending:
            item = pending.pop()
            reexported = self._reexported.get(item, _NO_MODULES)
            for user in users.get(item, ()):
                summary = self._summary(user)
                known = self._reexported.setdefault(user, set())
                found = {(name, module) for name, module in summary.modules if module == item}
                if reexported:
                    every = item in summary.stars
                    imports = self._imports_of(user)
                    found.update(pair for pair in reexported if every or pair[0] in imports)
                if not found <= known:
                    known |= found
                    pending.append(user)

    def _imports_of(self, path: str) -> frozenset[str]:
        found = self._imported.get(path)
        if found is None:
            found = frozenset(map(sys.intern, self._property.imports(self._code(path))))
            self._imported[path] = found
        return found

    def _members_of(self, path: str) -> frozenset[str]:
        """Return the functions, classes and methods of a module, at any depth, with a query."""
        found = self._members.get(path)
        if found is None:
            chunks = all_definitions(self._code(path))
            names = self.exports(path).union(
                name for name, text in chunks if is_query_function(text)
            )
            found = transitive_users(chunk_uses(chunks), names)
            # Python calls special methods through their class, whose name is among these.
            found = frozenset(name for name in found if not name.startswith("__"))
            self._members[path] = found
        return found


class _Solved(Container[str]):
    """The files for which a predicate is true."""

    def __init__(self, predicate: Callable[[Any], bool]) -> None:
        self._predicate = predicate

    def __contains__(self, path: object) -> bool:
        return self._predicate(path)


def imported_names(code: bytes) -> set[str]:
    """Return the names that code can use from modules of its project.

    They are listed in an import, or are attributes of anything but a library.
    """
    if b"etattr" in code or not code.isascii():
        return identifiers(code)
    found: set[str] = set()
    own: set[str] = set()
    libraries: set[str] = set()
    for statement in imports_in(code):
        bound = {name.partition(".")[0] for name in statement.bound}
        if not statement.level and is_third_party(statement.module):
            libraries |= bound
        else:
            own |= bound
            found.update(statement.names)
    libraries -= own.union(map(decoded, _BOUND_AGAIN.findall(newline_prefixed(code))))
    for chain in set(code.decode("ascii").translate(_DOTTED).split()):
        if "." in chain:
            first, *members = chain.split(".")
            if first not in libraries:
                found.update(members)
            if not members[-1] and first and not first.isdigit():  # the name is on the next row
                return identifiers(code)
    return found


#: Names that may issue a query when called.
QUERY_FUNCTIONS = NameProperty(query_functions, module_uses, imported_names)
#: Classes that Keras trains, and their subclasses.
KERAS_CLASSES = NameProperty(keras_classes, inheritance_uses, imported_or_base_names)
