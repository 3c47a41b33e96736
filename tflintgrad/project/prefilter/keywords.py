"""Keyword gates: decide from a file's bytes if it can have findings, without parsing it.

This is a thousand times faster than parsing. A finding needs TensorFlow (or Keras) under some name,
in the file or in a module that it imports from its project, and an occasion. Names can be aliased,
but an alias starts where the real name is spelled: in an import, after a dot, or in the string that
`getattr` gets. Each family of rules has its own occasions, and each occasion has words without
which the interpreter cannot get to it:

tapes (TFG1xx to TFG6xx, TFG8xx, TFG9xx)
    A query needs a tape, and only `GradientTape` creates one; the tape's own name does not matter.
    `tf.gradients` is its own tape: `gradients`, imported or after a dot. `optimizer.minimize`
    creates a tape, or lacks one: `minimize` after a dot. `rules/queries.txt` has these names.
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
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tflintgrad.knowledge.keras_hooks import hook
from tflintgrad.knowledge.rules import rulebook
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


class _Words(NamedTuple):
    """The words of `rules/` that an occasion needs, each as it is spelt in code."""

    #: Functions that create a tape, or whose gradient the program defines.
    tapes: tuple[bytes, ...]
    tape_methods: tuple[bytes, ...]
    #: The shortest tape methods: all others contain one of them.
    roots: tuple[bytes, ...]
    #: Functions that need no tape, and methods that create one.
    functions: tuple[bytes, ...]
    minimize: tuple[bytes, ...]
    compile: tuple[bytes, ...]
    fit: tuple[bytes, ...]


@cache
def _words() -> _Words:
    # At the first search: most runs read their results from the cache and search nothing.
    from tflintgrad.knowledge.queries import names_with, tape_methods

    def spelt(names: Iterable[str]) -> tuple[bytes, ...]:
        return tuple(name.encode() for name in names)

    methods = spelt(tape_methods())
    return _Words(
        tapes=spelt(names_with("tape")),
        tape_methods=methods,
        roots=tuple(m for m in methods if not any(o in m for o in methods if o != m)),
        functions=spelt(names_with("gradients")),
        minimize=spelt(names_with("minimize")),
        compile=spelt(names_with("compile")),
        fit=spelt(names_with("fit")),
    )


class _VariableWords(NamedTuple):
    """The words for variables: functions and methods that create one, attributes that have some."""

    functions: tuple[bytes, ...]
    methods: tuple[bytes, ...]
    #: The attributes that hold lists of variables, and what they end with.
    lists: frozenset[bytes]
    endings: tuple[bytes, ...]
    single: tuple[bytes, ...]
    makers: frozenset[str]


@cache
def _variable_words() -> _VariableWords:
    from tflintgrad.knowledge import methods, roles, variable_lists

    made_by = ("variable", "keras_variable", "get_variable")
    dotted = [name for role in made_by for name in roles.names_of(role)]
    functions = dict.fromkeys(name.rpartition(".")[2] for name in dotted)
    creating = methods.names_with("add_weight")
    lists = [name.encode() for name in variable_lists.attributes(*variable_lists.LISTS)]
    return _VariableWords(
        functions=tuple(name.encode() for name in functions),
        methods=tuple(name.encode() for name in creating),
        lists=frozenset(lists),
        endings=tuple(n for n in lists if not any(n != o and n.endswith(o) for o in lists)),
        single=tuple(n.encode() for n in variable_lists.attributes(*variable_lists.SINGLE)),
        makers=frozenset((*functions, *creating)),
    )


def _quoted(*names: bytes) -> bytes:
    """Return a pattern for a string that is one of these names."""
    return rb"[\"'](?:" + b"|".join(names) + rb")[\"']"


#: The method that Keras calls, and trains, of a class that the program defines.
_KERAS_CALL = hook("forward").encode()
_CALL = re.compile(rb"%s(?<!\w%s)(?!\w)" % (_KERAS_CALL, _KERAS_CALL))
_CALL_IMPORTED = _imported(_KERAS_CALL)
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

_AUGMENTED = (b"+=", b"-=", b"*=", b"/=")


def names_library(data: bytes) -> bool:
    """True if the code names TensorFlow or Keras."""
    return any(name in data for name in LIBRARIES)


def names_tape(data: bytes) -> bool:
    """True if the code names `GradientTape`."""
    return any(name in data for name in _words().tapes)


def may_query(data: bytes) -> bool:
    """True if the code may issue a gradient query, or define a class that Keras trains."""
    return may_query_when_called(data) or may_define_call(data)


def may_query_when_called(data: bytes) -> bool:
    """True if calling the code may issue a query; classes that Keras may train do not count."""
    return _may_query_tape(data) or _may_train(data) or _names_in_string(data)


def _may_query_tape(data: bytes) -> bool:
    words = _words()
    return (
        names_tape(data)
        or any(name in data for name in _custom_gradients())
        or is_member(data, *words.minimize, *words.functions)
        or any(
            name in data and re.search(_imported(name), data) is not None
            for name in words.functions
        )
    )


@cache
def _custom_gradients() -> tuple[bytes, ...]:
    from tflintgrad.knowledge.roles import names_of

    return tuple(name.rpartition(".")[2].encode() for name in names_of("custom_gradient"))


def queries_given_tape(data: bytes) -> bool:
    """True if the code may query a tape that another file creates."""
    words = _words()
    if not any(name in data for name in words.roots):
        return False
    methods = words.tape_methods
    return is_member(data, *methods) or re.search(_quoted(*methods), data) is not None


def _may_train(data: bytes) -> bool:
    return is_member(data, *_words().fit) or any(
        name in data and _may_compile(data, name) for name in _words().compile
    )


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


def _may_compile(data: bytes, name: bytes) -> bool:
    """True if the method may be another one than that of the module `re`."""
    found = False
    for offset in members(data, name):
        found = True
        if not _RE_COMPILE.match(data, max(offset - 3, 0)):
            return True
    return found and re.search(_OTHER_RE, data) is not None


def _names_in_string(data: bytes) -> bool:
    if b"etattr" not in data:
        return False
    words = _words()
    names = (*words.functions, *words.minimize, *words.compile, *words.fit, _KERAS_CALL)
    return re.search(_quoted(*names), data) is not None


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
    if not is_member(data, b"value"):
        return False
    words = _variable_words()
    return any(_is_identifier(data, name) for name in words.methods) or is_member(
        data, *words.single
    )


def _names_variable(data: bytes) -> bool:
    """True if the code has `Variable`, `get_variable`, `.trainable_weights` or such a string."""
    words = _variable_words()
    if any(_is_identifier(data, name) for name in words.functions):
        return True
    return any(_list_names(data))


def _list_names(data: bytes) -> Iterator[bytes]:
    """Yield the attributes that list variables, after a dot or as strings."""
    words = _variable_words()
    for ending in words.endings:
        for offset in find_suffix(data, ending):
            start, end = run_start(data, offset, LETTERS), offset + len(ending)
            if data[start:end] in words.lists and (
                (data[start - 1 : start] in _QUOTES and data[end : end + 1] in _QUOTES)
                or follows_dot(data, start)
            ):
                yield data[start:end]


_QUOTES = (b"'", b'"')


def _is_identifier(data: bytes, name: bytes) -> bool:
    """True if the name occurs as a whole identifier."""
    return any(run_start(data, at, LETTERS) == at for at in find_suffix(data, name))


def variable_names(data: bytes) -> frozenset[str]:
    """Return the names in the code that create variables, or list those of an object."""
    words = _variable_words()
    return words.makers.union(name.decode() for name in set(_list_names(data)))


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
    return plain_noqa or re.search(_noqa_with_rules(rulebook().families), lowered) is not None


@cache
def _noqa_with_rules(families: tuple[str, ...]) -> bytes:
    """Return the pattern of a list with a code or name of ours; one with only E501 is common."""
    codes = "|".join(families).lower().encode()
    return rb"noqa[ \t]*:[^\r\n#]*(?:%s|[a-z]-[a-z])" % codes
