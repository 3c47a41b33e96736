"""Import statements of a file, found in its bytes without parsing it.

Text in strings and comments may look like imports. That can add an import, but never miss one: the
result is the set of files that the analysis may read, not the set that it does read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tflintgrad.project.prefilter.keywords import GAP

_REST = rb"(?:\((?:[^)#]|#[^\n]*)*\)|(?:[^\n#;\\]|\\\r?\n)*)"
_IMPORT = re.compile(rb"import(?<!\wimport)\b")
#: The start of the statement, up to the word `import`.
_HEAD = re.compile(
    rb"(?:^|[;:])" + GAP + rb"*"
    rb"(?:from(?=[ \t\f\\.])" + GAP + rb"*([\w. \t\f\x80-\xff]*?)" + GAP + rb"*)?\Z",
    re.MULTILINE,
)
#: The end of the statement, after the word `import`: names, or modules.
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
    """The local names of the imported names, or of the module."""


def imports_in(data: bytes) -> Iterator[Import]:
    """Yield the imports in some code."""
    for from_module, imported in _statements(data):
        yield from _imports(from_module, imported)


@lru_cache(maxsize=1_000)  # many files of a project have the same imports
def _imports(from_module: bytes | None, imported: bytes) -> tuple[Import, ...]:
    """Parse the parts of one statement; `from_module` is None for a plain `import`."""
    named = list(_names_and_aliases(imported))
    if from_module is None:
        return tuple(Import(0, name, bound=(bound,)) for name, bound in named)
    if not named:
        return ()
    module = b"".join(from_module.split())
    path = module.lstrip(b".")
    names, bound = zip(*named, strict=True)
    return (Import(len(module) - len(path), path.decode("utf-8", "replace"), names, bound),)


def _statements(data: bytes) -> Iterator[tuple[bytes | None, bytes]]:
    """Yield the module after `from`, if there is one, and the text after `import`."""
    end = 0  # the end of the last statement
    for found in _IMPORT.finditer(data):
        offset = found.start()
        if offset < end:
            continue
        head = _HEAD.search(data, _start_of_row(data, offset, end), offset)
        end = found.end()
        if head is not None:
            rest = (_MODULES if head[1] is None else _NAMES).match(data, end)
            if rest is not None:
                end = rest.end()
                yield head[1], rest[0]


def _start_of_row(data: bytes, offset: int, least: int) -> int:
    """Return where the row starts, with the rows that it continues; not before `least`."""
    start = data.rfind(b"\n", least, offset) + 1
    while start > least and data.endswith((b"\\", b"\\\r"), least, start - 1):
        start = data.rfind(b"\n", least, start - 1) + 1
    return max(start, least)


def _names_and_aliases(text: bytes) -> Iterator[tuple[str, str]]:
    """Yield each imported name with its local name."""
    for part in _COMMENT.sub(b"", text).translate(_PUNCTUATION).split(b","):
        words = part.decode("utf-8", "replace").split()
        if words:
            yield words[0], words[2] if words[1:2] == ["as"] and len(words) > 2 else words[0]
