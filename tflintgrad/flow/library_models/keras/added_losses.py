"""Losses that layers and models add themselves: `add_loss`, regularizers, `model.losses`."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function, Instance, Layer
from tflintgrad.flow.domain.query_sources import inside, leaves_of
from tflintgrad.flow.domain.values import Edge, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.object_calls import is_regularized
from tflintgrad.flow.library_models.registry import attribute, behaviour
from tflintgrad.knowledge.roles import is_a


@behaviour("add_loss")
def _add_loss(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    for value in arguments.positional:
        deferred = [item for item in alternatives(value) if isinstance(item, Function)]
        if deferred and interp.context.building:
            continue  # Keras calls it in each step, under the tape
        for item in deferred:
            value = item.call(interp, Arguments(arguments.site))
        interp.added_losses.append(value)
        interp.graph.note("add-loss", arguments.site, interp.context, (owner, value))
        losses = interp.store.read((owner.number, slots.ADDED_LOSSES))
        if not isinstance(losses, Sequence):
            losses = Sequence(kinds.LIST, arguments.site, interp.context, [])
            interp.store.write((owner.number, slots.ADDED_LOSSES), losses)
        losses.add_rest(value)
    return interp.constant(None, arguments.site)


@attribute("losses")
def _losses(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    losses = _known_losses(interp, owner, site)
    interp.graph.note("losses", site, interp.context, (owner, losses))
    return losses


def _known_losses(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    """Return the losses of an owner and of the layers inside: added ones and regularizers'."""
    own = interp.store.read((owner.number, slots.ADDED_LOSSES))
    parts = inside(owner)
    added = [interp.store.read((part.number, slots.ADDED_LOSSES)) for part in parts]
    every = [item.iterate(interp, site) for item in added if item is not None]
    other = interp.value(kinds.UNKNOWN, site, name="losses")
    hidden = any(map(_adds_itself, parts))
    if hidden or (every and own is None):
        leaves = leaves_of(owner, only_trainable=False)
        other.edges = [Edge(owner, "part"), *(Edge(leaf, "perhaps") for leaf in leaves)]
    if own is None:
        return other
    if hidden:
        every.append(other)
    if len(every) == 1:
        return own
    losses = Sequence(kinds.LIST, site, interp.context, [])
    for item in every:
        losses.add_rest(item)
    return losses


def _adds_itself(part: Value) -> bool:
    """True if a part has or may have a regularizer, or a loss that unread code adds."""
    if part.facts.get("havocked"):
        return True
    if isinstance(part, Instance):
        return "?" in part.cls.external_bases()
    if not isinstance(part, Layer):
        return part.kind is kinds.UNKNOWN or (isinstance(part, Variable) and part.regularized)
    # A functional model may contain layers of the program that add losses.
    is_unread = part.kind is kinds.MODEL and not part.parts
    return is_unread or is_a(part.name, "regularizing_layer") or is_regularized(part.arguments)


@behaviour("add_metric")
def _add_metric(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    return interp.constant(None, arguments.site)
