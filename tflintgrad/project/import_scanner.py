"""Import statements, read off a file's bytes without parsing it.

Words in strings and comments may look like imports. That costs a file too many, never one too few:
what is found here says which files an analysis may read, not which it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tflintgrad.project.prefilter.keywords import GAP

_REST = rb"(?:\((?:[^)#]|#[^\n]*)*\)|(?:[^\n#;\\]|\\\r?\n)*)"
_IMPORT = re.compile(rb"import(?<!\wimport)\b")
#: What comes before that word, from the beginning of the statement on.
_HEAD = re.compile(
    rb"(?:^|[;:])" + GAP + rb"*"
    rb"(?:from(?=[ \t\f\\.])" + GAP + rb"*([\w. \t\f\x80-\xff]*?)" + GAP + rb"*)?\Z",
    re.MULTILINE,
)
#: What follows it: names, or modules.
_NAMES = re.compile(GAP + rb"*" + _REST)
_MODULES = re.compile(GAP + _REST)
_COMMENT = re.compile(rb"#[^\n]*")
_PUNCTUATION = bytes.maketrans(b"()\\", b"   ")


class Import(NamedTuple):
    """`from {dots}{module} import {names}`; without names, `import {module}`."""

    level: int
    module: str
    names: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    """What they, or the module, are called here."""


def imports_in(data: bytes) -> Iterator[Import]:
    for written, listed in _statements(data):
        yield from _imports(written, listed)


@lru_cache(maxsize=1_000)  # in a project, many files import the same
def _imports(written: bytes | None, listed: bytes) -> tuple[Import, ...]:
    """What a statement imports: from a module, if one is `written`, or these modules."""
    named = list(_listed(listed))
    if written is None:
        return tuple(Import(0, name, bound=(bound,)) for name, bound in named)
    if not named:
        return ()
    module = b"".join(written.split())
    path = module.lstrip(b".")
    names, bound = zip(*named, strict=True)
    return (Import(len(module) - len(path), path.decode("utf-8", "replace"), names, bound),)


def _statements(data: bytes) -> Iterator[tuple[bytes | None, bytes]]:
    """Of every import: the module after `from`, if there is one, and what is imported."""
    end = 0  # before that, everything is done
    for found in _IMPORT.finditer(data):
        place = found.start()
        if place < end:
            continue
        head = _HEAD.search(data, _start_of_row(data, place, end), place)
        end = found.end()
        if head is not None:
            rest = (_MODULES if head[1] is None else _NAMES).match(data, end)
            if rest is not None:
                end = rest.end()
                yield head[1], rest[0]


def _start_of_row(data: bytes, place: int, least: int) -> int:
    """Where the row begins, and those that go on in it; not before `least`."""
    start = data.rfind(b"\n", least, place) + 1
    while start > least and data.endswith((b"\\", b"\\\r"), least, start - 1):
        start = data.rfind(b"\n", least, start - 1) + 1
    return max(start, least)


def _listed(text: bytes) -> Iterator[tuple[str, str]]:
    """What is imported, and what it is called then."""
    for part in _COMMENT.sub(b"", text).translate(_PUNCTUATION).split(b","):
        words = part.decode("utf-8", "replace").split()
        if words:
            yield words[0], words[2] if words[1:2] == ["as"] and len(words) > 2 else words[0]
