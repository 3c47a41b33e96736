"""Which of the user's lines led to where we are."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from functools import lru_cache
from types import FrameType, TracebackType
from typing import Any

from tflintgrad import limits
from tflintgrad.verify.protocol import Place, Raised

#: So much of an exception's message is kept, from its beginning and from its end.
MAX_BEGINNING, MAX_END = 1000, 3000
_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep
_LIBRARIES = tuple(
    {sysconfig.get_paths()[name] + os.sep for name in ("stdlib", "platstdlib", "purelib")}
)
_NAMED = re.compile(r'File "([^"]+)", line (\d+)')


class Frames:
    """Tells the user's files from everybody else's."""

    def __init__(self, program: str, root: str, shown_as: str, stack: Any) -> None:
        #: The text that runs may be a corrected copy: its lines count as the user's own.
        self._program = program
        self._shown_as = shown_as
        self._root = root.rstrip(os.sep) + os.sep
        self._stack = stack

    def is_user(self, filename: str) -> bool:
        if filename == self._program:
            return True
        filename = _real(filename)
        if not filename.startswith(self._root) or filename.startswith((_PACKAGE, *_LIBRARIES)):
            return False
        return "site-packages" not in filename

    def here(self) -> list[Place]:
        """The user's lines on the stack, innermost first, as written (before AutoGraph)."""
        found = [
            Place(self._name(frame.filename), frame.lineno)
            for frame in self._stack.extract_stack()
            if self.is_user(frame.filename)
        ]
        return found[::-1][: limits.MAX_OBSERVED_FRAMES]

    def caller_is_user(self, depth: int = 2) -> bool:
        frame: FrameType | None = sys._getframe(depth)
        return frame is not None and self.is_user(frame.f_code.co_filename)

    def raised(self, error: BaseException) -> Raised:
        message = str(error)
        places: list[Place] = []
        trail: list[str] = []
        traceback: TracebackType | None = error.__traceback__
        while traceback is not None:
            filename = traceback.tb_frame.f_code.co_filename
            if self.is_user(filename):
                places.append(Place(self._name(filename), traceback.tb_lineno))
            else:
                trail.append(os.path.basename(filename).removesuffix(".py"))
            traceback = traceback.tb_next
        if isinstance(error, SyntaxError) and error.filename and self.is_user(error.filename):
            places.append(Place(self._name(error.filename), error.lineno or 1))
        # AutoGraph names the user's lines in the message instead of the traceback.
        for filename, row in _NAMED.findall(message):
            if self.is_user(filename):
                places.append(Place(self._name(filename), int(row)))
        bases = [cls.__name__ for cls in type(error).__mro__ if cls is not object]
        message = _shortened(message.replace(self._program, self._shown_as))
        return Raised(
            bases, message, places[::-1][: limits.MAX_OBSERVED_FRAMES], list(dict.fromkeys(trail))
        )

    def _name(self, filename: str) -> str:
        return self._shown_as if filename == self._program else _real(filename)


@lru_cache(maxsize=4096)
def _real(filename: str) -> str:
    """A folder such as `scripts/../src` in `sys.path` is part of the names of its modules."""
    # Relative ones are no files, and the working directory may be gone.
    return os.path.realpath(filename) if os.path.isabs(filename) else filename


def _shortened(message: str) -> str:
    """AutoGraph puts a traceback of any length first, and the error itself last."""
    if len(message) <= MAX_BEGINNING + MAX_END:
        return message
    return f"{message[:MAX_BEGINNING]}\n…\n{message[-MAX_END:]}"
