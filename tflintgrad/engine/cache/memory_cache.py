"""The caches of a process that stays, such as the language server: in memory instead of a folder.

Each run compares files and folders with those of the last one, as a run of another process would.
Parsed modules stay as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.cache.analysis_cache import AnalysisCache
from tflintgrad.engine.cache.relative_paths import RelativePaths
from tflintgrad.source.file_stamp import now
from tflintgrad.source.lru_cache import SizedLRU

if TYPE_CHECKING:
    from tflintgrad.engine.workspace import Tree


class MemoryCache:
    """Everything that runs of this process keep for the next one."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self.trees: SizedLRU[Tree] = SizedLRU(limits.MAX_TREE_CHARACTERS)

    def begin(self) -> AnalysisCache:
        """Return the caches for one run."""
        return AnalysisCache(self, RelativePaths(""), now())

    def read(self, name: str) -> str | None:
        """Return a text; None if there is none."""
        return self._values.get(name)

    def write(self, name: str, pieces: Iterable[str]) -> None:
        """Store a text."""
        self._values[name] = "".join(pieces)

    def read_json(self, name: str) -> Any:
        """Return a value; raise ValueError if there is none."""
        if name not in self._values:
            raise ValueError(name)
        return self._values[name]

    def write_json(self, name: str, value: Any) -> None:
        """Store a value."""
        self._values[name] = value
