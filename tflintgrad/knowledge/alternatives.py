"""What to write instead of an operation that loses a gradient.

The answers are in `rules/alternatives.txt`, whose head explains the format; the test suite runs
every line of it on TensorFlow. Functions of NumPy, `math`, `keras.ops` and the like that have no
line there are answered by name: for `np.exp` there is `tf.exp`, for `np.round` what is said
about `tf.round`.
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

# Where a function of TensorFlow may have the name of one of NumPy; the plainest spelling first.
_HOMES = (
    "tf.",
    "tf.math.",
    "tf.linalg.",
    "tf.nn.",
    "tf.signal.",
    "tf.experimental.numpy.",
    "keras.ops.",
)
# What has functions that TensorFlow has, too. The samplers of np.random are not among them: tf's
# functions of these names (np.random.power) are something else.
_FAMILIES = (
    "np.",
    "math.",
    "keras.ops.",
    "tf.experimental.numpy.",
    "tf.keras.backend.",
    "tf.compat.v1.",
)
_STRANGERS = ("np.random.", "tf.experimental.numpy.random.", "tf.compat.v1.metrics.")
_BREAKING = frozenset({"none", "lost", "raises"})
_LOSING = frozenset({"none", "zero", "lost", "raises", "leaves"})
_DIFFERENTIABLE = frozenset({"float", "complex", "list", "tuple"})

_LINE = re.compile(
    r"(?:(?P<name>[\w.]+): )?(?P<call>.+?) (?P<mark>=~|=|~|<>) (?P<expression>.+)  # (?P<words>.+)"
)


@dataclass(frozen=True)
class Alternative:
    """Code through which a gradient passes; `exact` when value and slope are those of the call."""

    expression: str
    words: str
    exact: bool
    call: str = ""  # what the expression says differently; both name the same inputs


@dataclass(frozen=True)
class Entry:
    """One line of the file: what to write instead of a call of the op `name`."""

    name: str
    mark: str
    alternative: Alternative


@dataclass(frozen=True)
class _Book:
    written: dict[str, tuple[Alternative, ...]]
    pointers: dict[str, tuple[str, ...]]


def alternatives_to(op_name: str) -> tuple[Alternative, ...]:
    """What to write instead of this op, the best first; empty when nothing good is known."""
    op = lookup(op_name)
    return _answers(op) if op is not None else ()


def read_entry(line: str) -> Entry | None:
    """The entry on a line; None for declarations, pointers, comments and blank lines."""
    if not line or line.startswith(("#", "let ")):
        return None
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    call = found["call"]
    alternative = Alternative(found["expression"], found["words"], found["mark"] == EXACT, call)
    return Entry(found["name"] or call.partition("(")[0], found["mark"], alternative)


def read_pointer(line: str) -> tuple[str, tuple[str, ...]] | None:
    """`np.power -> tf.pow` says that tf.pow, or what is written about it, answers for np.power."""
    name, arrow, targets = line.partition(" -> ")
    if not arrow or line.startswith("#"):
        return None
    return name, () if targets == NOTHING else tuple(targets.split(", "))


@cache
def _book() -> _Book:
    written: dict[str, tuple[Alternative, ...]] = {}
    pointers: dict[str, tuple[str, ...]] = {}
    for line in rules_file("alternatives.txt").read_text(encoding="utf-8").splitlines():
        if (pointer := read_pointer(line)) is not None:
            pointers[pointer[0]] = pointer[1]
        elif (entry := read_entry(line)) is not None:
            written[entry.name] = (*written.get(entry.name, ()), entry.alternative)
    return _Book(written, pointers)


def _answers(op: Op) -> tuple[Alternative, ...]:
    book = _book()
    if op.name in book.written:
        return book.written[op.name]
    if op.name in book.pointers:
        return _answers_of(op, book.pointers[op.name], anywhere=True)
    if op.name.startswith("ndarray."):  # a method does what the function of its name does
        return alternatives_to("np." + op.name.removeprefix("ndarray."))
    return _answers_of(op, _namesakes(op.name), anywhere=False) if loses(op) else ()


def _answers_of(op: Op, targets: tuple[str, ...], anywhere: bool) -> tuple[Alternative, ...]:
    """The first target that passes a gradient, else what is written about the first that is."""
    known = [(name, found) for name in targets if (found := lookup(name)) and found.name != op.name]
    # Whatever is in TensorFlow is better than to leave it; inside, the loss must not be the same.
    outside = not op.name.startswith(("tf.", "keras."))
    for name, found in known:
        if _passes(found, anywhere) and (outside or not loses(found)):
            return (Alternative(name, SAME_FUNCTION, True, op.name),)
    written = _book().written
    return next((written[found.name] for _, found in known if found.name in written), ())


def _namesakes(name: str) -> tuple[str, ...]:
    if name.startswith(_STRANGERS) or not name.startswith(_FAMILIES):
        return ()
    last = name.rpartition(".")[2]
    return tuple(home + last for home in _HOMES)


def loses(op: Op) -> bool:
    """Whether the op loses a gradient anywhere: in an argument, under a condition, in a result."""
    classes = [argument.effect for argument in (*op.arguments, *op.results)]
    classes.extend(effect for clause in op.clauses for effect in clause.effects.values())
    return not _LOSING.isdisjoint(effect.partition(".")[0] for effect in classes)


def _passes(op: Op, anywhere: bool) -> bool:
    """Whether a gradient gets from the first argument, or from any, to the whole result."""
    effects = [argument.effect for argument in op.arguments]
    enters = "flow" in (effects if anywhere else effects[:1])
    results = {element.effect.partition(".")[0] for element in op.results}
    return enters and op.result in _DIFFERENTIABLE and _BREAKING.isdisjoint(results)
