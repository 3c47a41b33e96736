"""Where a report goes: to standard output, or to a file that is whole from its first moment on."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


@contextmanager
def report_to(path: str | None, otherwise: TextIO) -> Iterator[TextIO]:
    """Something to write the report to; the file gets its name when everything is written.

    Whoever reads the file meanwhile finds the old report, and so does somebody whose run was
    interrupted. A place that cannot be written to is found out before any work is done.
    """
    if path is None:
        yield otherwise
        return
    try:
        target = os.path.realpath(path)  # a link stays one
        special = _is_special(target)
        unfinished = target if special else f"{target}.{os.getpid()}.tmp"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        file = _opened(unfinished, "w" if special else "x")
    except (OSError, ValueError) as problem:
        raise _unwritable(path, problem) from None
    if special:
        with file:
            yield file
        return
    try:
        with file:
            yield file
        os.replace(unfinished, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise


def _opened(path: str, mode: Literal["w", "x"]) -> TextIO:
    # File names in the report need not be valid text.
    return open(path, mode, encoding="utf-8", errors="backslashreplace", newline="\n")


def _is_special(path: str) -> bool:
    """A device or a pipe, which must not be replaced; a directory is an error, too."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _unwritable(path: str, problem: Exception) -> click.ClickException:
    reason = getattr(problem, "strerror", None) or str(problem)
    return click.ClickException(
        f"--output-file: {path}: cannot be written: {reason[:1].lower()}{reason[1:]}"
    )
