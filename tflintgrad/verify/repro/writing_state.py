"""The state of a reproduction while it is written: names, written values, the line in progress."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from dataclasses import dataclass, field

from tflintgrad.verify.repro.user_module import UserModule


class Unwritable(Exception):
    """A value whose expression cannot stand in the reproduction as it is written."""


@dataclass(slots=True)
class PendingLine:
    """The dependences of a line whose expression is being written."""

    #: Numbers of the values that it is computed from, however far back.
    used: set[int] = field(default_factory=set)
    #: Numbers of the values that are computed in it.
    inside: set[int] = field(default_factory=set)
    #: The line's position among the others: the latest number of its values.
    key: int = 0
    #: The op takes its inputs element by element, so that a scalar fits everywhere.
    elementwise: bool = False


@dataclass(slots=True)
class WrittenValue:
    """A value of the script: its name, the values it is computed from, and its line's key."""

    name: str
    used: set[int]
    key: int


class Names:
    """The names of the script, none of which is used twice."""

    def __init__(self, module: UserModule, taken: Iterable[str] = ()) -> None:
        self._module = module
        self._taken: set[str] = {"tf", "np", "step", *module.imports, *taken}

    def fresh(self, wanted: str) -> str:
        """Return `wanted`, or a name like it that is still free, and take it."""
        base = wanted if wanted.isidentifier() and not keyword.iskeyword(wanted) else "value"
        name, count = base, 1
        while name in self._taken or self._module.is_known(name):
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name

    def copy(self) -> Names:
        """Return names with the same ones taken."""
        return Names(self._module, self._taken)
