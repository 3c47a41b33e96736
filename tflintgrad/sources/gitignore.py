"""Which files git ignores: the `.gitignore` of each folder, and `info/exclude` of the repository.

What only one person's machine says (`core.excludesFile`) does not count: everybody who checks a
project should get the same answer.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.sources.reading import Unreadable, read_bytes
from tflintgrad.sources.wildcards import Matcher

if TYPE_CHECKING:
    from collections.abc import Sequence

REPOSITORY = ".git"
PATTERNS = ".gitignore"


class Gitignores:
    """What git ignores, folder by folder; each file of patterns is read once."""

    def __init__(self) -> None:
        self._known: dict[str, Gitignore] = {}

    def in_folder(self, folder: str) -> Gitignore:
        """What holds for the entries of a folder, given by its absolute path."""
        missing: list[str] = []
        here = folder
        while here not in self._known:
            missing.append(here)
            above = os.path.dirname(here)
            if above == here or os.path.lexists(os.path.join(here, REPOSITORY)):
                break
            here = above
        for item in reversed(missing):
            self._known[item] = self._read(item)
        return self._known[folder]

    def _read(self, folder: str) -> Gitignore:
        repository = os.path.join(folder, REPOSITORY)
        if os.path.lexists(repository):
            # Also one inside another: what that one says ends here.
            levels = [(_patterns(_information(repository)), "")]
        else:
            above = self._known.get(os.path.dirname(folder), NOTHING)
            if above is NOTHING:
                return NOTHING
            name = os.path.basename(folder)
            levels = [(patterns, f"{below}{name}/") for patterns, below in above.levels]
        own = _patterns(os.path.join(folder, PATTERNS))
        return Gitignore([(own, ""), *levels] if own else levels)


class Gitignore:
    """What git ignores in one folder: patterns from here up to the top of the repository."""

    def __init__(self, levels: Sequence[tuple[Patterns, str]]) -> None:
        #: Each with the way from its folder to this one, such as `src/`.
        self.levels = levels

    def ignores(self, name: str, is_folder: bool) -> bool:
        for patterns, below in self.levels:
            verdict = patterns.verdict(below + name, name, is_folder)
            if verdict is not None:
                return verdict
        return False


#: Of a folder that belongs to no repository.
NOTHING = Gitignore(())


class Patterns:
    """One file of patterns: the last one that fits decides."""

    def __init__(self, text: str) -> None:
        self._runs: list[_Run] = []
        for line in text.removeprefix("\ufeff").split("\n"):
            pattern = _trimmed(line.removesuffix("\r"))
            if not pattern or pattern.startswith("#"):
                continue
            negated = pattern.startswith("!")
            if not self._runs or self._runs[0].negated is not negated:
                self._runs.insert(0, _Run(negated))
            self._runs[0].add(pattern.removeprefix("!"))

    def __bool__(self) -> bool:
        return bool(self._runs)

    def verdict(self, path: str, name: str, is_folder: bool) -> bool | None:
        """Whether an entry is ignored; None where no pattern fits."""
        for run in self._runs:
            if run.fits(path, name, is_folder):
                return not run.negated
        return None


class _Run:
    """Patterns in a row that say the same: their order does not matter."""

    def __init__(self, negated: bool) -> None:
        self.negated = negated
        #: For names and for paths, of anything and of folders only.
        self._patterns: dict[tuple[bool, bool], list[str]] = {}
        self._matchers: dict[bool, Matcher] = {}

    def add(self, pattern: str) -> None:
        only_folders = pattern.endswith("/")
        if only_folders:
            pattern = pattern[:-1]
        on_path = "/" in pattern
        kind = (only_folders, on_path)
        self._patterns.setdefault(kind, []).append(pattern.removeprefix("/"))

    def fits(self, path: str, name: str, is_folder: bool) -> bool:
        matcher = self._matchers.get(is_folder)
        if matcher is None:
            matcher = self._matchers[is_folder] = self._matcher(is_folder)
        return matcher.fits(path, name)

    def _matcher(self, is_folder: bool) -> Matcher:
        kinds = (False, True) if is_folder else (False,)
        names = [item for kind in kinds for item in self._patterns.get((kind, False), ())]
        paths = [item for kind in kinds for item in self._patterns.get((kind, True), ())]
        return Matcher(names, paths)


def _trimmed(line: str) -> str:
    """Without the spaces at its end, except one behind a backslash."""
    trimmed = line.rstrip(" ")
    backslashes = len(trimmed) - len(trimmed.rstrip("\\"))
    return trimmed + " " if backslashes % 2 and trimmed != line else trimmed


def _patterns(path: str) -> Patterns:
    try:
        return Patterns(read_bytes(path).decode("utf-8", "surrogateescape"))
    except Unreadable:  # usually: there is none
        return _NO_PATTERNS


_NO_PATTERNS = Patterns("")


def _information(repository: str) -> str:
    """The file of patterns inside `.git`, which in a worktree or submodule is a file itself."""
    folder = _pointed_at(repository, "gitdir:") if os.path.isfile(repository) else repository
    shared = _pointed_at(os.path.join(folder, "commondir"), "")
    return os.path.join(shared or folder, "info", "exclude")


def _pointed_at(path: str, label: str) -> str:
    """The folder that a file of git names; empty if there is no such file."""
    try:
        content = read_bytes(path).decode("utf-8", "surrogateescape").strip()
    except Unreadable:
        return ""
    return os.path.join(os.path.dirname(path), content.removeprefix(label).strip())
