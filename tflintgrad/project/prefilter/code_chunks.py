"""Pieces of code that nobody has parsed: statements, functions and classes, and what they bind.

All of this reads code whose strings and comments have been taken out (`stripping.py`). In doubt a
piece is somewhat too long, or binds a name too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tflintgrad.project.prefilter.byte_search import LETTERS
from tflintgrad.project.prefilter.keywords import GAP

NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_ONLY_LETTERS = {letter: " " for letter in range(128) if letter not in LETTERS}
# Where rows begin, the end of the row before is looked for (`in_rows`): a search for one byte,
# while `^` would be tried everywhere.
#: A row that is not indented: a statement begins, unless a bracket is open or a row goes on.
_MARGIN = re.compile(rb"\n(?=[^\s#)\]}])")
_DEFINITION = re.compile(rb"(?:async" + GAP + rb"+)?(?:def|class)" + GAP + rb"+(" + NAME + rb")")
_BLOCK = re.compile(rb"(?:if|elif|else|try|except|finally|with|for|while|match|async)\b")
_BOUND = re.compile(rb"\b(?:def|class|as|for)" + GAP + rb"+(" + NAME + rb")")
#: What can stand before the sign of an assignment, annotations included.
_TARGETS = re.compile(rb"[\w\s.,:*()\[\]\\\x80-\xff]+\Z")
_ALIAS = re.compile(rb"(" + NAME + rb")" + GAP + rb"+as" + GAP + rb"+(" + NAME + rb")")
_KIND = re.compile(rb"^[ \t\f]*(?:async" + GAP + rb"+)?(def|class)\b", re.MULTILINE)
#: A definition with its decorators, at any depth.
_ANYWHERE = re.compile(
    rb"\n([ \t\f]*)"
    rb"(?:@[^\n]*\n(?:(?:\1[ \t\f)\]}@][^\n]*|[ \t\f\r]*)\n)*\1)?"
    rb"(?:async" + GAP + rb"+)?(?:def|class)" + GAP + rb"+(" + NAME + rb")"
)

#: A name, and the code that makes it what it is.
Chunk = tuple[str, bytes]


def words(code: bytes) -> set[str]:
    """The names in a piece of code."""
    if code.isascii():  # nearly all code is, and then this is several times as fast
        found = set(code.decode("ascii").translate(_ONLY_LETTERS).split())
        return set(filter(str.isidentifier, found))  # no numbers
    return set(_IDENTIFIER.findall(code.decode("utf-8", "replace")))


def decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")


#: Several questions about the same code come one after the other.
_remembered = lru_cache(maxsize=4)


def in_rows(code: bytes) -> bytes:
    """Every row of it is after the end of one; where that is found, the row begins in the code."""
    return b"\n" + code


@_remembered
def top_level_chunks(code: bytes) -> tuple[Chunk, ...]:
    """What a module binds at its top, each name with the text that makes it what it is."""
    found: list[Chunk] = []
    for text in statements(code):
        if b" as " in text and (text.startswith((b"from", b"import")) or _BLOCK.match(text)):
            found += [(decoded(new), name) for name, new in _ALIAS.findall(text)]
        found += [(name, text) for name in bound_by(text)]
    return tuple(found)


@_remembered
def statements(code: bytes) -> tuple[bytes, ...]:
    """The statements at the margin, each with what is indented below it and its decorators."""
    return tuple(_statements(code))


def _statements(code: bytes) -> Iterator[bytes]:
    starts = [found.start() for found in _MARGIN.finditer(in_rows(code))]
    begin = None
    brackets = 0  # that are open
    for start, end in zip(starts, [*starts[1:], len(code)], strict=False):
        begin = start if begin is None else begin
        part = code[start:end]
        brackets += sum(map(part.count, (b"(", b"[", b"{")))
        brackets -= sum(map(part.count, (b")", b"]", b"}")))
        if brackets > 0 or part.startswith(b"@") or part.rstrip(b"\r\n").endswith(b"\\"):
            continue
        yield code[begin:end]
        begin = None
        brackets = 0
    if begin is not None:
        yield code[begin:]


def is_definition(text: bytes) -> bool:
    """Whether a statement is a function or a class."""
    return text.startswith(_STARTS) and (text.startswith(b"@") or bool(_DEFINITION.match(text)))


def is_class(text: bytes) -> bool:
    kind = _KIND.search(text)
    return kind is not None and kind[1] == b"class"


def bound_by(text: bytes) -> set[str]:
    if text.startswith(_STARTS) and (defined := _DEFINITION.search(text)):
        return {decoded(defined[1])}
    if not _BLOCK.match(text):
        return assigned(text)
    found = set(map(decoded, _BOUND.findall(text)))
    return found.union(*map(assigned, text.split(b"\n")))


#: What a definition at the margin can begin with.
_STARTS = (b"def", b"class", b"@", b"async")


def assigned(text: bytes) -> set[str]:
    """The names on the left of a statement; arguments of a call look the same, in doubt."""
    found: set[str] = set()
    for part in text.partition(b"==")[0].split(b"=")[:-1]:
        if not _TARGETS.match(part):
            break
        found |= words(part)
    return found


def all_definitions(code: bytes) -> list[Chunk]:
    """Every function and class, however deep, each with its text (or somewhat more)."""
    found: list[Chunk] = []
    opened: list[tuple[int, int, str]] = []
    for match in _ANYWHERE.finditer(in_rows(code)):
        depth = len(match[1])
        while opened and opened[-1][0] >= depth:
            _, start, name = opened.pop()
            found.append((name, code[start : match.start()]))
        opened.append((depth, match.start(), decoded(match[2])))
    found += [(name, code[start:]) for _, start, name in opened]
    return found
