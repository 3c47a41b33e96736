"""Which files name a module in an import, whatever that means there.

What a name means takes an outline to know. Whether it is there at all is known from the import
statements alone, which spares most files of a project an outline.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.project.import_scanner import Import

#: Stands for the package that a relative import starts from.
_RELATIVE = "."


class ImporterIndex:
    """Files by the words in their imports."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}
        self._noted: set[str] = set()

    def __contains__(self, path: str) -> bool:
        return path in self._noted

    def note(self, path: str, statements: Iterable[Import]) -> None:
        words: set[str] = set()
        for statement in statements:
            words.update(statement.module.split("."), statement.names)
            if statement.level:
                words.add(_RELATIVE)
        for word in words:
            self._files.setdefault(word, []).append(path)
        self._noted.add(path)

    def of(self, path: str) -> Iterator[str]:
        """The files that may import the one at `path`: all that do, and some that do not."""
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
