"""From bytes to text as Python itself reads them: PEP 263 encodings, byte order marks, newlines."""

from __future__ import annotations

import ast
import codecs
import errno
import os
import re
import stat
import warnings

_LINE_END = re.compile("\r\n|\r|\n")
_LINE_END_BYTES = re.compile(b"\r\n|\r|\n")
_COOKIE = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\f]*(?:#.*)?$")
_COOKIE_WITHIN = 4096

#: Larger programs are not analysed, about a hundred thousand lines: a syntax tree takes several
#: hundred times the memory of its text.
MAX_SIZE = 4_000_000
#: Larger files are not read at all.
_MAX_READ = 1 << 28


class Unreadable(Exception):
    """The file cannot be read at all (permissions, a device, gone meanwhile)."""


class Undecodable(Exception):
    """The bytes are not text in the file's encoding."""

    def __init__(self, message: str, row: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


def read_bytes(path: str) -> bytes:
    """The file's content; never blocks on something that is not a regular file."""
    try:
        with open(path, "rb", opener=open_without_waiting) as file:
            data = file.read(_MAX_READ + 1)
            if len(data) > _MAX_READ:
                raise OSError(errno.EFBIG, f"It is larger than {_MAX_READ >> 20} MiB", path)
            return data
    except (OSError, ValueError, MemoryError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        raise Unreadable(reason[:1].lower() + reason[1:]) from None


def too_large(size: int) -> str:
    """What to say about a program of more than `MAX_SIZE`."""
    return f"too large to be analysed: {size / 1e6:.1f} MB, and {MAX_SIZE / 1e6:.0f} MB is the most"


def open_without_waiting(path: str, flags: int) -> int:
    # Opening a named pipe waits for a writer unless this flag is given.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "Not a regular file", path)
    return descriptor


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
        raise Undecodable(f"cannot be decoded: unknown encoding {encoding!r}", row, 1) from None


def _declared_encoding(data: bytes) -> tuple[str, int]:
    """What PEP 263 says: the encoding, and the row that declares it.

    Not `tokenize.detect_encoding`, which unlike Python refuses a line that declares an encoding
    and uses it in the same line.
    """
    row = 1
    for row, line in enumerate(_LINE_END_BYTES.split(data[:_COOKIE_WITHIN], 2)[:2], start=1):
        if found := _COOKIE.match(line):
            encoding = found[1].decode("ascii")
            if data.startswith(codecs.BOM_UTF8) and not _is_utf8(encoding):
                message = f"cannot be decoded: {encoding!r} is declared after a mark of UTF-8"
                raise Undecodable(message, row, 1)
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
    return _LINE_END.split(text)


def parses(text: str) -> bool:
    """Whether the running Python accepts the text: a yes for nearly every file, without libcst."""
    if len(text) > MAX_SIZE:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the user's invalid escapes are not our subject
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _misplaced(data: bytes, problem: UnicodeDecodeError, encoding: str) -> Undecodable:
    before = data[: problem.start].decode(encoding, errors="replace")
    lines = split_lines(before.removeprefix("\ufeff"))
    byte = f"0x{data[problem.start]:02x}" if problem.start < len(data) else "end of file"
    message = f"cannot be decoded as {encoding}: unexpected byte {byte}"
    return Undecodable(message, len(lines), len(lines[-1]) + 1)
