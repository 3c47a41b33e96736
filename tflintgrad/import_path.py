"""Keep the modules of a checked project out of tflintgrad's own imports.

`python -m tflintgrad` puts the current folder first on `sys.path`, and many projects set
`PYTHONPATH=.`. A folder `click/` or `pandas/` of the project would then run unconfined.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

#: The folder that holds the package `tflintgrad`.
_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def trusted_entries(entries: Iterable[str], project: str) -> list[str]:
    """Return the entries of a module search path that do not belong to the project.

    The running Python, its environment and the user's own packages stay, even if they lie inside
    the project, as `.venv` does, or as all do in a home folder. The folder of tflintgrad itself
    comes last if it lies there, so that nothing beside it is found first. Relative entries go.
    """
    top = os.path.realpath(project)
    user_packages = getattr(sys.modules.get("site"), "USER_SITE", None)
    installed = (sys.prefix, sys.exec_prefix, sys.base_prefix, user_packages)
    ours = [os.path.realpath(path) for path in installed if path]
    trusted = []
    is_own_inside = False
    for entry in entries:
        if not os.path.isabs(entry):
            continue
        real = os.path.realpath(entry)
        if not is_inside(real, top) or any(is_inside(real, folder) for folder in ours):
            trusted.append(entry)
        elif real == os.path.realpath(_OWN):
            is_own_inside = True
    return [*trusted, _OWN] if is_own_inside else trusted


def forget_project() -> None:
    """Remove the current folder and everything below it from this process's search path."""
    try:
        sys.path[:] = trusted_entries(sys.path, os.getcwd())
    except OSError:  # the current folder is gone
        sys.path[:] = [entry for entry in sys.path if os.path.isabs(entry)]


def is_inside(path: str, folder: str) -> bool:
    """True if a path is a folder or lies below it; both are free of links."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
