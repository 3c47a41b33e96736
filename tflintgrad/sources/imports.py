"""Which files of a project a file imports, read off its bytes without parsing it.

Words in strings and comments may look like imports. That costs a file too many, never one too few:
what is found here says which files an analysis may read, not which it does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from tflintgrad.sources.asking import Use, asking, mentioning, top_pieces, uses_in, words
from tflintgrad.sources.notebooks import is_notebook
from tflintgrad.sources.prefilter import (
    GAP,
    asks,
    asks_tape_it_is_given,
    is_odd,
    names_library,
    names_tape,
)
from tflintgrad.sources.projects import ModuleFile, Projects, is_foreign
from tflintgrad.sources.stripping import without_strings

_REST = rb"(?:\((?:[^)#]|#[^\n]*)*\)|(?:[^\n#;\\]|\\\r?\n)*)"
_IMPORT = re.compile(
    rb"(?:^|[;:])" + GAP + rb"*(?:"
    rb"from(?=[ \t\f\\.])" + GAP + rb"*(?P<module>[\w. \t\f\x80-\xff]*?)" + GAP + rb"*"
    rb"\bimport\b(?P<names>" + GAP + rb"*" + _REST + rb")"
    rb"|import(?P<modules>" + GAP + _REST + rb"))",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"#[^\n]*")
_PUNCTUATION = bytes.maketrans(b"()\\", b"   ")


@dataclass(frozen=True, slots=True)
class Import:
    """`from {dots}{module} import {names}`; without names, `import {module}`."""

    level: int
    module: str
    names: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    """What they, or the module, are called here."""


def imports_in(data: bytes) -> Iterator[Import]:
    for found in _IMPORT.finditer(data):
        if found["modules"] is not None:
            for name, bound in _listed(found["modules"]):
                yield Import(0, name, bound=(bound,))
            continue
        named = list(_listed(found["names"]))
        if not named:
            continue
        module = b"".join(found["module"].split())
        path = module.lstrip(b".")
        yield Import(
            len(module) - len(path),
            path.decode("utf-8", "replace"),
            tuple(name for name, _ in named),
            tuple(bound for _, bound in named),
        )


def _listed(text: bytes) -> Iterator[tuple[str, str]]:
    """What is imported, and what it is called then."""
    for part in _COMMENT.sub(b"", text).translate(_PUNCTUATION).split(b","):
        words = part.decode("utf-8", "replace").split()
        if words:
            yield words[0], words[2] if words[1:2] == ["as"] and len(words) > 2 else words[0]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file's bytes say about it, wherever it lies."""

    imports: tuple[Import, ...]
    """Those that can mean something of the project."""
    library: bool
    asks: bool
    helps: bool


def facts_in(data: bytes, *, notebook: bool) -> Facts:
    statements = [item for item in imports_in(data) if item.level or not is_foreign(item.module)]
    library = names_library(data)
    return Facts(
        tuple(dict.fromkeys(statements)),
        library,
        _asks(data, library, notebook),
        asks_tape_it_is_given(data),
    )


def _asks(data: bytes, library: bool, notebook: bool) -> bool:
    if not (asks(data) or (library and is_odd(data))):
        return False
    # What stands in cells need not be Python; and a broken file about tapes is worth a word.
    if notebook or names_tape(data):
        return True
    code = without_strings(data)  # only for those files that look like it
    return asks(code) or (library and is_odd(code))


@dataclass(frozen=True, slots=True)
class Outline:
    """What a file's bytes say about it, in the place where it lies."""

    imports: tuple[str, ...] = ()
    """The files of the project it imports."""
    library: bool = False
    """It names TensorFlow or Keras itself."""
    asks: bool = False
    """It may ask for a gradient, or have Keras ask, or misuse a variable."""
    helps: bool = False
    """It may ask if it is given a tape."""
    stars: tuple[str, ...] = ()
    """The files of which it imports everything."""
    modules: tuple[tuple[str, str], ...] = ()
    """What it calls the modules that it imports, and their files."""


_NOTHING = Outline()


