"""Calling Keras objects: layers, models, losses, metrics, and classes of the project."""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.join import loop_phi
from tflintgrad.flow.domain.keras_calls import KerasCall
from tflintgrad.flow.domain.numbering import last_number
from tflintgrad.flow.domain.objects import Function, Instance, Layer, Partial
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.values import Edge, Sequence, Value
from tflintgrad.flow.domain.variables import State, Variable
from tflintgrad.flow.interpreter import calls, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.functional_calls import call_functional
from tflintgrad.flow.library_models.keras.functional_templates import leaves_of_structure
from tflintgrad.flow.library_models.op_effects import edges_to, is_symbolic_kind
from tflintgrad.flow.library_models.registry import behaviour
from tflintgrad.knowledge.function_options import option_names
from tflintgrad.knowledge.keras_hooks import hook
from tflintgrad.knowledge.roles import is_a

_METRIC: Final = Cut(CutKind.METRIC)
_FORWARD: Final = hook("forward")
_BUILD: Final = hook("build")
_UPDATE_METRIC: Final = hook("update_metric")
#: Arguments that Keras passes on to a `call` that has them.
_TRAINING: Final = option_names("training")
_PASSED_ON: Final = frozenset((*_TRAINING, *option_names("mask")))


def call_keras(interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
    """Call a Keras object or an instance; `training` is passed on to the layers inside."""
    interp.budget.steps += limits.STEPS_PER_OBJECT_CALL
    if interp.budget.spent:  # models within models multiply their calls
        interp.graph.incomplete = True
        for part in (callee, *leaves_of(callee, only_trainable=False)):
            interp.store.write((part.number, slots.BUILT), interp.constant(True))
        return calls.unknown_call(interp, callee, arguments)
    training = arguments.option("training")
    if training is None or training.kind is kinds.NONE:
        training = interp.context.training
    symbolic = is_symbolic_kind(arguments.positional)
    if training is None and symbolic:
        training = interp.constant(True, arguments.site)  # a model that is made to be trained
    scope = interp.active[-1].node if interp.active else interp.graph.module.tree
    made = KerasCall(callee, interp.context, arguments, scope, last_number())
    interp.graph.keras_calls.append(made)
    outermost = not interp.context.in_layer
    depth = interp.context.in_layer or len(interp.context.calls) + 1
    with interp.context_scope(training=training, in_layer=depth):
        if isinstance(callee, Instance):
            made.default_training = _default_training(interp, callee)
            result = call_instance(interp, callee, arguments)
        else:
            result = _call_layer_object(interp, callee, arguments)
    made.result = result
    made.last = last_number()
    if outermost:
        _note_call(interp, callee, arguments, result, symbolic)
    return result


def _default_training(interp: Interpreter, instance: Instance) -> Value | None:
    """Return the default of the parameter `training` of an instance's forward pass."""
    body = definitions.class_attribute(interp, instance.cls, _FORWARD)
    if not isinstance(body, Function):
        return None
    return next((body.defaults[name] for name in _TRAINING if name in body.defaults), None)


def _note_call(
    interp: Interpreter, layer: Value, arguments: Arguments, result: Value, symbolic: bool
) -> None:
    """Note which layer a value comes from: the program may make a model of it."""
    if layer.kind in (kinds.METRIC, kinds.LOSS):
        return
    for value in leaves_of_structure(result):
        interp.layer_calls.setdefault(value.number, []).append((layer, arguments))
    if symbolic and arguments.positional:
        interp.store.write((layer.number, slots.INPUT), arguments.positional[0])
        interp.store.write((layer.number, slots.OUTPUT), result)


def _call_layer_object(interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
    assert isinstance(callee, Layer)
    mark_built(interp, callee)
    if callee.kind is kinds.METRIC:
        return _call_metric(interp, callee, arguments)
    if callee.kind is kinds.LOSS:
        return _call_loss(interp, callee, arguments)
    if is_a(callee.name, "sequential") and callee.parts:
        return _call_sequential(interp, callee, arguments)
    if callee.template is not None:
        return call_functional(interp, callee, arguments)
    if is_a(callee.name, "lambda_layer"):
        function = callee.option("function")
        if function is not None:
            return function.call(interp, arguments)
    wrapped = callee.option("wrapped")
    if isinstance(wrapped, Instance) and is_a(callee.name, "rnn_layer", "time_distributed"):
        return _call_wrapper(interp, callee, wrapped, arguments)
    if isinstance(wrapped, Layer) and is_a(callee.name, "time_distributed"):
        return _call_wrapper(interp, callee, wrapped, arguments)
    return _call_layer(interp, callee, arguments)


def _call_wrapper(
    interp: Interpreter, wrapper: Layer, wrapped: Value, arguments: Arguments
) -> Value:
    """Apply a cell or layer of the project to each step of a sequence."""
    passed = list(arguments.positional)
    if is_a(wrapper.name, "rnn_layer"):
        state = loop_phi(interp.value(kinds.TENSOR, arguments.site), interp.context)
        states = Sequence(kinds.LIST, arguments.site, interp.context, [state])
        result = wrapped.call(interp, Arguments(arguments.site, [*passed[:1], states]))
        new = result.unpack(interp, 1, arguments.site)
        state.add(new.unpack(interp, 0, arguments.site))
        return result.unpack(interp, 0, arguments.site)
    return wrapped.call(interp, Arguments(arguments.site, passed[:1]))


def mark_built(interp: Interpreter, owner: Value) -> None:
    """Note that a layer, model or instance has its variables."""
    if interp.store.read((owner.number, slots.BUILT)) is None:
        interp.store.write((owner.number, slots.BUILT), interp.constant(True))


def _call_layer(interp: Interpreter, layer: Layer, arguments: Arguments) -> Value:
    inputs = [
        *arguments.positional,
        *(value for key, value in arguments.keywords.items() if key not in _TRAINING),
    ]
    symbolic = is_symbolic_kind(inputs)
    entry = interp.table.lookup(f"{layer.name}.__call__")
    effect = entry.effect_of(1) if entry is not None else "flow"
    result = interp.value(
        kinds.SYMBOLIC if symbolic else kinds.TENSOR,
        arguments.site,
        edges=edges_to(interp, layer),
        is_op=not symbolic,
        dtype="float",
    )
    result.facts["op"] = "layer"
    result.facts["layer"] = layer
    result.facts["inputs"] = tuple(inputs)
    for value in inputs:
        if effect in ("select", "none", "lost"):
            name = layer.name.rpartition(".")[2]
            cut = Cut(CutKind.LOOKUP_LAYER, name)
            result.edges.extend(edges_to(interp, value, "cut", cut))
        else:
            result.edges.extend(edges_to(interp, value))
    for wrapped in layer.arguments.all():
        if isinstance(wrapped, (Layer, Instance)) and wrapped.kind in (
            kinds.LAYER,
            kinds.MODEL,
            kinds.INSTANCE,
        ):
            result.edges.extend(edges_to(interp, wrapped))
    activation = layer.option("activation")
    if isinstance(activation, (Function, Partial)):
        return activation.call(interp, Arguments(arguments.site, [result]))
    return result


def _call_sequential(interp: Interpreter, model: Layer, arguments: Arguments) -> Value:
    value = arguments.option("inputs", 0)
    if value is None:
        value = interp.unknown(arguments.site)
    for part in model.parts:
        if part.kind is kinds.SYMBOLIC or is_a(part.name, "input_layer"):
            continue
        value = part.call(interp, Arguments(arguments.site, [value]))
    if value is arguments.option("inputs", 0):
        return _call_layer(interp, model, arguments)
    for edge in edges_to(interp, model)[1:]:
        value.edges.append(edge)
    return value


def _call_loss(interp: Interpreter, loss: Layer, arguments: Arguments) -> Value:
    result = interp.value(kinds.TENSOR, arguments.site, is_op=True, dtype="float", scalar=True)
    reduction = loss.option("reduction")
    if reduction is not None:
        result.scalar = None
    for value in arguments.all():
        result.edges.extend(edges_to(interp, value))
    result.facts["op"] = "loss"
    result.facts["loss"] = loss
    result.facts["inputs"] = tuple(arguments.all())
    names = [option_names(role)[0] for role in ("truth", "prediction")]
    pair = {name: arguments.get(position, name) for position, name in enumerate(names)}
    result.facts["arguments"] = {name: value for name, value in pair.items() if value is not None}
    return result


def _call_metric(interp: Interpreter, metric: Layer, arguments: Arguments) -> Value:
    _update(interp, metric, arguments)
    return _metric_result(interp, metric, arguments)


@behaviour("update_metric")
def _update(interp: Interpreter, metric: Value, arguments: Arguments) -> Value:
    before = interp.read((metric.number, slots.STATE))
    state = State(None, arguments.site, interp.context)
    state.edges = [Edge(value) for value in arguments.all()]
    if before is not None:
        state.edges.append(Edge(before))
    interp.store.write((metric.number, slots.STATE), state)
    return interp.constant(None, arguments.site)


@behaviour("metric_result")
def _metric_result(interp: Interpreter, metric: Value, arguments: Arguments) -> Value:
    state = interp.read((metric.number, slots.STATE))
    inputs = [state] if state is not None else []
    return interp.cut(kinds.TENSOR, arguments.site, inputs, _METRIC, dtype="float", scalar=True)


@behaviour("reset_metric")
def _reset(interp: Interpreter, metric: Value, arguments: Arguments) -> Value:
    return interp.constant(None, arguments.site)


def call_instance(interp: Interpreter, instance: Instance, arguments: Arguments) -> Value:
    """Call an object of the project: `__call__`, or `call` as Keras does."""
    own = definitions.class_attribute(interp, instance.cls, "__call__")
    if own is not None:
        return definitions.bind_member(interp, own, instance).call(interp, arguments)
    role = definitions.keras_role(instance.cls)
    if role == "metric":
        return _call_custom_metric(interp, instance, arguments)
    build(interp, instance, arguments)
    body = definitions.class_attribute(interp, instance.cls, _FORWARD)
    functional = interp.store.read((instance.number, slots.FUNCTIONAL))
    if body is None and isinstance(functional, Layer):
        return _call_layer_object(interp, functional, arguments)
    if body is None:
        return calls.unknown_call(interp, instance, arguments)
    bound = definitions.bind_member(interp, body, instance)
    traced = interp.context.mode == "traced"
    with interp.context_scope(building=False, autograph=traced):
        return bound.call(interp, _accepted(interp, bound, arguments))


@behaviour("call_object")
def _call_method(interp: Interpreter, receiver: Value, arguments: Arguments) -> Value:
    """Interpret `model.call(x)`, and `super().call(x)` of a functional model's subclass."""
    if isinstance(receiver, Layer):
        return receiver.call(interp, arguments)
    functional = interp.store.read((receiver.number, slots.FUNCTIONAL))
    if isinstance(functional, Layer):
        return _call_layer_object(interp, functional, arguments)
    return calls.unknown_call(interp, receiver, arguments)


def _accepted(interp: Interpreter, function: Value, arguments: Arguments) -> Arguments:
    """Return the arguments that Keras passes to `call`: `training` and `mask` if it has them."""
    if not isinstance(function, Function):
        return arguments
    parameters = function.node.params
    positions = [p.name.value for p in parameters.params]
    named = {*positions, *(p.name.value for p in parameters.kwonly_params)}
    accepted_keywords = {
        k: v
        for k, v in arguments.keywords.items()
        if k in named or k not in _PASSED_ON or parameters.star_kwarg is not None
    }
    passed = 1 + len(arguments.positional)  # with `self`
    if interp.context.training is not None:
        for name in set(_TRAINING) & (named - {*positions[:passed]}):
            accepted_keywords.setdefault(name, interp.context.training)
    accepted = arguments.copy()
    accepted.keywords = accepted_keywords
    return accepted


def regularization(interp: Interpreter, layer: Layer, arguments: Arguments) -> list[Value]:
    """Return what regularizers of the project add to the loss for a layer."""
    found: list[Value] = []
    for keyword, regularizer in layer.arguments.keywords.items():
        if not isinstance(regularizer, (Instance, Function, Partial)):
            continue
        if keyword.endswith("_regularizer") and not keyword.startswith("activity"):
            weight = Variable(
                arguments.site,
                interp.context,
                edges=[Edge(layer)],
                name=keyword.removesuffix("_regularizer"),
                dtype="float",
                keras=True,
            )
            weight.facts["same_as"] = layer
            found.append(regularizer.call(interp, Arguments(arguments.site, [weight])))
    return found


def is_regularized(arguments: Arguments) -> bool:
    """True if an object made with these arguments has or may have a regularizer."""
    regularizers = [
        value for name, value in arguments.keywords.items() if name.endswith("regularizer")
    ]
    return arguments.unpacked != [] or any(value.kind is not kinds.NONE for value in regularizers)


def build(interp: Interpreter, instance: Instance, arguments: Arguments) -> None:
    """Call `build` before the first call, outside the tapes of Keras."""
    if interp.store.read((instance.number, slots.BUILT)) is not None:
        return
    mark_built(interp, instance)
    builder = definitions.class_attribute(interp, instance.cls, _BUILD)
    if isinstance(builder, Function) and builder.owner is not None:
        shape = interp.value(kinds.SHAPE, arguments.site)
        # Built by its first call in a loop: tapes of later iterations do not record it.
        again = len(interp.context.loops) > len(instance.context.loops)
        recording = () if again else interp.context.recording
        with interp.context_scope(recording=recording):
            builder.bound_to(instance).call(interp, Arguments(arguments.site, [shape]))


def _call_custom_metric(interp: Interpreter, instance: Instance, arguments: Arguments) -> Value:
    update = definitions.class_attribute(interp, instance.cls, _UPDATE_METRIC)
    if isinstance(update, Function):
        update.bound_to(instance).call(interp, arguments)
    return interp.cut(kinds.TENSOR, arguments.site, arguments.all(), _METRIC, dtype="float")
