"""Functions of a program that may mutate a variable by an augmented assignment (TFG410).

With `self.weight = tf.Variable(…)` in one method and `self.weight -= …` in another, the second one
mutates a variable. A name may be a variable if it is set from an expression that creates or has
variables, or from another such name; the result of a library function is no variable. The code is
not parsed: names that are spelled alike count as the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad.project.prefilter.code_chunks import NAME, Chunk, decoded, identifiers
from tflintgrad.project.prefilter.keywords import variable_names
from tflintgrad.project.prefilter.name_dependencies import NameUses, transitive_users

#: Bytes before a word that are read at most, so that a long row takes no more than its length.
_LONGEST = 300
_WORD = rb"(?<![\w\x80-\xff])(" + NAME + rb")"
_CHANGE = re.compile(rb"[-+*/]=")
#: `name` or `self.name["key"]` before the operator.
_CHANGED_NAME = re.compile(_WORD + rb"[ \t\f]*(?:\[[^\n]*\][ \t\f]*)?\*?\Z")
_TARGETS = re.compile(rb"[\w., \t\f()\[\]*\x80-\xff]+")
_CONTINUED = (b"(", b"[", b"{", b",", b"\\")
_LAST = re.compile(_WORD + rb"(?![\w\x80-\xff]|[ \t\f]*\.)")
#: `variable.value -= …`
_KERAS_VALUE = frozenset({"value"})
_RETURNED = re.compile(rb"\b(?:return|yield)\b([^\n]*)")
_ANNOTATED = re.compile(_WORD + rb"[ \t\f]*:[ \t\f]*([\w.\[\]|, ]+)")
_AS = re.compile(rb"as(?<!\was)[ \t]+(" + NAME + rb")")
#: `tf.add(…)`, and no alternative (`if`, `or`) on the right side.
_COMPUTED = re.compile(rb"[ \t\f]*(?:tf|np|math|ops|keras|K|tfp)\.(?![^\n]*\b(?:if|or)\b)")


def mutating_functions(code: bytes, chunks: list[Chunk]) -> frozenset[str]:
    """Return the functions and classes that may mutate a variable."""
    variables = _variables(code, chunks)
    if variables.isdisjoint(_changed_in(code)):
        return frozenset()
    return frozenset(name for name, text in chunks if not variables.isdisjoint(_changed_in(text)))


def _variables(code: bytes, chunks: list[Chunk]) -> frozenset[str]:
    """Return the names that may be variables."""
    makers = variable_names(code)
    uses = [*_set_in(code, makers), *_named_in(code), *_returned_by(chunks)]
    return transitive_users(uses, makers) | _KERAS_VALUE


def _changed_in(code: bytes) -> set[str]:
    """Return the targets of all augmented assignments."""
    found: set[str] = set()
    for sign in _CHANGE.finditer(code):
        end = sign.start()
        target = _CHANGED_NAME.search(code, max(code.rfind(b"\n", 0, end), end - _LONGEST, 0), end)
        if target is not None:
            found.add(decoded(target[1]))
    return found


def _named_in(code: bytes) -> Iterator[NameUses]:
    """Yield the names that have an annotation or follow `as`."""
    for name, kind in _ANNOTATED.findall(code):
        yield decoded(name), identifiers(kind)
    for found in _AS.finditer(code):
        start = found.start()
        begin = max(code.rfind(b"\n", 0, start), start - _LONGEST, 0)
        yield decoded(found[1]), identifiers(code[begin:start])


def _set_in(code: bytes, makers: frozenset[str]) -> Iterator[NameUses]:
    """Yield the targets of assignments and loops, with the names on the right side."""
    begun: list[bytes] = []
    for row in code.split(b"\n"):
        if not begun and b"=" not in row and b" in " not in row:
            continue
        begun.append(row.rstrip())
        if begun[-1].endswith(_CONTINUED):
            continue
        statement = b" ".join(begun).strip()
        begun = []
        is_loop = statement.startswith(b"for ")
        left, sign, right = statement.partition(b" in " if is_loop else b"=")
        left = left.removeprefix(b"for ").partition(b":")[0]
        if not sign or right.startswith(b"=") or not _TARGETS.fullmatch(left):
            continue
        used = identifiers(right)
        if not _COMPUTED.match(right) or not makers.isdisjoint(used):
            yield from ((decoded(name), used) for name in _LAST.findall(left))


def _returned_by(chunks: list[Chunk]) -> Iterator[NameUses]:
    """Yield each function with the names that it returns."""
    for name, text in chunks:
        yield name, identifiers(b" ".join(_RETURNED.findall(text)))
