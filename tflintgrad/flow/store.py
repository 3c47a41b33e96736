"""Everything that can change while the program runs, with cheap branching.

Keys are `(frame, name)` for variables and `(object, attribute)` for attributes. Branches are
explored one after the other from the same state: writes are journaled, rolled back, and merged
at the join, so that the cost follows what a branch writes and not what exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tflintgrad.flow.values import Value

Key = tuple[int, str]
Changes = dict[Key, Value | None]


class Store:
    def __init__(self) -> None:
        self.values: dict[Key, Value] = {}
        self._journals: list[Changes] = []

    def read(self, key: Key) -> Value | None:
        return self.values.get(key)

    def write(self, key: Key, value: Value) -> None:
        if self._journals:
            self._journals[-1].setdefault(key, self.values.get(key))
        self.values[key] = value

    def delete(self, key: Key) -> None:
        if key in self.values:
            if self._journals:
                self._journals[-1].setdefault(key, self.values[key])
            del self.values[key]

    @contextmanager
    def unbranched(self) -> Iterator[None]:
        """What is written in here stays, whichever way the branch goes that caused it."""
        journals, self._journals = self._journals, []
        try:
            yield
        finally:
            self._journals = journals

    def begin(self) -> int:
        """Open a journal; the returned depth identifies it."""
        self._journals.append({})
        return len(self._journals) - 1

    @property
    def depth(self) -> int:
        return len(self._journals)

    def changes_since(self, depth: int) -> Changes:
        """The present values of all keys written since journal `depth` was opened."""
        keys = {key for journal in self._journals[depth:] for key in journal}
        return {key: self.values.get(key) for key in keys}

    def written_since(self, depth: int, key: Key) -> bool:
        return any(key in journal for journal in self._journals[depth:])

    def rollback(self) -> Changes:
        """Close the innermost journal, undo its writes, and say what they were."""
        journal = self._journals.pop()
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
        journal = self._journals.pop()
        if self._journals:
            outer = self._journals[-1]
            for key, old in journal.items():
                outer.setdefault(key, old)

    def merge(
        self,
        branches: list[Changes],
        join: Callable[[list[Value]], Value],
        unset: Callable[[], Value],
    ) -> None:
        """Continue after a join: each key takes what the branches left there.

        An attribute that only some branches set may be set or not; a name that only some bind
        has to be bound where it is used.
        """
        keys: dict[Key, None] = {}
        for changes in branches:
            keys.update(dict.fromkeys(changes))
        for key in keys:
            before = self.values.get(key)
            possible = {id(value): value for value in (c.get(key, before) for c in branches)}
            present = [value for value in possible.values() if value is not None]
            if present and key[0] > 0 and len(present) < len(possible):
                present.append(unset())
            if present:
                self.write(key, present[0] if len(present) == 1 else join(present))
