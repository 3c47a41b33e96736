"""Numbers of values: they grow in the order in which Python computes the values."""

from __future__ import annotations

from typing import Final

#: The program's own values have numbers from here on, values of imported modules smaller ones.
_FIRST: Final = 10**18
_BLOCK: Final = 10**9


class _Numbering:
    """The last number in use, and how many blocks of numbers were begun."""

    __slots__ = ("blocks", "last")

    def __init__(self) -> None:
        self.last = _FIRST
        self.blocks = 0


NUMBERING: Final = _Numbering()


class numbering_for_imports:  # noqa: N801
    """In `with numbering_for_imports():`, new values count as older than all existing ones.

    A module is interpreted when a name of it is used, but Python ran it when it was imported.
    """

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = NUMBERING.last

    def __enter__(self) -> None:
        self._before = NUMBERING.last
        NUMBERING.blocks += 1
        NUMBERING.last = _FIRST - NUMBERING.blocks * _BLOCK

    def __exit__(self, *_: object) -> None:
        NUMBERING.last = self._before


def last_number() -> int:
    """Return the number of the value that was made last."""
    return NUMBERING.last
