"""Templates of functional models: what lies between their inputs and outputs, and which layers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.functional_templates import Template
from tflintgrad.flow.domain.objects import Gradients, Instance, Layer
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.traversal import NO_LIMIT, all_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import is_keras_variable
from tflintgrad.flow.interpreter.interpreter import Interpreter

#: Kinds of values that describe no tensor, though unread code may have made one with them.
_NEVER_SYMBOLIC: Final = frozenset(
    {kinds.EXTERNAL, kinds.MODULE, kinds.NONE, kinds.NUMBER, kinds.STRING, kinds.FUNCTION}
)


def describe(interp: Interpreter, model: Layer, inputs: Value, outputs: Value) -> None:
    """Note what a functional model computes, and the layers it is made of."""
    model.output = outputs
    template = Template(inputs, outputs)
    given = {value.number: value for value in leaves_of_structure(inputs)}
    behind = _behind([outputs], given)
    anew = _computed_anew(behind, given)
    model.add_parts(_layers(interp, behind, anew))
    model.edges.extend(Edge(part, "unknown") for part in model.parts)
    template.losses = _losses(interp, model, given)
    if template.losses:
        behind = _behind([outputs, *(loss for _, loss in template.losses)], given)
        anew = _computed_anew(behind, given)
    roots = {v.number: v for v in behind if v.kind is kinds.SYMBOLIC and not v.edges}
    template.roots = list({**given, **roots}.values())
    known = {root.number for root in template.roots}
    template.nodes = [v for v in behind if v.number in anew and v.number not in known]
    template.is_known = not any(_is_unread(v) for v in behind if v.number not in known)
    model.template = template
    first = min([root.number for root in template.roots], default=0)
    for value in template.nodes if template.is_known else behind:
        if value.kind in _NEVER_SYMBOLIC or isinstance(value, (Layer, Instance)):
            continue
        if any(e.label == "part" and isinstance(e.to, (Layer, Instance)) for e in value.edges):
            continue  # an attribute such as `self.trainable`
        if value.number >= first:  # what was there before the inputs describes nothing of them
            value.facts["symbolic"] = True


def leaves_of_structure(structure: Value) -> list[Value]:
    """Return the values in a structure of lists and dicts, as `inputs` and `outputs` have it."""
    held: list[Value] = []
    if isinstance(structure, Sequence):
        held = list(structure.items)
    elif isinstance(structure, Mapping):
        held = list(structure.entries.values())
    elif isinstance(structure, Phi):
        return [structure, *alternatives(structure, NO_LIMIT)]
    else:
        return [structure]
    if structure.rest is not None:
        held.append(structure.rest)
    return [leaf for item in held for leaf in leaves_of_structure(item)]


def _behind(starts: list[Value], given: dict[int, Value]) -> list[Value]:
    """Return the values between the inputs and some others, in the order of execution."""

    def described(value: Value) -> Iterable[Value]:
        ends = isinstance(value, (Layer, Instance)) or value.number in given
        # What was assigned to the weights, unless a layer does that when it is called.
        ends = ends or (value.kind is kinds.STATE and not value.context.in_layer)
        return () if ends else all_edges(value)

    found = {
        value.number: value for start in starts for value in walk_back(start, described, NO_LIMIT)
    }
    return [found[number] for number in sorted(found)]


def _computed_anew(behind: list[Value], given: dict[int, Value]) -> set[int]:
    """Return the numbers of values that each call of the model computes.

    That is what depends on an input, and what a layer computes by itself when it is called.
    """
    found = set(given)
    candidates: list[Value] = []
    for value in behind:
        if type(value) not in _COPIED or value.number in found:
            continue
        repeated = value.is_op and value.context.in_layer > 0 and not value.context.building
        if value.kind is kinds.SYMBOLIC or repeated:
            found.add(value.number)
        else:
            candidates.append(value)
    size = -1
    while size != len(found):  # a loop's φ-node depends on later values
        size = len(found)
        for value in candidates:
            if value.number not in found and any(e.to.number in found for e in value.edges):
                found.add(value.number)
    return found


#: Values of other classes have an identity: a call of the model uses them as they are.
_COPIED: Final = (Value, Phi, Sequence, Mapping, Gradients)


def _is_unread(value: Value) -> bool:
    """True for the result of unread code, and for what the analysis knows nothing of."""
    return value.kind is kinds.UNKNOWN and (not value.edges or bool(value.facts.get("opaque")))


def _layers(interp: Interpreter, behind: list[Value], anew: set[int]) -> list[Value]:
    """Return the layers of a functional model in the order in which they were first called."""
    found: dict[Value, None] = {}
    for value in behind:
        for layer, _ in interp.layer_calls.get(value.number, ()) if value.number in anew else ():
            found[layer] = None
    held = {item for layer in found for item in inside(layer)}
    for value in behind:  # applied in a way that was not seen
        if (
            isinstance(value, (Layer, Instance))
            and value not in held
            and _used(value, behind, anew)
        ):
            found[value] = None
            held.update(inside(value))
        elif is_keras_variable(value) and value not in held:
            found[value] = None
    return list(found)


def _used(layer: Value, behind: list[Value], anew: set[int]) -> bool:
    """True if each call of the model applies a layer; not if it was applied once, to a constant."""
    users = [v for v in behind if any(edge.to is layer for edge in v.edges)]
    return any(v.number in anew or not v.is_op for v in users)


def _losses(
    interp: Interpreter, model: Layer, given: dict[int, Value]
) -> list[tuple[Value, Value]]:
    """Return what the model and its layers add to the loss, where it depends on the inputs."""
    found: list[tuple[Value, Value]] = []
    for owner in inside(model):
        if not isinstance(owner, (Layer, Instance)):
            continue
        added = interp.store.read((owner.number, slots.ADDED_LOSSES))
        if isinstance(added, Sequence) and added.rest is not None:
            found.extend(
                (owner, value)
                for value in all_edges(added.rest)
                if any(item.number in given for item in _behind([value], given))
            )
    return found
