"""From bytes to text as Python itself reads them: PEP 263 encodings, byte order marks, newlines."""

from __future__ import annotations

import ast
import codecs
import re
import warnings

from tflintgrad import limits

_LINE_END = re.compile("\r\n|\r|\n")
_LINE_END_BYTES = re.compile(b"\r\n|\r|\n")
_COOKIE = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\f]*(?:#.*)?$")


class DecodeError(Exception):
    """The bytes are not text in the file's encoding."""

    def __init__(self, message: str, row: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


def decode(data: bytes) -> str:
    """The text, with every line ending as a plain newline and without a byte order mark."""
    return normalize(decode_as_written(data)[0])


def decode_as_written(data: bytes) -> tuple[str, str]:
    """The text as it is, and its encoding."""
    encoding, row = _declared_encoding(data)
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as problem:
        raise _misplaced(data, problem, encoding) from None
    except (LookupError, ValueError):  # rot13 and the like turn text into text, not bytes
        raise DecodeError(f"cannot be decoded: unknown encoding {encoding!r}", row, 1) from None


#: Encodings in which every letter of ASCII is written as itself.
_TRANSPARENT = re.compile(
    r"utf_?8|ascii|us|latin|iso8859|cp125|cp1006|koi8|mac|gb|big5|euc|ptcp|kz1048|tis|hp|cp9|cp43"
)


def as_ascii_superset(data: bytes) -> bytes:
    """The file's content for those who look for words: ASCII is itself, rows end with newlines."""
    if b"coding" in data[: limits.MAX_DECLARATION_BYTES] and not _is_transparent(data):
        try:
            data = decode_as_written(data)[0].encode("utf-8", "surrogatepass")
        except DecodeError:
            return b""
    return _LINE_END_BYTES.sub(b"\n", data) if b"\r" in data else data


def _is_transparent(data: bytes) -> bool:
    try:
        name = codecs.lookup(_declared_encoding(data)[0]).name
    except (DecodeError, LookupError):
        return True  # nobody can read it
    return _TRANSPARENT.match(name.replace("-", "_")) is not None


def _declared_encoding(data: bytes) -> tuple[str, int]:
    """What PEP 263 says: the encoding, and the row that declares it.

    Not `tokenize.detect_encoding`, which unlike Python refuses a line that declares an encoding
    and uses it in the same line.
    """
    row = 1
    for row, line in enumerate(
        _LINE_END_BYTES.split(data[: limits.MAX_DECLARATION_BYTES], 2)[:2], start=1
    ):
        if found := _COOKIE.match(line):
            encoding = found[1].decode("ascii")
            if data.startswith(codecs.BOM_UTF8) and not _is_utf8(encoding):
                message = f"cannot be decoded: {encoding!r} is declared after a mark of UTF-8"
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
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    return text.removeprefix("\ufeff")


def split_lines(text: str) -> list[str]:
    """Lines as Python counts them; `str.splitlines` also splits at form feeds and the like."""
    if "\r" not in text:  # nearly always, and many times as fast
        return text.split("\n")
    return _LINE_END.split(text)


def parses(text: str) -> bool:
    """Whether the running Python accepts the text: a yes for nearly every file, without libcst."""
    if len(text) > limits.MAX_CODE_BYTES:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the user's invalid escapes are not our subject
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _misplaced(data: bytes, problem: UnicodeDecodeError, encoding: str) -> DecodeError:
    before = data[: problem.start].decode(encoding, errors="replace")
    lines = split_lines(before.removeprefix("\ufeff"))
    byte = f"0x{data[problem.start]:02x}" if problem.start < len(data) else "end of file"
    message = f"cannot be decoded as {encoding}: unexpected byte {byte}"
    return DecodeError(message, len(lines), len(lines[-1]) + 1)
