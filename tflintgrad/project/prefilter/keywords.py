"""Can this file matter at all? Answered from its bytes, a thousand times faster than by parsing.

A finding needs TensorFlow (or Keras) under some name, in the file or in what it imports from its
project, and an occasion. Names can be aliased, but an alias starts where the real name is spelt: at
an import, after a dot, or in the string that `getattr` gets. Each family of rules has occasions of
its own, and each of these has words without which the interpreter cannot come to it:

tapes (TFG1xx to TFG6xx, TFG8xx, TFG9xx)
    A query on a tape needs a tape, and only `GradientTape` makes one; what the tape is called, and
    who holds it, does not matter. `tf.gradients` is its own tape: `gradients`, imported or after a
    dot. `optimizer.minimize` brings one along, or misses one: `minimize` after a dot.
custom gradients (TFG7xx)
    Only functions that were given to `custom_gradient` are looked at.
Keras (the same rules as for tapes, where Keras asks)
    Keras asks in `compile`, `fit`, `fit_generator` and `train_on_batch`, which are methods, so
    they stand after a dot; and for a class of the program that has a method `call`, so `call` is
    defined, assigned or imported. Nothing else that Keras calls asks by itself: a `train_step` has
    a tape in it, and what `add_loss` is given counts when one of the others asks.
state (TFG410, which needs no query)
    A variable and an augmented assignment. Variables are made by `Variable`, `variable` and
    `get_variable`, or are `weights` or `variables` of something, or the `value` of a Keras one.

`getattr` with a name that is not plainly written may be any of these; so may `setattr`. What is not
seen is a computed name in a file that gets TensorFlow from another module of its project.

Words in comments and strings look the same; that costs a file too many, never one too few. Where
there is doubt, the file matters. `tools/prefilter_check.py` and tests/unit/project/prefilter/
compare with `check --no-prefilter`, which asks nobody here.
"""

from __future__ import annotations

import re

from tflintgrad.project.prefilter.byte_search import (
    BLANK,
    LETTERS,
    find_suffix,
    follows_dot,
    is_member,
    members,
    run_start,
)

# `import tensorflow.compat.v2 as tf`, `from tensorflow import *`, `import tensorflow_probability`,
# `tf_keras`, `keras_core`: every import that can bring TensorFlow in spells one of the two.
LIBRARIES = (b"tensorflow", b"keras")

#: Between two words of a row, and where brackets let a row end: spaces, continued rows, comments.
GAP = rb"(?:[ \t\f]|\\\r?\n)"
_ANY_GAP = rb"(?:[ \t\f\r\n\\]|#[^\n]*\n)"


# Patterns that few files come to are compiled when they are used.


def _imported(name: bytes) -> bytes:
    """`import name`, among others; or everything, and then the name somewhere."""
    return (
        rb"import(?<!\wimport)(?:"
        rb"\b" + GAP + rb"*(?:\([^)]*|(?:[^\r\n;#\\]|\\\r?\n)*)\b" + name + rb"\b"
        rb"|" + GAP + rb"*\*[\s\S]*\b" + name + rb"\b)"
    )


_TAPE_METHODS = (b"gradient", b"jacobian", b"batch_jacobian")
_GIVEN_IN_STRING = rb"[\"'](?:" + b"|".join(_TAPE_METHODS) + rb")[\"']"
_GRADIENTS_IMPORTED = _imported(b"gradients")
_TRAINING = (b"fit", b"fit_generator", b"train_on_batch")
_CALL = re.compile(rb"call(?<!\wcall)(?!\w)")
_CALL_IMPORTED = _imported(b"call")
#: What follows a `call` that is assigned: by itself, or as one of several.
_ASSIGNED = re.compile(rb"(?:[ \t\f\]\)]|\\\r?\n)*(?:=(?!=)|:)|[^\r\n;=]*,[^\r\n;=]*=(?!=)")
_ASSIGNED_LAST = re.compile(rb"[^\r\n;=]*=(?!=)")
_BINDING = re.compile(rb"\b(?:def|as|for)\Z")
_GAP_ONLY = re.compile(GAP + rb"+")
_RE_COMPILE = re.compile(rb"(?<![\w.])re\.compile\b")
#: The name `re`, where it can be something else than the module.
_OTHER_RE = rb"re(?<![\w.]re)(?<!\bimport re)\b(?![.\w])"

_STRING = rb"[bBrRuU]{0,2}(?:\"[^\"\\\r\n]*\"|'[^'\\\r\n]*')"
_ATTR = rb"etattr(?<=[gs]etattr)(?<!\w[gs]etattr)"
_BY_NAME = _ATTR + rb"\b"
_PLAINLY = _ATTR + rb"[ \t]*\([^()\"'#]*," + _ANY_GAP + rb"*" + _STRING + _ANY_GAP + rb"*[,)]"
_SPELT = rb"[\"'](?:gradients|minimize|compile|call|" + b"|".join(_TRAINING) + rb")[\"']"

