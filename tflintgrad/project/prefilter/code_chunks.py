"""Chunks of unparsed code: statements, functions and classes, with the names that they bind.

The code has no strings and comments (`strip_literals`). The result is approximate: a chunk may be
somewhat too long, or bind a name too many.
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
# Patterns for the start of a row begin with a newline, which is a fast search for one byte (see
# `newline_prefixed`); `^` would be tried at every byte.
#: The start of a row without indentation: a statement, unless a bracket is open or a row continues.
_MARGIN = re.compile(rb"\n(?=[^\s#)\]}])")
_DEFINITION = re.compile(rb"(?:async" + GAP + rb"+)?(?:def|class)" + GAP + rb"+(" + NAME + rb")")
_BLOCK = re.compile(rb"(?:if|elif|else|try|except|finally|with|for|while|match|async)\b")
_BOUND = re.compile(rb"\b(?:def|class|as|for)" + GAP + rb"+(" + NAME + rb")")
#: The left side of an assignment, annotations included.
_TARGETS = re.compile(rb"[\w\s.,:*()\[\]\\\x80-\xff]+\Z")
_ALIAS = re.compile(rb"(" + NAME + rb")" + GAP + rb"+as" + GAP + rb"+(" + NAME + rb")")
_KIND = re.compile(rb"^[ \t\f]*(?:async" + GAP + rb"+)?(def|class)\b", re.MULTILINE)
#: A definition with its decorators, at any depth.
_ANYWHERE = re.compile(
    rb"\n([ \t\f]*)"
    rb"(?:@[^\n]*\n(?:(?:\1[ \t\f)\]}@][^\n]*|[ \t\f\r]*)\n)*\1)?"
    rb"(?:async" + GAP + rb"+)?(?:def|class)" + GAP + rb"+(" + NAME + rb")"
)

#: A name, and the code that defines it.
Chunk = tuple[str, bytes]


def identifiers(code: bytes) -> set[str]:
    """Return all identifiers in some code."""
    if code.isascii():  # the usual case, and several times as fast
        found = set(code.decode("ascii").translate(_ONLY_LETTERS).split())
        return set(filter(str.isidentifier, found))  # no numbers
    return set(_IDENTIFIER.findall(code.decode("utf-8", "replace")))


def decoded(name: bytes) -> str:
    """Return a name as a string."""
    return name.decode("utf-8", "replace")


#: Callers ask for different chunks of the same code in succession.
_cached = lru_cache(maxsize=4)


def newline_prefixed(code: bytes) -> bytes:
    """Prefix a newline, so that the offset of each newline is the start of a row in `code`."""
    return b"\n" + code


@_cached
def top_level_chunks(code: bytes) -> tuple[Chunk, ...]:
    """Return the names that a module binds at its top level, each with the statement."""
    found: list[Chunk] = []
    for text in statements(code):
        if b" as " in text and (text.startswith((b"from", b"import")) or _BLOCK.match(text)):
            found += [(decoded(new), name) for name, new in _ALIAS.findall(text)]
        found += [(name, text) for name in bound_names(text)]
    return tuple(found)


@_cached
def statements(code: bytes) -> tuple[bytes, ...]:
    """Return the top-level statements, each with its decorators and its indented block."""
    return tuple(_statements(code))


def _statements(code: bytes) -> Iterator[bytes]:
    starts = [found.start() for found in _MARGIN.finditer(newline_prefixed(code))]
    begin = None
    brackets = 0  # the number of open brackets
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
    """True if a statement defines a function or a class."""
    return text.startswith(_STARTS) and (text.startswith(b"@") or bool(_DEFINITION.match(text)))


def is_class(text: bytes) -> bool:
    """True if the first definition in a chunk is a class."""
    kind = _KIND.search(text)
    return kind is not None and kind[1] == b"class"


def bound_names(text: bytes) -> set[str]:
    """Return the names that a top-level statement binds."""
    if text.startswith(_STARTS) and (defined := _DEFINITION.search(text)):
        return {decoded(defined[1])}
    if not _BLOCK.match(text):
        return assigned_names(text)
    found = set(map(decoded, _BOUND.findall(text)))
    return found.union(*map(assigned_names, text.split(b"\n")))


#: The possible first words of a top-level definition.
_STARTS = (b"def", b"class", b"@", b"async")


def assigned_names(text: bytes) -> set[str]:
    """Return the names on the left side of an assignment; keyword arguments may be among them."""
    found: set[str] = set()
    for part in text.partition(b"==")[0].split(b"=")[:-1]:
        if not _TARGETS.match(part):
            break
        found |= identifiers(part)
    return found


def all_definitions(code: bytes) -> list[Chunk]:
    """Return every function and class at any depth, each with its code (or somewhat more)."""
    found: list[Chunk] = []
    opened: list[tuple[int, int, str]] = []
    for match in _ANYWHERE.finditer(newline_prefixed(code)):
        depth = len(match[1])
        while opened and opened[-1][0] >= depth:
            _, start, name = opened.pop()
            found.append((name, code[start : match.start()]))
        opened.append((depth, match.start(), decoded(match[2])))
    found += [(name, code[start:]) for _, start, name in opened]
    return found
