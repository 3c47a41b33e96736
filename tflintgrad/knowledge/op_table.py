"""The op table: the effect of every public function on a gradient, argument by argument.

The table is `rules/ops.txt`, written by `python -m tools.measure_ops` from TensorFlow itself; its
head explains the format. `rules/ops-tensorflow-2.15.txt` has what differs in an older TensorFlow.
The lines are sorted as plain bytes, and one run looks up a few dozen out of thousands. So a file is
read but never split: a binary search finds a line, and only that line is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tflintgrad import limits
from tflintgrad.knowledge.op_entry import Op, parse

#: The target of an alias if the TensorFlow version does not have the function.
_ABSENT = "-"
#: How the names of the files for older versions begin.
_OLDER = "ops-tensorflow-"


class OpTable:
    """The table of one TensorFlow version; for each name, the first file that has it counts."""

    def __init__(self, files: tuple[SortedLines, ...], keras: OpTable | None = None) -> None:
        self._files = files
        self._keras = keras  # the table for Keras' names, if Keras is of another version
        self._found: dict[str, Op | None] = {}

    def lookup(self, qualified_name: str) -> Op | None:
        """Return the entry of a canonical name ("tf.argmax"); exact lines win over wildcards."""
        if qualified_name not in self._found:
            self._found[qualified_name] = self._lookup(qualified_name)
        return self._found[qualified_name]

    @property
    def is_keras_2(self) -> bool:
        """True if the table's entries for Keras were measured on Keras 2."""
        return "Keras 2." in (self._keras or self)._files[0].remark(_MEASURED)

    def contents(self) -> dict[str, str | None]:
        """Return every name with a line, wildcards included, and the target of each alias."""
        found: dict[str, str | None] = {}
        for file in reversed(self._files):
            for line in file:
                target = _alias_target(line)
                name = line[: min(_end(line, "("), _end(line, " "))]
                found[name] = target
        return {name: target for name, target in found.items() if target != _ABSENT}

    def _lookup(self, name: str) -> Op | None:
        if self._keras is not None and name.startswith(("keras.", "tf.keras.")):
            return self._keras.lookup(name)
        for _ in range(limits.MAX_ALIASES):
            line, prefix = self._line(name)
            if line is None:
                return None
            alias = _alias_target(line)
            if alias is None:
                return parse(line, name if prefix else None)
            if alias == _ABSENT:
                return None
            if prefix:
                alias = alias.removesuffix("*") + name[len(prefix) :]
            name = alias
        return None

    def _line(self, name: str) -> tuple[str | None, str]:
        """Find the line of a name, or of the nearest wildcard and the prefix that it covers."""
        for file in self._files:
            line = file.find(name)
            if line is not None:
                return line, ""
        prefix = name
        while (dot := prefix.rfind(".")) > 0:
            prefix = prefix[:dot]
            for file in self._files:
                line = file.find(prefix + ".*")
                if line is not None:
                    return line, prefix + "."
        return None, ""


