"""Whose code is it? Finds the user's line behind a call, at little cost."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import threading
from types import CodeType, FrameType
from typing import Any

USER, TENSORFLOW, LIBRARY, INSTALLED, GENERATED = range(1, 6)

_HERE = os.path.dirname(os.path.abspath(__file__))
_START = os.getcwd()
_STANDARD = tuple(
    os.path.join(folder, "")
    for folder in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    if folder
)
_PACKAGES = re.compile(r"[\\/](site|dist)-packages[\\/]")
# They ask because the program told them to, or stand between a program and what it calls.
_ON_BEHALF = re.compile(r"tensorflow\.python\.(keras|training|autograph)\b")
_AUTOGRAPH = re.compile(r"tensorflow\.python\.autograph\b")
_KERAS = re.compile(r"(tf_)?keras(\.|$)")
_NAMED = re.compile(r'File "([^"\n]+)", line (\d+)')

_kinds: dict[str, int] = {}


def kind_of(filename: str, module: str = "") -> int:
    kind = _kinds.get(filename)
    if kind is None:
        kind = _kinds[filename] = _classified(filename, module)
    return kind


def _classified(filename: str, module: str) -> int:
    if "__autograph_generated_file" in filename:
        return GENERATED
    path = absolute(filename)
    installed = _PACKAGES.search(path)
    if not module and installed:  # a line of a traceback does not say which module it is from
        module = re.sub(r"[\\/]", ".", path[installed.end() :])
    if module.startswith("tensorflow."):
        return LIBRARY if _ON_BEHALF.match(module) else TENSORFLOW
    if _KERAS.match(module) or filename.startswith(("<frozen ", "<__array_function__")):
        return LIBRARY
    if installed:
        return INSTALLED
    if path.startswith(_STANDARD) or path.startswith(os.path.join(_HERE, "")):
        return LIBRARY
    return USER


def absolute(filename: str) -> str:
    # A program may change its directory after Python was given a relative path.
    return filename if filename.startswith("<") else os.path.join(_START, filename)


def is_nobodys(frame: FrameType | None) -> bool:
    """Whether TensorFlow itself asks, as py_function's gradient does."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if not _AUTOGRAPH.match(module):
            return kind_of(frame.f_code.co_filename, module) == TENSORFLOW
        frame = frame.f_back
    return False


def user_line(frame: FrameType | None) -> tuple[str, int] | None:
    """The innermost line that the user wrote; of an installed program if there is nothing else."""
    installed: tuple[str, int] | None = None
    while frame is not None:
        code = frame.f_code
        kind = _kinds.get(code.co_filename)
        if kind is None:
            kind = kind_of(code.co_filename, str(frame.f_globals.get("__name__", "")))
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


def main_line() -> tuple[str, int] | None:
    """For a thread of a library's own, as a strategy has for each replica: who waits for it."""
    main = threading.main_thread()
    if threading.current_thread() is main or main.ident is None:
        return None
    return user_line(sys._current_frames().get(main.ident))


def _mapped_line() -> tuple[str, int] | None:
    """TensorFlow maps AutoGraph's generated code back to the lines it was generated from."""
    tf_stack: Any = sys.modules["tensorflow.python.util.tf_stack"]
    for entry in reversed(list(tf_stack.extract_stack())):
        if kind_of(entry.filename) == USER:
            return absolute(entry.filename), int(entry.lineno)
    return None


def user_lines(frame: FrameType | None) -> list[tuple[str, int]]:
    found = []
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if kind_of(frame.f_code.co_filename, module) == USER:
            found.append((absolute(frame.f_code.co_filename), frame.f_lineno or 0))
        frame = frame.f_back
    return found


def lines_of_error(error: BaseException) -> list[tuple[str, int]]:
    """The user's lines that an exception passed through, outermost first."""
    found: list[tuple[str, int]] = []
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        module = str(frame.f_globals.get("__name__", ""))
        if kind_of(frame.f_code.co_filename, module) == USER:
            found.append((absolute(frame.f_code.co_filename), traceback.tb_lineno))
        traceback = traceback.tb_next
    # AutoGraph, and ops that fail in a graph, name the user's lines in the message instead.
    for filename, line in _NAMED.findall(str(error)):
        if kind_of(filename) == USER:
            found.append((absolute(filename), int(line)))
    return found


def inner_lines(code: CodeType) -> list[tuple[str, int]]:
    """A function's first line, and one that lies inside of it even if it is decorated."""
    if kind_of(code.co_filename) != USER:
        return []
    filename = absolute(code.co_filename)
    return [(filename, code.co_firstlineno), (filename, _last_line(code))]


def _last_line(code: CodeType) -> int:
    import dis

    return max((line for _, line in dis.findlinestarts(code) if line), default=code.co_firstlineno)
