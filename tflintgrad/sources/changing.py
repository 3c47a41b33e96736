"""Which functions of a program may change a variable by an augmented assignment (TFG410).

`self.weight = tf.Variable(…)` in one method, `self.weight -= …` in another: the names under which
variables are kept are those that are set from something that makes or has variables, or from such a
name. What a library computes is no variable. Nothing is parsed: names that look alike are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad.sources.keeping import Use, mentioning
from tflintgrad.sources.pieces import NAME, Piece, decoded, words
from tflintgrad.sources.prefilter import makes_variables

_WORD = rb"(?<![\w\x80-\xff])(" + NAME + rb")"
#: `name += …`, `self.name["key"] -= …`
_CHANGED = re.compile(_WORD + rb"[ \t\f]*(?:\[[^\n]{0,300}\][ \t\f]*)?(?:[-+/]|\*\*?)=")
#: What is on both sides of an assignment, or of `for … in`; on the right all rows that go on.
_SIDES = re.compile(
    rb"^[ \t\f]*(?:for\b)?([\w., \t\f()\[\]*\x80-\xff]+?)(?::[^\n=]*)?(?:=(?!=)|\bin\b)"
    rb"((?:[^\n]*[(\[{,\\]\r?\n)*[^\n]*)",
    re.MULTILINE,
)
_LAST = re.compile(_WORD + rb"(?![\w\x80-\xff]|[ \t\f]*\.)")
#: `variable.value -= …`
_KERAS_VALUE = frozenset({"value"})
_RETURNED = re.compile(rb"\b(?:return|yield)\b([^\n]*)")
#: `tf.add(…)`, and nothing else on the right that could be the value.
_COMPUTED = re.compile(rb"[ \t\f]*(?:tf|np|math|ops|keras|K|tfp)\.(?![^\n]*\b(?:if|or)\b)")


def changing(code: bytes, pieces: list[Piece]) -> frozenset[str]:
    """The functions and classes that change something in which there may be a variable."""
    changes = [(name, set(map(decoded, _CHANGED.findall(text)))) for name, text in pieces]
    if not any(changed for _, changed in changes):
        return frozenset()
    makers = frozenset(word for word in words(code) if makes_variables(word))
    kept = mentioning([*_set_in(code), *_returned_by(pieces)], makers) | _KERAS_VALUE
    return frozenset(name for name, changed in changes if not kept.isdisjoint(changed))


def _set_in(code: bytes) -> Iterator[Use]:
    for left, right in _SIDES.findall(code):
        used = words(right)
        if not _COMPUTED.match(right) or any(map(makes_variables, used)):
            yield from ((decoded(name), used) for name in _LAST.findall(left))


def _returned_by(pieces: list[Piece]) -> Iterator[Use]:
    for name, text in pieces:
        yield name, words(b" ".join(_RETURNED.findall(text)))
