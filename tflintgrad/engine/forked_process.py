"""Forked processes and pipes to them, as `multiprocessing` has them, without its imports.

Those take longer than the analysis of a small program, and one program also gets a process that can
be ended from outside.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

_LENGTH_BYTES = 8


class PipeEnd:
    """One end of a pipe in both directions."""

    __slots__ = ("_read", "_write")

    def __init__(self, read: int, write: int) -> None:
        self._read = read
        self._write = write

    def fileno(self) -> int:
        """Return the descriptor that is read from."""
        return self._read

    def send(self, item: object) -> None:
        """Send an object that can be pickled."""
        self.send_bytes(pickle.dumps(item))

    def recv(self) -> Any:
        """Return the next object; raise EOFError if the other end is closed."""
        return pickle.loads(self.recv_bytes())

    def send_bytes(self, data: bytes) -> None:
        """Send one message; wait until the other end has read most of it."""
        left = memoryview(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
        while left:
            left = left[os.write(self._write, left) :]

    def recv_bytes(self) -> bytes:
        """Return the next message; raise EOFError if the other end is closed."""
        return self._exactly(int.from_bytes(self._exactly(_LENGTH_BYTES), "big"))

    def _exactly(self, size: int) -> bytes:
        received = bytearray()
        while len(received) < size:
            data = os.read(self._read, size - len(received))
            if not data:
                raise EOFError
            received += data
        return bytes(received)

    def close(self) -> None:
        """Close the end; closing it again has no effect."""
        for descriptor in (self._read, self._write):
            if descriptor >= 0:
                os.close(descriptor)
        self._read = self._write = -1


def pipe() -> tuple[PipeEnd, PipeEnd]:
    """Return the two ends of a pipe."""
    read_here, write_there = os.pipe()
    try:
        read_there, write_here = os.pipe()
    except OSError:
        os.close(read_here)
        os.close(write_there)
        raise
    return PipeEnd(read_here, write_here), PipeEnd(read_there, write_there)


def wait(ends: Iterable[PipeEnd], seconds: float) -> list[PipeEnd]:
    """Return the ends that have a message, or whose other end is closed, within some time."""
    by_descriptor = {end.fileno(): end for end in ends}
    poll = select.poll()
    for descriptor in by_descriptor:
        poll.register(descriptor, select.POLLIN)
    return [by_descriptor[descriptor] for descriptor, _ in poll.poll(seconds * 1000)]


class ForkedProcess:
    """A process that calls a function and ends."""

    def __init__(
        self, target: Callable[..., None], args: tuple[Any, ...], *, daemon: bool = True
    ) -> None:
        """`daemon` is ignored: the process ends when its pipe is closed."""
        self._target = target
        self._arguments = args
        self.pid: int | None = None
        self.exitcode: int | None = None
        """The exit code; the number of the signal, negative, that ended the process."""

    def start(self) -> None:
        """Start the process; raise OSError if there is no room for another."""
        if sys.platform == "win32":
            raise OSError("no fork")
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                self._target(*self._arguments)
                code = 0
            except BaseException:
                sys.excepthook(*sys.exc_info())
            finally:
                os._exit(code)

    def kill(self) -> None:
        """End the process, whatever it does."""
        if sys.platform != "win32" and self.pid is not None and self.exitcode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def join(self) -> None:
        """Wait until the process has ended."""
        if self.pid is not None and self.exitcode is None:
            _, status = os.waitpid(self.pid, 0)
            self.exitcode = os.waitstatus_to_exitcode(status)
