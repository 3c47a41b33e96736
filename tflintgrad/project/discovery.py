"""Which files to check: those that were named, and the Python files and notebooks below folders."""

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
    """A file to check, or a path that cannot be one (then `problem` says why)."""

    __slots__ = ("named", "path", "problem")

    def __init__(self, path: str, *, named: bool, problem: str | None = None) -> None:
        self.path = path
        #: Whether somebody asked for this very file, rather than for a directory above it.
        self.named = named
        self.problem = problem


class _Listing(NamedTuple):
    """What in a directory is worth looking at, by absolute path, in the order of the names.

    There may be a great many: each path is there once, and everybody has the same string.
    """

    start: str
    """How all of them begin."""
    paths: tuple[str, ...]
    folders: frozenset[str]
    """Those of them that are directories themselves."""


class Search:
    """Finds files as the settings of each folder have it; a directory is listed once.

    Only what is found inside a walked tree can be excluded: a path that somebody wrote down is
    always followed, unless the settings say otherwise.
    """

    def __init__(self, settings: SettingsByFolder) -> None:
        self._settings = settings
        self._excluded: dict[int, _Excluded] = {}
        self._gitignores = Gitignores()
        self._listings: dict[str, _Listing] = {}
        #: What was found below which folders, with how many folders as the limit.
        self.walks: dict[tuple[str, int], list[str] | None] = {}

    def discover(self, paths: Iterable[str]) -> Iterator[Candidate]:
        """Every file to check, once, in the order of `paths` and alphabetically below each."""
        named = list(paths)
        if len(named) == 1:
            yield from self._expand(named[0])
            return
        seen: set[str] = set()
        for path in named:
            for candidate in self._expand(path):
                # The same file is often named twice: `check src src/train.py`.
                key = os.path.abspath(candidate.path)
                if key not in seen:
                    seen.add(key)
                    yield candidate

    def files_below(self, folder: str, folders: int) -> list[str] | None:
        """The files to check below a directory; None if it holds more than so many directories."""
        walk = (folder, folders)
        if walk not in self.walks:
            self.walks[walk] = self._files_below(folder, folders)
        return self.walks[walk]

    def _files_below(self, folder: str, folders: int) -> list[str] | None:
        found: list[str] = []
        pending = [folder]
        while pending:
            folders -= 1
            if folders < 0:
                return None
            here = pending.pop()
            try:
                children = self._children(os.path.abspath(here))
            except (OSError, ConfigurationError):  # whoever names it hears of it
                continue
            for shown, is_directory in _shown(here, children):
                (pending if is_directory else found).append(shown)
        return found

    def leaves_out(self, path: str) -> bool:
        """Whether a file is excluded even if it is named."""
        excluded = self._exclusion(os.path.dirname(os.path.abspath(path)))
        return excluded.settings.force_exclude and excluded.everything.cover(path)

    def unwanted(self, path: str) -> bool:
        """Whether somebody excluded a file, rather than that it is left out by default."""
        return self._exclusion(os.path.dirname(os.path.abspath(path))).stated.cover(path)

    def _expand(self, path: str) -> Iterator[Candidate]:
        try:
            mode = os.stat(path).st_mode
        except (OSError, ValueError) as problem:  # ValueError: a null character in the path
            yield Candidate(path, named=True, problem=_reason(problem))
            return
        if self.leaves_out(path):
            return
        if stat.S_ISDIR(mode):
            yield from self._walk(path)
        elif stat.S_ISREG(mode):
            yield Candidate(path, named=True)
        else:
            yield Candidate(path, named=True, problem="not a regular file")

    def _walk(self, folder: str) -> Iterator[Candidate]:
        """Files below a directory, depth first; a stack, as trees can be deeper than Python's."""
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
                pending += reversed(list(_shown(path, children)))

    def _children(self, folder: str) -> _Listing:
        """What in a directory is worth looking at.

        Links to directories are not followed: they lead in circles, or to files that the walk meets
        anyway. Named pipes and devices are left out, because reading them might never end.
        """
        found = self._listings.get(folder)
        if found is None:
            excluded = self._exclusion(folder)
            git = excluded.settings.respect_gitignore
            ignored = self._gitignores.in_folder(folder) if git else NO_GITIGNORE
            entries = sorted(
                (name, is_directory)
                for name, is_directory in _listing(folder)
                if not excluded.everything.match_entry(folder, name)
                and not ignored.ignores(name, is_directory)
            )
            start = os.path.join(folder, "")
            found = self._listings[folder] = _Listing(
                start,
                tuple(start + name for name, _ in entries),
                frozenset(start + name for name, is_directory in entries if is_directory),
            )
        return found

    def _exclusion(self, folder: str) -> _Excluded:
        settings = self._settings.in_folder(folder)
        found = self._excluded.get(id(settings))
        if found is None:
            found = self._excluded[id(settings)] = _Excluded(settings)
        return found


class _Excluded:
    """What settings exclude."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        root = settings.root or os.curdir
        exclude = settings.exclude
        self.everything = FilePatterns((*exclude, *settings.extend_exclude), root)
        stated = () if exclude == Settings().exclude else exclude
        self.stated = FilePatterns((*stated, *settings.extend_exclude), root)


def discover(paths: Iterable[str]) -> Iterator[Candidate]:
    """Every file to check, with the settings that hold by default."""
    return Search(Settings()).discover(paths)


def _listing(folder: str) -> Iterator[tuple[str, bool]]:
    """The directories, and the files that may be programs."""
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


def _shown(folder: str, listing: _Listing) -> Iterator[tuple[str, bool]]:
    """The paths in a folder as its own is written, and whether each is a directory.

    `check .` prints `train.py`, and not `./train.py`.
    """
    start = "" if folder == os.curdir else os.path.join(folder, "")
    cut = len(listing.start)
    for path in listing.paths:
        shown = path if start == listing.start else start + path[cut:]
        yield shown, path in listing.folders


def _reason(problem: OSError | ValueError) -> str:
    if isinstance(problem, FileNotFoundError):
        return "no such file or directory"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[0].lower() + problem.strerror[1:]
    return str(problem)
