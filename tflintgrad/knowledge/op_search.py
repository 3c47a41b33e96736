"""Search in the op table for users: by any spelling of a name, with suggestions, or by effect.

The interpreter looks up canonical names in `op_table`. Users spell names in many ways, mistype
them, and want whole lists; this module serves `tflintgrad op` and the editor from the same table.
"""

from __future__ import annotations

import builtins
import difflib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tflintgrad.knowledge.canonical_names import canonical, canonical_module
from tflintgrad.knowledge.keras_layers import has_variables
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


#: Layers are listed by what a call of them does.
_LAYERS = "keras.layers."
_CALL = ".__call__"


class UnknownOp(Exception):
    """A name without an entry in the table; the message suggests similar names."""


@dataclass(frozen=True)
class OpMatch:
    """The entry that was found for the spelling of a name."""

    spelling: str
    op: Op
    aliases: tuple[str, ...]
    wildcard: str  # "np.*" if the op has no line of its own, else ""
    version: str  # "" for the newest

    @property
    def layer(self) -> str:
        """The name of the Keras layer whose call this is; empty for other ops."""
        name = self.op.name
        of_layer = name.startswith((_LAYERS, f"tf.{_LAYERS}")) and name.endswith(_CALL)
        return name.removesuffix(_CALL) if of_layer else ""


@dataclass(frozen=True)
class EffectUse:
    """An op with the arguments, results and clauses that have a certain effect."""

    op: Op
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class _Index:
    """All names of the table; a wildcard is a name that ends in ".*"."""

    entries: frozenset[str]
    aliases: dict[str, str]

    def original(self, name: str) -> str:
        return self.aliases.get(name, name)


def find(spelling: str, version: str = "") -> OpMatch:
    """Return the entry for any spelling of a name; raise UnknownOp with suggestions if none."""
    version = _version_for(spelling, version)
    match = lookup(spelling, version)
    if match is not None:
        return match
    nearest = suggestions(spelling, version)
    hint = f"; did you mean {_alternatives(nearest)}?" if nearest else ""
    where = f"the op table of TensorFlow {version}" if version else "the op table"
    if _stripped(spelling).rpartition(".")[2][:1].isupper():
        hint = _hint_for_class(spelling, version)
    raise UnknownOp(f"{where} has no entry for {spelling!r}{hint}")


def _hint_for_class(spelling: str, version: str) -> str:
    """Suggest layers, the only classes with entries: those that are spelt alike."""
    layers = {
        name.removesuffix(_CALL).removeprefix(_LAYERS): name.removesuffix(_CALL)
        for name in _index(version).entries
        if name.startswith(_LAYERS) and name.endswith(_CALL)
    }
    last = _stripped(spelling).rpartition(".")[2]
    if any(has_variables(last, kind) for kind in ("weights", "statistics", "seed")):
        return ": no call of this layer was measured, and a gradient counts as passing through it"
    nearest = [layers[word] for word in difflib.get_close_matches(last, layers, SUGGESTIONS)]
    if nearest:
        return f"; did you mean {_alternatives(nearest)}?"
    return "; it has functions, methods and Keras layers, no other classes"


def lookup(spelling: str, version: str = "") -> OpMatch | None:
    """Return the entry for any spelling of a name; None if there is none."""
    version = _version_for(spelling, version)
    table = op_table(version)
    known = _index(version)
    for name in _candidates(spelling):
        op = table.lookup(name)
        if op is not None:
            wildcard = "" if op.name in known.entries else _wildcard_for(op.name, known)
            return OpMatch(spelling, op, _aliases_of(op.name, known), wildcard, version)
    return None


def _version_for(spelling: str, version: str) -> str:
    """Return the version of the table to search: `tf_keras` is Keras 2 with every TensorFlow."""
    return older_versions()[-1] if spelling.strip().startswith("tf_keras.") else version


def suggestions(spelling: str, version: str = "") -> list[str]:
    """Return names similar to a mistyped one: the same function elsewhere, then close spellings."""
    table = op_table(version)
    known = _index(version)
    names = [*known.entries, *(a for a in known.aliases if table.lookup(a) is not None)]
    names = sorted(name for name in names if not name.endswith("*"))
    wanted = canonical(canonical_module(_stripped(spelling)))
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
    """Yield every entry of the table in the order of names, with wildcards but no aliases."""
    table = op_table(version)
    for name in sorted(_index(version).entries):
        op = table.lookup(name)
        assert op is not None
        yield op


def ops_with_effect(effect: str, version: str = "") -> Iterator[EffectUse]:
    """Yield the ops with an effect in an argument, a result or a clause, by name."""
    for op in entries(version):
        use = EffectUse(
            op,
            tuple(a.name for a in op.arguments if a.effect == effect),
            tuple(r.name for r in op.results if r.effect.partition(".")[0] == effect),
            tuple(c for c in op.clauses if effect in c.effects.values()),
        )
        if use.arguments or use.results or use.clauses:
            yield use


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


def _stripped(spelling: str) -> str:
    """Return the bare name: `tf.exp(x)` means tf.exp, `.numpy()` is a method of a tensor."""
    name = spelling.strip().partition("(")[0].rstrip()
    return f"Tensor{name}" if name.startswith(".") else name


def _candidates(spelling: str) -> Iterator[str]:
    """Yield the names that a spelling may mean in the table, the likeliest first."""
    name = _stripped(spelling)
    usual = canonical(canonical_module(name))
    # The table lists methods without the module of their class; np.* would match arrays.
    if usual.startswith("np.ndarray."):
        yield usual.removeprefix("np.")
    yield name
    yield usual
    if name.startswith("K."):  # the usual alias
        usual = f"keras.backend.{name[2:]}"
        yield usual
    if usual.startswith("keras."):  # Keras 3 has some names under tf.keras only
        yield f"tf.{usual}"
    yield f"{usual}{_CALL}"
    if "." not in name:
        yield f"{_LAYERS}{name}{_CALL}"
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
    """Return a sort key: names that users rarely mean come last."""
    return name.startswith(("tf.raw_ops.", "tf.compat.")), len(name), name


def _alternatives(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
