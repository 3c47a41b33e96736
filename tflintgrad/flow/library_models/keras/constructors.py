"""Constructors of Keras objects: layers, models, losses, metrics, optimizers."""

from __future__ import annotations

from typing import Final

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter import calls, containers
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.functional_calls import cloned
from tflintgrad.flow.library_models.keras.functional_templates import describe
from tflintgrad.flow.library_models.keras.object_calls import build, is_regularized, mark_built
from tflintgrad.flow.library_models.registry import behaviour, role
from tflintgrad.flow.library_models.variables import note_in_trace
from tflintgrad.knowledge.keras_2_signs import keras_2_arguments
from tflintgrad.knowledge.roles import is_a

#: The policy of layers that compute in 16-bit floats, and keep their weights in 32.
HALF_POLICY: Final = "mixed_float16"
_COPY = Cut(CutKind.CLONED_MODEL)
_GET_WEIGHTS = Cut(CutKind.GET_WEIGHTS)


@role("layer")
def _layer(interp: Interpreter, arguments: Arguments) -> Value | None:
    layer = _object(interp, kinds.LAYER, arguments)
    policy = interp.store.read(slots.POLICY)
    if layer is not None and policy is not None and policy.const == HALF_POLICY:
        layer.in_half = layer.option("dtype") is None
    return layer


def _object(interp: Interpreter, kind: Kind, arguments: Arguments) -> Layer | None:
    """Make an object of a Keras class; None for a function, such as `losses.MSE`."""
    last = arguments.name.rpartition(".")[2]
    if not last[:1].isupper() or (last.isupper() and kind in (kinds.LOSS, kinds.METRIC)):
        return None
    if not keras_2_arguments(kind.name).isdisjoint(arguments.keywords):
        interp.graph.assume_keras_2()
    return Layer(kind, arguments.name, arguments.site, interp.context, arguments)


@role("input")
def _input(interp: Interpreter, arguments: Arguments) -> Value:
    value = interp.value(kinds.SYMBOLIC, arguments.site, name="input")
    value.facts["called"] = arguments.name
    value.facts["passed"] = arguments
    name = arguments.passed("name")
    if name is not None and isinstance(name.const, str):
        value.facts["given"] = {"name": name.const}
    return value


@role("application")
def _application(interp: Interpreter, arguments: Arguments) -> Value | None:
    return _object(interp, kinds.MODEL, arguments)


@role("sequential")
def _sequential(interp: Interpreter, arguments: Arguments) -> Value:
    model = Layer(kinds.MODEL, arguments.name, arguments.site, interp.context, arguments)
    _fill(interp, model, arguments.passed("layers"), arguments)
    return model


def _fill(interp: Interpreter, model: Layer, layers: Value | None, arguments: Arguments) -> None:
    """Put the layers into a Sequential model that it is made with."""
    if layers is None:
        return
    items = containers.known_items(layers)
    if items is not None:
        model.add_parts(items)
        model.edges = [Edge(item, "unknown") for item in items]
        if (
            items and items[0].kind is kinds.SYMBOLIC
        ):  # the shape of the input is known: Keras builds it now
            mark_built(interp, model)
            for item in items:
                if isinstance(item, Instance):
                    build(interp, item, arguments)
                elif isinstance(item, Layer):
                    mark_built(interp, item)
    else:
        model.edges = [Edge(layers)]
        model.parts = []