@cache
def _alone(library: bool, asks: bool, helps: bool) -> Outline:
    """That of a file that imports nothing of its project, as most do."""
    return Outline((), library, asks, helps)


_NO_NAMES: frozenset[str] = frozenset()


class KnownFacts(Protocol):
    """Facts from an earlier look at the same bytes."""

    def facts(self, path: str) -> Facts | None: ...

    def note_facts(self, path: str, facts: Facts) -> None: ...


class Outlines:
    """The outlines of a project's files, made when they are asked for."""

    def __init__(
        self,
        projects: Projects,
        read: Callable[[str], bytes | None],
        known: KnownFacts | None = None,
        *,
        prefilter: bool = True,
    ) -> None:
        """`read` gives the bytes of a file, with every letter of ASCII as itself."""
        self.projects = projects
        self._read = read
        self._known = known
        self._prefilter = prefilter
        self._outlines: dict[str, Outline] = {}
        self._knows: dict[str, bool] = {}
        self._names_handing_on: dict[str, frozenset[str]] = {}
        self._words: dict[str, frozenset[str]] = {}

    def of(self, path: str) -> Outline:
        found = self._outlines.get(path)
        if found is None:
            facts = self._known.facts(path) if self._known is not None else None
            data = self._read(path) if facts is None else None
            if data is not None:
                facts = self._facts(path, data)
            found = _NOTHING if facts is None else self._outline(path, facts)
            self._keep(path, found)
        return found

    def note(self, path: str, data: bytes) -> None:
        """Spare a second reading of a file whose bytes are at hand."""
        if path not in self._outlines:
            self._keep(path, self._outline(path, self._facts(path, data)))

    def _facts(self, path: str, data: bytes) -> Facts:
        facts = facts_in(data, notebook=is_notebook(path))
        if self._known is not None:
            self._known.note_facts(path, facts)
        return facts

    def _keep(self, path: str, outline: Outline) -> None:
        self._outlines[path] = outline

    def closure(self, path: str) -> Iterator[str]:
        """The file and everything of the project it can get to by imports, nearest first."""
        seen = {path}
        pending = [path]
        for item in pending:
            yield item
            for imported in self.of(item).imports:
                if imported not in seen:
                    seen.add(imported)
                    pending.append(imported)

    def last_users(self, programs: Sequence[str]) -> dict[str, int]:
        """For every file that some programs can get to, which of them is the last that can."""
        last: dict[str, int] = {}
        for number in range(len(programs) - 1, -1, -1):
            pending = [programs[number]]
            while pending:
                item = pending.pop()
                if item not in last:  # otherwise all that it imports is there, too
                    last[item] = number
                    pending += self.of(item).imports
        return last

    def importing(self, files: Iterable[str], among: Iterable[str]) -> set[str]:
        """Those `among` some files that can get to one of `files` by imports, and these."""
        if not self._prefilter:
            return {*files, *among}
        users: dict[str, list[str]] = {}
        for path in among:
            for imported in self.of(path).imports:
                users.setdefault(imported, []).append(path)
        found = set(files)
        pending = list(found)
        while pending:
            for user in users.get(pending.pop(), ()):
                if user not in found:
                    found.add(user)
                    pending.append(user)
        return found

    def matters(self, path: str) -> bool:
        """Can this file, run as a program, ask a question that has a finding for an answer?

        It asks itself, or uses something of its project that asks when it is called.
        """
        if not self._prefilter:
            return True
        if not self.knows_library(path):
            return False
        return self.of(path).asks or self._uses_asking(path)

    def knows_library(self, path: str) -> bool:
        """Does a module, or something it imports, use TensorFlow or Keras?"""
        known = self._knows.get(path)
        if known is None:
            known = self._knows[path] = any(self.of(item).library for item in self.closure(path))
        return known

    def _uses_asking(self, path: str) -> bool:
        """Does it mention something that asks, or that in turn mentions something that asks?"""
        self.handing_on(path)
        near = set(self.of(path).imports)
        names = self._names_handing_on
        possible = [names[item] for item in near if names[item]] + [self._through(near)]
        return any(possible) and not all(map(self._words_of(path).isdisjoint, possible))

    def given(self, path: str) -> frozenset[str]:
        """The names a file can import from its project that ask when they are called."""
        self.handing_on(path)
        near = set(self.of(path).imports)
        return self._through(near).union(*(self._names_handing_on[item] for item in near))

    def _through(self, near: set[str]) -> frozenset[str]:
        """`helpers.losses.train()`: names of modules that were imported by a module at hand."""
        names = self._names_handing_on
        return frozenset(
            bound
            for item in near
            for bound, module in self.of(item).modules
            if module not in near and names[module]
        )

    def hands_on(self, path: str, name: str) -> bool:
        """May this name of a module, or something in a module that it names, ask when called?"""
        return name in self.handing_on(path) or name in self._through({path})

    def handing_on(self, path: str) -> frozenset[str]:
        """The names of a module that may ask for a gradient when they are called."""
        if path not in self._names_handing_on:
            self._settle(path)
        return self._names_handing_on[path]

    def _settle(self, path: str) -> None:
        """Find those names for a file and all that it can get to: whoever uses one has one."""
        names = self._names_handing_on
        new = [item for item in self.closure(path) if item not in names]
        users: dict[str, list[str]] = {}
        pieces: dict[str, list[Use]] = {}
        for item in new:
            helps = self.of(item).asks or self.of(item).helps
            own = asking(top_pieces(self._code(item))) if helps else _NO_NAMES
            names[item] = own or _NO_NAMES  # an empty set is not small, and most are empty
            for imported in self.of(item).imports:
                users.setdefault(imported, []).append(item)
        pending = [(item, names[item]) for item in users if names[item]]
        while pending:
            item, given = pending.pop()
            for user in users.get(item, ()):
                found = self._handed_on(item, given, user) - names[user]
                if found:
                    if user not in pieces:
                        pieces[user] = uses_in(top_pieces(self._code(user)))
                    found = mentioning(pieces[user], names[user] | found) - names[user]
                    names[user] |= found
                    pending.append((user, found))

    def _handed_on(self, item: str, given: frozenset[str], user: str) -> frozenset[str]:
        """What a file hands on of the names that another one gives it."""
        starred = item in self.of(user).stars
        return given if starred else given & self._words_of(user)

    def _words_of(self, path: str) -> frozenset[str]:
        found = self._words.get(path)
        if found is None:
            found = self._words[path] = words(self._code(path))
        return found

    def _code(self, path: str) -> bytes:
        """What a file says, without strings and comments."""
        data = self._read(path) or b""
        return data if is_notebook(path) else without_strings(data)

    def _outline(self, path: str, facts: Facts) -> Outline:
        found: dict[str, None] = {}
        stars: dict[str, None] = {}
        modules: dict[tuple[str, str], None] = {}
        statements = facts.imports if os.path.isabs(path) else ()  # else it is no file
        for statement in statements:
            for module, bound in self._modules(path, statement):
                if module.path is not None and module.path != path:
                    found[module.path] = None
                    if bound == "*":
                        stars[module.path] = None
                    elif bound:
                        modules[bound, module.path] = None
        if not found:
            return _alone(facts.library, facts.asks, facts.helps)
        return Outline(
            tuple(found), facts.library, facts.asks, facts.helps, tuple(stars), tuple(modules)
        )

    def _modules(self, path: str, statement: Import) -> Iterator[tuple[ModuleFile, str]]:
        """The modules that a statement imports, and what each is called then, if anything."""
        resolve = self.projects.resolve
        if statement.names:
            module = resolve(path, statement.module, statement.level)
            if module is None:
                return
            yield module, "*" if "*" in statement.names else ""
            for name, bound in zip(statement.names, statement.bound, strict=True):
                inner = self.projects.submodule(module, name)
                if inner is not None:
                    yield inner, bound
            return
        parts = statement.module.split(".")
        for count in range(1, len(parts) + 1):
            module = resolve(path, ".".join(parts[:count]))
            if module is None:
                return
            yield (
                module,
                parts[count - 1]
                if statement.bound == (statement.module,)
                else (statement.bound[0] if count == len(parts) else ""),
            )
