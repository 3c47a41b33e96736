"""Lists of variables and of gradients: `model.trainable_variables`, the result of a query."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.values import Edge, Index, Sequence, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.semantics.base import Semantics, V, register
from tflintgrad.flow.semantics.numbers import slice_tensor


class _ListSemantics(Semantics[V]):
    """Items of a list of variables or of gradients."""

    __slots__ = ()

    def get_item(self, interp: Interpreter, value: V, index: Index, site: cst.CSTNode) -> Value:
        if not isinstance(index, Value):
            return value if index == slice(None) else self.some(interp, value, index, site)
        if isinstance(index.const, int):
            return self.unpack(interp, value, index.const, site)
        element = self.iterate(interp, value, site)
        element.facts.pop("any_of", None)
        if isinstance(index.const, str):  # a dict of sources
            element.facts["index"] = index.const
        return element

    def some(self, interp: Interpreter, value: V, bounds: slice | None, site: cst.CSTNode) -> Value:
        """Return a slice of the list."""
        return interp.unknown(site, value)


class _WeightsSemantics(_ListSemantics[Weights]):
    """Variables of an owner."""

    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Weights, site: cst.CSTNode) -> Value:
        element = _variable(interp, value, site)
        if value.owner.kind in (kinds.LAYER, kinds.MODEL):
            element.keras = True
        return element

    def unpack(self, interp: Interpreter, value: Weights, index: int, site: cst.CSTNode) -> Value:
        element = _variable(interp, value, site)
        element.facts.pop("any_of", None)  # a certain one, such as the first, which is no bias
        element.facts["index"] = index
        return element

    def some(
        self, interp: Interpreter, value: Weights, bounds: slice | None, site: cst.CSTNode
    ) -> Value:
        """Return some variables of the owner; which of them is not known."""
        some = Weights(value.owner, value.name, site, interp.context)
        some.frozen, some.built = value.frozen, value.built
        some.facts.update(value.facts)
        some.reordered = True
        return some


def _variable(interp: Interpreter, weights: Weights, site: cst.CSTNode) -> Variable:
    variable = Variable(site, interp.context, edges=[Edge(weights)], trainable=None)
    variable.facts["element_of"] = weights
    if not (weights.reordered or interp.graph.weights_moved):
        variable.facts["any_of"] = weights
    return variable


class _GradientsSemantics(_ListSemantics[Gradients]):
    """The gradient of one source, or of each source in a list."""

    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Gradients, site: cst.CSTNode) -> Value:
        element = interp.value(kinds.TENSOR, site, edges=[Edge(value)])
        element.facts["element_of"] = value
        return element

    def unpack(self, interp: Interpreter, value: Gradients, index: int, site: cst.CSTNode) -> Value:
        component = interp.value(kinds.TENSOR, site, edges=[Edge(value)], dtype="float")
        component.facts["index"] = index
        sources, method = value.query.sources_value, value.query.method
        if isinstance(sources, Sequence) and method not in ("jacobian", "batch_jacobian"):
            known = sources.items[index : index + 1] if index >= 0 else ()
            for source in known:
                component.facts["shape_from"] = ("same", source, 0)
        return component

    def some(
        self, interp: Interpreter, value: Gradients, bounds: slice | None, site: cst.CSTNode
    ) -> Value:
        """Return some gradients; which of them is known for few."""
        if isinstance(site, cst.Subscript) and len(site.slice) > 1:  # of one tensor, not of a list
            return slice_tensor(interp, value, None, site)
        sources = value.query.sources_value
        if not isinstance(sources, (Weights, Sequence)):
            return value
        if isinstance(sources, Sequence) and sources.exact and bounds is not None:
            chosen = range(len(sources.items))[bounds]
            items = [self.unpack(interp, value, index, site) for index in chosen]
            return Sequence(kinds.LIST, site, interp.context, items)
        result = Sequence(kinds.LIST, site, interp.context, [])
        result.add_rest(self.iterate(interp, value, site))
        result.reordered = True
        return result


register(_WeightsSemantics(Weights), kinds.WEIGHTS)
register(_GradientsSemantics(Gradients), kinds.GRADIENTS)
