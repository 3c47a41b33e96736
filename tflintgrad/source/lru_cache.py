"""A size-bounded LRU cache."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


class SizedLRU(Generic[_Value]):
    """Values by name with a bounded total size; the least recently used is evicted first."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self._values: OrderedDict[str, tuple[_Value, int]] = OrderedDict()
        self._size = 0

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __getitem__(self, name: str) -> _Value:
        self._values.move_to_end(name)
        return self._values[name][0]

    def names(self) -> list[str]:
        """Return the names of all values, the least recently used first."""
        return list(self._values)

    def put(self, name: str, value: _Value, size: int) -> None:
        """Add a value and evict others until the total size fits; the new value always stays."""
        self.evict(name)
        self._values[name] = value, size
        self._size += size
        while self._size > self.max_size and len(self._values) > 1:
            self.evict(next(iter(self._values)))

    def evict(self, name: str) -> None:
        """Remove a value, if there is one."""
        if name in self._values:
            self._size -= self._values.pop(name)[1]

    def clear(self) -> None:
        """Remove all values."""
        self._values.clear()
        self._size = 0
