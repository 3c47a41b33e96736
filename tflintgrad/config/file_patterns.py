"""Which files the patterns of a configuration mean: `exclude`, `per-file-ignores`.

As in Ruff: a pattern without `/` fits a file or a folder of that name anywhere, and so everything
below; one with `/` is a path from the folder of the configuration; `*` stands for `/`, too, and
`{a,b}` for either.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.source.glob import Matcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Braces, or a set in which they are ordinary characters.
_BRACES = r"\[[^\]]+\]|\{([^{}]*)\}"
_SPECIAL = r"[*?\[\\{]"


def anchored(pattern: str, folder: str) -> str:
    """The same pattern wherever one stands: a path becomes an absolute one."""
    negation = "!" if pattern.startswith("!") else ""
    written = _with_slashes(pattern.removeprefix("!"))
    if "/" not in written.rstrip("/"):
        return pattern
    if not os.path.isabs(written):
        # What is special in the name of the folder stands for itself.
        start = re.sub(_SPECIAL, _as_set, _with_slashes(folder))
        written = f"{start.rstrip('/')}/{written}"
    return negation + written


def _as_set(found: re.Match[str]) -> str:
    return r"[\\]" if found[0] == "\\" else f"[{found[0]}]"


class FilePatterns:
    """Whether a file, or a folder above it, is meant by one of some patterns."""

    def __init__(self, patterns: Iterable[str], root: str) -> None:
        self._root = _with_slashes(os.path.abspath(root)).rstrip("/")
        names: list[str] = []
        paths: list[str] = []
        for pattern in patterns:
            for written in without_braces(_with_slashes(anchored(pattern, self._root))):
                plain = written.rstrip("/") or written
                if "/" in plain:
                    paths.append(_normal(plain))
                else:
                    names.append(plain)
        self._matcher = Matcher(names, paths, crossing=True)

    def fit(self, folder: str, name: str) -> bool:
        """Whether this very entry of a folder is meant."""
        return self._matcher.fits(f"{_with_slashes(folder)}/{name}", name)

    def cover(self, path: str) -> bool:
        """Whether a file is meant by its own name or path, or by those of a folder it is in."""
        return any(self._matcher.fits(above, name) for above, name in self._upwards(path))

    def _upwards(self, path: str) -> Iterator[tuple[str, str]]:
        """The file and the folders above it, up to the root; a file elsewhere by itself."""
        here = _with_slashes(os.path.abspath(path))
        inside = here.startswith(f"{self._root}/")
        while here != self._root:
            above, _, name = here.rpartition("/")
            yield here, name
            if not inside:
                return
            here = above


def without_braces(pattern: str) -> list[str]:
    """`a.{b,c}` as `a.b` and `a.c`; raises ConfigurationError where that is too much."""
    if "{" not in pattern:
        return [pattern]
    done: list[str] = []
    pending = [pattern]
    while pending:
        item = pending.pop()
        braces = next((it for it in re.finditer(_BRACES, item) if it[1] is not None), None)
        if braces is None:
            done.append(item)
        else:
            before, after = item[: braces.start()], item[braces.end() :]
            pending += [f"{before}{choice}{after}" for choice in braces[1].split(",")]
        if len(done) + len(pending) > limits.MAX_PATTERN_ALTERNATIVES:
            shown = pattern if len(pattern) < 60 else f"{pattern[:60]}…"
            most = limits.MAX_PATTERN_ALTERNATIVES
            message = f"the pattern {shown!r} stands for more than {most} others"
            raise ConfigurationError(message)
    return done


def _normal(path: str) -> str:
    """Without `.` and `..`, which no path has that is compared with it."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part not in (".", ".."):
            parts.append(part)
    return "/".join(parts)


def _with_slashes(path: str) -> str:
    return path.replace(os.sep, "/") if os.sep != "/" else path