_KERAS_VARIABLES = (b"kernel", b"bias", b"gamma", b"beta", b"embeddings")
_ADD_WEIGHT = rb"add_weight(?<!\wadd_weight)\b"
_MAKERS = frozenset({"Variable", "variable", "get_variable", "add_weight"})
_AUGMENTED = (b"+=", b"-=", b"*=", b"/=")

# A list with a code or a name of ours in it; so many files have one with E501 only.
_NOQA_WITH_RULES = rb"noqa[ \t]*:[^\r\n#]*(?:tfg|[a-z]-[a-z])"


def names_library(data: bytes) -> bool:
    return any(name in data for name in LIBRARIES)


def names_tape(data: bytes) -> bool:
    return b"GradientTape" in data


def asks(data: bytes) -> bool:
    """Whether somebody may ask for a gradient here, the program or Keras on its behalf."""
    return asks_when_called(data) or has_call(data)


def asks_when_called(data: bytes) -> bool:
    """The same without what Keras asks about classes that are only defined."""
    return _asks_tape(data) or _trains(data) or _names_in_string(data)


def _asks_tape(data: bytes) -> bool:
    return (
        names_tape(data)
        or b"custom_gradient" in data
        or is_member(data, b"minimize", b"gradients")
        or (b"gradients" in data and re.search(_GRADIENTS_IMPORTED, data) is not None)
    )


def asks_tape_it_is_given(data: bytes) -> bool:
    """Whether a question may be put to a tape of somebody else, whose file is asked about it."""
    if b"gradient" not in data and b"jacobian" not in data:
        return False
    return is_member(data, *_TAPE_METHODS) or re.search(_GIVEN_IN_STRING, data) is not None


def _trains(data: bytes) -> bool:
    return is_member(data, *_TRAINING) or (b"compile" in data and _compiles(data))


def has_call(data: bytes) -> bool:
    """Whether a class may have a method `call`, and so be one about which Keras asks."""
    found = False
    for call in _CALL.finditer(data):
        found = True
        if _is_bound(data, *call.span()):
            return True
    return found and re.search(_CALL_IMPORTED, data) is not None


def _is_bound(data: bytes, start: int, end: int) -> bool:
    """Whether the name there is defined or assigned."""
    if _ASSIGNED.match(data, end):
        return True
    gap = run_start(data, start, BLANK)
    if _BINDING.search(data, max(gap - 4, 0), gap) and _GAP_ONLY.fullmatch(data, gap, start):
        return True
    before = run_start(data, start, b" \t\f([")
    return data[before - 1 : before] == b"," and _ASSIGNED_LAST.match(data, end) is not None


def _compiles(data: bytes) -> bool:
    found = False
    for place in members(data, b"compile"):
        found = True
        if not _RE_COMPILE.match(data, max(place - 3, 0)):
            return True
    return found and re.search(_OTHER_RE, data) is not None


def _names_in_string(data: bytes) -> bool:
    return b"etattr" in data and re.search(_SPELT, data) is not None


def computes_names(data: bytes) -> bool:
    """Whether there is a `getattr` or `setattr` whose name is not plainly written."""
    if b"etattr" not in data:
        return False
    return len(re.findall(_BY_NAME, data)) > len(re.findall(_PLAINLY, data))


def changes_variables(data: bytes) -> bool:
    """Whether an augmented assignment may hit a variable."""
    if not any(sign in data for sign in _AUGMENTED):
        return False
    if _names_variable(data):
        return True
    return is_member(data, b"value") and (
        re.search(_ADD_WEIGHT, data) is not None or is_member(data, *_KERAS_VARIABLES)
    )


def _names_variable(data: bytes) -> bool:
    """`Variable`, `get_variable`, `.trainable_weights`, or such a name in a string."""
    for word in (b"Variable", b"variable", b"weights", b"variables"):
        for place in find_suffix(data, word):
            start = run_start(data, place, LETTERS)
            before = data[start:place]
            if word.endswith(b"able") and before in (b"", b"get_"):
                return True
            if before and (len(before) == 1 or not before.endswith(b"_")):
                continue
            quoted = data[start - 1 : start] in (b"'", b'"')
            if quoted and data[place + len(word) : place + len(word) + 1] in (b"'", b'"'):
                return True
            if word.endswith(b"s") and follows_dot(data, start):
                return True
    return False


def makes_variables(word: str) -> bool:
    """Whether a name can be that of something that makes or has variables."""
    return word in _MAKERS or word.endswith(("weights", "variables"))


def matters(data: bytes) -> bool:
    """Whether a file with these bytes can hold a finding by itself."""
    return names_library(data) and (asks(data) or has_indirect_occasion(data))


def has_indirect_occasion(data: bytes) -> bool:
    """Whether a file that names the library can hold a finding though it has no word for it."""
    return computes_names(data) or changes_variables(data)


def may_contain_suppression(data: bytes, *, plain_noqa: bool = False) -> bool:
    """Whether there can be a comment that is to silence a finding of ours."""
    lowered = data.lower()
    if b"tflintgrad" in lowered:
        return True
    if b"noqa" not in lowered:
        return False
    return plain_noqa or re.search(_NOQA_WITH_RULES, lowered) is not None
