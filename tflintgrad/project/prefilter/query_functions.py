"""Which functions and classes of a file may ask for a gradient when they are called.

Nothing is parsed: a function asks if its text holds a word without which nobody can ask, or the
name of another one that asks. Names that look alike make it one too many, never one too few. All
of this reads code whose strings and comments have been taken out (`stripping.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tflintgrad.project.prefilter.code_chunks import Chunk, all_definitions, top_level_chunks, words
from tflintgrad.project.prefilter.keras_subclasses import defines_heir
from tflintgrad.project.prefilter.keywords import (
    asks_tape_it_is_given,
    asks_when_called,
    changes_variables,
    has_call,
    has_indirect_occasion,
)
from tflintgrad.project.prefilter.name_dependencies import (
    Use,
    effects,
    handles,
    mentioning,
    preparing,
)
from tflintgrad.project.prefilter.variable_mutation import changing


def trains(text: bytes) -> bool:
    """Whether a piece of code may ask for a gradient when it is called."""
    return asks_when_called(text) or asks_tape_it_is_given(text)


def asking(code: bytes) -> frozenset[str]:
    """The names of a module that ask when they are called, by what is written in it."""
    names = frozenset(name for name, text in top_level_chunks(code) if trains(text))
    return mentioning(uses_at_top(code), names) if names else names


def uses_at_top(code: bytes) -> list[Use]:
    """What the names of a module are made of."""
    return [*uses_in(top_level_chunks(code)), *effects(code)]


def uses_in(pieces: Iterable[Chunk]) -> list[Use]:
    return [(name, words(text)) for name, text in pieces]


def entry_functions(code: bytes, given: Iterable[str]) -> frozenset[str]:
    """The functions, methods and classes of a program in which a question may come up.

    `given` are names it imports that ask. What is not among these is entered when it is called.
    Keras asks about a class with a method `call` by itself: nobody has to use it for that.
    """
    pieces = all_definitions(code)
    when_called = _where(asks_when_called, code, pieces)
    entered = when_called | _where(has_call, code, pieces)
    entered |= frozenset(name for name, text in pieces if defines_heir(text))
    names = when_called.union(
        _where(asks_tape_it_is_given, code, pieces),
        _where(has_indirect_occasion, code, pieces),
        given,
    )
    if not names.isdisjoint(words(code)):
        entered |= mentioning([*uses_in(pieces), *handles(code, pieces)], names)
    if changes_variables(code):
        entered |= changing(code, pieces)
    return entered | preparing(code, pieces, entered)


def _where(is_so: Callable[[bytes], bool], code: bytes, pieces: list[Chunk]) -> frozenset[str]:
    """The pieces of which something is so; the whole code says whether it is worth asking them."""
    if not is_so(code):
        return frozenset()
    return frozenset(name for name, text in pieces if is_so(text))
