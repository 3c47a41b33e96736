"""Objects of TensorFlow and Keras: tapes, layers, models, losses, metrics, optimizers."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Layer, Tape
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.attributes import WEIGHTS, unknown_attribute, weights
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.object_calls import call_keras
from tflintgrad.flow.library_models.registry import modelled_attribute
from tflintgrad.flow.semantics.base import Semantics, TrainableSemantics, register
from tflintgrad.knowledge import variable_lists

#: Attributes of Keras layers that are variables.
_LAYER_VARIABLES: Final = frozenset(variable_lists.attributes(*variable_lists.SINGLE))


class _TapeSemantics(Semantics[Tape]):
    """Gradient tapes."""

    __slots__ = ()

    def truth(self, value: Tape) -> bool | None:
        return True


class _KerasSemantics(TrainableSemantics[Layer]):
    """Losses, metrics and optimizers."""

    __slots__ = ()

    def set_attribute(
        self,
        interp: Interpreter,
        owner: Layer,
        name: str,
        value: Value,
        site: cst.CSTNode,
        weak: bool,
    ) -> None:
        if value.is_op:
            owner.edges.append(Edge(value, "unknown"))  # a tensor in the place of a weight
        super().set_attribute(interp, owner, name, value, site, weak)

    def call(self, interp: Interpreter, callee: Layer, arguments: Arguments) -> Value:
        return call_keras(interp, callee, arguments)

    def truth(self, value: Layer) -> bool | None:
        return True


class _LayerSemantics(_KerasSemantics):
    """Layers and models, which have variables."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Layer, name: str, site: cst.CSTNode
    ) -> Value:
        if name in WEIGHTS:
            found = modelled_attribute(interp, value, name, site)
            return found if found is not None else weights(interp, value, name, site)
        return super().get_attribute(interp, value, name, site)

    def unset_attribute(
        self, interp: Interpreter, value: Layer, name: str, site: cst.CSTNode
    ) -> Value:
        if name in _LAYER_VARIABLES:
            return _layer_variable(interp, value, name, site)
        return unknown_attribute(interp, value, name, site)


def _layer_variable(interp: Interpreter, layer: Layer, name: str, site: cst.CSTNode) -> Value:
    """Return a variable of a Keras layer (`layer.kernel`)."""
    variable = Variable(
        site, interp.context, edges=[Edge(layer)], name=name, dtype="float", keras=True
    )
    variable.facts["same_as"] = layer
    initializer = layer.arguments.keywords.get(f"{name}_initializer")
    if (initializer is None and variable_lists.kind_of(name) == "layer_zeros") or (
        initializer is not None and str(initializer.const).lower() in ("zeros", "zero")
    ):
        variable.initial = interp.constant(0.0, site)
    interp.store.write((layer.number, name), variable)
    return variable


register(_TapeSemantics(Tape), kinds.TAPE)
register(_LayerSemantics(Layer), kinds.LAYER, kinds.MODEL)
register(_KerasSemantics(Layer), kinds.LOSS, kinds.METRIC, kinds.OPTIMIZER, kinds.V1OPTIMIZER)
