"""`@tf.custom_gradient`: a function that returns its result and its gradient function."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function
from tflintgrad.flow.domain.traversal import NO_LIMIT, all_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import calls, containers
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import edges_to


@dataclass(slots=True, eq=False)
class CustomGradient:
    """One call of a custom-gradient function, and what it returned."""

    function: Function
    arguments: Arguments
    returned: Value
    result: Value | None = None
    gradient: Function | None = None
    upstream: list[Value] | None = None
    answers: Value | None = None


def call_custom_gradient(interp: Interpreter, function: Function, arguments: Arguments) -> Value:
    """Call a custom-gradient function and then its gradient function."""
    returned = calls.enter_function(interp, function, arguments)
    custom = CustomGradient(function, arguments, returned)
    pair = containers.known_items(returned)
    if pair is not None and len(pair) == 2 and not isinstance(pair[0], Function):
        custom.result = pair[0]
        for item in alternatives(pair[1]):
            if isinstance(item, Function):
                custom.gradient = item
    if custom.result is not None and custom.gradient is not None:
        _differentiate(interp, custom)
    event = interp.value(kinds.EVENT, function.node)
    event.facts["custom"] = custom
    interp.graph.note("custom-gradient", function.node, interp.context, (event,))
    return _result(interp, custom)


def _differentiate(interp: Interpreter, custom: CustomGradient) -> None:
    """Call the gradient function with one upstream gradient per result."""
    assert custom.result is not None
    assert custom.gradient is not None
    outputs = containers.known_items(custom.result) or [custom.result]
    upstream = [
        interp.value(kinds.TENSOR, custom.gradient.node, name="upstream", dtype="float")
        for _ in outputs
    ]
    custom.upstream = list(upstream)
    answers = calls.enter_function(
        interp, custom.gradient, Arguments(custom.arguments.site, list(upstream))
    )
    if "custom_gradient" in custom.gradient.decorators:
        # It has a gradient of its own, for second derivatives, which often is the outer function.
        pair = containers.known_items(answers)
        custom.answers = pair[0] if pair is not None and len(pair) == 2 else None
    else:
        custom.answers = answers


def _result(interp: Interpreter, custom: CustomGradient) -> Value:
    """Return the result of the call; the gradient passes as its gradient function says."""
    if custom.result is None:
        return interp.unknown(custom.arguments.site, *custom.arguments.all())
    outputs = containers.known_items(custom.result)
    if outputs is not None:
        items = [_output(interp, custom, output) for output in outputs]
        return Sequence(kinds.TUPLE, custom.arguments.site, interp.context, items)
    return _output(interp, custom, custom.result)


def _output(interp: Interpreter, custom: CustomGradient, output: Value) -> Value:
    value = interp.value(
        kinds.TENSOR, custom.arguments.site, is_op=True, dtype=output.dtype, scalar=output.scalar
    )
    for argument in custom.arguments.all():
        value.edges.extend(edges_to(interp, argument))
    value.edges.extend(Edge(variable) for variable in used_variables(output, custom.arguments))
    value.facts["custom"] = custom
    return value


def _members(value: Value) -> list[Value]:
    if isinstance(value, Sequence):
        return [value, *(member for item in value.items for member in _members(item))]
    return [value]


def used_variables(output: Value, arguments: Arguments) -> list[Value]:
    """Return the variables and layers that the forward pass reads, without its arguments."""
    passed = {value.number for argument in arguments.all() for value in _members(argument)}

    def is_one(value: Value) -> bool:
        return value.kind in kinds.HAVE_WEIGHTS and not isinstance(value, Phi)

    def computed(value: Value) -> Iterable[Value]:
        ends = is_one(value) or value.number in passed
        # A tensor that existed before the call does not read variables again.
        before = value.is_op and arguments.site not in value.context.calls
        return () if ends or before else all_edges(value)

    return [
        value
        for value in walk_back(output, computed, NO_LIMIT)
        if is_one(value) and value.number not in passed
    ]
