"""Which functions of a program may change a variable by an augmented assignment (TFG410).

`self.weight = tf.Variable(…)` in one method, `self.weight -= …` in another: the names under which
variables are kept are those that are set from something that makes or has variables, or from such a
name. What a library computes is no variable. Nothing is parsed: names that look alike are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad.project.prefilter.code_chunks import NAME, Chunk, decoded, words
from tflintgrad.project.prefilter.keywords import makes_variables
from tflintgrad.project.prefilter.name_dependencies import Use, mentioning

_WORD = rb"(?<![\w\x80-\xff])(" + NAME + rb")"
_CHANGE = re.compile(rb"[-+*/]=")
#: `name`, `self.name["key"]`, before the sign.
_CHANGED = re.compile(_WORD + rb"[ \t\f]*(?:\[[^\n]*\][ \t\f]*)?\*?\Z")
_TARGETS = re.compile(rb"[\w., \t\f()\[\]*\x80-\xff]+")
_GOES_ON = (b"(", b"[", b"{", b",", b"\\")
_LAST = re.compile(_WORD + rb"(?![\w\x80-\xff]|[ \t\f]*\.)")
#: `variable.value -= …`
_KERAS_VALUE = frozenset({"value"})
_RETURNED = re.compile(rb"\b(?:return|yield)\b([^\n]*)")
#: `tf.add(…)`, and nothing else on the right that could be the value.
_COMPUTED = re.compile(rb"[ \t\f]*(?:tf|np|math|ops|keras|K|tfp)\.(?![^\n]*\b(?:if|or)\b)")


def changing(code: bytes, pieces: list[Chunk]) -> frozenset[str]:
    """The functions and classes that change something in which there may be a variable."""
    makers = frozenset(word for word in words(code) if makes_variables(word))
    kept = mentioning([*_set_in(code), *_returned_by(pieces)], makers) | _KERAS_VALUE
    if kept.isdisjoint(_changed_in(code)):
        return frozenset()
    return frozenset(name for name, text in pieces if not kept.isdisjoint(_changed_in(text)))


def _changed_in(code: bytes) -> set[str]:
    found: set[str] = set()
    for sign in _CHANGE.finditer(code):
        end = sign.start()
        target = _CHANGED.search(code, max(code.rfind(b"\n", 0, end), end - 300, 0), end)
        if target is not None:
            found.add(decoded(target[1]))
    return found


def _set_in(code: bytes) -> Iterator[Use]:
    """What stands before an assignment's sign, or between `for` and `in`, and what after it."""
    begun: list[bytes] = []
    for row in code.split(b"\n"):
        if not begun and b"=" not in row and b" in " not in row:
            continue
        begun.append(row.rstrip())
        if begun[-1].endswith(_GOES_ON):
            continue
        statement = b" ".join(begun).strip()
        begun = []
        is_loop = statement.startswith(b"for ")
        left, sign, right = statement.partition(b" in " if is_loop else b"=")
        left = left.removeprefix(b"for ").partition(b":")[0]
        if not sign or right.startswith(b"=") or not _TARGETS.fullmatch(left):
            continue
        used = words(right)
        if not _COMPUTED.match(right) or any(map(makes_variables, used)):
            yield from ((decoded(name), used) for name in _LAST.findall(left))


def _returned_by(pieces: list[Chunk]) -> Iterator[Use]:
    for name, text in pieces:
        yield name, words(b" ".join(_RETURNED.findall(text)))
