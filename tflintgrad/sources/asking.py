"""Which functions and classes of a file may ask for a gradient when they are called.

Nothing is parsed: a function asks if its text holds a word without which nobody can ask, or the
name of another one that asks. Names that look alike make it one too many, never one too few. All
of this reads code whose strings and comments have been taken out (`stripping.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tflintgrad.sources.keeping import Use, handles
from tflintgrad.sources.pieces import Piece, all_pieces, words
from tflintgrad.sources.prefilter import (
    asks_tape_it_is_given,
    asks_when_called,
    has_call,
    is_odd,
)


def trains(text: bytes) -> bool:
    """Whether a piece of code may ask for a gradient when it is called."""
    return asks_when_called(text) or asks_tape_it_is_given(text)


def asking(pieces: list[Piece]) -> frozenset[str]:
    names = frozenset(name for name, text in pieces if trains(text))
    return mentioning(uses_in(pieces), names) if names else names


def uses_in(pieces: list[Piece]) -> list[Use]:
    return [(name, words(text)) for name, text in pieces]


def mentioning(uses: list[Use], names: frozenset[str]) -> frozenset[str]:
    """Those names, and what uses them in the same module, directly or not."""
    known = set(names)
    while new := {name for name, mentioned in uses if not known.isdisjoint(mentioned)} - known:
        known |= new
    return frozenset(known)


def worth_entering(code: bytes, given: Iterable[str]) -> frozenset[str]:
    """The functions, methods and classes of a program in which a question may come up.

    `given` are names it imports that ask. What is not among these is entered when it is called.
    Keras asks about a class with a method `call` by itself: nobody has to use it for that.
    """
    pieces = all_pieces(code)
    when_called = _where(asks_when_called, code, pieces)
    by_keras = when_called | _where(has_call, code, pieces)
    names = when_called.union(
        _where(asks_tape_it_is_given, code, pieces), _where(is_odd, code, pieces), given
    )
    if names.isdisjoint(words(code)):
        return by_keras
    return by_keras | mentioning([*uses_in(pieces), *handles(code, pieces)], names)


def _where(is_so: Callable[[bytes], bool], code: bytes, pieces: list[Piece]) -> frozenset[str]:
    """The pieces of which something is so; the whole code says whether it is worth asking them."""
    if not is_so(code):
        return frozenset()
    return frozenset(name for name, text in pieces if is_so(text))
