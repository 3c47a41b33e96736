"""An index of files by the names in their imports.

To resolve an import takes a file summary. The names in the import statements alone tell which files
may import a module, so most files of a project need no summary.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.project.import_scanner import Import

#: The entry for relative imports.
_RELATIVE = "."


class ImporterIndex:
    """Files by the names in their imports."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}
        self._indexed: set[str] = set()

    def __contains__(self, path: str) -> bool:
        return path in self._indexed

    def add(self, path: str, statements: Iterable[Import]) -> None:
        """Add a file with its imports."""
        names: set[str] = set()
        for statement in statements:
            names.update(statement.module.split("."), statement.names)
            if statement.level:
                names.add(_RELATIVE)
        for name in names:
            self._files.setdefault(name, []).append(path)
        self._indexed.add(path)

    def candidates(self, path: str) -> Iterator[str]:
        """Yield the files that may import the one at `path`: all importers, and some others."""
        folder, name = os.path.split(path)
        if not name.endswith(".py"):
            return
        yield from self._files.get(name.removesuffix(".py"), ())
        if name == "__init__.py":
            yield from self._files.get(os.path.basename(folder), ())
            inside = os.path.join(folder, "")
            for user in self._files.get(_RELATIVE, ()):
                if user.startswith(inside):
                    yield user
