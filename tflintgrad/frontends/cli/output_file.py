"""The destination of a report: standard output, or a file that is written atomically."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

import click

from tflintgrad.project.symlinks import leads_out_of_project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


@contextmanager
def open_report(path: str | None, stream: TextIO) -> Iterator[TextIO]:
    """Open the file at `path` for the report; without a path, use `stream`.

    The file replaces an older one when the report is complete, so readers never see part of it, and
    an interrupted run leaves the old one. Raises ClickException at once if `path` is not writable.
    """
    if path is None:
        yield stream
        return
    try:
        if leads_out_of_project(path):
            raise OSError(errno.EPERM, "It is a link that leads out of the project")
        target = os.path.realpath(path)  # the file is replaced, not a link to it
        special = _is_special(target)
        unfinished = target if special else f"{target}.{os.getpid()}.tmp"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        file = _open(unfinished, "w" if special else "x")
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


def _open(path: str, mode: Literal["w", "x"]) -> TextIO:
    # File names in the report may not be valid text.
    return open(path, mode, encoding="utf-8", errors="backslashreplace", newline="\n")


def _is_special(path: str) -> bool:
    """True for a device, pipe or directory, which must not be replaced."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _unwritable(path: str, problem: Exception) -> click.ClickException:
    reason = getattr(problem, "strerror", None) or str(problem)
    return click.ClickException(
        f"--output-file: {path}: cannot be written: {reason[:1].lower()}{reason[1:]}"
    )
