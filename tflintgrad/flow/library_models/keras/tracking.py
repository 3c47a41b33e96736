"""Layers and variables that Keras 3 tracks: those that `model.trainable_variables` really has.

Keras finds layers and its own variables in the attributes of a layer or model, and in lists,
tuples, sets and dicts there. It does not look into a `tf.Variable`, an object of another class, a
`tf.Module`, or what a function captures.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.keras_calls import KerasCall
from tflintgrad.flow.domain.objects import Class, External, Function, Instance, Layer, Partial
from tflintgrad.flow.domain.traversal import NO_LIMIT, walk_back
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.definitions import keras_role
from tflintgrad.flow.library_models.keras.functional_templates import leaves_of_structure
from tflintgrad.knowledge.roles import is_a

#: Values in which Keras finds nothing, though the program can reach something by them.
_CLOSED = (Class, External, Function, Partial)


class KerasTracking:
    """The weights that owners in one graph track; each owner is searched once."""

    def __init__(self, graph: Graph) -> None:
        #: The calls that no other call makes, in order.
        self._outer: list[KerasCall] = []
        for call in graph.keras_calls:
            if call.result is None:
                continue
            if not self._outer or call.first >= self._outer[-1].last:
                self._outer.append(call)
        self._starts = [call.first for call in self._outer]
        self._tracked: dict[int, dict[Value, None]] = {}

    def _call_around(self, value: Value) -> KerasCall | None:
        """Return the outermost call that computed a value."""
        index = bisect_left(self._starts, value.number) - 1
        if index >= 0 and value.number <= self._outer[index].last:
            return self._outer[index]
        return None

    def tracked(self, owner: Value) -> dict[Value, None]:
        """Return the owner and everything that Keras finds inside it."""
        found = self._tracked.get(owner.number)
        if found is None:
            found = self._tracked[owner.number] = {}
            self._look_inside(owner, found)
        return found

    def _look_inside(self, owner: Value, found: dict[Value, None]) -> None:
        pending = [owner]
        while pending:
            value = pending.pop()
            if value in found or not is_open(value):
                continue
            found[value] = None
            pending.extend(self._members(value))

    def _members(self, value: Value) -> Iterable[Value]:
        if isinstance(value, Layer):
            if value.output is not None:  # `parts` has what a layer captures as well
                return self._described(value.output)
            return value.parts or _given(value.arguments)
        if value.kind is kinds.SYMBOLIC:
            return self._described(value)
        if isinstance(value, (Instance, Sequence, Mapping, Phi)) or value.kind is kinds.UNKNOWN:
            return [edge.to for edge in value.edges]
        return ()

    def written_in(self, owner: Value) -> dict[Value, Value]:
        """Return the variables that expressions on symbolic tensors use, each with its user."""
        found: dict[Value, Value] = {}
        for model in self.tracked(owner):
            if isinstance(model, Layer) and model.output is not None:
                self._described(model.output, found)
        return found

    def _described(self, output: Value, loose: dict[Value, Value] | None = None) -> list[Value]:
        """Return the layers of a functional model: those that its symbolic output names.

        Variables that no layer has are added to `loose`, each with the value that uses it.
        """
        found: list[Value] = []

        def behind(value: Value) -> Iterable[Value]:
            call = self._call_around(value)
            if call is not None and not isinstance(value, (Layer, Instance)):
                found.append(call.callee)
                return call.inputs
            if isinstance(value, (Layer, Instance)):
                found.append(value)
                return ()
            if value.kind is kinds.VARIABLE:
                return ()
            for edge in value.edges:
                if loose is not None and edge.to.kind is kinds.VARIABLE:
                    loose.setdefault(edge.to, value)
            return [edge.to for edge in value.edges]

        for _ in walk_back(output, behind, NO_LIMIT):
            pass
        return found


def _given(arguments: Arguments) -> list[Value]:
    """Return the layers that a layer was made with, as wrappers are."""
    return [v for v in arguments.all() if isinstance(v, (Layer, Instance, Sequence))]


def is_open(value: Value) -> bool:
    """True if Keras tracks the value itself, or looks for what to track in it."""
    if isinstance(value, Instance):
        role = keras_role(value.cls)
        if role:
            return role != "module"
        # A base class of another library may well be a Keras layer.
        return any(not is_a(name, "plain_class") for name in value.cls.external_bases())
    if value.kind is kinds.VARIABLE and not isinstance(value, Phi):
        return not isinstance(value, Variable) or value.keras is not False
    return not isinstance(value, _CLOSED)


def used_by(call: KerasCall) -> dict[Value, Value]:
    """Return the layers and variables that a call computes with, each with a user.

    What came in as an argument does not count.
    """
    if call.result is None:
        return {}
    inputs = {
        value.number for passed in call.inputs for value in (passed, *leaves_of_structure(passed))
    }
    found: dict[Value, Value] = {}

    def behind(value: Value) -> Iterable[Value]:
        if isinstance(value, (Layer, Instance)) or value.kind is kinds.VARIABLE:
            return ()
        for edge in value.edges:
            held = edge.to
            if isinstance(held, Layer) or (
                held.kind is kinds.VARIABLE and not isinstance(held, Phi)
            ):
                found.setdefault(held, value)
        return [
            edge.to
            for edge in value.edges
            if edge.label in ("flow", "unknown", "poison") and edge.to.number not in inputs
        ]

    for _ in walk_back(call.result, behind):
        pass
    return found


def is_lambda(value: Value) -> bool:
    """True for a `Lambda` layer."""
    return isinstance(value, Layer) and is_a(value.name, "lambda_layer")
