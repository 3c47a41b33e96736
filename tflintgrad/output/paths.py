"""Paths as other programs look for them: relative to the project, with forward slashes."""

from __future__ import annotations

import os

from tflintgrad.engine.fingerprints import posix_path

#: Where continuous integration says what the root of the repository is: GitHub, GitLab, Azure.
_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY")


def in_project(path: str) -> str:
    """The path from the root of the repository, or else from the current directory.

    A file that is elsewhere keeps its absolute path.
    """
    absolute = os.path.abspath(path)
    named = [root for name in _ROOTS if (root := os.environ.get(name))]
    for root in [*named, *map(os.path.realpath, named), os.getcwd()]:
        try:
            relative = os.path.relpath(absolute, root)
        except ValueError:  # another drive
            continue
        if relative.partition(os.sep)[0] != os.pardir:
            return posix_path(relative)
    return posix_path(absolute)


def uri(path: str) -> tuple[str, bool]:
    """The path as a URI, and whether it is relative to the project."""
    from pathlib import Path
    from urllib.parse import quote

    inside = in_project(path)
    if os.path.isabs(inside):
        return Path(inside).as_uri(), False
    return quote(os.fsencode(inside)), True
