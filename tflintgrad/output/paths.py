"""Paths for other programs: relative to the repository, with forward slashes."""

from __future__ import annotations

import os

from tflintgrad.engine.fingerprints import posix_path

#: The variables in which GitHub, GitLab and Azure store the root of the repository.
_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY")


def in_project(path: str) -> str:
    """Return a path relative to the root of the repository, or else to the current directory.

    The path of a file outside of both stays absolute.
    """
    absolute = os.path.abspath(path)
    roots = [root for name in _ROOTS if (root := os.environ.get(name))]
    for root in [*roots, *map(os.path.realpath, roots), os.getcwd()]:
        try:
            relative = os.path.relpath(absolute, root)
        except ValueError:  # another drive
            continue
        if relative.partition(os.sep)[0] != os.pardir:
            return posix_path(relative)
    return posix_path(absolute)


def uri(path: str) -> tuple[str, bool]:
    """Return a path as a URI, and True if it is relative to the repository."""
    from pathlib import Path
    from urllib.parse import quote

    inside = in_project(path)
    if os.path.isabs(inside):
        return Path(inside).as_uri(), False
    return quote(os.fsencode(inside)), True
