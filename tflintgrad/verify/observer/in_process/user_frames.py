"""Finds the user's line behind a call, cheaply and without knowing the user's project.

The worker's `user_frames` is separate, because the worker knows the project's folder and the file
that runs in the program's place.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from types import CodeType, FrameType
from typing import Any

from ..stack import (
    OBSERVER,
    installed_part,
    is_standard_library,
    lines_in_message,
    lines_passed,
    module_of,
    query_caller,
)

#: The kinds of code.
USER, TENSORFLOW, LIBRARY, INSTALLED, GENERATED = range(1, 6)

_START = os.getcwd()
#: Modules of TensorFlow that issue queries on behalf of the program, or stand in between.
_ON_BEHALF = re.compile(r"tensorflow\.python\.(keras|training|autograph)\b")
_KERAS = re.compile(r"(tf_)?keras(\.|$)")

_kinds: dict[str, int] = {}


def kind_of(filename: str, module: str = "") -> int:
    """Return the kind of code that a file holds."""
    kind = _kinds.get(filename)
    if kind is None:
        kind = _kinds[filename] = _classified(filename, module)
    return kind


def _classified(filename: str, module: str) -> int:
    if "__autograph_generated_file" in filename:
        return GENERATED
    path = absolute(filename)
    installed = installed_part(path)
    if not module and installed is not None:  # a line of a traceback names no module
        module = re.sub(r"[\\/]", ".", installed)
    if module.startswith("tensorflow."):
        return LIBRARY if _ON_BEHALF.match(module) else TENSORFLOW
    if _KERAS.match(module) or filename.startswith(("<frozen ", "<__array_function__")):
        return LIBRARY
    if installed is not None:
        return INSTALLED
    if is_standard_library(path) or path.startswith(OBSERVER):
        return LIBRARY
    return USER


def absolute(filename: str) -> str:
    """Return a file's absolute path, even if the program has changed its working directory."""
    return filename if filename.startswith("<") else os.path.join(_START, filename)


def is_internal(frame: FrameType | None) -> bool:
    """True if TensorFlow itself issues the query, as the gradient of `py_function` does."""
    caller = query_caller(frame)
    return caller is not None and (
        kind_of(caller.f_code.co_filename, module_of(caller)) == TENSORFLOW
    )


def user_line(frame: FrameType | None) -> tuple[str, int] | None:
    """Return the innermost line of the user's code, or else of an installed program."""
    installed: tuple[str, int] | None = None
    while frame is not None:
        code = frame.f_code
        kind = _kinds.get(code.co_filename)
        if kind is None:
            kind = kind_of(code.co_filename, module_of(frame))
        if kind == USER:
            return absolute(code.co_filename), frame.f_lineno or 0
        if kind == GENERATED:
            mapped = _mapped_line()
            if mapped is not None:
                return mapped
        if kind == INSTALLED and installed is None:
            installed = absolute(code.co_filename), frame.f_lineno or 0
        frame = frame.f_back
    return installed


def main_thread_line() -> tuple[str, int] | None:
    """Return the user's line in the main thread, for a query in a library's own thread.

    A distribution strategy has such a thread for each replica; the main thread waits for them.
    """
    main = threading.main_thread()
    if threading.current_thread() is main or main.ident is None:
        return None
    return user_line(sys._current_frames().get(main.ident))


def _mapped_line() -> tuple[str, int] | None:
    """Return the user's line that AutoGraph's generated code comes from, as TensorFlow maps it."""
    tf_stack: Any = sys.modules["tensorflow.python.util.tf_stack"]
    for entry in reversed(list(tf_stack.extract_stack())):
        if kind_of(entry.filename) == USER:
            return absolute(entry.filename), int(entry.lineno)
    return None


def user_lines(frame: FrameType | None) -> list[tuple[str, int]]:
    """Return the user's lines on the stack, innermost first."""
    found = []
    while frame is not None:
        if kind_of(frame.f_code.co_filename, module_of(frame)) == USER:
            found.append((absolute(frame.f_code.co_filename), frame.f_lineno or 0))
        frame = frame.f_back
    return found


def lines_of_error(error: BaseException) -> list[tuple[str, int]]:
    """Return the user's lines that an exception passed, outermost first."""
    found = [
        (absolute(filename), line)
        for filename, line, module in lines_passed(error)
        if kind_of(filename, module) == USER
    ]
    return found + [
        (absolute(filename), line)
        for filename, line in lines_in_message(str(error))
        if kind_of(filename) == USER
    ]


def lines_inside(code: CodeType) -> list[tuple[str, int]]:
    """Return a function's first line, and one inside of it even if it is decorated."""
    if kind_of(code.co_filename) != USER:
        return []
    filename = absolute(code.co_filename)
    return [(filename, code.co_firstlineno), (filename, _last_line(code))]


def _last_line(code: CodeType) -> int:
    import dis

    return max((line for _, line in dis.findlinestarts(code) if line), default=code.co_firstlineno)
