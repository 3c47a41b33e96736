"""A streaming JSON scanner that decodes only the values the caller reads.

A notebook is mostly outputs: images of many megabytes in one string, long lists of lines. These are
validated (whatever `json` rejects is rejected here) in chunks of some kilobytes, which Python's own
decoder parses and which are dropped at once. So time is linear and memory is constant. Nothing
recurses, so brackets may be nested to any depth.
"""

from __future__ import annotations

import codecs
import json
import re
import sys
from typing import TYPE_CHECKING

from tflintgrad import limits

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

_SPACE = re.compile(rb"[ \t\n\r]*")
_SCALAR = re.compile(
    rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|NaN|-?Infinity"
)
_SHORT_STRING = re.compile(rb'"[^"\\\x00-\x1f]{0,100}(?:\\["\\/bfnrt][^"\\\x00-\x1f]{0,100}){0,8}"')

_PLAIN = bytes(set(range(0x20, 256)) - set(b'"\\'))

_QUOTE, _COLON, _COMMA = b'":,'
_OPEN_ARRAY, _CLOSE_ARRAY, _OPEN_OBJECT, _CLOSE_OBJECT = b"[]{}"
_CLOSER = {_OPEN_ARRAY: _CLOSE_ARRAY, _OPEN_OBJECT: _CLOSE_OBJECT}
_END = -1

_PIECE = 1 << 16
_SMALL_PIECE = 1 << 11
# Brackets that are nested deeper are not decoded as a whole.
_DEEP = 20
# The decoder recurses; with a usual recursion limit it raises RecursionError before it crashes.
_SANE_RECURSION = 2_000

_decoder = json.JSONDecoder()


