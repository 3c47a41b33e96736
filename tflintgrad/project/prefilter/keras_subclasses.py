"""Which classes of a module Keras asks about by itself, for a method `call`, and their heirs.

A layer, a model or a loss whose `call` comes from a base class is asked about as well: what it
overrides may be the end of a gradient. Nothing is parsed: names that look alike are the same.
"""

from __future__ import annotations

import re

from tflintgrad.project.import_scanner import imports_in
from tflintgrad.project.prefilter.code_chunks import NAME, is_class, top_level_chunks, words
from tflintgrad.project.prefilter.keywords import GAP, has_call
from tflintgrad.project.prefilter.name_dependencies import Use, mentioning

_BASES = re.compile(rb"class(?<!\wclass)" + GAP + rb"+" + NAME + GAP + rb"*\(([^)]{0,1000})\)")


def bases_in(code: bytes) -> set[str]:
    """The names in the heads of classes."""
    if b"class" not in code:
        return set()
    return words(b" ".join(_BASES.findall(code)))


def defines_heir(text: bytes) -> bool:
    """Whether a function has a class of its own that may inherit a `call`."""
    return b"class" in text and not is_class(text) and bool(bases_in(text))


def listed_or_base(code: bytes) -> set[str]:
    """The names that code can have from other modules and inherit from, or hand on."""
    found = bases_in(code)
    return found.union(*(item.names for item in imports_in(code)))


def called_by_keras(code: bytes) -> frozenset[str]:
    """The names of a module that are such classes, or that may be."""
    names = frozenset(name for name, text in top_level_chunks(code) if has_call(text))
    return mentioning(heirs(code), names) if names else names


def heirs(code: bytes) -> list[Use]:
    """What the classes of a module inherit from, and what its other names are made of."""
    return [
        (name, bases_in(text) if is_class(text) else words(text))
        for name, text in top_level_chunks(code)
    ]
