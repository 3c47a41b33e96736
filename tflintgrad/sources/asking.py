"""Which functions and classes of a file may ask for a gradient when they are called.

Nothing is parsed: a function asks if its text holds a word without which nobody can ask, or the
name of another one that asks. Names that look alike make it one too many, never one too few. All
of this reads code whose strings and comments have been taken out (`stripping.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tflintgrad.sources.prefilter import GAP, asks, asks_tape_it_is_given, asks_when_called, is_odd
from tflintgrad.sources.wording import LETTERS

_NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_ONLY_LETTERS = {letter: " " for letter in range(128) if letter not in LETTERS}
#: A row that is not indented: a statement begins, unless a bracket is open or a row goes on.
_MARGIN = re.compile(rb"^(?=[^\s#)\]}])", re.MULTILINE)
_DEFINITION = re.compile(rb"(?:async" + GAP + rb"+)?(?:def|class)" + GAP + rb"+(" + _NAME + rb")")
_BLOCK = re.compile(rb"(?:if|elif|else|try|except|finally|with|for|while|match|async)\b")
_BOUND = re.compile(rb"\b(?:def|class|as|for)" + GAP + rb"+(" + _NAME + rb")")
#: What can stand before the sign of an assignment, annotations included.
_TARGETS = re.compile(rb"[\w\s.,:*()\[\]\\\x80-\xff]+\Z")
_ALIAS = re.compile(rb"(" + _NAME + rb")" + GAP + rb"+as" + GAP + rb"+(" + _NAME + rb")")
#: A definition with its decorators, at any depth.
_ANYWHERE = re.compile(
    rb"^([ \t\f]*)"
    rb"(?:@[^\n]*\n(?:(?:\1[ \t\f)\]}@][^\n]*|[ \t\f\r]*)\n)*\1)?"
    rb"(?:async" + GAP + rb"+)?(?:def|class)" + GAP + rb"+(" + _NAME + rb")",
    re.MULTILINE,
)

#: A name, and the code that makes it what it is.
Piece = tuple[str, bytes]
#: A name, and the names in that code.
Use = tuple[str, set[str]]


def words(code: bytes) -> set[str]:
    """The names in a piece of code."""
    if code.isascii():  # nearly all code is, and then this is several times as fast
        found = set(code.decode("ascii").translate(_ONLY_LETTERS).split())
        return set(filter(str.isidentifier, found))  # no numbers
    return set(_IDENTIFIER.findall(code.decode("utf-8", "replace")))


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def top_pieces(code: bytes) -> list[Piece]:
    """What a module binds at its top, each name with the text that makes it what it is."""
    found: list[Piece] = []
    for text in _statements(code):
        if b" as " in text and (text.startswith((b"from", b"import")) or _BLOCK.match(text)):
            found += [(_decoded(new), name) for name, new in _ALIAS.findall(text)]
        found += [(name, text) for name in _bound_by(text)]
    return found


def _statements(code: bytes) -> Iterator[bytes]:
    """The statements at the margin, each with what is indented below it and its decorators."""
    starts = [found.start() for found in _MARGIN.finditer(code)]
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


def _bound_by(text: bytes) -> set[str]:
    if text.startswith(_STARTS) and (defined := _DEFINITION.search(text)):
        return {_decoded(defined[1])}
    if not _BLOCK.match(text):
        return _assigned(text)
    found = set(map(_decoded, _BOUND.findall(text)))
    return found.union(*map(_assigned, text.split(b"\n")))


#: What a definition at the margin can begin with.
_STARTS = (b"def", b"class", b"@", b"async")


def _assigned(text: bytes) -> set[str]:
    """The names on the left of a statement; arguments of a call look the same, in doubt."""
    found: set[str] = set()
    for part in text.split(b"=")[:-1]:
        if not _TARGETS.match(part):
            break
        found |= words(part)
    return found


def _all_pieces(code: bytes) -> list[Piece]:
    """Every function and class, however deep, each with its text (or somewhat more)."""
    found: list[Piece] = []
    opened: list[tuple[int, int, str]] = []
    for match in _ANYWHERE.finditer(code):
        depth = len(match[1])
        while opened and opened[-1][0] >= depth:
            _, start, name = opened.pop()
            found.append((name, code[start : match.start()]))
        opened.append((depth, match.start(), _decoded(match[2])))
    found += [(name, code[start:]) for _, start, name in opened]
    return found


def trains(text: bytes) -> bool:
    """Whether a piece of code may ask for a gradient when it is called."""
    return asks_when_called(text) or asks_tape_it_is_given(text)


def asking(pieces: list[Piece]) -> frozenset[str]:
    names = frozenset(name for name, text in pieces if trains(text))
    return mentioning(uses_in(pieces), names) if names else names


def uses_in(pieces: list[Piece]) -> list[Use]:
    return [(name, words(text)) for name, text in pieces]


def mentioning(uses: list[Use], names: frozenset[str]) -> frozenset[str]:
    """Those names, and what uses them in the same module, directly or not."""
    known = set(names)
    while new := {name for name, mentioned in uses if not known.isdisjoint(mentioned)} - known:
        known |= new
    return frozenset(known)


def worth_entering(code: bytes, given: Iterable[str]) -> frozenset[str]:
    """The functions, methods and classes of a program in which a question may come up.

    `given` are names it imports that ask. What is not among these is entered when it is called.
    Keras asks about a class with a method `call` by itself: nobody has to use it for that.
    """
    pieces = _all_pieces(code)
    own = frozenset(name for name, text in pieces if trains(text) or is_odd(text))
    by_keras = frozenset(name for name, text in pieces if asks(text))
    names = own.union(given)
    if names.isdisjoint(words(code)):
        return by_keras
    return by_keras | mentioning(uses_in(pieces), names)
