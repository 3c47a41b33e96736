"""Under which names a program keeps things, and what these are made of.

`self.step = train` in one method, `self.step()` in another: whoever asks about the second has to
know that `step` is made of `train`. Nothing is parsed, and names that look alike are the same: that
makes one too many, never one too few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator

from tflintgrad.project.prefilter.code_chunks import (
    NAME,
    Chunk,
    all_definitions,
    assigned,
    bound_by,
    decoded,
    in_rows,
    is_class,
    is_definition,
    statements,
    top_level_chunks,
    words,
)
from tflintgrad.project.prefilter.keywords import GAP

#: A name, and the names in the code that makes it what it is.
Use = tuple[str, set[str]]

_METHOD = re.compile(rb"^([ \t\f]+)(?:async" + GAP + rb"+)?def\b", re.MULTILINE)
_IN_CLASS = rb"(?!def\b|class\b|async\b)(?=\w)[^\n]*=[^\n]*"
#: `self.name = …`, `self.name: Class = …`; one of several, too; and what is put into a container.
_SET = re.compile(
    rb"\.(" + NAME + rb")[ \t\f]*"
    rb"(?:=(?!=)|[:,][^\n]{0,300}=|\[[^\n]{0,300}\][ \t\f]*=(?!=)"
    rb"|\.(?:append|add|extend|insert|update)\b)"
)
#: `KEPT["key"] = …`, `KEPT += …`, `KEPT.append(…)`, `Class.name = …`, `@register`
_GIVEN = re.compile(
    rb"\n[ \t\f]*(?=(" + NAME + rb"))\1(?:\." + NAME + rb")*"
    rb"(?:\[|[ \t\f]*[+|]=|\.(?:append|add|extend|insert|update|setdefault)\b"
    rb"|(?<=\w)\." + NAME + rb"[ \t\f]*=(?!=))"
)
_DECORATOR = re.compile(rb"\n[ \t\f]*@(" + NAME + rb")")
_GLOBAL = re.compile(rb"\bglobal[ \t\f]+([^\r\n;]+)")
#: `name = package.member`
_ANOTHER = re.compile(
    rb"(?:" + NAME + rb"[ \t\f]*=[ \t\f]*)+" + NAME + rb"(?:\." + NAME + rb")+\s*"
)
#: `register(…)`
_CALLED = re.compile(rb"\n[ \t\f]*(" + NAME + rb")(?:\." + NAME + rb")*[ \t\f]*\(")


def mentioning(uses: list[Use], names: frozenset[str]) -> frozenset[str]:
    """Those names, and what uses them in the same module, directly or not."""
    known = set(names)
    before = -1
    while len(known) > before:
        before = len(known)
        for name, mentioned in uses:
            if name not in known and not known.isdisjoint(mentioned):
                known.add(name)
    return frozenset(known)


def effects(code: bytes) -> Iterator[Use]:
    """What the names of a module are given after they were bound: entries, functions to keep.

    Only names of its own, no aliases: what a library is given does not come back by its name.
    """
    parts = statements(code)
    outside = [text for text in parts if not is_definition(text)]
    given = _given_in(code).union(*map(_called_in, outside))
    if not given:
        return
    own = {name for text in parts if not _ANOTHER.fullmatch(text) for name in bound_by(text)}
    for text in _spelling(parts, own & given):
        names = _given_in(text) if is_definition(text) else _given_in(text) | _called_in(text)
        names &= own
        if names:
            used = words(text)
            yield from ((name, used) for name in names)


def _spelling(texts: Iterable[bytes], names: set[str]) -> Iterator[bytes]:
    """Those that hold one of some names, perhaps as a part of another one."""
    spelt = [name.encode() for name in names]
    return (text for text in texts if any(name in text for name in spelt))


def handles(code: bytes, pieces: list[Chunk]) -> Iterator[Use]:
    """Of a program that consists of these pieces: aliases and variables, of the module or a class,
    and attributes. Of what a function sets, nobody knows which of the names in it made it."""
    for name, text in top_level_chunks(code):
        if not is_definition(text):  # these are pieces
            yield name, words(text)
    yield from effects(code)
    for _, text in pieces:
        if is_class(text):
            for row in _beside_methods(text):
                yield from ((name, words(row)) for name in assigned(row))
        elif attributes := set(_SET.findall(text)):
            used = words(text)
            yield from ((decoded(name), used) for name in attributes)


def _beside_methods(text: bytes) -> list[bytes]:
    """The assignments of a class; without methods, nobody in it uses them."""
    method = _METHOD.search(text)
    return re.findall(rb"^" + method[1] + _IN_CLASS, text, re.MULTILINE) if method else []


def preparing(code: bytes, pieces: list[Chunk], entered: frozenset[str]) -> frozenset[str]:
    """The functions that set what others use that are entered: names of the module, and in their
    class or by a function outside of it, attributes."""
    others = {name for name, _ in pieces if name not in entered}
    if not entered or not others:
        return frozenset()
    top = {name for name, text in top_level_chunks(code) if not is_definition(text)}
    top &= _given_in(code)
    found = _preparing(pieces, entered, lambda text: _given_in(text) & top) if top else set()
    for name, text in pieces:
        if name in entered and is_class(text) and any(_spelling((text,), others)):
            methods = [
                piece for piece in all_definitions(text) if piece[0] not in (name, "__init__")
            ]
            found |= _preparing(methods, entered | found, _attributes_in)
    return frozenset(found)


def _preparing(
    pieces: list[Chunk], entered: Container[str], set_by: Callable[[bytes], set[str]]
) -> set[str]:
    found: set[str] = set()
    setting = [(name, text, set_by(text)) for name, text in pieces if name not in entered]
    setting = [item for item in setting if item[2] and not is_class(item[1])]
    pending = [text for name, text in pieces if setting and name in entered]
    while pending:
        used = words(pending.pop())
        for name, text, names in setting:
            if name not in found and not used.isdisjoint(names):
                found.add(name)
                pending.append(text)
    return found


def _given_in(text: bytes) -> set[str]:
    rows = in_rows(text)
    found = _GIVEN.findall(rows)
    if b"@" in text:
        found += _DECORATOR.findall(rows)
    if b"global" in text:
        found += _GLOBAL.findall(text)
    return words(b" ".join(set(found))) if found else set()


def _called_in(text: bytes) -> set[str]:
    return {decoded(name) for name in _CALLED.findall(in_rows(text))}


def _attributes_in(text: bytes) -> set[str]:
    return {decoded(name) for name in _SET.findall(text)}
