"""Dependencies between the names of a program: definitions, attributes, aliases and containers.

With `self.step = train` in one method and `self.step()` in another, `step` depends on `train`. The
code is not parsed, and names that are spelled alike count as the same: that can add a dependency,
but never miss one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator

from tflintgrad.project.prefilter.code_chunks import (
    NAME,
    Chunk,
    all_definitions,
    assigned_names,
    bound_names,
    decoded,
    identifiers,
    is_class,
    is_definition,
    newline_prefixed,
    statements,
    top_level_chunks,
)
from tflintgrad.project.prefilter.keywords import GAP

#: A name, and all names in the code that defines or sets it.
NameUses = tuple[str, set[str]]

_METHOD = re.compile(rb"^([ \t\f]+)(?:async" + GAP + rb"+)?def\b", re.MULTILINE)
_IN_CLASS = rb"(?!def\b|class\b|async\b)(?=\w)[^\n]*=[^\n]*"
#: `self.name = …`, `self.name: Class = …`, also as one of several targets; `self.name.append(…)`.
_SET_ATTRIBUTE = re.compile(
    rb"\.(" + NAME + rb")[ \t\f]*"
    rb"(?:=(?!=)|[:,][^\n]{0,300}=|\[[^\n]{0,300}\][ \t\f]*=(?!=)"
    rb"|\.(?:append|add|extend|insert|update)\b)"
)
#: `KEPT["key"] = …`, `KEPT += …`, `KEPT.append(…)`, `Class.name = …`, `@register`
_WRITTEN = re.compile(
    rb"\n[ \t\f]*(?=(" + NAME + rb"))\1(?:\." + NAME + rb")*"
    rb"(?:\[|[ \t\f]*[+|]=|\.(?:append|add|extend|insert|update|setdefault)\b"
    rb"|(?<=\w)\." + NAME + rb"[ \t\f]*=(?!=))"
)
_DECORATOR = re.compile(rb"\n[ \t\f]*@(" + NAME + rb")")
_GLOBAL = re.compile(rb"\bglobal[ \t\f]+([^\r\n;]+)")
#: `name = package.member`
_ALIAS = re.compile(rb"(?:" + NAME + rb"[ \t\f]*=[ \t\f]*)+" + NAME + rb"(?:\." + NAME + rb")+\s*")
#: `register(…)`
_CALLED = re.compile(rb"\n[ \t\f]*(" + NAME + rb")(?:\." + NAME + rb")*[ \t\f]*\(")


def transitive_users(uses: list[NameUses], names: frozenset[str]) -> frozenset[str]:
    """Return `names`, and all names of the module that use one of them, directly or not."""
    known = set(names)
    before = -1
    while len(known) > before:
        before = len(known)
        for name, mentioned in uses:
            if name not in known and not known.isdisjoint(mentioned):
                known.add(name)
    return frozenset(known)


def module_writes(code: bytes) -> Iterator[NameUses]:
    """Yield later writes to names of a module: `REGISTRY[k] = f`, `.append(f)`, `register(f)`.

    Aliases of other modules' names do not count: a function that is passed to a library cannot be
    called through the library's name.
    """
    parts = statements(code)
    outside = [text for text in parts if not is_definition(text)]
    written = _written_in(code).union(*map(_called_in, outside))
    if not written:
        return
    own = {name for text in parts if not _ALIAS.fullmatch(text) for name in bound_names(text)}
    for text in _containing(parts, own & written):
        names = _written_in(text) if is_definition(text) else _written_in(text) | _called_in(text)
        names &= own
        if names:
            used = identifiers(text)
            yield from ((name, used) for name in names)


def _containing(texts: Iterable[bytes], names: set[str]) -> Iterator[bytes]:
    """Yield the texts that contain one of some names, perhaps as a part of another name."""
    encoded = [name.encode() for name in names]
    return (text for text in texts if any(name in text for name in encoded))


def aliases(code: bytes, chunks: list[Chunk]) -> Iterator[NameUses]:
    """Yield the uses of names that are no definitions: aliases, variables and attributes.

    `chunks` are all definitions of the program. An attribute depends on all names of the function
    that sets it.
    """
    for name, text in top_level_chunks(code):
        if not is_definition(text):  # definitions are in `chunks`
            yield name, identifiers(text)
    yield from module_writes(code)
    for _, text in chunks:
        if is_class(text):
            for row in _beside_methods(text):
                yield from ((name, identifiers(row)) for name in assigned_names(row))
        elif attributes := set(_SET_ATTRIBUTE.findall(text)):
            used = identifiers(text)
            yield from ((decoded(name), used) for name in attributes)


def _beside_methods(text: bytes) -> list[bytes]:
    """Return the assignments in a class body; none if the class has no methods to use them."""
    method = _METHOD.search(text)
    return re.findall(rb"^" + method[1] + _IN_CLASS, text, re.MULTILINE) if method else []


def initializers(code: bytes, chunks: list[Chunk], entered: frozenset[str]) -> frozenset[str]:
    """Return the functions that set names or attributes which entry functions use.

    The names are those of the module, the attributes those of the entry function's class.
    """
    others = {name for name, _ in chunks if name not in entered}
    if not entered or not others:
        return frozenset()
    top = {name for name, text in top_level_chunks(code) if not is_definition(text)}
    top &= _written_in(code)
    found = _initializers(chunks, entered, lambda text: _written_in(text) & top) if top else set()
    for name, text in chunks:
        if name in entered and is_class(text) and any(_containing((text,), others)):
            methods = [
                chunk for chunk in all_definitions(text) if chunk[0] not in (name, "__init__")
            ]
            found |= _initializers(methods, entered | found, _attributes_in)
    return frozenset(found)


def _initializers(
    chunks: list[Chunk], entered: Container[str], set_by: Callable[[bytes], set[str]]
) -> set[str]:
    found: set[str] = set()
    setting = [(name, text, set_by(text)) for name, text in chunks if name not in entered]
    setting = [item for item in setting if item[2] and not is_class(item[1])]
    pending = [text for name, text in chunks if setting and name in entered]
    while pending:
        used = identifiers(pending.pop())
        for name, text, names in setting:
            if name not in found and not used.isdisjoint(names):
                found.add(name)
                pending.append(text)
    return found


def _written_in(text: bytes) -> set[str]:
    """Return the names that code writes to: items, attributes, decorators, `global` names."""
    rows = newline_prefixed(text)
    found = _WRITTEN.findall(rows)
    if b"@" in text:
        found += _DECORATOR.findall(rows)
    if b"global" in text:
        found += _GLOBAL.findall(text)
    return identifiers(b" ".join(set(found))) if found else set()


def _called_in(text: bytes) -> set[str]:
    return {decoded(name) for name in _CALLED.findall(newline_prefixed(text))}


def _attributes_in(text: bytes) -> set[str]:
    return {decoded(name) for name in _SET_ATTRIBUTE.findall(text)}
