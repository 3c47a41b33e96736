"""A call as a shape rule sees it: arguments by name, with their shapes and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.properties.shapes.shape import UNKNOWN, Dim, Shape
from tflintgrad.knowledge.function_options import option_names
from tflintgrad.knowledge.keras_constructors import constructor
from tflintgrad.knowledge.shape_rules import shape_rule


class Call:
    """The call that computed a value."""

    __slots__ = ("_named", "inputs", "parameter", "passed", "shape", "value")

    def __init__(
        self, value: Value, parameter: str, shape: Callable[[Value], Shape], constructed: bool
    ) -> None:
        self.value = value
        #: The argument that the rule reads.
        self.parameter = parameter
        #: Returns what is known of the shape of another value.
        self.shape = shape
        self.inputs: tuple[Value, ...] = value.facts.get("inputs") or ()
        layer = value.facts.get("layer")
        passed = layer.arguments if constructed and layer is not None else value.facts.get("passed")
        self.passed: Arguments | None = passed
        self._named: dict[str, Value] | None = None

    def argument(self, name: str, position: int | None = None) -> Value | None:
        """Return an argument by name, or by its position in a call that the op table lacks."""
        if self.passed is None:
            return None
        if self._named is None:
            self._named = _named(self.value, self.passed)
        found = self._named.get(name)
        if found is None and position is not None and position < len(self.passed.positional):
            found = self.passed.positional[position]
        return None if found is None or found.kind is kinds.NONE else found

    def option(self, role: str, position: int | None = None) -> Value | None:
        """Return the option of a function that has a role in `rules/function-options.txt`."""
        for name in option_names(role):
            found = self.argument(name)
            if found is not None:
                return found
        return None if position is None else self.argument("", position)

    def own(self, position: int | None = None) -> Value | None:
        """Return the argument that the rule's parameter names."""
        return self.argument(self.parameter, position)

    def first(self) -> Shape:
        """Return the shape of the first argument."""
        if self.passed is not None and self.passed.positional:
            return self.shape(self.passed.positional[0])
        return self.shape(self.inputs[0]) if self.inputs else UNKNOWN


def _named(value: Value, passed: Arguments) -> dict[str, Value]:
    found = dict(passed.keywords)
    layer = value.facts.get("layer")
    if layer is not None and passed is layer.arguments:
        for place, keyword in constructor(layer.kind.name, layer.name).slots.values():
            if place is not None and place < len(passed.positional):
                found.setdefault(keyword, passed.positional[place])
    op = value.context.module.table.lookup(value.facts.get("op", ""))
    for position, item in enumerate(passed.positional):
        argument = op.argument(position, None) if op is not None else None
        if argument is not None and not argument.variadic:
            found.setdefault(argument.name, item)
    return found


ShapeRule = Callable[[Call], Shape]
RULES: Final[dict[str, ShapeRule]] = {}


def rule(function: ShapeRule) -> ShapeRule:
    """Register a rule of `rules/shapes.txt` under the name of its function."""
    RULES[function.__name__.strip("_")] = function
    return function


def integer(value: Value | None) -> int | None:
    """Return a constant integer."""
    const = value.const if value is not None else None
    return const if isinstance(const, int) and not isinstance(const, bool) else None


def integers(value: Value | None) -> list[int] | None:
    """Return one constant integer or a list of them."""
    if isinstance(value, Sequence):
        numbers = [integer(item) for item in value.items]
        found = [number for number in numbers if number is not None]
        return found if value.exact and len(found) == len(numbers) else None
    number = integer(value)
    return None if number is None else [number]


def dimension(value: Value, shape: Callable[[Value], Shape]) -> Dim:
    """Return a number as a dimension: one that is not known is equal to itself."""
    if value.const is not None or value.kind is kinds.NONE:
        return integer(value)
    source = value.facts.get("shape_from")
    if source is not None and source[0] == "dimension":
        return _dimension_of(source[1], source[2], shape)
    inputs = value.facts.get("inputs") or ()
    place = value.facts.get("index")
    if value.facts.get("op") == "[]" and inputs and isinstance(place, int):
        tensor = _described(inputs[0])  # `tf.shape(x)[0]`
        if tensor is not None:
            return _dimension_of(tensor, place, shape)
    return f"number {value.number}"


def _dimension_of(tensor: Value, index: int, shape: Callable[[Value], Shape]) -> Dim:
    known = shape(tensor)
    count = len(known.dims)
    inside = -count <= index < (count if known.exact else 0)
    dim = known.dims[index] if inside else None
    return dim if dim is not None else f"{tensor.number}[{index}]"


def _described(value: Value) -> Value | None:
    """Return the tensor whose shape a value is."""
    source = value.facts.get("shape_from")
    if source is not None and source[0] == "shape":
        return source[1]
    inputs = value.facts.get("inputs") or ()
    known = shape_rule(value.facts.get("op", ""))
    return inputs[0] if known is not None and known[0] == "described" and inputs else None


def dimensions(value: Value | None, shape: Callable[[Value], Shape]) -> Shape:
    """Return the shape that a value such as `(n, 1)` spells out."""
    if value is None:
        return UNKNOWN
    if isinstance(value, Sequence):
        dims = tuple(dimension(item, shape) for item in value.items)
        return Shape(dims) if value.exact else UNKNOWN
    tensor = _described(value)
    if tensor is not None:
        return shape(tensor)
    if integer(value) is not None or (value.kind is kinds.NUMBER and value.scalar is True):
        return Shape((dimension(value, shape),))
    return UNKNOWN
