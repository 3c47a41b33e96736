"""Questions people ask of the op table: which entry a name means, its other names, its classes.

The flow graph asks `flow.ops` for a few dozen names it has already resolved. A person spells names
in many ways, mistypes them, and wants whole lists; that is answered here, from the same table.
"""

from __future__ import annotations

import builtins
import difflib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tflintgrad.knowledge.canonical_names import canonical, canonical_module
from tflintgrad.knowledge.op_entry import Clause, Op
from tflintgrad.knowledge.op_table import older_versions, op_table

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASSES = ("none", "zero", "lost", "raises", "detach", "leaves", "select", "shape", "flow")
SUGGESTIONS = 3

_CLASSES_OF_TENSORFLOW = (
    "tf.RaggedTensor.",
    "tf.SparseTensor.",
    "tf.Tensor.",
    "tf.TensorArray.",
    "tf.Variable.",
)


class UnknownOp(Exception):
    """A name the table has no entry for; the message names the nearest ones."""


@dataclass(frozen=True)
class Answer:
    """What the table of a version says about a name somebody asked for."""

    asked: str
    op: Op
    aliases: tuple[str, ...]
    wildcard: str  # "np.*" when there is no line of its own, else ""
    version: str  # "" for the newest


@dataclass(frozen=True)
class Member:
    """Where an op has a class: in arguments, elements of its result, or under conditions."""

    op: Op
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class _Index:
    """The names of the table; wildcards are names that end in ".*"."""

    entries: frozenset[str]
    aliases: dict[str, str]

    def original(self, name: str) -> str:
        return self.aliases.get(name, name)


def find(asked: str, version: str = "") -> Answer:
    """The entry a person means by `asked`, however it is spelt; UnknownOp when there is none."""
    version = _version_for(asked, version)
    answer = lookup(asked, version)
    if answer is not None:
        return answer
    nearest = suggestions(asked, version)
    hint = f"; did you mean {_alternatives(nearest)}?" if nearest else ""
    where = f"the op table of TensorFlow {version}" if version else "the op table"
    if _stripped(asked).rpartition(".")[2][:1].isupper():
        hint = "; it has functions and methods, not classes"
    raise UnknownOp(f"{where} has no entry for {asked!r}{hint}")


def lookup(asked: str, version: str = "") -> Answer | None:
    """Like `find`, for whoever does not need to hear what else could have been meant."""
    version = _version_for(asked, version)
    table = op_table(version)
    known = _index(version)
    for name in _spellings(asked):
        op = table.lookup(name)
        if op is not None:
            wildcard = "" if op.name in known.entries else _wildcard_for(op.name, known)
            return Answer(asked, op, _aliases_of(op.name, known), wildcard, version)
    return None


def _version_for(asked: str, version: str) -> str:
    """`tf_keras` is Keras 2, whatever the version of TensorFlow."""
    return older_versions()[-1] if asked.strip().startswith("tf_keras.") else version


def suggestions(asked: str, version: str = "") -> list[str]:
    """The names nearest to a mistyped one: the same function elsewhere, then similar spellings."""
    table = op_table(version)
    known = _index(version)
    names = [*known.entries, *(a for a in known.aliases if table.lookup(a) is not None)]
    names = sorted(name for name in names if not name.endswith("*"))
    wanted = canonical(canonical_module(_stripped(asked)))
    last = wanted.rpartition(".")[2]
    elsewhere = sorted((name for name in names if name.endswith(f".{last}")), key=_obscurity)
    nearest = [known.original(name) for name in elsewhere]
    nearest = list(dict.fromkeys(nearest))[:SUGGESTIONS]
    if "." in wanted:
        similar = difflib.get_close_matches(wanted, names, SUGGESTIONS, cutoff=0.7)
    else:
        functions = {name.rpartition(".")[2]: "" for name in names}
        close = difflib.get_close_matches(last, functions, SUGGESTIONS, cutoff=0.7)
        similar = [
            min((name for name in names if name.endswith(f".{word}")), key=_obscurity)
            for word in close
        ]
    nearest.extend(known.original(name) for name in similar)
    return list(dict.fromkeys(nearest))[:SUGGESTIONS]


def entries(version: str = "") -> Iterator[Op]:
    """Every entry of the table in the order of names, wildcards included, aliases not."""
    table = op_table(version)
    for name in sorted(_index(version).entries):
        op = table.lookup(name)
        assert op is not None
        yield op


def members(wanted: str, version: str = "") -> Iterator[Member]:
    """The ops that have this class somewhere, by name."""
    for op in entries(version):
        member = Member(
            op,
            tuple(a.name for a in op.arguments if a.effect == wanted),
            tuple(r.name for r in op.results if r.effect.partition(".")[0] == wanted),
            tuple(c for c in op.clauses if wanted in c.effects.values()),
        )
        if member.arguments or member.results or member.clauses:
            yield member


@cache
def _index(version: str) -> _Index:
    found: set[str] = set()
    aliases: dict[str, str] = {}
    for name, target in op_table(version).contents().items():
        if target is None:
            found.add(name)
        else:
            aliases[name] = target
    return _Index(frozenset(found), aliases)


def _stripped(asked: str) -> str:
    """`tf.exp(x)` and ` tf.exp ` mean tf.exp; `.numpy()` is a method of a tensor."""
    name = asked.strip().partition("(")[0].rstrip()
    return f"Tensor{name}" if name.startswith(".") else name


def _spellings(asked: str) -> Iterator[str]:
    """What `asked` may be called in the table, the likeliest first."""
    name = _stripped(asked)
    usual = canonical(canonical_module(name))
    # Methods stand in the table without the module of their class; np.* would answer for arrays.
    if usual.startswith("np.ndarray."):
        yield usual.removeprefix("np.")
    yield name
    yield usual
    if name.startswith("K."):  # what everybody calls it
        usual = f"keras.backend.{name[2:]}"
        yield usual
    if usual.startswith("keras."):  # Keras 3 has some names under tf.keras only
        yield f"tf.{usual}"
    yield f"{usual}.__call__"
    if usual.startswith(_CLASSES_OF_TENSORFLOW):
        yield usual.removeprefix("tf.")
    if hasattr(builtins, name):
        yield f"builtins.{name}"


def _wildcard_for(name: str, known: _Index) -> str:
    prefix = name
    while prefix:
        prefix = prefix.rpartition(".")[0]
        if f"{prefix}.*" in known.entries:
            return f"{prefix}.*"
    return ""


def _aliases_of(name: str, known: _Index) -> tuple[str, ...]:
    return tuple(sorted(alias for alias, target in known.aliases.items() if target == name))


def _obscurity(name: str) -> tuple[bool, int, str]:
    """Orders names by how likely a person means them."""
    return name.startswith(("tf.raw_ops.", "tf.compat.")), len(name), name


def _alternatives(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
