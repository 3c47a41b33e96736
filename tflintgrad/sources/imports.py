"""Which files of a project a file imports, read off its bytes without parsing it.

Words in strings and comments may look like imports. That costs a file too many, never one too few:
what is found here says which files an analysis may read, not which it does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from tflintgrad.sources.asking import asking, mentioning, top_pieces, words
from tflintgrad.sources.prefilter import asks, keras_asks, names_keras, names_library
from tflintgrad.sources.projects import ModuleFile, Projects, is_foreign

_NAME = rb"[\w.\x80-\xff]"
_IMPORT = re.compile(
    rb"(?:^|[;:])[ \t]*(?:"
    rb"from[ \t]+(?P<dots>[. \t]*)(?P<module>" + _NAME + rb"*)[ \t]*\bimport\b[ \t]*"
    rb"(?P<names>\([^)]*\)|(?:[^\n#;\\]|\\\r?\n)*)"
    rb"|import[ \t]+(?P<modules>(?:[^\n#;\\]|\\\r?\n)+))",
    re.MULTILINE,
)
_WORD = re.compile(rb"(?:^|,)[ \t\r\n(\\]*(" + _NAME + rb"+|\*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Import:
    """`from {dots}{module} import {names}`; without names, `import {module}`."""

    level: int
    module: str
    names: tuple[str, ...] = ()


def imports_in(data: bytes) -> Iterator[Import]:
    for found in _IMPORT.finditer(data):
        if found["modules"] is not None:
            for word in _WORD.findall(found["modules"]):
                yield Import(0, word.decode("utf-8", "replace"))
            continue
        text = found["names"]
        names = _WORD.findall(_without_comments(text) if b"#" in text else text)
        decoded = tuple(name.decode("utf-8", "replace") for name in names)
        level = found["dots"].count(b".") + _leading_dots(found["module"])
        yield Import(level, found["module"].lstrip(b".").decode("utf-8", "replace"), decoded)


def _leading_dots(module: bytes) -> int:
    return len(module) - len(module.lstrip(b"."))


def _without_comments(text: bytes) -> bytes:
    return re.sub(rb"#[^\n]*", b"", text)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file's bytes say about it, wherever it lies."""

    imports: tuple[Import, ...]
    """Those that can mean something of the project."""
    library: bool
    keras: bool
    asks: bool
    keras_asks: bool


def facts_in(data: bytes) -> Facts:
    statements = [item for item in imports_in(data) if item.level or not is_foreign(item.module)]
    return Facts(
        tuple(dict.fromkeys(statements)),
        names_library(data),
        names_keras(data),
        asks(data),
        keras_asks(data),
    )


@dataclass(frozen=True, slots=True)
class Outline:
    """What a file's bytes say about it, in the place where it lies."""

    imports: tuple[str, ...] = ()
    """The files of the project it imports."""
    library: bool = False
    """It names TensorFlow or Keras itself."""
    keras: bool = False
    asks: bool = False
    """It may ask for a gradient."""
    keras_asks: bool = False
    """Keras may ask on its behalf."""


_NOTHING = Outline()


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
    ) -> None:
        self.projects = projects
        self._read = read
        self._known = known
        self._outlines: dict[str, Outline] = {}
        self._imported: set[str] = set()
        self._names_asking: dict[str, frozenset[str]] = {}
        self._names_handing_on: dict[str, frozenset[str]] = {}

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
        facts = facts_in(data)
        if self._known is not None:
            self._known.note_facts(path, facts)
        return facts

    def _keep(self, path: str, outline: Outline) -> None:
        self._outlines[path] = outline
        self._imported.update(outline.imports)

    def is_imported(self, path: str) -> bool:
        """Whether one of the files that were looked at imports this one."""
        return path in self._imported

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

    def importing(self, files: Iterable[str], among: Iterable[str]) -> set[str]:
        """Those `among` some files that can get to one of `files` by imports, and these."""
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
        outline = self.of(path)
        used = self._uses_asking(path)
        asked = outline.asks or used
        if asked and any(self.of(item).library for item in self.closure(path)):
            return True
        keras_asked = outline.keras_asks or used
        return keras_asked and self.knows_keras(path)

    def _uses_asking(self, path: str) -> bool:
        """Does it mention something that asks, or that in turn mentions something that asks?"""
        names = self.given(path)
        return bool(names) and not names.isdisjoint(words(self._read(path) or b""))

    def given(self, path: str) -> set[str]:
        """The names a file can import from its project that ask when they are called."""
        return {name for item in self._at_hand(path) for name in self.handing_on(item)}

    def _asking(self, path: str) -> frozenset[str]:
        """The names of a module that may ask for a gradient when they are called."""
        found = self._names_asking.get(path)
        if found is None:
            outline = self.of(path)
            possible = outline.asks or outline.keras_asks
            found = asking(top_pieces(self._read(path) or b"")) if possible else frozenset()
            self._names_asking[path] = found
        return found

    def knows_keras(self, path: str) -> bool:
        """Does a module, or something it imports, use Keras?"""
        return any(self.of(item).keras for item in self.closure(path))

    def handing_on(self, path: str) -> frozenset[str]:
        """Those, the ones that use such a name of another module, and such names themselves."""
        found = self._names_handing_on.get(path)
        if found is None:
            found = self._asking(path)
            given = {name for item in self._at_hand(path) for name in self._asking(item)}
            if given:
                data = self._read(path) or b""
                found |= mentioning(top_pieces(data), given | found) | (given & words(data))
            self._names_handing_on[path] = found
        return found

    def _at_hand(self, path: str) -> set[str]:
        """What the file imports, also where a package hands it on."""
        found: set[str] = set()
        pending = list(self.of(path).imports)
        while pending:
            item = pending.pop()
            if item not in found:
                found.add(item)
                if item.endswith("__init__.py"):
                    pending.extend(self.of(item).imports)
        return found

    def _outline(self, path: str, facts: Facts) -> Outline:
        found: dict[str, None] = {}
        statements = facts.imports if os.path.isabs(path) else ()  # else it is no file
        for statement in statements:
            for module in self._modules(path, statement):
                if module.path is not None and module.path != path:
                    found[module.path] = None
        return Outline(tuple(found), facts.library, facts.keras, facts.asks, facts.keras_asks)

    def _modules(self, path: str, statement: Import) -> Iterator[ModuleFile]:
        resolve = self.projects.resolve
        if statement.names:
            module = resolve(path, statement.module, statement.level)
            if module is None:
                return
            yield module
            for name in statement.names:
                inner = self.projects.submodule(module, name)
                if inner is not None:
                    yield inner
            return
        parts = statement.module.split(".")
        for count in range(1, len(parts) + 1):
            module = resolve(path, ".".join(parts[:count]))
            if module is None:
                return
            yield module
