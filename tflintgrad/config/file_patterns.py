"""File patterns of a configuration, as in `exclude` and `per-file-ignores`.

As in Ruff: a pattern without `/` matches files and folders of that name anywhere, with everything
below; one with `/` is a path from the folder of the configuration; `*` matches `/`, too, and
`{a,b}` matches either.
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

# Braces, or a character set, in which braces are ordinary characters.
_BRACES = r"\[[^\]]+\]|\{([^{}]*)\}"
_SPECIAL = r"[*?\[\\{]"


def anchored(pattern: str, folder: str) -> str:
    """Return the pattern with its path made absolute, so that it holds in every directory."""
    negation = "!" if pattern.startswith("!") else ""
    path = _with_slashes(pattern.removeprefix("!"))
    if "/" not in path.rstrip("/"):
        return pattern
    if not os.path.isabs(path):
        # Special characters in the folder's own name are literal.
        start = re.sub(_SPECIAL, _as_set, _with_slashes(folder))
        path = f"{start.rstrip('/')}/{path}"
    return negation + path


def _as_set(found: re.Match[str]) -> str:
    return r"[\\]" if found[0] == "\\" else f"[{found[0]}]"


class FilePatterns:
    """A list of patterns for files and folders below a root."""

    def __init__(self, patterns: Iterable[str], root: str) -> None:
        self._root = _with_slashes(os.path.abspath(root)).rstrip("/")
        names: list[str] = []
        paths: list[str] = []
        for pattern in patterns:
            for expanded in expand_braces(_with_slashes(anchored(pattern, self._root))):
                plain = expanded.rstrip("/") or expanded
                if "/" in plain:
                    paths.append(_normal(plain))
                else:
                    names.append(plain)
        self._matcher = Matcher(names, paths, crossing=True)

    def match_entry(self, folder: str, name: str) -> bool:
        """True if a pattern matches this very entry of a folder."""
        return self._matcher.matches(f"{_with_slashes(folder)}/{name}", name)

    def cover(self, path: str) -> bool:
        """True if a pattern matches a file, or a folder that it is in."""
        return any(self._matcher.matches(above, name) for above, name in self._upwards(path))

    def _upwards(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the file and the folders above it up to the root; only a file outside the root."""
        here = _with_slashes(os.path.abspath(path))
        inside = here.startswith(f"{self._root}/")
        while here != self._root:
            above, _, name = here.rpartition("/")
            yield here, name
            if not inside:
                return
            here = above


def expand_braces(pattern: str) -> list[str]:
    """Expand `a.{b,c}` into `a.b` and `a.c`; raise ConfigurationError if there are too many."""
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
            raise ConfigurationError(f"the pattern {shown!r} expands to more than {most} patterns")
    return done


def _normal(path: str) -> str:
    """Return the path without `.` and `..`, which absolute paths of files do not have."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part not in (".", ".."):
            parts.append(part)
    return "/".join(parts)


def _with_slashes(path: str) -> str:
    return path.replace(os.sep, "/") if os.sep != "/" else path
