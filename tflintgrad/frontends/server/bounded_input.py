"""Standard input of which no message takes all memory."""

from __future__ import annotations

import sys
from typing import BinaryIO

from tflintgrad import limits

#: Read in the place of a message that is too long: a notification that has no effect.
_NOTHING = b'{"jsonrpc": "2.0", "method": "$/tooLong"}'
_PIECE = 1 << 16


class BoundedInput:
    """A stream as pygls uses it: lines of headers, and messages of a given length."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Return the next line; nothing, which ends the session, if it cannot be a header."""
        line = self._stream.readline(limits.MAX_HEADER_BYTES)
        if len(line) < limits.MAX_HEADER_BYTES:
            return line
        _report("a header", limits.MAX_HEADER_BYTES)
        return b""

    def read(self, size: int) -> bytes:
        """Return a message; skip one that is too long."""
        if size <= limits.MAX_MESSAGE_BYTES:
            return self._stream.read(size)
        _report("a message", limits.MAX_MESSAGE_BYTES)
        while size > 0:
            piece = self._stream.read(min(size, _PIECE))
            if not piece:
                return b""
            size -= len(piece)
        return _NOTHING


def _report(what: str, most: int) -> None:
    print(f"tflintgrad: {what} of more than {most:,} bytes is not read", file=sys.stderr)
