"""Files that git ignores: by the `.gitignore` of each folder, and `info/exclude` of a repository.

The user's own `core.excludesFile` is not read: all users of a project should get the same result.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.glob import Matcher

if TYPE_CHECKING:
    from collections.abc import Sequence

REPOSITORY = ".git"
PATTERNS = ".gitignore"


class Gitignores:
    """The ignore patterns of all folders; each file of patterns is read once."""

    def __init__(self) -> None:
        self._known: dict[str, Gitignore] = {}
        #: Why a file of patterns is not used, by its path.
        self.problems: dict[str, str] = {}

    def in_folder(self, folder: str) -> Gitignore:
        """Return the patterns for the entries of a folder, given by its absolute path."""
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
            # A repository inside another one: the outer one's patterns do not apply.
            general = self._patterns(_exclude_file(repository))
            levels = [(general, "")] if general else []
        else:
            above = self._known.get(os.path.dirname(folder), NO_GITIGNORE)
            if above is NO_GITIGNORE:
                return NO_GITIGNORE
            name = os.path.basename(folder)
            levels = [(patterns, f"{below}{name}/") for patterns, below in above.levels]
        own = self._patterns(os.path.join(folder, PATTERNS))
        return Gitignore([(own, ""), *levels] if own else levels)

    def _patterns(self, path: str) -> Patterns:
        if not os.path.lexists(path):  # the usual case, and faster than an exception
            return _NO_PATTERNS
        try:
            data = read_bytes(path, limits.MAX_IGNORE_BYTES)
        except Unreadable as problem:
            if os.path.isfile(path):
                self.problems[path] = f"cannot be read: {problem}"
            return _NO_PATTERNS
        if data.count(b"\n") > limits.MAX_IGNORE_PATTERNS:
            self.problems[path] = f"has more than {limits.MAX_IGNORE_PATTERNS} lines"
            return _NO_PATTERNS
        return Patterns(data.decode("utf-8", "surrogateescape"))


class Gitignore:
    """The patterns that apply in one folder: its own, and those above it in the repository."""

    def __init__(self, levels: Sequence[tuple[Patterns, str]]) -> None:
        #: Patterns, each with the relative path from their folder to this one, such as `src/`.
        self.levels = levels

    def ignores(self, name: str, is_folder: bool) -> bool:
        """True if git ignores this entry of the folder."""
        for patterns, below in self.levels:
            verdict = patterns.verdict(below + name, name, is_folder)
            if verdict is not None:
                return verdict
        return False


#: For a folder outside every repository.
NO_GITIGNORE = Gitignore(())


class Patterns:
    """One file of patterns: the last pattern that matches decides."""

    def __init__(self, text: str) -> None:
        #: Runs of patterns that are all negated or all not; their order matters, last one first.
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
        """Return True if an entry is ignored, False if it is not, None if no pattern matches."""
        matchers = self._matchers.get(is_folder)
        if matchers is None:
            matchers = [(run.matcher(is_folder), not run.negated) for run in self._runs]
            self._matchers[is_folder] = matchers
        for matcher, ignored in matchers:
            if matcher.matches(path, name):
                return ignored
        return None


class _Run:
    """Consecutive patterns that are all negated or all not, so that their order is irrelevant."""

    def __init__(self, negated: bool) -> None:
        self.negated = negated
        self.patterns: list[str] = []

    def matcher(self, is_folder: bool) -> Matcher:
        """Return a matcher of these patterns for folders or for files."""
        names: list[str] = []
        paths: list[str] = []
        for pattern in self.patterns:
            if pattern.endswith("/"):
                if not is_folder:
                    continue
                pattern = pattern[:-1]
            # A pattern with a slash inside is a path from the folder of its file.
            (paths if "/" in pattern else names).append(pattern.removeprefix("/"))
        return Matcher(names, paths)


def _trimmed(line: str) -> str:
    """Remove trailing spaces, except one after a backslash."""
    trimmed = line.rstrip(" ")
    backslashes = len(trimmed) - len(trimmed.rstrip("\\"))
    return trimmed + " " if backslashes % 2 and trimmed != line else trimmed


_NO_PATTERNS = Patterns("")


def _exclude_file(repository: str) -> str:
    """Return the path of `info/exclude`; `.git` of a worktree or submodule is a file itself."""
    folder = _pointed_at(repository, "gitdir:") if os.path.isfile(repository) else repository
    shared = _pointed_at(os.path.join(folder, "commondir"), "")
    return os.path.join(shared or folder, "info", "exclude")


def _pointed_at(path: str, label: str) -> str:
    """Return the folder that a file of git refers to; empty if there is no such file."""
    try:
        content = read_bytes(path, limits.MAX_IGNORE_BYTES).decode("utf-8", "surrogateescape")
    except Unreadable:
        return ""
    return os.path.join(os.path.dirname(path), content.strip().removeprefix(label).strip())
