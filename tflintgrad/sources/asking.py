"""Which functions and classes of a file may ask for a gradient when they are called.

Nothing is parsed: a function asks if its text holds a word without which nobody can ask, or the
name of another one that asks. Names that look alike make it one too many, never one too few.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tflintgrad.sources.prefilter import QUERIES

_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")
_TOP = re.compile(
    rb"^(?:(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|(\w+)[ \t]*(?::[^=\n]+)?=(?!=))", re.MULTILINE
)
_ANYWHERE = re.compile(rb"^([ \t]*)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
#: Calls that ask, not words about gradients.
_TRAINS = re.compile(
    rb"GradientTape|ForwardAccumulator|\b(?:gradients?|(?:batch_)?jacobian|minimize|hessians)\("
    rb"|\.(?:fit|fit_generator|train_on_batch)\("
)
#: What a function may say that has Keras ask, or that a rule has an opinion on by itself.
_CONCERNS = (*QUERIES, b".compile", b"train_step", b"add_loss", b".fit", b"train_on_batch")

Piece = tuple[str, bytes]


def words(data: bytes) -> set[str]:
    return {word.decode() for word in _IDENTIFIER.findall(data)}


def top_pieces(data: bytes) -> list[Piece]:
    """What a module defines at its top, each name with the text up to the next one."""
    starts = [(found.start(), (found[1] or found[2]).decode()) for found in _TOP.finditer(data)]
    ends = [*(start for start, _ in starts[1:]), len(data)]
    return [(name, data[start:end]) for (start, name), end in zip(starts, ends, strict=False)]


def _all_pieces(data: bytes) -> list[Piece]:
    """Every function and class, however deep, each with its text (or somewhat more)."""
    found: list[Piece] = []
    opened: list[tuple[int, int, str]] = []
    for match in _ANYWHERE.finditer(data):
        depth = len(match[1])
        while opened and opened[-1][0] >= depth:
            _, start, name = opened.pop()
            found.append((name, data[start : match.start()]))
        opened.append((depth, match.start(), match[2].decode()))
    found += [(name, data[start:]) for _, start, name in opened]
    return found


def trains(text: bytes) -> bool:
    """Whether a piece of code may ask for a gradient when it is called."""
    return _TRAINS.search(text) is not None


def asking(pieces: list[Piece]) -> frozenset[str]:
    return mentioning(pieces, {name for name, text in pieces if trains(text)})


def mentioning(pieces: list[Piece], names: Iterable[str]) -> frozenset[str]:
    """Those names, and what uses them in the same module, directly or not."""
    known = set(names)
    used = [(name, words(text)) for name, text in pieces if name not in known] if known else []
    while new := {name for name, mentioned in used if not known.isdisjoint(mentioned)} - known:
        known |= new
    return frozenset(known)


def worth_entering(data: bytes, given: Iterable[str]) -> frozenset[str]:
    """The functions, methods and classes of a program in which a question may come up.

    `given` are names it imports that ask. What is not among these is entered when it is called.
    """
    pieces = _all_pieces(data)
    own = {name for name, text in pieces if any(word in text for word in _CONCERNS)}
    return mentioning(pieces, own | set(given))
