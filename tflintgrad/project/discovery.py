"""File discovery: the named files, and the Python files and notebooks below named folders."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from tflintgrad.config.file_patterns import FilePatterns
from tflintgrad.config.settings import ConfigurationError, Settings
from tflintgrad.source.gitignore import NO_GITIGNORE, Gitignores

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.config.settings import SettingsByFolder

SUFFIXES = (".py", ".ipynb")


class Candidate:
    """A file to check, or a path that cannot be checked, with the reason in `problem`."""

    __slots__ = ("named", "path", "problem")

    def __init__(self, path: str, *, named: bool, problem: str | None = None) -> None:
        self.path = path
        #: True if the user named this very file, not a directory above it.
        self.named = named
        self.problem = problem


class _Listing(NamedTuple):
    """The entries of a directory that may be checked, as absolute paths, sorted by name.

    There may be a great many, so each path is stored as one shared string.
    """

    start: str
    """The common prefix of all paths."""
    paths: tuple[str, ...]
    folders: frozenset[str]
    """The paths of directories."""


class Search:
    """File discovery by the settings of each folder; each directory is listed once.

    Only files below a named directory can be excluded. A path that the user names is always
    checked, unless `force-exclude` is set.
    """

    def __init__(self, settings: SettingsByFolder) -> None:
        self._settings = settings
        self._exclusions: dict[int, _Exclusion] = {}
        self._gitignores = Gitignores()
        self._reported: set[str] = set()
        self._listings: dict[str, _Listing] = {}
        #: The files below a folder, by folder and limit on the number of directories.
        self.walks: dict[tuple[str, int], list[str] | None] = {}

    def discover(self, paths: Iterable[str]) -> Iterator[Candidate]:
        """Yield every file to check once, in the order of `paths` and sorted below each."""
        named = list(paths)
        if len(named) == 1:
            yield from self._expand(named[0])
            return
        seen: set[str] = set()
        for path in named:
            for candidate in self._expand(path):
                # Users often name a file twice: `check src src/train.py`.
                key = os.path.abspath(candidate.path)
                if key not in seen:
                    seen.add(key)
                    yield candidate

    def files_below(self, folder: str, limit: int) -> list[str] | None:
        """Return the files to check below a directory; None if it has over `limit` directories."""
        walk = (folder, limit)
        if walk not in self.walks:
            self.walks[walk] = self._files_below(folder, limit)
        return self.walks[walk]

    def _files_below(self, folder: str, limit: int) -> list[str] | None:
        found: list[str] = []
        pending = [folder]
        while pending:
            limit -= 1
            if limit < 0:
                return None
            here = pending.pop()
            try:
                children = self._children(os.path.abspath(here))
            except (OSError, ConfigurationError):  # reported if the user names it
                continue
            for path, is_directory in _display_paths(here, children):
                (pending if is_directory else found).append(path)
        return found

    def is_force_excluded(self, path: str) -> bool:
        """True if a file is excluded even if the user names it."""
        exclusion = self._exclusion(os.path.dirname(os.path.abspath(path)))
        return exclusion.settings.force_exclude and exclusion.everything.cover(path)

    def is_user_excluded(self, path: str) -> bool:
        """True if the user's settings exclude a file; the default patterns do not count."""
        return self._exclusion(os.path.dirname(os.path.abspath(path))).by_user.cover(path)

    def _expand(self, path: str) -> Iterator[Candidate]:
        try:
            mode = os.stat(path).st_mode
        except (OSError, ValueError) as problem:  # ValueError: a null character in the path
            yield Candidate(path, named=True, problem=_reason(problem))
            return
        if self.is_force_excluded(path):
            return
        if stat.S_ISDIR(mode):
            yield from self._walk(path)
        elif stat.S_ISREG(mode):
            yield Candidate(path, named=True)
        else:
            yield Candidate(path, named=True, problem="not a regular file")

    def _walk(self, folder: str) -> Iterator[Candidate]:
        """Yield the files below a directory, depth first; without recursion, as trees are deep."""
        pending = [(folder, True)]
        while pending:
            path, is_directory = pending.pop()
            if not is_directory:
                yield Candidate(path, named=False)
                continue
            try:
                children = self._children(os.path.abspath(path))
            except OSError as problem:
                yield Candidate(path, named=False, problem=_reason(problem))
            else:
                pending += reversed(list(_display_paths(path, children)))
        for path, reason in self._gitignores.problems.items():
            if path not in self._reported:
                self._reported.add(path)
                yield Candidate(path, named=False, problem=reason)

    def _children(self, folder: str) -> _Listing:
        """List the files to check and the directories to search in a directory.

        Links to directories are not followed: they may be circular, or lead to files that are found
        anyway. Named pipes and devices are skipped, because reading them might never end.
        """
        found = self._listings.get(folder)
        if found is None:
            exclusion = self._exclusion(folder)
            git = exclusion.settings.respect_gitignore
            ignored = self._gitignores.in_folder(folder) if git else NO_GITIGNORE
            entries = sorted(
                (name, is_directory)
                for name, is_directory in _entries(folder)
                if not exclusion.everything.match_entry(folder, name)
                and not ignored.ignores(name, is_directory)
            )
            start = os.path.join(folder, "")
            found = self._listings[folder] = _Listing(
                start,
                tuple(start + name for name, _ in entries),
                frozenset(start + name for name, is_directory in entries if is_directory),
            )
        return found

    def _exclusion(self, folder: str) -> _Exclusion:
        settings = self._settings.in_folder(folder)
        found = self._exclusions.get(id(settings))
        if found is None:
            found = self._exclusions[id(settings)] = _Exclusion(settings)
        return found


class _Exclusion:
    """The patterns of files that some settings exclude."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        root = settings.root or os.curdir
        exclude = settings.exclude
        self.everything = FilePatterns((*exclude, *settings.extend_exclude), root)
        by_user = () if exclude == Settings().exclude else exclude
        self.by_user = FilePatterns((*by_user, *settings.extend_exclude), root)


def discover(paths: Iterable[str]) -> Iterator[Candidate]:
    """Yield every file to check, with the default settings."""
    return Search(Settings()).discover(paths)


def _entries(folder: str) -> Iterator[tuple[str, bool]]:
    """Yield the directories, Python files and notebooks in a folder; True for a directory."""
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_dir(follow_symlinks=False):
                yield entry.name, True
            elif entry.name.endswith(SUFFIXES) and _is_file(entry):
                yield entry.name, False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that leads to itself
        return False


def _display_paths(folder: str, listing: _Listing) -> Iterator[tuple[str, bool]]:
    """Yield the paths in a folder, relative if the folder's path is; True for a directory.

    `check .` prints `train.py`, and not `./train.py`.
    """
    start = "" if folder == os.curdir else os.path.join(folder, "")
    prefix = len(listing.start)
    for path in listing.paths:
        display = path if start == listing.start else start + path[prefix:]
        yield display, path in listing.folders


def _reason(problem: OSError | ValueError) -> str:
    if isinstance(problem, FileNotFoundError):
        return "no such file or directory"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[0].lower() + problem.strerror[1:]
    return str(problem)
