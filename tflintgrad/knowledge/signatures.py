"""Signatures of methods and functions: reads the lines of `methods.txt` and `queries.txt`.

The heads of these files explain the format. Code names the *role* of a parameter; the signature
says under which keyword and at which position a call passes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tflintgrad.knowledge.op_table import rules_file

#: Kinds of objects that have methods; a name before the last dot that is none of them is a module.
RECEIVERS = frozenset(
    {
        "any", "callback", "dataset", "gradients", "graph", "instance", "layer", "loss", "metric",
        "model", "ndarray", "optimizer", "shape", "symbolic", "tape", "tensor", "tensorarray",
        "unknown", "v1optimizer", "variable",
    }
)  # fmt: skip
_MODULES = ("tf", "keras")
_LINE = re.compile(r"([\w./]+)\.(\w+)(?:\((.*)\))?: (\w+)")
_PARAMETER = re.compile(r"\w+(?::\w+)?")


class TableError(ValueError):
    """A line that does not follow the format; the message names the file and the line."""


class Signature:
    """The parameters of a method or function, and the role that each of them has."""

    __slots__ = ("parameters", "slots")

    def __init__(
        self, parameters: tuple[str, ...], slots: dict[str, tuple[int | None, str]]
    ) -> None:
        #: The keywords in positional order, those without a position last.
        self.parameters = parameters
        #: By role: the position, None for a keyword-only parameter, and the keyword.
        self.slots = slots

    def keyword(self, role: str) -> str:
        """Return the keyword of the parameter with a role; empty if there is none."""
        return self.slots[role][1] if role in self.slots else ""


#: The signature of a call whose arguments have no roles.
NO_PARAMETERS: Final = Signature((), {})


class Entry:
    """One line of a table."""

    __slots__ = ("behaviour", "name", "receivers", "signature")

    def __init__(
        self, receivers: tuple[str, ...], name: str, signature: Signature | None, behaviour: str
    ) -> None:
        #: Kinds of objects that have the method; empty for a function.
        self.receivers = receivers
        #: The name of the method or attribute, or the dotted name of a function.
        self.name = name
        #: None for an attribute.
        self.signature = signature
        #: The interpreter's name for the effect of the call.
        self.behaviour = behaviour


def read_entries(filename: str) -> Iterator[Entry]:
    """Yield the entries of a file in `rules/`; raise `TableError` for a line that is not one."""
    text = rules_file(filename).read_text(encoding="utf-8")
    seen: set[tuple[str, str]] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            entry = parse_entry(line)
            for receiver in entry.receivers or ("",):
                if (receiver, entry.name) in seen:
                    raise TableError(f"`{entry.name}` is listed twice for {receiver or 'modules'}")
                seen.add((receiver, entry.name))
        except TableError as error:
            raise TableError(f"rules/{filename}:{number}: {error}") from None
        yield entry


def parse_entry(line: str) -> Entry:
    """Parse `receiver/receiver.name(parameter:role, …): behaviour`."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise TableError("expected `receiver.name(parameters): behaviour`")
    owner, name, parameters, behaviour = found.groups()
    signature = None if parameters is None else parse_signature(parameters)
    if owner.partition(".")[0] in _MODULES:
        return Entry((), f"{owner}.{name}", signature, behaviour)
    receivers = tuple(owner.split("/"))
    for receiver in receivers:
        if receiver not in RECEIVERS:
            raise TableError(f"unknown receiver `{receiver}`")
    return Entry(receivers, name, signature, behaviour)


def parse_signature(text: str) -> Signature:
    """Parse `parameter:role, parameter, *, keyword_only`."""
    names: list[str] = []
    slots: dict[str, tuple[int | None, str]] = {}
    positional = True
    for item in text.split(", ") if text else ():
        if item == "*":
            positional = False
            continue
        if item == "...":
            break
        if _PARAMETER.fullmatch(item) is None:
            raise TableError(f"`{item}` is not `parameter` or `parameter:role`")
        keyword, _, role = item.partition(":")
        if keyword in names or (role or keyword) in slots:
            raise TableError(f"`{item}` is listed twice")
        slots[role or keyword] = (len(names) if positional else None, keyword)
        names.append(keyword)
    return Signature(tuple(names), slots)
