"""Types in docstrings: what they say of parameters, in the styles of Google, NumPy and Sphinx."""

from __future__ import annotations

import re
from typing import Final

import libcst as cst

from tflintgrad.flow.domain.objects import Function
from tflintgrad.knowledge.words import states
from tflintgrad.source.syntax.bindings import evaluated

#: `:param x: …`, `:type x: …`, `x: …`, `x : …`, `x (…): …`; the name, and what is said of it.
_LINE: Final = re.compile(
    r"^[ \t]*(?::(?P<field>param|type)[ \t]+(?P<named>\w+):"
    r"|`?(?P<name>\w+)`?[ \t]*(?:\((?P<inside>[^()\n]*)\))?[ \t]?:)[ \t]+(?P<said>[^\n]*)$",
    re.MULTILINE,
)
#: Words before a type, and the type.
_WORD: Final = re.compile(r"[\s,]*(?::\w+:)?`{0,2}~?(\[[^\]]*\]|[\w.]+(?:-[\w.]+)*)`{0,2}")
#: What follows a type that is not the only one, or is only part of one.
_GOES_ON: Final = re.compile(r"\s*(?:,?\s*or\b|[|/\[]|,\s*`|s\b)")


def stated_type(function: Function, parameter: str) -> str:
    """Return the one type that a docstring states for a parameter; empty if there is none."""
    return _types_of(function).get(parameter, "")


def _types_of(function: Function) -> dict[str, str]:
    known = function.context.module.syntax_cache.docstring_types
    found = known.get(id(function.node))
    if found is None:
        texts = [_docstring(function.node)]
        if function.name == "__init__" and function.owner is not None:
            texts.append(_docstring(function.owner.node))
        found = {}
        for text in texts:
            found = {**_stated(text), **found}
        known[id(function.node)] = found
    return found


def _docstring(node: cst.FunctionDef | cst.ClassDef | cst.Lambda) -> str:
    """Return the docstring of a definition; empty if there is none."""
    body = node.body.body if not isinstance(node, cst.Lambda) else ()
    first = body[0] if body else None
    if not isinstance(first, cst.SimpleStatementLine) or not isinstance(first.body[0], cst.Expr):
        return ""
    value = first.body[0].value
    text = evaluated(value) if isinstance(value, cst.SimpleString) else ""
    return text if isinstance(text, str) else ""


def _stated(text: str) -> dict[str, str]:
    """Return the types in a docstring by parameter; where it says two, neither counts."""
    found: dict[str, str] = {}
    for line in _LINE.finditer(text):
        name = line["named"] or line["name"]
        stated = _first_type(line["inside"] or line["said"])
        if name in found and line["field"] == "type":  # says more than `:param`
            found[name] = stated
        found.setdefault(name, stated)
    return found


def _first_type(text: str) -> str:
    """Return the type that a text begins with, after an article and adjectives."""
    at = 0
    while (word := _WORD.match(text, at)) is not None:
        at = word.end()
        if not word[1].startswith("[") and not states(word[1], "describes"):
            return "" if _GOES_ON.match(text, at) else word[1].rstrip(".")
    return ""
