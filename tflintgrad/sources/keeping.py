"""Under which names a program keeps things, and what these are made of.

`self.step = train` in one method, `self.step()` in another: whoever asks about the second has to
know that `step` is made of `train`. Nothing is parsed, and names that look alike are the same: that
makes one too many, never one too few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad.sources.pieces import NAME, Piece, assigned, decoded, top_pieces, words
from tflintgrad.sources.prefilter import GAP

#: A name, and the names in the code that makes it what it is.
Use = tuple[str, set[str]]

_KIND = re.compile(rb"^[ \t\f]*(?:async" + GAP + rb"+)?(def|class)\b", re.MULTILINE)
_METHOD = re.compile(rb"^([ \t\f]+)(?:async" + GAP + rb"+)?def\b", re.MULTILINE)
_IN_CLASS = rb"(?!def\b|class\b|async\b)(?=\w)[^\n]*=[^\n]*"
#: `self.name = …`, `self.name: Class = …`; one of several, too; and what is put into a container.
_SET = re.compile(
    rb"\.(" + NAME + rb")[ \t\f]*"
    rb"(?:=(?!=)|[:,][^\n]{0,300}=|\[[^\n]{0,300}\][ \t\f]*=(?!=)"
    rb"|\.(?:append|add|extend|insert|update)\b)"
)


def handles(code: bytes, pieces: list[Piece]) -> Iterator[Use]:
    """Of a program that consists of these pieces: aliases and variables, of the module or a class,
    and attributes. Of what a function sets, nobody knows which of the names in it made it."""
    for name, text in top_pieces(code):
        if not (text.startswith(b"@") or _KIND.match(text)):  # definitions are pieces
            yield name, words(text)
    for _, text in pieces:
        kind = _KIND.search(text)
        if kind is not None and kind[1] == b"class":
            for row in _beside_methods(text, kind.end()):
                yield from ((name, words(row)) for name in assigned(row))
        elif attributes := set(_SET.findall(text)):
            used = words(text)
            yield from ((decoded(name), used) for name in attributes)


def _beside_methods(text: bytes, start: int) -> list[bytes]:
    """The assignments of a class; without methods, nobody in it uses them."""
    method = _METHOD.search(text, start)
    return re.findall(rb"^" + method[1] + _IN_CLASS, text, re.MULTILINE) if method else []
