"""Tuples with fields, as `collections.namedtuple` and `typing.NamedTuple` make them."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter


def named_tuple(
    interp: Interpreter, fields: list[str], given: Arguments, others: dict[str, Value]
) -> Value:
    """Return a tuple of these fields; `others` has the values of those that are not given."""
    if given.unpacked or len(given.positional) > len(fields):
        return interp.unknown(given.site, *given.all(), *others.values())
    values: dict[str, Value] = {}
    for index, name in enumerate(fields):
        value = given.get(index, name) or others.get(name)
        values[name] = value if value is not None else interp.unknown(given.site, name=name)
    made = Sequence(kinds.TUPLE, given.site, interp.context, list(values.values()))
    made.fields = values
    return made