class SortedLines:
    """The bytes of a file of sorted lines, searched without splitting; each starts with a name."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __iter__(self) -> Iterator[str]:
        """Iterate over all lines that are not comments."""
        return (line for line in self._data.decode().splitlines() if line and line[0] != "#")

    def remark(self, beginning: str) -> str:
        """Return the rest of the comment that starts with `beginning`."""
        start = self._data.find(beginning.encode())
        return self._line_at(start).removeprefix(beginning) if start >= 0 else ""

    def find(self, name: str) -> str | None:
        """Return the line of exactly this name: an alias goes on with " ", an entry with "("."""
        # " " and "(" sort before every character that can continue a name, so the line we look
        # for is the very first one that is not smaller than the name.
        wanted = name.encode()
        start = self._first_from(wanted)
        if not self._data.startswith((wanted + b" ", wanted + b"("), start):
            return None
        return self._line_at(start)

    def starting_with(self, prefix: str) -> Iterator[str]:
        """Yield all lines that start with `prefix`, in order."""
        wanted = prefix.encode()
        start = self._first_from(wanted)
        while self._data.startswith(wanted, start):
            yield self._line_at(start)
            start = self._end_of(start) + 1

    def _first_from(self, wanted: bytes) -> int:
        """Return the offset of the first line that is not smaller than `wanted`."""
        data = self._data
        low, high = 0, len(data)
        while low < high:
            middle = (low + high) // 2
            end = self._end_of(middle)
            start = data.rfind(b"\n", 0, middle) + 1
            if data[start:end] < wanted:
                low = end + 1
            else:
                high = start
        return low

    def _line_at(self, start: int) -> str:
        return self._data[start : self._end_of(start)].decode()

    def _end_of(self, offset: int) -> int:
        end = self._data.find(b"\n", offset)
        return len(self._data) if end < 0 else end


class UnknownVersion(ValueError):
    """An invalid or unmeasured version of TensorFlow; the message is shown to users."""


def op_table(version: str = "", own_lines: str = "") -> OpTable:
    """Return the table of a TensorFlow version such as "2.15"; by default the newest measured.

    A version between two measured ones has the newer one's table, and so has any later version.
    `own_lines` are sorted lines about the libraries of a project, which the table lacks.
    """
    return _table(files_for(version), own_lines)


@cache
def with_keras_2(table: OpTable) -> OpTable:
    """Return a table with Keras 2 (the `tf_keras` package) in the place of its own Keras."""
    return OpTable(table._files, keras=op_table(older_versions()[-1]))


def lookup(qualified_name: str) -> Op | None:
    """Return the entry of a canonical name in the table of the newest version."""
    return op_table().lookup(qualified_name)


def files_for(version: str) -> tuple[str, ...]:
    """Return the names of the files of a version, the one with the highest precedence first."""
    if not version:
        return ("ops.txt",)
    wanted = _number(version)
    older = sorted((number, name) for number, name in _differences() if wanted <= number)
    return (*(name for _, name in older), "ops.txt")


@cache
def _table(names: tuple[str, ...], own_lines: str) -> OpTable:
    files = [rules_file(name).read_bytes() for name in names]
    if own_lines:
        files.append(own_lines.encode())
    return OpTable(tuple(map(SortedLines, files)))


def older_versions() -> tuple[str, ...]:
    """Return the measured versions except the newest, newest first."""
    return tuple(".".join(map(str, number)) for number, _ in _differences())


def measured_on(version: str = "") -> str:
    """Return the packages a table was measured on: `TensorFlow 2.21.0, Keras 3.15.1, …`."""
    return op_table(version)._files[0].remark(_MEASURED).rstrip(".")


_MEASURED = "# Measured on "


def check_version(version: str) -> None:
    """Raise UnknownVersion for an invalid version, or one older than all measured ones."""
    number = _number(version)
    oldest = _differences()[-1][0]
    if number < oldest:
        known = ".".join(map(str, oldest))
        raise UnknownVersion(
            f"TensorFlow {version} is older than {known}, the oldest version in the op table"
        )


def nearest_measured(number: tuple[int, int]) -> str:
    """Return the measured version whose table a version has; empty: the newest."""
    fitting = [known for known, _ in _differences() if number <= known]
    return ".".join(map(str, min(fitting))) if fitting else ""


def _number(version: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)\.(\d+)(\.\w+)*", version)
    if found is None:
        raise UnknownVersion(f'{version!r} is not a version of TensorFlow, such as "2.15"')
    return int(found[1]), int(found[2])


@cache
def _differences() -> tuple[tuple[tuple[int, int], str], ...]:
    """Return the measured versions except the newest with their files, newest first."""
    folder = rules_file("ops.txt").parent
    found = [
        (_number(path.stem.removeprefix(_OLDER)), path.name)
        for path in folder.glob(f"{_OLDER}*.txt")
    ]
    return tuple(sorted(found, reverse=True))


def rules_file(name: str) -> Path:
    """Return the path of a file in `rules/`: beside the package in a checkout, inside a wheel."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "_rules" / name
    return shipped if shipped.is_file() else package.parent / "rules" / name


def _alias_target(line: str) -> str | None:
    head, equals, target = line.partition(" = ")
    return target if equals and "(" not in head else None


def _end(text: str, mark: str) -> int:
    index = text.find(mark)
    return len(text) if index < 0 else index
