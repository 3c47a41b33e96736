"""Random mutations of a text: parts are lost, doubled, moved and mixed up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
#: Pieces that change what is around them.
ODD: tuple[str, ...] = (
    *"()[]{}:,.;=*@\\#'\"\t\n\f\r\0 ",
    '"""',
    "\\\n",
    ":=",
    "->",
    "**",
    "...",
    "é",
    "\u2028",
    "\ufeff",
    "\ud800",
    "0x",
    "1e999",
    "None",
    "async ",
    "await ",
    "lambda: ",
    "yield ",
    "del ",
    "global ",
    "not ",
    "if ",
    "match ",
    "    ",
)


def mutated(text: str, rng: Random, others: Sequence[str]) -> str:
    """Return the text with a few changes; `others` are texts to take pieces from."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        text = rng.choice(_CHANGES)(text, rng, others)
    return text


def _without_lines(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.split("\n")
    start, stop = _range(len(lines), rng)
    return "\n".join(lines[:start] + lines[stop:])


def _lines_twice(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.split("\n")
    start, stop = _range(len(lines), rng)
    at = rng.randint(0, len(lines))
    return "\n".join(lines[:at] + lines[start:stop] + lines[at:])


def _lines_moved(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.split("\n")
    start, stop = _range(len(lines), rng)
    moved = lines[start:stop]
    del lines[start:stop]
    at = rng.randint(0, len(lines))
    return "\n".join(lines[:at] + moved + lines[at:])


def _lines_of_another(text: str, rng: Random, others: Sequence[str]) -> str:
    lines = text.split("\n")
    other = rng.choice(others).split("\n")
    start, stop = _range(len(other), rng)
    at = rng.randint(0, len(lines))
    return "\n".join(lines[:at] + other[start:stop] + lines[at:])


def _indented(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.split("\n")
    start, stop = _range(len(lines), rng)
    by = rng.choice(("    ", " ", "\t", "if x:\n        "))
    lines[start:stop] = [by + line for line in lines[start:stop]]
    return "\n".join(lines)


def _dedented(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.split("\n")
    start, stop = _range(len(lines), rng)
    lines[start:stop] = [line.removeprefix("    ") for line in lines[start:stop]]
    return "\n".join(lines)


def _without_tokens(text: str, rng: Random, _: Sequence[str]) -> str:
    tokens = _TOKEN.findall(text)
    start, stop = _range(len(tokens), rng)
    return "".join(tokens[:start] + tokens[stop:])


def _tokens_twice(text: str, rng: Random, _: Sequence[str]) -> str:
    tokens = _TOKEN.findall(text)
    start, stop = _range(len(tokens), rng)
    return "".join(tokens[:stop] + tokens[start:])


def _another_token(text: str, rng: Random, others: Sequence[str]) -> str:
    """Return names for names and marks for marks, so that many results are programs again."""
    tokens = _TOKEN.findall(text)
    if not tokens:
        return text
    at = rng.randrange(len(tokens))
    donor = _TOKEN.findall(rng.choice((text, rng.choice(others))))
    alike = [token for token in donor if token[0].isalnum() is tokens[at][0].isalnum()]
    tokens[at] = rng.choice(alike or [tokens[at]])
    return "".join(tokens)


def _renamed(text: str, rng: Random, _: Sequence[str]) -> str:
    """Replace a name with another name of the text, everywhere."""
    names: list[str] = re.findall(r"[A-Za-z_]\w*", text)
    if not names:
        return text
    return re.sub(rf"\b{re.escape(rng.choice(names))}\b", rng.choice(names), text)


def _odd_piece(text: str, rng: Random, _: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(ODD) + text[at + rng.choice((0, 0, 1)) :]


def _cut_off(text: str, rng: Random, _: Sequence[str]) -> str:
    return text[: rng.randint(0, len(text))]


def _range(length: int, rng: Random) -> tuple[int, int]:
    """Return a range, usually of a few items, seldom of many."""
    start = rng.randint(0, length)
    return start, min(start + rng.choice((1, 1, 1, 2, 4, length)), length)


_Change = Callable[[str, Random, Sequence[str]], str]
_CHANGES: tuple[_Change, ...] = (
    _without_lines,
    _lines_twice,
    _lines_moved,
    _lines_of_another,
    _indented,
    _dedented,
    _without_tokens,
    _tokens_twice,
    _another_token,
    _another_token,
    _renamed,
    _renamed,
    _odd_piece,
    _cut_off,
)


def mutated_bytes(data: bytes, rng: Random, odd: Sequence[bytes]) -> bytes:
    """Return the bytes with a few changes; `odd` are bytes to insert."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randint(0, len(data))
        until = min(at + rng.choice((0, 1, 1, 4, 30)), len(data))
        kind = rng.randrange(6)
        if kind < 3:
            data = data[:at] + rng.choice(odd) + data[until:]
        elif kind == 3:
            data = data[:at] + rng.randbytes(until - at) + data[until:]
        elif kind == 4:
            data = data[:until] + data[at:]
        else:
            data = data[:at] if rng.random() < 0.3 else data[:at] + data[until:]
    return data
