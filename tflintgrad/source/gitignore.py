"""Which files git ignores: the `.gitignore` of each folder, and `info/exclude` of the repository.

What only one person's machine says (`core.excludesFile`) does not count: everybody who checks a
project should get the same answer.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.glob import Matcher

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
            # Also one inside another: what the outer one says ends here.
            general = _patterns(_information(repository))
            levels = [(general, "")] if general else []
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
        #: Patterns in a row that say the same, whose order does not matter; the last ones first.
        self._runs: list[_Run] = []
        self._matchers: dict[bool, list[tuple[Matcher, bool]]] = {}
        for line in text.removeprefix("\ufeff").split("\n"):
            pattern = _trimmed(line.removesuffix("\r"))
            if not pattern or pattern.startswith("#"):
                continue
            negated = pattern.startswith("!")
            if not self._runs or self._runs[0].negated is not negated:
                self._runs.insert(0, _Run(negated))
            self._runs[0].patterns.append(pattern.removeprefix("!"))

    def __bool__(self) -> bool:
        return bool(self._runs)

    def verdict(self, path: str, name: str, is_folder: bool) -> bool | None:
        """Whether an entry is ignored; None where no pattern fits."""
        matchers = self._matchers.get(is_folder)
        if matchers is None:
            matchers = [(run.matcher(is_folder), not run.negated) for run in self._runs]
            self._matchers[is_folder] = matchers
        for matcher, ignored in matchers:
            if matcher.fits(path, name):
                return ignored
        return None


class _Run:
    def __init__(self, negated: bool) -> None:
        self.negated = negated
        self.patterns: list[str] = []

    def matcher(self, is_folder: bool) -> Matcher:
        names: list[str] = []
        paths: list[str] = []
        for pattern in self.patterns:
            if pattern.endswith("/"):
                if not is_folder:
                    continue
                pattern = pattern[:-1]
            # One with a slash inside is a path from the folder of the file.
            (paths if "/" in pattern else names).append(pattern.removeprefix("/"))
        return Matcher(names, paths)


def _trimmed(line: str) -> str:
    """Without the spaces at its end, except one behind a backslash."""
    trimmed = line.rstrip(" ")
    backslashes = len(trimmed) - len(trimmed.rstrip("\\"))
    return trimmed + " " if backslashes % 2 and trimmed != line else trimmed


def _patterns(path: str) -> Patterns:
    if not os.path.lexists(path):  # usually there is none, and asking is cheaper than trying
        return _NO_PATTERNS
    try:
        return Patterns(read_bytes(path).decode("utf-8", "surrogateescape"))
    except Unreadable:
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
