"""Stamps of import closures: a digest for each file of everything that it can import.

A file has the stamp that it had in an earlier run exactly if the file and everything that it
imports, directly or not, is the same. With `output`, an import counts by what it gives to its
importers: an edit that does not change that changes no other stamp. Files that import each other
have their stamps computed together (Tarjan's algorithm), so each file is visited once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tflintgrad.source.file_stamp import digest_of_strings


class ClosureStamps:
    """The stamps of files, computed on demand."""

    def __init__(
        self,
        imports: Callable[[str], Iterable[str]],
        content: Callable[[str], str],
        output: Callable[[str], str] | None = None,
    ) -> None:
        """Create stamps; `content` is a digest of a file and of where its imports lead.

        `output` is a digest of everything about a file that matters to its importers. It is asked
        for files that have a stamp already.
        """
        self._imports = imports
        self._content = content
        self._output = output
        self._stamps: dict[str, str] = {}
        self._outputs: dict[str, str] = {}

    def of(self, path: str) -> str:
        """Return the stamp of a file."""
        if path not in self._stamps:
            self._visit(path)
        return self._stamps[path]

    def output(self, path: str) -> str:
        """Return a digest of everything about a stamped file that matters to its importers."""
        found = self._outputs.get(path)
        if found is None:
            found = self._output(path) if self._output is not None else self._stamps[path]
            self._outputs[path] = found
        return found

    def known_output(self, path: str) -> str | None:
        """Return the output of a file; None if no importer needed it."""
        return self._outputs.get(path)

    def _visit(self, start: str) -> None:
        """Stamp a file and everything that it imports; without recursion, as chains are long."""
        order: dict[str, int] = {start: 0}
        lowest = {start: 0}
        open_files = [start]
        path = [(start, iter(self._imports(start)))]
        while path:
            file, imports = path[-1]
            for imported in imports:
                if imported in self._stamps:
                    continue
                if imported in order:
                    lowest[file] = min(lowest[file], order[imported])
                    continue
                order[imported] = lowest[imported] = len(order)
                open_files.append(imported)
                path.append((imported, iter(self._imports(imported))))
                break
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[file])
                if lowest[file] == order[file]:
                    self._stamp(self._cycle(open_files, file))

    @staticmethod
    def _cycle(open_files: list[str], first: str) -> list[str]:
        """Take the files that import each other off the list, down to the one found first."""
        cycle: list[str] = []
        while not cycle or cycle[-1] != first:
            cycle.append(open_files.pop())
        return cycle

    def _stamp(self, cycle: list[str]) -> None:
        inside = set(cycle)
        outside = {item for file in cycle for item in self._imports(file)} - inside
        parts = [
            *sorted(self._content(file) for file in cycle),
            *sorted(self.output(file) for file in outside),
        ]
        for file in cycle:
            self._stamps[file] = digest_of_strings((self._content(file), *parts))
            if len(cycle) > 1:  # files that import each other count as one
                self._outputs[file] = self._stamps[file]
