"""Named tuples: `collections.namedtuple`, and classes that inherit from `typing.NamedTuple`."""

from __future__ import annotations

import re
from typing import Final

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Partial
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter import containers
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.named_tuples import named_tuple
from tflintgrad.flow.library_models.registry import method, role
from tflintgrad.knowledge.roles import names_of

_NEW: Final = names_of("new_namedtuple")[0]
_WORD: Final = re.compile(r"\w+")


@role("namedtuple")
def _namedtuple(interp: Interpreter, arguments: Arguments) -> Value:
    """Make a class of tuples, as a function that gets the names of the fields first."""
    fields = _field_names(arguments.get(1, "field_names"))
    if fields is None:
        return interp.unknown(arguments.site, *arguments.all())
    bound = Arguments(arguments.site, [interp.constant(" ".join(fields), arguments.site)])
    return Partial(interp.external(_NEW), bound, interp.context)


def _field_names(value: Value | None) -> list[str] | None:
    """Return the names of the fields, from a string or a list of strings."""
    if value is None:
        return None
    if isinstance(value.const, str):
        return _WORD.findall(value.const)
    items = containers.known_items(value)
    if items is None:
        return None
    names = [item.const for item in items if isinstance(item.const, str)]
    return names if len(names) == len(items) else None


@role("new_namedtuple")
def _new(interp: Interpreter, arguments: Arguments) -> Value:
    """Make a tuple of the class whose field names are the first argument."""
    names, *values = arguments.positional
    fields = str(names.const).split()
    given = Arguments(arguments.site, values, arguments.keywords, arguments.unpacked)
    return named_tuple(interp, fields, given, {})


@method(kinds.TUPLE, "_replace")
def _replace(interp: Interpreter, before: Value, arguments: Arguments) -> Value:
    """Return a tuple with other values in some fields."""
    if not isinstance(before, Sequence) or before.fields is None:
        return interp.unknown(arguments.site, before, *arguments.all())
    return named_tuple(interp, list(before.fields), arguments, before.fields)
