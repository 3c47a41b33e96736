"""Keyword gates: decide from a file's bytes if it can have findings, without parsing it.

This is a thousand times faster than parsing. A finding needs TensorFlow (or Keras) under some name,
in the file or in a module that it imports from its project, and an occasion. Names can be aliased,
but an alias starts where the real name is spelled: in an import, after a dot, or in the string that
`getattr` gets. Each family of rules has its own occasions, and each occasion has words without
which the interpreter cannot get to it:

tapes (TFG1xx to TFG6xx, TFG8xx, TFG9xx)
    A query needs a tape, and only `GradientTape` creates one; the tape's own name does not matter.
    `tf.gradients` is its own tape: `gradients`, imported or after a dot. `optimizer.minimize`
    creates a tape, or lacks one: `minimize` after a dot.
custom gradients (TFG7xx)
    The checks see only functions that are passed to `custom_gradient`.
Keras (the rules for tapes, where Keras issues the query)
    Keras issues queries in `compile`, `fit`, `fit_generator` and `train_on_batch`. They are
    methods, so they occur after a dot. And it will train a class of the program that has a method
    `call`, so `call` is defined, assigned or imported. Nothing else that Keras calls issues a query
    by itself: a `train_step` contains a tape, and a loss of `add_loss` counts with one of the
    others.
state (TFG410, which needs no query)
    A variable and an augmented assignment. Variables are created by `Variable`, `variable` and
    `get_variable`, or they are `weights` or `variables` of an object, or the `value` of a Keras
    variable.

`getattr` and `setattr` with a name that is not a plain string may be any of these. The gates miss a
computed name in a file that gets TensorFlow from another module of its project.

Words in comments and strings look the same: they cause false positives, never false negatives. In
doubt, the file is analysed. `tools/prefilter_check.py` and tests/unit/project/prefilter/ compare
the result with `check --no-prefilter`, which skips these gates.
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
# `tf_keras`, `keras_core`: every import of TensorFlow or Keras contains one of the two.
LIBRARIES = (b"tensorflow", b"keras")

#: White space and continued rows; inside brackets, newlines and comments as well.
GAP = rb"(?:[ \t\f]|\\\r?\n)"
_ANY_GAP = rb"(?:[ \t\f\r\n\\]|#[^\n]*\n)"


# Patterns that few files need are compiled at their first use.


def _imported(name: bytes) -> bytes:
    """Return a pattern for an import of a name, or a star import with the name anywhere after."""
    return (
        rb"import(?<!\wimport)(?:"
        rb"\b" + GAP + rb"*(?:\([^)]*|(?:[^\r\n;#\\]|\\\r?\n)*)\b" + name + rb"\b"
        rb"|" + GAP + rb"*\*[\s\S]*\b" + name + rb"\b)"
    )


_TAPE_METHODS = (b"gradient", b"jacobian", b"batch_jacobian")
_METHOD_IN_STRING = rb"[\"'](?:" + b"|".join(_TAPE_METHODS) + rb")[\"']"
_GRADIENTS_IMPORTED = _imported(b"gradients")
_TRAINING = (b"fit", b"fit_generator", b"train_on_batch")
_CALL = re.compile(rb"call(?<!\wcall)(?!\w)")
_CALL_IMPORTED = _imported(b"call")
#: The code after a `call` that is assigned, alone or as one of several targets.
_ASSIGNED = re.compile(rb"(?:[ \t\f\]\)]|\\\r?\n)*(?:=(?!=)|:)|[^\r\n;=]*,[^\r\n;=]*=(?!=)")
_ASSIGNED_LAST = re.compile(rb"[^\r\n;=]*=(?!=)")
_BINDING = re.compile(rb"\b(?:def|as|for)\Z")
_GAP_ONLY = re.compile(GAP + rb"+")
_RE_COMPILE = re.compile(rb"(?<![\w.])re\.compile\b")
#: The name `re` where it may be something other than the module.
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

# A list with a code or name of tflintgrad; a list with only E501 is common.
_NOQA_WITH_RULES = rb"noqa[ \t]*:[^\r\n#]*(?:tfg|[a-z]-[a-z])"


def names_library(data: bytes) -> bool:
    """True if the code names TensorFlow or Keras."""
    return any(name in data for name in LIBRARIES)


def names_tape(data: bytes) -> bool:
    """True if the code names `GradientTape`."""
    return b"GradientTape" in data


def may_query(data: bytes) -> bool:
    """True if the code may issue a gradient query, or define a class that Keras trains."""
    return may_query_when_called(data) or may_define_call(data)


def may_query_when_called(data: bytes) -> bool:
    """True if calling the code may issue a query; classes that Keras may train do not count."""
    return _may_query_tape(data) or _may_train(data) or _names_in_string(data)


def _may_query_tape(data: bytes) -> bool:
    return (
        names_tape(data)
        or b"custom_gradient" in data
        or is_member(data, b"minimize", b"gradients")
        or (b"gradients" in data and re.search(_GRADIENTS_IMPORTED, data) is not None)
    )


def queries_given_tape(data: bytes) -> bool:
    """True if the code may query a tape that another file creates."""
    if b"gradient" not in data and b"jacobian" not in data:
        return False
    return is_member(data, *_TAPE_METHODS) or re.search(_METHOD_IN_STRING, data) is not None


def _may_train(data: bytes) -> bool:
    return is_member(data, *_TRAINING) or (b"compile" in data and _may_compile(data))


def may_define_call(data: bytes) -> bool:
    """True if the code may define a method `call`, and so a class that Keras trains."""
    found = False
    for call in _CALL.finditer(data):
        found = True
        if _is_bound(data, *call.span()):
            return True
    return found and re.search(_CALL_IMPORTED, data) is not None


def _is_bound(data: bytes, start: int, end: int) -> bool:
    """True if the name at these offsets is defined or assigned."""
    if _ASSIGNED.match(data, end):
        return True
    gap = run_start(data, start, BLANK)
    if _BINDING.search(data, max(gap - 4, 0), gap) and _GAP_ONLY.fullmatch(data, gap, start):
        return True
    before = run_start(data, start, b" \t\f([")
    return data[before - 1 : before] == b"," and _ASSIGNED_LAST.match(data, end) is not None


def _may_compile(data: bytes) -> bool:
    found = False
    for offset in members(data, b"compile"):
        found = True
        if not _RE_COMPILE.match(data, max(offset - 3, 0)):
            return True
    return found and re.search(_OTHER_RE, data) is not None


def _names_in_string(data: bytes) -> bool:
    return b"etattr" in data and re.search(_SPELT, data) is not None


def computes_attribute_names(data: bytes) -> bool:
    """True if the code has a `getattr` or `setattr` whose name is not a plain string."""
    if b"etattr" not in data:
        return False
    return len(re.findall(_BY_NAME, data)) > len(re.findall(_PLAINLY, data))


def may_mutate_variables(data: bytes) -> bool:
    """True if the code may mutate a variable by an augmented assignment."""
    if not any(sign in data for sign in _AUGMENTED):
        return False
    if _names_variable(data):
        return True
    return is_member(data, b"value") and (
        re.search(_ADD_WEIGHT, data) is not None or is_member(data, *_KERAS_VARIABLES)
    )


def _names_variable(data: bytes) -> bool:
    """True if the code has `Variable`, `get_variable`, `.trainable_weights` or such a string."""
    for word in (b"Variable", b"variable", b"weights", b"variables"):
        for offset in find_suffix(data, word):
            start = run_start(data, offset, LETTERS)
            before = data[start:offset]
            if word.endswith(b"able") and before in (b"", b"get_"):
                return True
            if before and (len(before) == 1 or not before.endswith(b"_")):
                continue
            quoted = data[start - 1 : start] in (b"'", b'"')
            if quoted and data[offset + len(word) : offset + len(word) + 1] in (b"'", b'"'):
                return True
            if word.endswith(b"s") and follows_dot(data, start):
                return True
    return False


def may_name_variables(word: str) -> bool:
    """True if a name can be that of a function that creates variables, or of a list of them."""
    return word in _MAKERS or word.endswith(("weights", "variables"))


def may_have_finding(data: bytes) -> bool:
    """True if a file with these bytes can have a finding without its imports."""
    return names_library(data) and (may_query(data) or has_indirect_occasion(data))


def has_indirect_occasion(data: bytes) -> bool:
    """True if code that names the library may have a finding without any query keyword.

    That takes computed attribute names, or `+=` on a variable.
    """
    return computes_attribute_names(data) or may_mutate_variables(data)


def may_contain_suppression(data: bytes, *, plain_noqa: bool = False) -> bool:
    """True if the file may have a comment that suppresses findings of tflintgrad."""
    lowered = data.lower()
    if b"tflintgrad" in lowered:
        return True
    if b"noqa" not in lowered:
        return False
    return plain_noqa or re.search(_NOQA_WITH_RULES, lowered) is not None