@behaviour("add_layer")
def _add(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    model = owner
    if isinstance(owner, Instance):
        described = interp.store.read((owner.number, slots.FUNCTIONAL))
        model = described if described is not None else owner
    if isinstance(model, Layer):
        model.add_parts(arguments.positional)
    model.edges.extend(Edge(part, "unknown") for part in arguments.positional)
    return interp.constant(None, arguments.site)


@role("model")
def _model(interp: Interpreter, arguments: Arguments) -> Value:
    model = Layer(kinds.MODEL, arguments.name, arguments.site, interp.context, arguments)
    inputs, outputs = arguments.passed("inputs"), arguments.passed("outputs")
    if inputs is not None and outputs is not None:
        _describe(interp, model, inputs, outputs)
    return model


def _describe(interp: Interpreter, model: Layer, inputs: Value, outputs: Value) -> None:
    """Make a functional model of what lies between its inputs and outputs; it is built."""
    describe(interp, model, inputs, outputs)
    mark_built(interp, model)


@role("load_model")
def _load_model(interp: Interpreter, arguments: Arguments) -> Value:
    return Layer(kinds.MODEL, arguments.name, arguments.site, interp.context, arguments)


@role("clone_model")
def _clone(interp: Interpreter, arguments: Arguments) -> Value:
    return _cloned(interp, arguments.passed("model"), arguments)


@behaviour("get_config")
def _get_config(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    config = interp.unknown(arguments.site)
    interp.store.write((config.number, slots.CONFIGURED), owner)
    return config


@role("from_config")
def _from_config(interp: Interpreter, arguments: Arguments) -> Value:
    """Return a new model with the layers of the one that a configuration was taken from."""
    config = arguments.positional[0] if arguments.positional else None
    configured = None
    if config is not None:
        configured = interp.store.read((config.number, slots.CONFIGURED))
    return _cloned(interp, configured, arguments)


def _cloned(interp: Interpreter, original: Value | None, arguments: Arguments) -> Value:
    """Return a model with the layers of another one, and weights of its own."""
    name = original.name if isinstance(original, Layer) else arguments.name
    clone = Layer(kinds.MODEL, name, arguments.site, interp.context, Arguments(arguments.site))
    if isinstance(original, Layer) and original.template is not None:
        twin = cloned(interp, original, arguments.site, _COPY)
        if twin is not None:
            mark_built(interp, twin)
            return twin
        clone.edges = [Edge(original, "cut", _COPY)]
    elif isinstance(original, Layer):
        clone.parts = [_twin(interp, part, arguments) for part in original.parts]
        if not clone.parts:
            clone.edges = [Edge(original, "cut", _COPY)]
    return clone


def _twin(interp: Interpreter, part: Value, arguments: Arguments) -> Value:
    if not isinstance(part, Layer):
        return part
    twin = Layer(part.kind, part.name, arguments.site, interp.context, part.arguments)
    twin.edges = [Edge(part, "cut", _COPY)]
    return twin


@role("loss")
def _loss(interp: Interpreter, arguments: Arguments) -> Value | None:
    return _object(interp, kinds.LOSS, arguments)


@role("metric")
def _metric(interp: Interpreter, arguments: Arguments) -> Value | None:
    return _with_variables(interp, _object(interp, kinds.METRIC, arguments))


@role("optimizer")
def _optimizer(interp: Interpreter, arguments: Arguments) -> Value | None:
    return _with_variables(interp, _object(interp, kinds.OPTIMIZER, arguments))


def _with_variables(interp: Interpreter, made: Layer | None) -> Layer | None:
    """Note that an object whose constructor makes variables, in Keras 3, is made in a trace."""
    if made is not None and interp.context.trace and not interp.table.is_keras_2:
        assert made.site is not None
        note_in_trace(interp, made, made.site)
    return made


@role("schedule")
def _schedule(interp: Interpreter, arguments: Arguments) -> Value:
    """Return a learning-rate schedule, which is in `keras.optimizers` but no optimizer."""
    return calls.unknown_call(interp, interp.external(arguments.name), arguments)


@role("v1_optimizer")
def _v1_optimizer(interp: Interpreter, arguments: Arguments) -> Value | None:
    return _object(interp, kinds.V1OPTIMIZER, arguments)


@role("sets_learning_phase")
def _learning_phase(interp: Interpreter, arguments: Arguments) -> Value:
    interp.graph.note("learning-phase", arguments.site, interp.context)
    return interp.constant(None, arguments.site)


# --- calling ------------------------------------------------------------------------------


@behaviour("predict", "evaluate")
def _predict(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    cut = Cut(CutKind.PREDICT, f".{arguments.name}()")
    mark_built(interp, model)
    return interp.cut(kinds.NDARRAY, arguments.site, [model, *arguments.all()], cut)


@behaviour("get_weights")
def _get_weights(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    return interp.cut(kinds.NDARRAY, arguments.site, [owner], _GET_WEIGHTS)


@behaviour("set_weights")
def _set_weights(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.library_models.variables import set_state

    set_state(interp, owner, arguments.all(), arguments.site, keep=False)
    interp.graph.weights_moved = True
    return interp.constant(None, arguments.site)


@behaviour("load_weights")
def _load_weights(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    interp.graph.weights_moved = True
    return _build(interp, owner, arguments)


@behaviour("add_weight")
def _add_weight(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    variable = Variable(arguments.site, interp.context, dtype="float", keras=True)
    variable.facts["passed"] = arguments
    variable.trainable = arguments.flag("trainable", default=True)
    initializer = arguments.passed("initializer")
    if initializer is not None and str(initializer.const).lower() in ("zeros", "zero"):
        variable.initial = interp.constant(0.0, arguments.site)
    variable.regularized = is_regularized(arguments)
    owner.edges.append(Edge(variable, "unknown"))
    if isinstance(owner, Layer):  # the program adds weights from outside
        mark_built(interp, owner)
    return variable


@behaviour("init")
def _init(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    trainable = arguments.passed("trainable")
    if trainable is not None:
        interp.store.write((owner.number, "trainable"), trainable)
    name = arguments.passed("name")
    if name is not None and isinstance(owner, Instance):
        interp.store.write((owner.number, slots.NAME), name)
    _functional_subclass(interp, owner, arguments)
    return interp.constant(None, arguments.site)


@behaviour("build")
def _build(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    mark_built(interp, owner)
    return interp.unknown(arguments.site)


@behaviour("opaque")
def _opaque(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    return interp.unknown(arguments.site)


def _functional_subclass(interp: Interpreter, owner: Value, arguments: Arguments) -> None:
    """Interpret `super().__init__(inputs=…, outputs=…)` in a subclass of Model or Sequential."""
    sequential = [
        base
        for base in (owner.cls.external_bases() if isinstance(owner, Instance) else ())
        if is_a(base, "sequential")
    ]
    if sequential:
        model = Layer(kinds.MODEL, sequential[0], arguments.site, interp.context, arguments)
        _fill(interp, model, model.option("layers"), arguments)
        owner.edges.append(Edge(model, "unknown"))
        interp.store.write((owner.number, slots.FUNCTIONAL), model)
        return
    inputs, outputs = arguments.passed("inputs"), arguments.passed("outputs")
    if inputs is not None and outputs is not None and isinstance(owner, Instance):
        model = Layer(kinds.MODEL, owner.name, arguments.site, interp.context, arguments)
        _describe(interp, model, inputs, outputs)
        owner.edges.append(Edge(model, "unknown"))
        interp.store.write((owner.number, slots.FUNCTIONAL), model)
        mark_built(interp, owner)
