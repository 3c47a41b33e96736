"""Removes a folder that a hostile program has filled."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove it with all that is in it, however deep and whatever its modes; never raises.

    `shutil.rmtree` goes down by recursion, with an open file per level, and stops at folders that
    their owner may not read. Here nothing ever lies deeper than two levels: what is deeper is moved
    up. For when nobody writes there any more.
    """
    if os.unlink not in os.supports_dir_fd or os.rename not in os.supports_dir_fd:
        shutil.rmtree(folder, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        os.chmod(folder, 0o700)
        top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            while names := os.listdir(top):
                if sum(_gone(top, name) for name in names) == 0:
                    break  # what cannot be removed is not tried for ever
        finally:
            os.close(top)
        os.rmdir(folder)


def _gone(top: int, name: str) -> bool:
    try:
        if _unlinked(top, name):
            return True
        os.chmod(name, 0o700, dir_fd=top)  # no link: that would have been removed
        inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
        try:
            for below in os.listdir(inner):
                if not _unlinked(inner, below):
                    os.chmod(below, 0o700, dir_fd=inner)  # a folder that moves is written to
                    os.rename(below, os.urandom(12).hex(), src_dir_fd=inner, dst_dir_fd=top)
        finally:
            os.close(inner)
        os.rmdir(name, dir_fd=top)
    except OSError:
        return False
    return True


def _unlinked(folder: int, name: str) -> bool:
    try:
        os.unlink(name, dir_fd=folder)
    except (IsADirectoryError, PermissionError):  # Linux says the one of folders, macOS the other
        return False
    return True
