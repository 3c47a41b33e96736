"""Replacements for operations that lose a gradient.

They are listed in `rules/alternatives.txt`, whose head explains the format; the test suite runs
every line of it on TensorFlow. A function of NumPy, `math`, `keras.ops` and the like without a
line there is replaced by TensorFlow's function of the same name: `np.exp` by `tf.exp`, `np.round`
by the replacement of `tf.round`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from tflintgrad.knowledge.op_entry import Op
from tflintgrad.knowledge.op_table import lookup, rules_file

EXACT = "="
NOTHING = "nothing"
SAME_FUNCTION = "the same function, with a gradient"

# Modules in which TensorFlow may have a function of the same name; the plainest spelling first.
_TENSORFLOW_MODULES = (
    "tf.",
    "tf.math.",
    "tf.linalg.",
    "tf.nn.",
    "tf.signal.",
    "tf.experimental.numpy.",
    "keras.ops.",
)
# Modules whose functions have a counterpart of the same name in TensorFlow.
_MODULES_WITH_COUNTERPARTS = (
    "np.",
    "math.",
    "keras.ops.",
    "tf.experimental.numpy.",
    "tf.keras.backend.",
    "tf.compat.v1.",
)
# Their names mean something else in TensorFlow: np.random.power is a sampler, tf.pow is not.
_MODULES_WITHOUT_COUNTERPARTS = (
    "np.random.",
    "tf.experimental.numpy.random.",
    "tf.compat.v1.metrics.",
)
_BREAKING = frozenset({"none", "lost", "raises"})
_LOSING = frozenset({"none", "zero", "lost", "raises", "leaves"})
_DIFFERENTIABLE = frozenset({"float", "complex", "list", "tuple"})

_LINE = re.compile(
    r"(?:(?P<name>[\w.]+): )?(?P<call>.+?) (?P<mark>=~|=|~|<>) (?P<expression>.+)  # (?P<words>.+)"
)


@dataclass(frozen=True)
class Alternative:
    """Code that a gradient passes; `exact` if value and derivative equal those of the call."""

    expression: str
    words: str
    exact: bool
    call: str = ""  # the call that the expression replaces; both name the same inputs


@dataclass(frozen=True)
class Entry:
    """One line of the file: a replacement for calls of the op `name`."""

    name: str
    mark: str
    alternative: Alternative


@dataclass(frozen=True)
class _Table:
    """The content of `rules/alternatives.txt`: entries and pointers by op name."""

    entries: dict[str, tuple[Alternative, ...]]
    pointers: dict[str, tuple[str, ...]]


def alternatives_to(op_name: str) -> tuple[Alternative, ...]:
    """Return the replacements for an op, the best first; empty if none is known."""
    op = lookup(op_name)
    return _alternatives(op) if op is not None else ()


def alternatives_to_operator(symbol: str) -> tuple[Alternative, ...]:
    """Return the replacements for an operator between tensors, such as `>`; the best first."""
    call = f"x {symbol} y"
    found = (entries for entries in _table().entries.values() if entries[0].call == call)
    return next(found, ())


def read_entry(line: str) -> Entry | None:
    """Parse the entry on a line; None for declarations, pointers, comments and blank lines."""
    if not line or line.startswith(("#", "let ")):
        return None
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    call = found["call"]
    alternative = Alternative(found["expression"], found["words"], found["mark"] == EXACT, call)
    return Entry(found["name"] or call.partition("(")[0], found["mark"], alternative)


def read_pointer(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Parse a pointer to ops that replace another one: `np.power -> tf.pow`."""
    name, arrow, targets = line.partition(" -> ")
    if not arrow or line.startswith("#"):
        return None
    return name, () if targets == NOTHING else tuple(targets.split(", "))


@cache
def _table() -> _Table:
    entries: dict[str, tuple[Alternative, ...]] = {}
    pointers: dict[str, tuple[str, ...]] = {}
    for line in rules_file("alternatives.txt").read_text(encoding="utf-8").splitlines():
        if (pointer := read_pointer(line)) is not None:
            pointers[pointer[0]] = pointer[1]
        elif (entry := read_entry(line)) is not None:
            entries[entry.name] = (*entries.get(entry.name, ()), entry.alternative)
    return _Table(entries, pointers)


def _alternatives(op: Op) -> tuple[Alternative, ...]:
    table = _table()
    if op.name in table.entries:
        return table.entries[op.name]
    if op.name in table.pointers:
        return _replacements(op, table.pointers[op.name], any_argument=True)
    if op.name.startswith("ndarray."):  # a method does what the function of its name does
        return alternatives_to("np." + op.name.removeprefix("ndarray."))
    return _replacements(op, _counterparts(op.name), any_argument=False) if loses(op) else ()


def _replacements(op: Op, targets: tuple[str, ...], any_argument: bool) -> tuple[Alternative, ...]:
    """Return the first target that passes a gradient, else the first target's own replacements."""
    known = [(name, found) for name in targets if (found := lookup(name)) and found.name != op.name]
    # Any function of TensorFlow is better than one outside it; one inside must not lose as much.
    outside = not op.name.startswith(("tf.", "keras."))
    for name, found in known:
        if _passes(found, any_argument) and (outside or not loses(found)):
            return (Alternative(name, SAME_FUNCTION, True, op.name),)
    entries = _table().entries
    return next((entries[found.name] for _, found in known if found.name in entries), ())


def _counterparts(name: str) -> tuple[str, ...]:
    """Return the names under which TensorFlow may have the same function."""
    if name.startswith(_MODULES_WITHOUT_COUNTERPARTS):
        return ()
    if not name.startswith(_MODULES_WITH_COUNTERPARTS):
        return ()
    last = name.rpartition(".")[2]
    return tuple(module + last for module in _TENSORFLOW_MODULES)


def loses(op: Op) -> bool:
    """True if the op loses a gradient: in an argument, under a condition or in a result."""
    classes = [argument.effect for argument in (*op.arguments, *op.results)]
    classes.extend(effect for clause in op.clauses for effect in clause.effects.values())
    return not _LOSING.isdisjoint(effect.partition(".")[0] for effect in classes)


def _passes(op: Op, any_argument: bool) -> bool:
    """True if a gradient flows from the first argument, or from any, to the whole result."""
    effects = [argument.effect for argument in op.arguments]
    enters = "flow" in (effects if any_argument else effects[:1])
    results = {element.effect.partition(".")[0] for element in op.results}
    return enters and op.result in _DIFFERENTIABLE and _BREAKING.isdisjoint(results)
