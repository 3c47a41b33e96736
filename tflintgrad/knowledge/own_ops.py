"""Lines of the op table that a project has for its own libraries: checks an `ops.txt` of theirs."""

from __future__ import annotations

import re
from typing import Final

#: The file in the folder that the configuration names.
OWN_OPS: Final = "ops.txt"

#: Libraries of the measured table; a project does not know better.
_MEASURED: Final = frozenset({"tf", "tensorflow", "keras", "tf_keras", "np", "numpy"})
_NAME = r"[A-Za-z_]\w*(?:\.\w+)+(?:\.\*)?"
_ALIAS: Final = re.compile(rf"({_NAME}) = ({_NAME})")
_CLASS = r"flow|none|zero|lost(?:\.zero)?|raises\.\w+|leaves(?:\.zero)?|detach|select|shape"
_ARGUMENT = rf"\*{{0,2}}\w+(?::(?:{_CLASS}))?|\*"
_KIND = r"float|int|bool|string|complex|ndarray|number|none|list|dict|object"
_ENTRY: Final = re.compile(
    rf"({_NAME})\((?:(?:{_ARGUMENT})(?:, (?:{_ARGUMENT}))*)?\)(?: -> (?:{_KIND}))?"
)


class InvalidOps(ValueError):
    """A line that is none of the op table; the message tells which."""


def own_lines(text: str) -> str:
    """Return the lines of an `ops.txt`, sorted and without comments; raise InvalidOps."""
    found: dict[str, str] = {}
    for row, written in enumerate(text.splitlines(), 1):
        line = written.strip()
        if not line or line.startswith("#"):
            continue
        parts = _ENTRY.fullmatch(line) or _ALIAS.fullmatch(line)
        if parts is None:
            raise InvalidOps(
                f"line {row} is neither `name(argument:class, argument) -> result` nor"
                " `name = other name`"
            )
        name = parts[1]
        if name.partition(".")[0] in _MEASURED:
            raise InvalidOps(f"line {row}: {name} is in the op table that comes with tflintgrad")
        if name in found:
            raise InvalidOps(f"line {row}: {name} has a line already")
        found[name] = line
    return "\n".join(sorted(found.values(), key=str.encode))
