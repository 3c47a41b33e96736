"""The layers of a model, and the symbolic values at the ends of models and layers."""

from __future__ import annotations

import re

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.values import Edge, Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.functional_templates import leaves_of_structure
from tflintgrad.flow.library_models.registry import attribute, behaviour
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.roles import is_a, names_of


def _described(interp: Interpreter, owner: Value) -> Value:
    """Return the model that an object's `__init__` described, or the object itself."""
    if isinstance(owner, Instance):
        described = interp.store.read((owner.number, slots.FUNCTIONAL))
        return described if described is not None else owner
    return owner


@attribute("symbolic_output")
def _output(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    return _symbolic(interp, owner, slots.OUTPUT, site)


@attribute("symbolic_outputs")
def _outputs(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    return _listed(interp, _output(interp, owner, site), site)


@attribute("symbolic_input")
def _input(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    return _symbolic(interp, owner, slots.INPUT, site)


@attribute("symbolic_inputs")
def _inputs(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    return _listed(interp, _input(interp, owner, site), site)


def _symbolic(interp: Interpreter, owner: Value, slot: str, site: cst.CSTNode) -> Value:
    """Return what a model or layer takes (`slots.INPUT`) or returns (`slots.OUTPUT`)."""
    model = _described(interp, owner)
    template = model.template if isinstance(model, Layer) else None
    if template is None:
        return _end_of(interp, model, slot, site)
    return _single(template.inputs if slot == slots.INPUT else template.outputs)


def _single(structure: Value) -> Value:
    if isinstance(structure, Sequence) and structure.exact and len(structure.items) == 1:
        return structure.items[0]
    return structure


def _listed(interp: Interpreter, structure: Value, site: cst.CSTNode) -> Value:
    if isinstance(structure, Sequence) or structure.kind is kinds.UNKNOWN:
        return structure
    return Sequence(kinds.LIST, site, interp.context, leaves_of_structure(structure))


def _end_of(interp: Interpreter, owner: Value, slot: str, site: cst.CSTNode) -> Value:
    """Return the symbolic value before or after a layer, or a model that is not functional."""
    known = interp.store.read((owner.number, slot))
    if known is None and isinstance(owner, Layer) and owner.kind is kinds.MODEL:
        _apply(interp, owner, site)
        known = interp.store.read((owner.number, slot))
    model = interp.store.read((owner.number, slots.OWNER))
    if known is None and model is not None:
        _end_of(interp, model, slot, site)
        known = interp.store.read((owner.number, slot))
    if known is None:
        known = interp.unknown(site, owner)
        interp.store.write((owner.number, slot), known)
    return known


def _apply(interp: Interpreter, model: Layer, site: cst.CSTNode) -> None:
    """Apply a model to a symbolic input, as Keras does when it builds the model."""
    given = [part for part in model.parts if part.kind is kinds.SYMBOLIC]
    first = given[0] if given else interp.value(kinds.SYMBOLIC, site, name="input")
    value = first
    if is_a(model.name, "sequential") and model.parts:
        for part in _layers_of_sequential(model):
            value = part.call(interp, Arguments(site, [value]))
    else:
        value = model.call(interp, Arguments(site, [value]))
    interp.store.write((model.number, slots.INPUT), first)
    interp.store.write((model.number, slots.OUTPUT), value)


def _layers_of_sequential(model: Layer) -> list[Value]:
    return [
        part
        for part in model.parts
        if part.kind is not kinds.SYMBOLIC and not is_a(part.name, "input_layer")
    ]


@attribute("layers")
def _layers(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    model = _described(interp, owner)
    if isinstance(model, Layer) and model.template is not None and model.parts:
        return _layers_of_functional(interp, model, site)
    if isinstance(model, Layer) and is_a(model.name, "sequential") and model.parts:
        layers = _layers_of_sequential(model)
        _note_owner(interp, model, layers)
        return Sequence(kinds.LIST, site, interp.context, layers)
    if isinstance(model, Layer):
        listed = Sequence(kinds.LIST, site, interp.context, [])
        listed.add_rest(_some_layer(interp, model, site))
        return listed
    held = [item for item in leaves_of(model) if isinstance(item, Layer)]
    if not held or held == [model]:
        return interp.unknown(site, model)
    return Sequence(kinds.LIST, site, interp.context, list(held))


def _note_owner(interp: Interpreter, model: Layer, layers: list[Value]) -> None:
    for layer in layers:
        interp.store.write((layer.number, slots.OWNER), model)


def _layers_of_functional(interp: Interpreter, model: Layer, site: cst.CSTNode) -> Value:
    """Return the list of layers: in order if each uses the one before, else with the last one."""
    assert model.template is not None
    chain = _chain(interp, model)
    layers = chain if chain is not None else _last_at_end(interp, model)
    inputs: list[Value] = []
    for root in leaves_of_structure(model.template.inputs):
        name = names_of("input_layer")[0]
        before = Layer(kinds.LAYER, name, root.site, interp.context, Arguments(site))
        interp.store.write((before.number, slots.OUTPUT), root)
        inputs.append(before)
    listed = Sequence(kinds.LIST, site, interp.context, [*inputs, *layers])
    if chain is None:
        listed.unordered = True
    return listed


def _chain(interp: Interpreter, model: Layer) -> list[Value] | None:
    """Return the layers in order, if each is applied once, to the result of the one before."""
    assert model.template is not None
    value = _single(model.template.outputs)
    first = _single(model.template.inputs)
    found: list[Value] = []
    while value is not first:
        made = interp.layer_calls.get(value.number, [])
        if len(made) != 1 or made[0][0] in found or not made[0][1].positional:
            return None
        layer, arguments = made[0]
        found.insert(0, layer)
        value = arguments.positional[0]
        if len(found) > len(model.parts):
            return None
    return found if len(found) == len(model.parts) else None


def _last_at_end(interp: Interpreter, model: Layer) -> list[Value]:
    """Return the layers with the one that computes the single output at the end."""
    assert model.template is not None
    last = [
        layer for layer, _ in interp.layer_calls.get(_single(model.template.outputs).number, ())
    ]
    if len(last) != 1:
        # No position is certain: a value of which nothing is known stands at the end.
        return [*model.parts, interp.unknown(model.site, model)]
    return [*(part for part in model.parts if part is not last[0]), last[0]]


@behaviour("get_layer")
def _get_layer(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    model = _described(interp, owner)
    name, index = arguments.passed("name"), arguments.passed("index")
    if name is not None and isinstance(name.const, str) and isinstance(model, Layer):
        found = _named(interp, model.parts, name.const)
        if found is not None:
            if model.template is None:
                _note_owner(interp, model, [found])
            return found
    elif index is not None and isinstance(index.const, int):
        layers = _layers(interp, model, arguments.site)
        return layers.unpack(interp, index.const, arguments.site)
    return _some_layer(interp, model, arguments.site)


def _named(interp: Interpreter, layers: list[Value], name: str) -> Value | None:
    """Return the layer that has a name: given by the program, or by Keras after its class."""
    unnamed: list[Value] = []
    for layer in layers:
        given = _given_name(interp, layer)
        if given is not None and given.const == name:
            return layer
        if given is None and isinstance(layer, (Layer, Instance)):
            unnamed.append(layer)
    if any(not isinstance(layer, (Layer, Instance)) for layer in layers):
        return None
    # Keras counts the layers of a class in all of the program: only a single one is certain.
    automatic = re.sub(r"_\d+$", "", name)
    same = [layer for layer in unnamed if _snake_case(layer.name) == automatic]
    return same[0] if len(same) == 1 else None


def _given_name(interp: Interpreter, layer: Value) -> Value | None:
    if isinstance(layer, Layer):
        return layer.option("name")
    return interp.store.read((layer.number, slots.NAME))


def _snake_case(name: str) -> str:
    """Return the name that Keras gives to the first layer of a class."""
    last = name.rpartition(".")[2]
    words = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", re.sub(r"\W+", "", last))
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", words).lower()


def _some_layer(interp: Interpreter, model: Value, site: cst.CSTNode) -> Value:
    """Return one of a model's layers, it is not known which; its ends depend on the model."""
    layer = interp.unknown(site, model)
    if isinstance(model, Layer):
        before = _input(interp, model, site)
        for name in names_with("symbolic_input", "symbolic_output"):
            value = interp.value(kinds.SYMBOLIC, site, edges=[Edge(before, "unknown")], name=name)
            value.edges.extend(Edge(part, "unknown") for part in model.parts or [model])
            value.facts["opaque"] = True
            interp.store.write((layer.number, name), value)
    return layer
