"""Functions and classes of a file that may issue a gradient query when they are called.

The code is not parsed: a function may issue a query if its text has a keyword of queries, or the
name of another such function. Names that are spelled alike count as the same: that can add a
function, but never miss one. The code has no strings and comments (`strip_literals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tflintgrad.project.prefilter.code_chunks import (
    Chunk,
    all_definitions,
    identifiers,
    top_level_chunks,
)
from tflintgrad.project.prefilter.keras_subclasses import has_nested_subclass
from tflintgrad.project.prefilter.keywords import (
    has_indirect_occasion,
    may_define_call,
    may_mutate_variables,
    may_query_when_called,
    queries_given_tape,
)
from tflintgrad.project.prefilter.name_dependencies import (
    NameUses,
    aliases,
    initializers,
    module_writes,
    transitive_users,
)
from tflintgrad.project.prefilter.variable_mutation import mutating_functions


def is_query_function(text: bytes) -> bool:
    """True if calling the code may issue a query, on its own tape or one that it is passed."""
    return may_query_when_called(text) or queries_given_tape(text)


def query_functions(code: bytes) -> frozenset[str]:
    """Return the names of a module that may issue a query when called, by its own code."""
    names = frozenset(name for name, text in top_level_chunks(code) if is_query_function(text))
    return transitive_users(module_uses(code), names) if names else names


def module_uses(code: bytes) -> list[NameUses]:
    """Return the names that each top-level name of a module depends on."""
    return [*chunk_uses(top_level_chunks(code)), *module_writes(code)]


def chunk_uses(chunks: Iterable[Chunk]) -> list[NameUses]:
    """Return the identifiers in each chunk, by its name."""
    return [(name, identifiers(text)) for name, text in chunks]


def entry_functions(code: bytes, imported: Iterable[str]) -> frozenset[str]:
    """Return the entry functions of a program: functions, methods and classes with a query.

    `imported` are imported names that may issue a query. All other functions are analysed only
    where they are called. A class with a method `call` is an entry function even if no code uses
    it, because Keras may train it.
    """
    chunks = all_definitions(code)
    when_called = _where(may_query_when_called, code, chunks)
    entered = when_called | _where(may_define_call, code, chunks)
    entered |= frozenset(name for name, text in chunks if has_nested_subclass(text))
    names = when_called.union(
        _where(queries_given_tape, code, chunks),
        _where(has_indirect_occasion, code, chunks),
        imported,
    )
    if not names.isdisjoint(identifiers(code)):
        entered |= transitive_users([*chunk_uses(chunks), *aliases(code, chunks)], names)
    if may_mutate_variables(code):
        entered |= mutating_functions(code, chunks)
    return entered | initializers(code, chunks, entered)


def _where(gate: Callable[[bytes], bool], code: bytes, chunks: list[Chunk]) -> frozenset[str]:
    """Return the names of the chunks that pass a gate, if the whole code passes it."""
    if not gate(code):
        return frozenset()
    return frozenset(name for name, text in chunks if gate(text))
