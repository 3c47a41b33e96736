"""The user's lines on the stack and in tracebacks.

The in-process observer's `user_frames` is separate: it does not know the project's folder, and it
has to be cheap. This one looks at every frame, as TensorFlow maps AutoGraph's code back.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Mapping
from functools import lru_cache
from types import FrameType
from typing import Any

from tflintgrad import limits
from tflintgrad.verify.observer.stack import (
    exception_bases,
    installed_part,
    is_standard_library,
    lines_in_message,
    lines_passed,
)
from tflintgrad.verify.protocol import ObservedException, UserLine

#: How many characters of a long exception message are kept, at its beginning and at its end.
MAX_BEGINNING, MAX_END = 1000, 3000
_TFLINTGRAD = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep
_INSTALLED = sysconfig.get_paths()["purelib"] + os.sep


class UserFrames:
    """Distinguishes the user's files from libraries."""

    def __init__(self, originals: Mapping[str, str], root: str, stack: Any) -> None:
        #: The files that run may be corrected copies: their lines count as the originals'.
        self._originals = originals
        self._root = root.rstrip(os.sep) + os.sep
        self._stack = stack

    def is_user(self, filename: str) -> bool:
        """True for the program and for files of its project."""
        if filename in self._originals:
            return True
        filename = _real(filename)
        if not filename.startswith(self._root) or filename.startswith((_TFLINTGRAD, _INSTALLED)):
            return False
        return not is_standard_library(filename) and installed_part(filename) is None

    def current_lines(self) -> list[UserLine]:
        """Return the user's lines on the stack, innermost first, as they were before AutoGraph."""
        found = [
            UserLine(self._name(frame.filename), frame.lineno)
            for frame in self._stack.extract_stack()
            if self.is_user(frame.filename)
        ]
        return found[::-1][: limits.MAX_OBSERVED_FRAMES]

    def caller_is_user(self, depth: int = 2) -> bool:
        """True if the function `depth` frames up is the user's."""
        frame: FrameType | None = sys._getframe(depth)
        return frame is not None and self.is_user(frame.f_code.co_filename)

    def describe(self, error: BaseException) -> ObservedException:
        """Return an exception with the user's lines and the library modules that it passed."""
        message = str(error)
        lines: list[UserLine] = []
        trail: list[str] = []
        for filename, row, _ in lines_passed(error):
            if self.is_user(filename):
                lines.append(UserLine(self._name(filename), row))
            else:
                trail.append(os.path.basename(filename).removesuffix(".py"))
        if isinstance(error, SyntaxError) and error.filename and self.is_user(error.filename):
            lines.append(UserLine(self._name(error.filename), error.lineno or 1))
        for filename, row in lines_in_message(message):
            if self.is_user(filename):
                lines.append(UserLine(self._name(filename), row))
        for copy, original in self._originals.items():
            message = message.replace(copy, original)
        message = _shortened(message)
        trail = list(dict.fromkeys(trail))
        return ObservedException(
            exception_bases(error), message, lines[::-1][: limits.MAX_OBSERVED_FRAMES], trail
        )

    def _name(self, filename: str) -> str:
        return self._originals[filename] if filename in self._originals else _real(filename)


@lru_cache(maxsize=4096)
def _real(filename: str) -> str:
    """Resolve a path such as `scripts/../src/module.py`, which comes from entries of `sys.path`."""
    # A relative name is not a file, and the working directory may be gone.
    return os.path.realpath(filename) if os.path.isabs(filename) else filename


def _shortened(message: str) -> str:
    """Shorten a message in its middle: AutoGraph puts a long traceback first, the error last."""
    if len(message) <= MAX_BEGINNING + MAX_END:
        return message
    return f"{message[:MAX_BEGINNING]}\n…\n{message[-MAX_END:]}"
