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
there is doubt, the file matters. `tools/prefilter_check.py` and tests/test_prefilter.py compare
with `check --no-prefilter`, which asks nobody here.
"""

from __future__ import annotations

import re

# `import tensorflow.compat.v2 as tf`, `from tensorflow import *`, `import tensorflow_probability`,
# `tf_keras`, `keras_core`: every import that can bring TensorFlow in spells one of the two.
LIBRARIES = (b"tensorflow", b"keras")

#: Between two words of a row, and where brackets let a row end: spaces, continued rows, comments.
GAP = rb"(?:[ \t\f]|\\\r?\n)"
_ANY_GAP = rb"(?:[ \t\f\r\n\\]|#[^\n]*\n)"


def _pattern(*alternatives: bytes) -> re.Pattern[bytes]:
    return re.compile(b"|".join(alternatives))


def _member(names: bytes) -> bytes:
    """`.name`"""
    return rb"\." + _ANY_GAP + rb"*(?:" + names + rb")\b"


def _imported(name: bytes) -> bytes:
    """`import name`, among others; or everything, and then the name somewhere."""
    return (
        rb"\bimport\b" + GAP + rb"*(?:\([^)]*|(?:[^\r\n;#\\]|\\\r?\n)*)\b" + name + rb"\b"
        rb"|\bimport" + GAP + rb"*\*[\s\S]*\b" + name + rb"\b"
    )


_TAPE_METHODS = b"gradient|jacobian|batch_jacobian"
_GIVEN = _pattern(_member(_TAPE_METHODS), rb"[\"'](?:" + _TAPE_METHODS + rb")[\"']")
_GRADIENTS = _pattern(_member(b"gradients"), _imported(b"gradients"))
_MINIMIZE = _pattern(_member(b"minimize"))
_TRAINING = b"fit|fit_generator|train_on_batch"
_FIT = _pattern(_member(_TRAINING))
_COMPILE = _pattern(_member(b"compile"))
_CALL = _pattern(
    rb"\b(?:def|as|for)" + GAP + rb"+call\b",
    rb"\bcall\b(?:[ \t\f\]\)]|\\\r?\n)*(?:=(?!=)|:)",
    rb"\bcall\b[^\r\n;=]*,[^\r\n;=]*=(?!=)",
    rb",[ \t\f\(\[]*call\b[^\r\n;=]*=(?!=)",
    _imported(b"call"),
)
#: Begins with the letters that are looked for, so that the search is one for bytes.
_CALL_WORD = re.compile(rb"call(?<!\wcall)(?!\w)")
_RE_COMPILE = re.compile(rb"(?<![\w.])re\.compile\b")
#: The name `re`, where it can be something else than the module.
_OTHER_RE = re.compile(rb"(?<!\bimport )(?<![\w.])re\b(?![.\w])")

_STRING = rb"[bBrRuU]{0,2}(?:\"[^\"\\\r\n]*\"|'[^'\\\r\n]*')"
_BY_NAME = re.compile(rb"\b[gs]etattr\b")
_PLAINLY = re.compile(
    rb"\b[gs]etattr[ \t]*\([^()\"'#]*," + _ANY_GAP + rb"*" + _STRING + _ANY_GAP + rb"*[,)]"
)
_SPELT = re.compile(rb"[\"'](?:gradients|minimize|compile|call|" + _TRAINING + rb")[\"']")

_VARIABLE = _pattern(
    rb"\b(?:get_)?[vV]ariable\b",
    _member(rb"(?:\w+_)?(?:weights|variables)"),
    rb"[\"'](?:\w+_)?(?:weights|variables|Variable|variable)[\"']",
)
_VALUE = _pattern(_member(b"value"))
_KERAS_VARIABLE = _pattern(rb"\badd_weight\b", _member(b"kernel|bias|gamma|beta|embeddings"))
_AUGMENTED = (b"+=", b"-=", b"*=", b"/=")

# A list with a code or a name of ours in it; so many files have one with E501 only.
_NOQA_WITH_RULES = re.compile(rb"noqa[ \t]*:[^\r\n#]*(?:tfg|[a-z]-[a-z])")


def names_library(data: bytes) -> bool:
    return any(name in data for name in LIBRARIES)


def names_tape(data: bytes) -> bool:
    return b"GradientTape" in data


def asks(data: bytes) -> bool:
    """Whether somebody may ask for a gradient here, the program or Keras on its behalf."""
    return asks_when_called(data) or _has_call(data)


def asks_when_called(data: bytes) -> bool:
    """The same without what Keras asks about classes that are only defined."""
    return _asks_tape(data) or _trains(data) or _names_in_string(data)


def _asks_tape(data: bytes) -> bool:
    # Nearly every file is done with the first halves, at the speed of a search for bytes.
    return (
        names_tape(data)
        or b"custom_gradient" in data
        or (b"minimize" in data and _MINIMIZE.search(data) is not None)
        or (b"gradients" in data and _GRADIENTS.search(data) is not None)
    )


def asks_tape_it_is_given(data: bytes) -> bool:
    """Whether a question may be put to a tape of somebody else, whose file is asked about it."""
    return (b"gradient" in data or b"jacobian" in data) and _GIVEN.search(data) is not None


def _trains(data: bytes) -> bool:
    return (
        (b"fit" in data and _FIT.search(data) is not None)
        or (b"train_on_batch" in data and _FIT.search(data) is not None)
        or (b"compile" in data and _compiles(data))
    )


def _has_call(data: bytes) -> bool:
    return _CALL_WORD.search(data) is not None and _CALL.search(data) is not None


def _compiles(data: bytes) -> bool:
    if b"re.compile" in data and not _OTHER_RE.search(data):
        data = _RE_COMPILE.sub(b"", data)
    return _COMPILE.search(data) is not None


def _names_in_string(data: bytes) -> bool:
    return b"etattr" in data and _SPELT.search(data) is not None


def computes_names(data: bytes) -> bool:
    """Whether there is a `getattr` or `setattr` whose name is not plainly written."""
    if b"etattr" not in data:
        return False
    return len(_BY_NAME.findall(data)) > len(_PLAINLY.findall(data))


def changes_variables(data: bytes) -> bool:
    """Whether an augmented assignment may hit a variable."""
    if not any(sign in data for sign in _AUGMENTED):
        return False
    if _VARIABLE.search(data) is not None:
        return True
    return _VALUE.search(data) is not None and _KERAS_VARIABLE.search(data) is not None


def matters(data: bytes) -> bool:
    """Whether a file with these bytes can hold a finding by itself."""
    return names_library(data) and (asks(data) or is_odd(data))


def is_odd(data: bytes) -> bool:
    """Whether a file that names the library can hold a finding though it has no word for it."""
    return computes_names(data) or changes_variables(data)


def may_address_us(data: bytes, *, plain_noqa: bool = False) -> bool:
    """Whether there can be a comment that is to silence a finding of ours."""
    lowered = data.lower()
    if b"tflintgrad" in lowered:
        return True
    if b"noqa" not in lowered:
        return False
    return plain_noqa or _NOQA_WITH_RULES.search(lowered) is not None
