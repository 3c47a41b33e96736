"""The present resource usage of a child, for limits that the system does not enforce.

The system limits the size of a file, not of a folder; it does not limit root's threads; and it does
not count memory that is in no address space.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from .resource_limits import Limits

_BLOCK = 512  # of `st_blocks`, whatever the file system's is


class _Unmeasurable(Exception):
    """The usage cannot be measured; the message says why."""


def exceeded_limit(process: int, folder: Path, limits: Limits) -> str:
    """Return which limit a child of this process exceeds, in words; empty if none.

    A process that has ended exceeds none. Memory that it shares with this process does not count,
    and more links are allowed than files: a run's folder has links to the user's data.
    """
    threads, memory = _threads(process), _resident(process) - _resident(os.getpid())
    if threads > limits.threads:
        return f"it started too many threads (more than {limits.threads})"
    if memory > limits.memory_bytes:
        return f"it used too much memory (more than {limits.memory_bytes >> 20} MB)"
    try:
        size, files, links = _folder_usage(folder)
        size += _deleted_open_files(process)
    except _Unmeasurable as problem:
        return str(problem)
    if size > limits.folder_bytes:
        return f"it filled the disk (more than {limits.folder_bytes >> 20} MB)"
    if files > limits.folder_files or links > 10 * limits.folder_files:
        return f"it made too many files (more than {limits.folder_files})"
    return ""


def _threads(process: int) -> int:
    try:
        # The name in parentheses can hold any character, parentheses and spaces included.
        status = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
        return int(status[17])
    except (OSError, ValueError, IndexError):
        return 0


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_bytes().split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )
    except (OSError, ValueError, IndexError):
        return 0


def _folder_usage(folder: Path) -> tuple[int, int, int]:
    """Return the bytes, files and links in a folder, which the program may change meanwhile."""
    size = files = links = 0
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        links += 1
                        continue
                    files += 1
                    try:
                        size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                    except FileNotFoundError:
                        continue
        except (FileNotFoundError, NotADirectoryError):
            continue
        except PermissionError:
            # Its mode is not changed here: by then, the program may have put a link in its place.
            raise _Unmeasurable("it made a folder that cannot be read") from None
        except OSError:
            raise _Unmeasurable("it nested folders too deeply") from None
    return size, files, links


def _deleted_open_files(process: int) -> int:
    """Return the bytes of files that are deleted but still open, which take up space, too."""
    found: dict[tuple[int, int], int] = {}
    try:
        names = os.listdir(f"/proc/{process}/fd")
    except OSError:  # it has just ended; the filter does not let it hide its descriptors
        return 0
    for name in names:
        try:
            seen = os.stat(f"/proc/{process}/fd/{name}")
        except OSError:
            continue
        if stat.S_ISREG(seen.st_mode) and seen.st_nlink == 0:
            found[seen.st_dev, seen.st_ino] = seen.st_blocks * _BLOCK
    return sum(found.values())
