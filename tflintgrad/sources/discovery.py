"""Which files to check: those that were named, and the Python files and notebooks below folders."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIXES = (".py", ".ipynb")

# Directories that hold other people's code or generated files. Only their names inside a walked
# tree count: a path that somebody wrote down is always followed.
SKIPPED_DIRECTORIES = frozenset(
    {
        ".bzr",
        ".direnv",
        ".eggs",
        ".git",
        ".hg",
        ".hypothesis",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        "__pycache__",
        "__pypackages__",
        "build",
        "dist",
        "node_modules",
        "site-packages",
        "venv",
    }
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to check, or a path that cannot be one (then `problem` says why)."""

    path: str
    named: bool
    """Whether somebody asked for this very file, rather than for a directory above it."""
    problem: str | None = None


def discover(paths: Iterable[str]) -> Iterator[Candidate]:
    """Every file to check, once, in the order of `paths` and alphabetically below each."""
    seen: set[str] = set()
    for path in paths:
        for candidate in _expand(path):
            # The same file is often named twice: `check src src/train.py`.
            key = os.path.abspath(candidate.path)
            if key not in seen:
                seen.add(key)
                yield candidate


def _expand(path: str) -> Iterator[Candidate]:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as problem:  # ValueError: a null character in the path
        yield Candidate(path, named=True, problem=_reason(problem))
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path)
    elif stat.S_ISREG(mode):
        yield Candidate(path, named=True)
    else:
        yield Candidate(path, named=True, problem="not a regular file")


def files_below(folder: str, folders: int) -> list[str] | None:
    """The files to check below a directory; None if it holds more than so many directories."""
    found: list[str] = []
    pending = [folder]
    while pending:
        folders -= 1
        if folders < 0:
            return None
        try:
            children = sorted(_children(pending.pop()))
        except OSError:
            continue
        found += [path for path, is_directory in children if not is_directory]
        pending += [path for path, is_directory in children if is_directory]
    return found


def _walk(folder: str) -> Iterator[Candidate]:
    """Files below a directory, depth first; a stack, because trees can be deeper than Python's."""
    pending = [(folder, True)]
    while pending:
        path, is_directory = pending.pop()
        if not is_directory:
            yield Candidate(path, named=False)
            continue
        try:
            children = sorted(_children(path), reverse=True)
        except OSError as problem:
            yield Candidate(path, named=False, problem=_reason(problem))
        else:
            pending.extend(children)


def _children(folder: str) -> Iterator[tuple[str, bool]]:
    """What in a directory is worth looking at, and whether it is a directory itself.

    Links to directories are not followed: they lead in circles, or to files that the walk meets
    anyway. Named pipes and devices are left out, because reading them might never end.
    """
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in SKIPPED_DIRECTORIES:
                    yield _join(folder, entry.name), True
            elif entry.name.endswith(SUFFIXES) and _is_file(entry):
                yield _join(folder, entry.name), False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that leads to itself
        return False


def _join(folder: str, name: str) -> str:
    """`check .` should print `train.py`, as people call the file, and not `./train.py`."""
    return name if folder == os.curdir else os.path.join(folder, name)


def _reason(problem: OSError | ValueError) -> str:
    if isinstance(problem, FileNotFoundError):
        return "no such file or directory"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[0].lower() + problem.strerror[1:]
    return str(problem)
