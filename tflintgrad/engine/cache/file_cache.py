"""The files of a run: what each was when it was first looked at, and what is known of its bytes.

A file is looked at before it is read. If it is still the same when the run is over, and was not
being changed at that very moment, then everything that was read of it in between is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from tflintgrad import limits
from tflintgrad.engine.cache.json_guards import MALFORMED, as_level, as_text, as_texts
from tflintgrad.engine.cache.relative_paths import Places
from tflintgrad.project.import_graph import Facts
from tflintgrad.project.import_scanner import Import
from tflintgrad.source.file_signature import (
    Signature,
    digest,
    digest_of_file,
    is_stable,
    signature_of,
)


class Files:
    def __init__(self, places: Places, began: int, packed: dict[str, list[Any]]) -> None:
        self._places = places
        self._began = began
        self._packed = packed
        #: What each file was when it was first looked at; None for what is not there.
        self.seen: dict[str, Signature | None] = {}
        self._digests: dict[str, str] = {}
        self._facts: dict[str, Facts] = {}
        #: Most files of a project say one of a few things.
        self._shared: dict[Facts, Facts] = {}
        self._early: dict[str, tuple[bool, ...]] = {}
        self._steady: dict[str, bool] = {}

    def look(self, path: str) -> Signature | None:
        if not path:  # code that is in no file
            return None
        if path not in self.seen:
            self.seen[path] = signature_of(path)
        return self.seen[path]

    def take(self, seen: Iterable[tuple[str, Signature | None]]) -> None:
        """What another process looked at."""
        for path, signature in seen:
            self.seen.setdefault(path, signature)

    def is_steady(self, path: str) -> bool:
        """Whether a file is what it was, and nobody can have changed it in between."""
        found = self._steady.get(path)
        if found is None:
            signature = self.seen.get(path)
            found = self._steady[path] = (
                signature is not None
                and is_stable(signature, self._began)
                and signature_of(path) == signature
            )
        return found

    def digest(self, path: str) -> str | None:
        """Of its content; None if it cannot be read."""
        known = self._known(path)
        if known is not None:
            return str(known[1])
        if path not in self._digests:
            self.look(path)
            found = digest_of_file(path)
            if found is None:
                return None
            self._digests[path] = found
        return self._digests[path]

    def note_bytes(self, path: str, data: bytes) -> None:
        if path not in self._digests:
            self._digests[path] = digest(data)

    def facts(self, path: str) -> Facts | None:
        known = self._known(path)
        if known is None or known[2] is None:
            return None
        try:
            return _unpacked(known[2])
        except MALFORMED:
            return None

    def note_facts(self, path: str, facts: Facts) -> None:
        self._facts[path] = self._shared.setdefault(facts, facts)

    def early(self, path: str, *, named: bool, plain_noqa: bool) -> bool | None:
        """Whether a file that is fine as it is has comments that are worth a look.

        None where that is not known: the file has to be read.
        """
        known = self._known(path)
        if known is None or known[2] is None or known[3] is None:
            return None
        try:
            was_named, was_plain, noted = known[3]
        except MALFORMED:
            return None
        fits = plain_noqa == was_plain and (was_named or not named)
        return bool(noted) if fits else None

    def note_early(self, path: str, *, named: bool, plain_noqa: bool, noted: bool) -> None:
        self._early[path] = _flags(named, plain_noqa, noted)

    def _known(self, path: str) -> list[Any] | None:
        """Signature, digest, facts and what was found out early, of a file that did not change."""
        known = self._packed.get(self._places.short(path))
        if not isinstance(known, list) or len(known) != 4 or not isinstance(known[0], list):
            return None
        return known if tuple(known[0]) == self.look(path) else None

    def packed(self) -> dict[str, list[Any]] | None:
        """Everything that is worth remembering; None if that is what was remembered before."""
        fresh: dict[str, list[Any]] = {}
        for path in (*self._facts, *self._early):
            short = self._places.short(path)
            content = self.digest(path)
            if short not in fresh and content is not None and self.is_steady(path):
                facts = self._facts.get(path) or self.facts(path)
                packed = None if facts is None else _packed(facts)
                fresh[short] = [self.seen[path], content, packed, self._early.get(path)]
        if not fresh:
            return None
        used = {self._places.short(path) for path in self.seen}
        unseen = [short for short in self._packed if short not in used]
        for short in unseen[limits.MAX_CACHED_UNUSED_FILES :]:
            del self._packed[short]
        return {**self._packed, **fresh}


@cache
def _flags(*values: bool) -> tuple[bool, ...]:
    """The same for the same values: there is one for each file."""
    return values


def _packed(facts: Facts) -> list[Any]:
    flags = (facts.library, facts.asks, facts.helps)
    return [
        sum(flag << place for place, flag in enumerate(flags)),
        *([item.level, item.module, item.names, item.bound] for item in facts.imports),
    ]


def _unpacked(packed: list[Any]) -> Facts:
    flags, *statements = packed
    return Facts(
        tuple(_import(*statement) for statement in statements),
        *(bool(flags >> place & 1) for place in range(3)),
    )


def _import(level: Any, module: Any, names: Any, bound: Any) -> Import:
    if len(bound) != max(len(names), 1):
        raise ValueError
    return Import(as_level(level), as_text(module), as_texts(names), as_texts(bound))
