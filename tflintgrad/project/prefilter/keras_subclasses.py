"""Classes of a module that Keras trains: those with a method `call`, and their subclasses.

A layer, model or loss that inherits its `call` counts as well: a method that it overrides may lose
a gradient. The code is not parsed: names that are spelled alike count as the same.
"""

from __future__ import annotations

import re

from tflintgrad.project.import_scanner import imports_in
from tflintgrad.project.prefilter.code_chunks import NAME, identifiers, is_class, top_level_chunks
from tflintgrad.project.prefilter.keywords import GAP, may_define_call
from tflintgrad.project.prefilter.name_dependencies import NameUses, transitive_users

_BASES = re.compile(rb"class(?<!\wclass)" + GAP + rb"+" + NAME + GAP + rb"*\(([^)]{0,1000})\)")


def base_names(code: bytes) -> set[str]:
    """Return the names of all base classes in some code."""
    if b"class" not in code:
        return set()
    return identifiers(b" ".join(_BASES.findall(code)))


def has_nested_subclass(text: bytes) -> bool:
    """True if a function defines a class that may inherit a `call`."""
    return b"class" in text and not is_class(text) and bool(base_names(text))


def imported_or_base_names(code: bytes) -> set[str]:
    """Return the names that code may import in order to inherit from them, or to re-export them."""
    found = base_names(code)
    return found.union(*(item.names for item in imports_in(code)))


def keras_classes(code: bytes) -> frozenset[str]:
    """Return the names of a module that may be classes that Keras trains."""
    names = frozenset(name for name, text in top_level_chunks(code) if may_define_call(text))
    return transitive_users(inheritance_uses(code), names) if names else names


def inheritance_uses(code: bytes) -> list[NameUses]:
    """Return the bases of each class of a module, and the names used by its other definitions."""
    return [
        (name, base_names(text) if is_class(text) else identifiers(text))
        for name, text in top_level_chunks(code)
    ]
