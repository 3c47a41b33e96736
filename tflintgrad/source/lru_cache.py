"""What was made at some cost is kept, as long as there is room for it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


class SizedLRU(Generic[_Value]):
    """Values by name; what was not used for the longest time makes room first."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._values: OrderedDict[str, tuple[_Value, int]] = OrderedDict()
        self._size = 0

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __getitem__(self, name: str) -> _Value:
        self._values.move_to_end(name)
        return self._values[name][0]

    def names(self) -> list[str]:
        return list(self._values)

    def keep(self, name: str, value: _Value, size: int) -> None:
        """The newest stays, however large."""
        self.forget(name)
        self._values[name] = value, size
        self._size += size
        while self._size > self.room and len(self._values) > 1:
            self.forget(next(iter(self._values)))

    def forget(self, name: str) -> None:
        if name in self._values:
            self._size -= self._values.pop(name)[1]

    def clear(self) -> None:
        self._values.clear()
        self._size = 0
