"""The store: names and attributes of the program during interpretation, with cheap branching.

Keys are `(frame, name)` for variables and `(object, attribute)` for attributes. Branches are
explored one after the other from the same state: writes are journaled, rolled back, and merged
at the join, so that the cost follows what a branch writes and not what exists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflintgrad.flow.domain.values import Value

#: The number of a frame or an object, and a name. Not `tuple[int, str]`: compiled code would unbox
#: such a key, and make a new tuple for each look-up in a dict.
Key = tuple[Any, ...]
Changes = dict[Key, Value | None]


class Store:
    """Values of names and attributes, with a journal for each branch that is being explored."""

    def __init__(self) -> None:
        self.values: dict[Key, Value] = {}
        #: For each branch that is being explored: the values before its writes.
        self.journals: list[Changes] = []

    def read(self, key: Key) -> Value | None:
        """Return the value of a key."""
        return self.values.get(key)

    def write(self, key: Key, value: Value) -> None:
        """Set a key."""
        if self.journals:
            journal = self.journals[-1]
            if key not in journal:
                journal[key] = self.values.get(key)
        self.values[key] = value

    def delete(self, key: Key) -> None:
        """Remove a key."""
        if key in self.values:
            if self.journals:
                self.journals[-1].setdefault(key, self.values[key])
            del self.values[key]

    def begin(self) -> int:
        """Open a journal; the returned depth identifies it."""
        self.journals.append({})
        return len(self.journals) - 1

    @property
    def depth(self) -> int:
        """How many journals are open."""
        return len(self.journals)

    def changes_since(self, depth: int) -> Changes:
        """Return the present values of all keys written since journal `depth` was opened."""
        keys = {key for journal in self.journals[depth:] for key in journal}
        return {key: self.values.get(key) for key in keys}

    def written_since(self, depth: int, key: Key) -> bool:
        """True if the key was written since journal `depth` was opened."""
        return any(key in journal for journal in self.journals[depth:])

    def rollback(self) -> Changes:
        """Close the innermost journal, undo its writes and return them."""
        journal = self.journals.pop()
        new: Changes = {}
        for key, old in journal.items():
            new[key] = self.values.get(key)
            if old is None:
                self.values.pop(key, None)
            else:
                self.values[key] = old
        return new

    def commit(self) -> None:
        """Close the innermost journal and keep its writes."""
        journal = self.journals.pop()
        if self.journals:
            outer = self.journals[-1]
            for key, old in journal.items():
                if key not in outer:
                    outer[key] = old

    def merge(
        self,
        branches: list[Changes],
        join: Callable[[list[Value]], Value],
        unset: Callable[[], Value],
    ) -> None:
        """Continue after branches meet: join what they left under each key.

        An attribute that only some branches set may be unset; a name that only some branches bind
        is taken to be bound where the program uses it.
        """
        keys = {key: None for changes in branches for key in changes}
        for key in keys:
            before = self.values.get(key)
            possible = {changes.get(key, before): None for changes in branches}
            present = [value for value in possible if value is not None]
            if present and key[0] > 0 and len(present) < len(possible):
                present.append(unset())
            if present:
                self.write(key, present[0] if len(present) == 1 else join(present))
