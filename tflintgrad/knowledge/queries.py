"""Calls that issue a gradient query: reads `rules/queries.txt`.

The file is read at the first lookup. The interpreter, the prefilter and the observers use it alike.
"""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.signatures import Entry, Signature, TableError, read_entries


@cache
def entries() -> tuple[Entry, ...]:
    """Return the methods and functions that issue a query, and those that create a tape."""
    return tuple(read_entries("queries.txt"))


@cache
def tape_methods() -> dict[str, Signature]:
    """Return the signatures of the methods of a tape that issue a query, by name."""
    return {
        entry.name: entry.signature
        for entry in entries()
        if entry.receivers == ("tape",) and entry.signature is not None
    }


@cache
def functions(behaviour: str) -> dict[str, Signature]:
    """Return the signatures of the functions with a behaviour, by dotted name."""
    return {
        entry.name: entry.signature
        for entry in entries()
        if entry.behaviour == behaviour and not entry.receivers and entry.signature is not None
    }


@cache
def names_with(*behaviours: str) -> tuple[str, ...]:
    """Return the names, without modules, of what has one of these behaviours."""
    found = [e.name.rpartition(".")[2] for e in entries() if e.behaviour in behaviours]
    if not found:
        raise TableError(f"rules/queries.txt lists nothing for {', '.join(behaviours)}")
    return tuple(dict.fromkeys(found))


@cache
def query_names() -> frozenset[str]:
    """Return the names of attributes that programs read only to issue a query."""
    return frozenset((*tape_methods(), *names_with("gradients", "minimize")))


def meant_parameter(function: str, keyword: str) -> str | None:
    """Return the parameter that a wrong keyword means: of the same role, or spelt alike."""
    import difflib  # not needed unless a name is misspelt

    listed = [entry for entry in entries() if entry.signature is not None]
    own = [entry for entry in listed if function in (entry.name, f"tape.{entry.name}")]
    signature = own[0].signature if own else None
    if signature is None:
        return None
    for entry in listed:
        for role, (_, name) in entry.signature.slots.items() if entry.signature else ():
            if name == keyword and signature.keyword(role) not in ("", keyword):
                return signature.keyword(role)
    return next(iter(difflib.get_close_matches(keyword, signature.parameters, 1, 0.7)), None)
