"""Stack frames and tracebacks: library code, the caller of a query, the lines of an exception."""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Iterator
from types import FrameType

#: This package's folder, with a separator at its end.
OBSERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")
_STANDARD_LIBRARY = tuple(
    os.path.join(folder, "")
    for folder in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    if folder
)
_INSTALLED = re.compile(r"[\\/](site|dist)-packages[\\/]")
_AUTOGRAPH = re.compile(r"tensorflow\.python\.autograph\b")
_NAMED_LINE = re.compile(r'File "([^"\n]+)", line (\d+)')


def is_standard_library(path: str) -> bool:
    """True for files of Python's standard library (and whatever is installed below it)."""
    return path.startswith(_STANDARD_LIBRARY)


def installed_part(path: str) -> str | None:
    """Return the part of a path after `site-packages`; None if the file is not installed there."""
    found = _INSTALLED.search(path)
    return path[found.end() :] if found is not None else None


def module_of(frame: FrameType) -> str:
    """Return the name of the module whose code a frame executes."""
    return str(frame.f_globals.get("__name__", ""))


def query_caller(frame: FrameType | None) -> FrameType | None:
    """Return the first frame, from `frame` outwards, that is not AutoGraph's.

    AutoGraph stands between a traced program and every call that it makes.
    """
    while frame is not None and _AUTOGRAPH.match(module_of(frame)):
        frame = frame.f_back
    return frame


def exception_bases(error: BaseException) -> list[str]:
    """Return the names of an exception's class and base classes, nearest first."""
    return [cls.__name__ for cls in type(error).__mro__ if cls is not object]


def lines_passed(error: BaseException) -> Iterator[tuple[str, int, str]]:
    """Yield filename, line and module of each frame that an exception passed, outermost first."""
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        yield frame.f_code.co_filename, traceback.tb_lineno, module_of(frame)
        traceback = traceback.tb_next


def lines_in_message(message: str) -> list[tuple[str, int]]:
    """Return the lines that a message names, as those of AutoGraph and of ops in a graph do.

    Such exceptions have the user's lines in the message instead of the traceback.
    """
    return [(filename, int(line)) for filename, line in _NAMED_LINE.findall(message)]


def error_line(message: str) -> str:
    """Return the line of an exception's message that states the error."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    # AutoGraph puts the traceback first and the error itself last.
    return lines[-1] if lines and lines[0].startswith("in user code") else "".join(lines[:1])
