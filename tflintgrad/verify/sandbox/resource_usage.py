"""What a process uses at present, for limits that the system does not know of.

The system bounds one file, not a folder; it does not count root's threads; and memory that several
processes share is in nobody's address space.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from .resource_limits import Limits

_BLOCK = 512  # of `st_blocks`, whatever the file system's is


class _Hidden(Exception):
    """It can not be told how much is used; the message says why."""


def excess(process: int, folder: Path, limits: Limits) -> str:
    """What a child of this process has too much of, in words; empty if nothing.

    A process that is gone has nothing. Its own part in what it shares with us is not held against
    it, nor are links: a program's folder may show many files of the user's.
    """
    threads, memory = _threads(process), _resident(process) - _resident(os.getpid())
    if threads > limits.threads:
        return f"it started too many threads (more than {limits.threads})"
    if memory > limits.memory_bytes:
        return f"it used too much memory (more than {limits.memory_bytes >> 20} MB)"
    try:
        size, files, links = _below(folder)
        size += _unnamed(process)
    except _Hidden as problem:
        return str(problem)
    if size > limits.folder_bytes:
        return f"it filled the disk (more than {limits.folder_bytes >> 20} MB)"
    if files > limits.folder_files or links > 10 * limits.folder_files:
        return f"it made too many files (more than {limits.folder_files})"
    return ""


def _threads(process: int) -> int:
    try:
        # The name in brackets can hold anything, also brackets and spaces.
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


def _below(folder: Path) -> tuple[int, int, int]:
    """Bytes, files and links. The program goes on meanwhile, so anything may vanish."""
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
            # Not opened up here: what is a folder now may be a link to another one then.
            raise _Hidden("it made a folder that cannot be looked into") from None
        except OSError:
            raise _Hidden("it made folders within folders without end") from None
    return size, files, links


def _unnamed(process: int) -> int:
    """Files that have been deleted and are still open: they take up space, too."""
    found: dict[tuple[int, int], int] = {}
    try:
        names = os.listdir(f"/proc/{process}/fd")
    except OSError:  # it has just ended; hiding is what the filter does not allow
        return 0
    for name in names:
        try:
            seen = os.stat(f"/proc/{process}/fd/{name}")
        except OSError:
            continue
        if stat.S_ISREG(seen.st_mode) and seen.st_nlink == 0:
            found[seen.st_dev, seen.st_ino] = seen.st_blocks * _BLOCK
    return sum(found.values())