class Malformed(Exception):
    """Data that is not JSON, with a description of the error and the offset of the byte."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(what)
        self.what = what
        self.at = at


class Scanner:
    """A cursor at the first byte of a value; each method reads that value and moves past it."""

    def __init__(self, data: bytes | mmap.mmap, at: int = 0) -> None:
        self._data = data
        self._length = len(data)
        self._stride = _PIECE
        self._one_by_one_until = 0
        self._larger_until = 0
        self.at = at

    def is_at_end(self) -> bool:
        """True if only white space follows."""
        return self._peek() == _END

    def is_object(self) -> bool:
        """True if the value is an object."""
        return self._peek() == _OPEN_OBJECT

    def is_array(self) -> bool:
        """True if the value is an array."""
        return self._peek() == _OPEN_ARRAY

    def is_null(self) -> bool:
        """True if the value is null."""
        return self._data[self.at : self.at + 4] == b"null"

    def members(self) -> Iterator[str]:
        """Yield the keys of the object, each time with the cursor at the key's value.

        If the caller does not read the value, it is skipped.
        """
        self._expect(_OPEN_OBJECT)
        if self._accept(_CLOSE_OBJECT):
            return
        while True:
            key = self._key()
            start = self.at
            yield key
            if self.at == start:
                self.skip()
            if self._accept(_CLOSE_OBJECT):
                return
            self._expect(_COMMA)

    def elements(self) -> Iterator[None]:
        """Yield for each element of the array, with the cursor at it; see `members`."""
        self._expect(_OPEN_ARRAY)
        if self._accept(_CLOSE_ARRAY):
            return
        while True:
            self._peek()
            start = self.at
            yield
            if self.at == start:
                self.skip()
            if self._accept(_CLOSE_ARRAY):
                return
            self._expect(_COMMA)

    def small_value(self) -> object:
        """Read an object or array of a few kilobytes; otherwise return None and do not move."""
        is_container = self._peek() in _CLOSER
        start = self.at
        if not is_container or not self._skip_small():
            return None
        return _value(self._data[start : self.at].decode())

    def string(self) -> str | None:
        """Read a string; return None for any other value, and skip it."""
        is_string = self._peek() == _QUOTE
        start = self.at
        self.skip()
        return self._decode(start, self.at) if is_string else None

    def text_at(self, at: int) -> str | None:
        """Return the string at an offset, or the joined strings of an array; the cursor stays.

        Return an empty string for null, and None for any other value.
        """
        there = Scanner(self._data, at)
        if there.is_null():
            return ""
        if not there.is_array():
            return there.string()
        parts = [there.string() for _ in there.elements()]
        return None if None in parts else "".join(part for part in parts if part)

    def finish(self) -> None:
        """Raise Malformed unless only white space follows."""
        if not self.is_at_end():
            raise Malformed("extra data after the end", self.at)

    def skip(self) -> None:
        """Skip the value, of any type."""
        closers = bytearray()  # the closing brackets to come, innermost last
        while True:
            first = self._peek()
            if first not in _CLOSER:
                self._skip_scalar(first)
            elif len(closers) > _DEEP or not self._skip_small():
                if len(closers) == limits.MAX_JSON_DEPTH:
                    raise Malformed("nested too deeply", self.at)
                self.at += 1
                closers.append(_CLOSER[first])
                if self._peek() != closers[-1]:
                    self._enter_element(closers[-1])
                    continue
            while closers and self._accept(closers[-1]):
                closers.pop()
            if not closers:
                return
            self._expect(_COMMA)
            self._enter_element(closers[-1])

    def _enter_element(self, closer: int) -> None:
        """Move to the value of an element or member, after skipping a run of small ones."""
        self._skip_several(closer)
        if closer == _CLOSE_OBJECT:
            self._key()

    def _skip_small(self) -> bool:
        """Skip an object or array if it is small; otherwise return False and do not move."""
        for size in (_SMALL_PIECE, _PIECE):
            piece = self._data[self.at : self.at + size]
            is_whole, end = _try_decode(piece)
            if is_whole:
                self.at += end
                return True
            # Do not try again inside a piece that could not be decoded.
            if len(piece) < size or self.at < self._larger_until:
                return False
        self._larger_until = self.at + end
        return False

    def _skip_several(self, closer: int) -> None:
        """Skip the elements or members that end within a piece, with the comma after them."""
        brackets = b"{%b}" if closer == _CLOSE_OBJECT else b"[%b]"
        while self.at >= self._one_by_one_until:
            piece = self._data[self.at : self.at + self._stride]
            comma = max(piece.rfind(_separator(piece)), 0)
            whole = brackets % piece[:comma]
            if piece[:comma].strip() and _try_decode(whole) == (True, len(whole)):
                self.at += comma + 1
                self._stride = min(self._stride * 2, _PIECE)
            elif self._stride > _SMALL_PIECE:
                self._stride //= 4
            else:
                # Give up for the length of one piece, so that failed attempts stay cheap.
                self._stride = _PIECE
                self._one_by_one_until = self.at + _PIECE

    def _skip_scalar(self, first: int) -> None:
        if first == _QUOTE:
            self._skip_string()
            return
        scalar = _SCALAR.match(self._data, self.at)
        if scalar is None:
            raise self._unexpected("a value")
        self.at = scalar.end()

    def _skip_string(self) -> None:
        short = _SHORT_STRING.match(self._data, self.at)
        if short is not None:
            self.at = short.end()
            return
        start = self.at
        self.at += 1
        size = _SMALL_PIECE
        while not self._skip_rest_of_string(start, size):
            size = min(size * 4, _PIECE)

    def _skip_rest_of_string(self, start: int, size: int) -> bool:
        """Skip up to `size` bytes of a string; return True if its closing quote was among them."""
        piece = self._data[self.at : self.at + size]
        if piece and not piece.translate(None, _PLAIN):
            self.at += len(piece)
            return False
        # The longest escape has six characters, so one of these lengths does not split an escape.
        for length in range(len(piece), max(len(piece) - 6, 0), -1):
            is_whole, end = _try_decode(b'"%b"' % piece[:length])
            if is_whole:
                # One quote was added on either side.
                is_closed = end < length + 2
                self.at += end - 1 if is_closed else length
                return is_closed
        raise _string_problem(piece, start, self.at)

    def _key(self) -> str:
        """Read a key, and move to its value."""
        if self._peek() != _QUOTE:
            raise self._unexpected("a name in quotes")
        start = self.at
        self._skip_string()
        end = self.at
        self._expect(_COLON)
        self._peek()
        return self._decode(start, end) if end - start < limits.MAX_JSON_KEY_BYTES else ""

    def _decode(self, start: int, end: int) -> str:
        literal = self._data[start:end].decode()
        if "\\" not in literal:
            return literal[1:-1]
        return str(_value(literal))

    def _peek(self) -> int:
        """Move past white space, and return the next byte."""
        if self.at < self._length:
            byte = self._data[self.at]
            if byte > 0x20:
                return byte
            space = _SPACE.match(self._data, self.at)
            assert space is not None
            self.at = space.end()
        return self._data[self.at] if self.at < self._length else _END

    def _accept(self, byte: int) -> bool:
        if self._peek() != byte:
            return False
        self.at += 1
        return True

    def _expect(self, byte: int) -> None:
        if not self._accept(byte):
            raise self._unexpected(f"'{chr(byte)}'")

    def _unexpected(self, expected: str) -> Malformed:
        if self.at >= self._length:
            return Malformed(f"expected {expected}, but the file ends", self.at)
        return Malformed(f"expected {expected}", self.at)


def _try_decode(piece: bytes) -> tuple[bool, int]:
    """Return True if `piece` starts with a complete value, and the end of the value or piece."""
    if piece[:1] != b'"' and not _is_shallow(piece):
        return False, len(piece)
    try:
        # In Latin 1, offsets of characters are offsets of bytes; the characters do not matter.
        return True, _decoder.raw_decode(piece.decode("latin-1"))[1]
    except json.JSONDecodeError as problem:
        return False, problem.pos
    except (ValueError, RecursionError):  # ValueError for an integer of very many digits
        return False, len(piece)


def _value(text: str) -> object:
    value: object = _decoder.raw_decode(text)[0]
    return value


def _separator(piece: bytes) -> bytes:
    """Guess the bytes between two values from the start of the first one.

    They are a comma, the white space before the first value, and its bracket or quote.
    """
    space = _SPACE.match(piece)
    assert space is not None
    first = piece[space.end() : space.end() + 1]
    return b"," + space[0] + (first if first in b'[{"' else b"")


def _is_shallow(piece: bytes) -> bool:
    """True if the decoder cannot overflow the stack with the brackets in a piece."""
    # Up to 3.11, Python's recursion limit is also the decoder's, and a program may have raised it.
    if sys.version_info >= (3, 12) or sys.getrecursionlimit() <= _SANE_RECURSION:
        return True
    return piece.count(b"[") + piece.count(b"{") < _SANE_RECURSION


def _string_problem(piece: bytes, start: int, at: int) -> Malformed:
    """Return the error of an invalid string that starts at `start` and has this piece at `at`."""
    try:
        _decoder.raw_decode(f'"{piece.decode("latin-1")}')
    except json.JSONDecodeError as problem:
        if not problem.msg.startswith("Unterminated"):
            # "Invalid control character at", "Invalid \\escape: ", depending on the version
            kind = "escape" if "escape" in problem.msg else "control character"
            return Malformed(f"invalid {kind} in a string", at + problem.pos - 1)
    return Malformed("unterminated string", start)


def start_of_text(data: bytes | mmap.mmap) -> int:
    """Return the offset after a byte order mark; raise `Malformed` if the data is not UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    size = 1 << 18
    for start in range(0, len(data), size):
        piece = data[start : start + size]
        pending = len(decoder.getstate()[0])
        if piece.isascii() and not pending:
            continue
        try:
            decoder.decode(piece, final=start + size >= len(data))
        except UnicodeDecodeError as problem:
            raise Malformed("not UTF-8", start - pending + problem.start) from None
    return len(codecs.BOM_UTF8) if data[:3] == codecs.BOM_UTF8 else 0


def line_and_column(data: bytes | mmap.mmap, at: int) -> tuple[int, int]:
    """Return line and column of a byte, both counted from 1, columns in characters."""
    rows, line_start = 1, 0
    size = 1 << 18
    for start in range(0, at, size):
        piece = data[start : min(start + size, at)]
        rows += piece.count(b"\n")
        last = piece.rfind(b"\n")
        if last >= 0:
            line_start = start + last + 1
    column = 1
    for start in range(line_start, at, size):
        # Bytes that continue a character do not count.
        column += len(data[start : min(start + size, at)].translate(None, bytes(range(128, 192))))
    # A byte order mark is no character of the text.
    marked = rows == 1 and at > 0 and data[:3] == codecs.BOM_UTF8
    return rows, column - marked
