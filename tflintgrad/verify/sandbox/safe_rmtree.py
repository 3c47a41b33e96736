"""Removal of a folder that a hostile program has filled."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it, however deep and whatever its modes; never raise.

    `shutil.rmtree` recurses, with an open descriptor per level, and stops at folders that their
    owner may not read. This function never descends more than two levels: it moves deeper folders
    up. No process may write to the folder any more.
    """
    if os.unlink not in os.supports_dir_fd or os.rename not in os.supports_dir_fd:
        shutil.rmtree(folder, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        os.chmod(folder, 0o700)
        top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            while names := os.listdir(top):
                if sum(_removed(top, name) for name in names) == 0:
                    break  # nothing more can be removed
        finally:
            os.close(top)
        os.rmdir(folder)


def _removed(top: int, name: str) -> bool:
    """Remove an entry of the folder `top`, moving its subfolders up; return True on success."""
    try:
        if _unlinked(top, name):
            return True
        os.chmod(name, 0o700, dir_fd=top)  # not a link: that would have been removed
        inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
        try:
            for below in os.listdir(inner):
                if not _unlinked(inner, below):
                    os.chmod(below, 0o700, dir_fd=inner)  # moving a folder writes to it
                    os.rename(below, os.urandom(12).hex(), src_dir_fd=inner, dst_dir_fd=top)
        finally:
            os.close(inner)
        os.rmdir(name, dir_fd=top)
    except OSError:
        return False
    return True


def _unlinked(folder: int, name: str) -> bool:
    """Remove a file or link; return False for a folder."""
    try:
        os.unlink(name, dir_fd=folder)
    except (IsADirectoryError, PermissionError):  # for a folder, on Linux and macOS respectively
        return False
    return True
