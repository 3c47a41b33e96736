"""Decoding of source files as in Python: PEP 263 encodings, byte order marks, newlines."""

from __future__ import annotations

import codecs
import re

from tflintgrad import limits

_LINE_END = re.compile("\r\n|\r|\n")
_LINE_END_BYTES = re.compile(b"\r\n|\r|\n")
_COOKIE = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\f]*(?:#.*)?$")


class DecodeError(Exception):
    """Bytes that are not text in the file's encoding, with the position of the first one."""

    def __init__(self, message: str, row: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


def decode(data: bytes) -> str:
    """Return the text, with plain newlines and without a byte order mark."""
    return normalize(decode_as_written(data)[0])


def decode_as_written(data: bytes) -> tuple[str, str]:
    """Return the text with its own line endings, and its encoding."""
    encoding, row = _declared_encoding(data)
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as problem:
        raise _located(data, problem, encoding) from None
    except (LookupError, ValueError):  # rot13 and the like turn text into text, not bytes
        raise DecodeError(f"cannot be decoded: unknown encoding {encoding!r}", row, 1) from None


#: Names of encodings in which every ASCII character is its own byte.
_ASCII_SUPERSETS = re.compile(
    r"utf_?8|ascii|us|latin|iso8859|cp125|cp1006|koi8|mac|gb|big5|euc|ptcp|kz1048|tis|hp|cp9|cp43"
)


def as_ascii_superset(data: bytes) -> bytes:
    """Return the content for byte searches: ASCII characters as themselves, plain newlines."""
    if b"coding" in data[: limits.MAX_DECLARATION_BYTES] and not _is_ascii_superset(data):
        try:
            data = decode_as_written(data)[0].encode("utf-8", "surrogatepass")
        except DecodeError:
            return b""
    return _LINE_END_BYTES.sub(b"\n", data) if b"\r" in data else data


def _is_ascii_superset(data: bytes) -> bool:
    try:
        name = codecs.lookup(_declared_encoding(data)[0]).name
    except (DecodeError, LookupError):
        return True  # it cannot be decoded at all
    return _ASCII_SUPERSETS.match(name.replace("-", "_")) is not None


def _declared_encoding(data: bytes) -> tuple[str, int]:
    """Return the encoding by PEP 263, and the row that declares it.

    `tokenize.detect_encoding` is of no use: unlike Python, it rejects a line that declares an
    encoding and uses it in the same line.
    """
    row = 1
    for row, line in enumerate(
        _LINE_END_BYTES.split(data[: limits.MAX_DECLARATION_BYTES], 2)[:2], start=1
    ):
        if found := _COOKIE.match(line):
            encoding = found[1].decode("ascii")
            if data.startswith(codecs.BOM_UTF8) and not _is_utf8(encoding):
                message = f"cannot be decoded: it declares {encoding!r} after a UTF-8 mark"
                raise DecodeError(message, row, 1)
            return encoding, row
        if not _BLANK.match(line):
            break
    return "utf-8", row


def _is_utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")
    except LookupError:
        return False


def normalize(text: str) -> str:
    """Return the text with plain newlines and without a byte order mark."""
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    return text.removeprefix("\ufeff")


def split_lines(text: str) -> list[str]:
    """Split text into lines as Python counts them; `str.splitlines` also splits at form feeds."""
    if "\r" not in text:  # nearly always, and many times as fast
        return text.split("\n")
    return _LINE_END.split(text)


def _located(data: bytes, problem: UnicodeDecodeError, encoding: str) -> DecodeError:
    """Return the error with the row and column of the first invalid byte."""
    before = data[: problem.start].decode(encoding, errors="replace")
    lines = split_lines(before.removeprefix("\ufeff"))
    byte = f"0x{data[problem.start]:02x}" if problem.start < len(data) else "end of file"
    message = f"cannot be decoded as {encoding}: unexpected byte {byte}"
    return DecodeError(message, len(lines), len(lines[-1]) + 1)
