"""The file cache: the stamp of each file, and what is known of its content.

The stamp is taken before a file is read. If it is still the same when the run is over, and the
file was not being changed at that very moment, everything read of it in between is consistent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from tflintgrad import limits
from tflintgrad.engine.cache.json_guards import MALFORMED, as_level, as_text, as_texts
from tflintgrad.engine.cache.relative_paths import RelativePaths
from tflintgrad.project.file_summary import Facts
from tflintgrad.project.import_scanner import Import
from tflintgrad.source.file_stamp import (
    Stamp,
    digest,
    digest_of_file,
    is_stable,
    stamp_of,
)

#: The times in the stamp of a text that takes the place of a file; no file has them.
_OVERLAY = -1


class FileCache:
    """Facts about files, from earlier runs and from this one."""

    def __init__(self, paths: RelativePaths, began: int, packed: dict[str, list[Any]]) -> None:
        self._paths = paths
        self._began = began
        self._packed = packed
        #: The stamp of each file when it was first used; None for a file that does not exist.
        self.stamps: dict[str, Stamp | None] = {}
        self._digests: dict[str, str] = {}
        self._facts: dict[str, Facts] = {}
        #: Interned: many files, few distinct facts.
        self._shared: dict[Facts, Facts] = {}
        self._comments: dict[str, tuple[bool, ...]] = {}
        self._unchanged: dict[str, bool] = {}

    def overlay(self, path: str, data: bytes) -> None:
        """Record a text that takes the place of a file's content."""
        content = self._digests[path] = digest(data)
        self.stamps[path] = (_OVERLAY, _OVERLAY, len(data), int(content[:15], 16))
        self._unchanged[path] = True

    def note_use(self, path: str) -> Stamp | None:
        """Record a file before it is read, and return its stamp."""
        if not path:  # code that is in no file
            return None
        if path not in self.stamps:
            self.stamps[path] = stamp_of(path)
        return self.stamps[path]

    def merge(self, stamps: Iterable[tuple[str, Stamp | None]]) -> None:
        """Add the files that another process used."""
        for path, stamp in stamps:
            self.stamps.setdefault(path, stamp)

    def unchanged(self, path: str) -> bool:
        """True if a file cannot have changed since it was first used."""
        found = self._unchanged.get(path)
        if found is None:
            stamp = self.stamps.get(path)
            found = self._unchanged[path] = (
                stamp is not None and is_stable(stamp, self._began) and stamp_of(path) == stamp
            )
        return found

    def digest(self, path: str) -> str | None:
        """Return the digest of a file's content; None if it cannot be read."""
        known = self._known(path)
        if known is not None:
            return str(known[1])
        if path not in self._digests:
            self.note_use(path)
            found = digest_of_file(path)
            if found is None:
                return None
            self._digests[path] = found
        return self._digests[path]

    def note_bytes(self, path: str, data: bytes) -> None:
        """Record the content of a file that was read."""
        if path not in self._digests:
            self._digests[path] = digest(data)

    def facts(self, path: str) -> Facts | None:
        """Return what is known of a file's content; None if it has to be read."""
        known = self._known(path)
        if known is None or known[2] is None:
            return None
        try:
            return _unpacked(known[2])
        except MALFORMED:
            return None

    def note_facts(self, path: str, facts: Facts) -> None:
        """Record what a file's content says."""
        self._facts[path] = self._shared.setdefault(facts, facts)

    def has_suppressions(self, path: str, *, named: bool, plain_noqa: bool) -> bool | None:
        """True if a readable file may have suppression comments; None if it has to be read.

        `named`: the user named the file; `plain_noqa`: comments of other tools count.
        """
        known = self._known(path)
        if known is None or known[2] is None or known[3] is None:
            return None
        try:
            was_named, was_plain, has_suppressions = known[3]
        except MALFORMED:
            return None
        fits = plain_noqa == was_plain and (was_named or not named)
        return bool(has_suppressions) if fits else None

    def note_suppressions(self, path: str, *, named: bool, plain_noqa: bool, found: bool) -> None:
        """Record whether a readable file may have suppression comments."""
        self._comments[path] = _flags(named, plain_noqa, found)

    def _known(self, path: str) -> list[Any] | None:
        """Return stamp, digest, facts and suppression flags of a file that did not change."""
        known = self._packed.get(self._paths.short(path))
        if not isinstance(known, list) or len(known) != 4 or not isinstance(known[0], list):
            return None
        return known if tuple(known[0]) == self.note_use(path) else None

    def packed(self) -> dict[str, list[Any]] | None:
        """Return everything to be written; None if there is nothing new."""
        fresh: dict[str, list[Any]] = {}
        for path in (*self._facts, *self._comments):
            short = self._paths.short(path)
            content = self.digest(path)
            if short not in fresh and content is not None and self.unchanged(path):
                facts = self._facts.get(path) or self.facts(path)
                packed = None if facts is None else _packed(facts)
                stamp = list(self.stamps[path] or ())
                fresh[short] = [stamp, content, packed, self._comments.get(path)]
        if not fresh:
            return None
        used = {self._paths.short(path) for path in self.stamps}
        unused = [short for short in self._packed if short not in used]
        for short in unused[limits.MAX_CACHED_UNUSED_FILES :]:
            del self._packed[short]
        return {**self._packed, **fresh}


@cache
def _flags(*values: bool) -> tuple[bool, ...]:
    """Return an interned tuple: there is one for each file, and few distinct ones."""
    return values


def _packed(facts: Facts) -> list[Any]:
    flags = (facts.names_library, facts.may_query, facts.queries_given_tape)
    return [
        sum(flag << bit for bit, flag in enumerate(flags)),
        *([item.level, item.module, item.names, item.bound] for item in facts.imports),
    ]


def _unpacked(packed: list[Any]) -> Facts:
    flags, *statements = packed
    return Facts(
        tuple(_import(*statement) for statement in statements),
        *(bool(flags >> bit & 1) for bit in range(3)),
    )


def _import(level: Any, module: Any, names: Any, bound: Any) -> Import:
    if len(bound) != max(len(names), 1):
        raise ValueError
    return Import(as_level(level), as_text(module), as_texts(names), as_texts(bound))
