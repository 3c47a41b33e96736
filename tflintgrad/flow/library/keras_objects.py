"""Keras' own objects: layers, models, losses, metrics, optimizers, and calling them."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow import calls, definitions, iteration, ops
from tflintgrad.flow.interpreter import Interpreter
from tflintgrad.flow.library.apply import edges_to
from tflintgrad.flow.library.registry import attribute, calls_objects, external, family, method
from tflintgrad.flow.sources import leaves_of
from tflintgrad.flow.values import (
    Arguments,
    Cut,
    Edge,
    Function,
    Instance,
    Layer,
    Mapping,
    Partial,
    Sequence,
    Value,
)

_COPY = Cut("TFG209", "a clone has weights of its own: the original's get no gradient from it")
_METRIC = Cut("TFG407", "a metric keeps its value in variables by `assign`: no gradient passes")


@family("keras.layers.")
def _layer(interp: Interpreter, name: str, arguments: Arguments) -> Value | None:
    last = name.rpartition(".")[2]
    if last == "Input":
        return interp.value("symbolic", arguments.site, name="input")
    if not last[:1].isupper():
        return None
    layer = Layer("layer", name, arguments.site, interp.context, arguments)
    return layer


@external("keras.Input")
def _input(interp: Interpreter, arguments: Arguments) -> Value:
    return interp.value("symbolic", arguments.site, name="input")


@family("keras.applications.")
def _application(interp: Interpreter, name: str, arguments: Arguments) -> Value | None:
    if not name.rpartition(".")[2][:1].isupper():
        return None
    return Layer("model", name, arguments.site, interp.context, arguments)


@external("keras.Sequential", "keras.models.Sequential")
def _sequential(interp: Interpreter, arguments: Arguments) -> Value:
    model = Layer("model", "keras.Sequential", arguments.site, interp.context, arguments)
    given = arguments.get(0, "layers")
    if given is None:
        return model
    items = iteration.known_items(given)
    if items is not None:
        model.parts = list(items)
        model.edges = [Edge(item, "unknown") for item in items]
    else:
        model.edges = [Edge(given)]
        model.parts = []
    return model


@method("model", "add")
def _add(interp: Interpreter, model: Layer, arguments: Arguments) -> Value:
    model.parts.extend(arguments.positional)
    model.edges.extend(Edge(part, "unknown") for part in arguments.positional)
    return interp.constant(None, arguments.site)


@external("keras.Model", "keras.models.Model", "keras.Functional")
def _model(interp: Interpreter, arguments: Arguments) -> Value:
    model = Layer("model", "keras.Model", arguments.site, interp.context, arguments)
    model.output = arguments.get(1, "outputs")
    if model.output is not None:
        model.edges = [Edge(model.output, "unknown")]
        _mark_symbolic(model.output)
    return model


def _mark_symbolic(output: Value) -> None:
    """Nothing behind a model's output has run: it only says what the model will do."""
    seen: set[int] = set()
    pending = [output]
    while pending:
        value = pending.pop()
        if value.number in seen or isinstance(value, (Layer, Instance)):
            continue
        seen.add(value.number)
        value.facts["symbolic"] = True
        pending.extend(edge.to for edge in value.edges)


@external("keras.models.load_model", "keras.saving.load_model")
def _load_model(interp: Interpreter, arguments: Arguments) -> Value:
    return Layer("model", "keras.models.load_model", arguments.site, interp.context, arguments)


@external("keras.models.clone_model")
def _clone(interp: Interpreter, arguments: Arguments) -> Value:
    original = arguments.get(0, "model")
    name = original.name if isinstance(original, Layer) else "keras.models.clone_model"
    clone = Layer("model", name, arguments.site, interp.context, Arguments(arguments.site))
    if isinstance(original, Layer):
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


@family("keras.losses.")
def _loss(interp: Interpreter, name: str, arguments: Arguments) -> Value | None:
    last = name.rpartition(".")[2]
    if not last[:1].isupper() or last.isupper():
        return None
    return Layer("loss", name, arguments.site, interp.context, arguments)


@family("keras.metrics.")
def _metric(interp: Interpreter, name: str, arguments: Arguments) -> Value | None:
    last = name.rpartition(".")[2]
    if not last[:1].isupper() or last.isupper():
        return None
    return Layer("metric", name, arguments.site, interp.context, arguments)


@family("keras.optimizers.")
def _optimizer(interp: Interpreter, name: str, arguments: Arguments) -> Value | None:
    last = name.rpartition(".")[2]
    if not last[:1].isupper() or ".schedules." in name:
        return None
    return Layer("optimizer", name, arguments.site, interp.context, arguments)


@family("tf.compat.v1.train.")
def _v1_optimizer(interp: Interpreter, name: str, arguments: Arguments) -> Value | None:
    if not name.endswith("Optimizer"):
        return None
    return Layer("v1optimizer", name, arguments.site, interp.context, arguments)


# --- calling ------------------------------------------------------------------------------


@calls_objects
def call_keras(interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
    if isinstance(callee, Instance):
        return call_instance(interp, callee, arguments)
    assert isinstance(callee, Layer)
    mark_built(interp, callee)
    if callee.kind == "metric":
        return _call_metric(interp, callee, arguments)
    if callee.kind == "loss":
        return _call_loss(interp, callee, arguments)
    if callee.name.endswith("Sequential") and callee.parts:
        return _call_sequential(interp, callee, arguments)
    if callee.output is not None:
        return _call_functional(interp, callee, arguments)
    if callee.name.endswith(".Lambda"):
        function = callee.arguments.get(0, "function")
        if function is not None:
            return calls.call(interp, function, arguments)
    return _call_layer(interp, callee, arguments)


def mark_built(interp: Interpreter, owner: Value) -> None:
    if interp.store.read((owner.number, "#built")) is None:
        interp.store.write((owner.number, "#built"), interp.constant(True))


def _call_layer(interp: Interpreter, layer: Layer, arguments: Arguments) -> Value:
    inputs = arguments.positional or [
        value for key, value in arguments.keywords.items() if key in ("inputs", "x")
    ]
    symbolic = any(_is_symbolic(value) for value in inputs)
    entry = ops.lookup(f"{layer.name}.__call__")
    effect = entry.effect_of(1) if entry is not None else "flow"
    result = interp.value(
        "symbolic" if symbolic else "tensor",
        arguments.site,
        edges=edges_to(interp, layer),
        is_op=not symbolic,
        dtype="float",
        name=layer.name.rpartition(".")[2],
    )
    result.facts["op"] = "layer"
    result.facts["layer"] = layer
    result.facts["inputs"] = tuple(inputs)
    for value in inputs:
        if effect in ("select", "none", "lost"):
            name = layer.name.rpartition(".")[2]
            cut = Cut("TFG301", f"`{name}` looks its input up: no gradient passes to it")
            result.edges.extend(edges_to(interp, value, "cut", cut))
        else:
            result.edges.extend(edges_to(interp, value))
    for wrapped in layer.arguments.all():
        if isinstance(wrapped, (Layer, Instance)) and wrapped.kind in (
            "layer",
            "model",
            "instance",
        ):
            result.edges.extend(edges_to(interp, wrapped))
    activation = layer.arguments.keywords.get("activation")
    if layer.name.endswith(".Activation") and activation is None:
        activation = layer.arguments.get(0, "activation")
    if isinstance(activation, (Function, Partial)):
        return calls.call(interp, activation, calls.plain(arguments.site, [result]))
    if activation is not None and isinstance(activation.const, str):
        result.facts["activation"] = activation.const
    return result


def _is_symbolic(value: Value) -> bool:
    if isinstance(value, Sequence):
        return any(_is_symbolic(item) for item in value.items)
    return value.kind == "symbolic"


def _call_sequential(interp: Interpreter, model: Layer, arguments: Arguments) -> Value:
    value = arguments.get(0, "inputs")
    if value is None:
        value = interp.unknown(arguments.site)
    for part in model.parts:
        if part.kind == "symbolic" or part.name.endswith("InputLayer"):
            continue
        value = calls.call(interp, part, calls.plain(arguments.site, [value]))
    if value is arguments.get(0, "inputs"):
        return _call_layer(interp, model, arguments)
    for edge in edges_to(interp, model)[1:]:
        value.edges.append(edge)
    return value


def _call_functional(interp: Interpreter, model: Layer, arguments: Arguments) -> Value:
    """The model's own graph of layers, applied to what is passed in."""
    assert model.output is not None
    results: dict[int, Value] = {}
    outcome = _instantiated(interp, model, model.output, arguments, results)
    for template, result in results.items():
        for other, earlier in results.items():
            if other != template and _template_uses(result, other):
                result.edges.append(Edge(earlier, "unknown"))
    return outcome


def _template_uses(result: Value, other: int) -> bool:
    """Is one output of a model computed from another one?"""
    pending = [result.facts["template"]]
    seen: set[int] = set()
    while pending and len(seen) < 2000:
        value = pending.pop()
        if value.number == other or value.kind == "unknown":
            return True
        if value.number not in seen:
            seen.add(value.number)
            pending.extend(edge.to for edge in value.edges)
    return False


def _instantiated(
    interp: Interpreter,
    model: Layer,
    output: Value,
    arguments: Arguments,
    results: dict[int, Value],
) -> Value:
    if isinstance(output, Sequence) and output.exact:
        items = [_instantiated(interp, model, i, arguments, results) for i in output.items]
        return Sequence("list", arguments.site, interp.context, items)
    if isinstance(output, Mapping):
        named = Mapping(arguments.site, interp.context)
        for key, item in output.entries.items():
            named.put(key, _instantiated(interp, model, item, arguments, results))
        return named
    symbolic = any(_is_symbolic(value) for value in arguments.positional)
    result = interp.value(
        "symbolic" if symbolic else "tensor",
        arguments.site,
        is_op=not symbolic,
        dtype="float",
        name="model",
    )
    result.edges = [Edge(output), *edges_to(interp, model)]
    for value in arguments.all():
        result.edges.extend(edges_to(interp, value))
    result.facts["op"] = "layer"
    result.facts["layer"] = model
    result.facts["template"] = output
    results[output.number] = result
    return result


def _call_loss(interp: Interpreter, loss: Layer, arguments: Arguments) -> Value:
    result = interp.value(
        "tensor", arguments.site, is_op=True, dtype="float", scalar=True, name="loss"
    )
    reduction = loss.arguments.keywords.get("reduction")
    if reduction is not None:
        result.scalar = None
    for value in arguments.all():
        result.edges.extend(edges_to(interp, value))
    result.facts["op"] = "loss"
    result.facts["loss"] = loss
    result.facts["inputs"] = tuple(arguments.all())
    interp.graph.note("loss-call", arguments.site, interp.context, (loss, result))
    return result


def _call_metric(interp: Interpreter, metric: Layer, arguments: Arguments) -> Value:
    _update(interp, metric, arguments)
    return _metric_result(interp, metric, arguments)


@method("metric", "update_state")
def _update(interp: Interpreter, metric: Value, arguments: Arguments) -> Value:
    before = interp.read((metric.number, "#state"))
    state = interp.value("state", arguments.site, edges=[Edge(v) for v in arguments.all()])
    if before is not None:
        state.edges.append(Edge(before))
    interp.store.write((metric.number, "#state"), state)
    return interp.constant(None, arguments.site)


@method("metric", "result", "__call__")
def _metric_result(interp: Interpreter, metric: Value, arguments: Arguments) -> Value:
    state = interp.read((metric.number, "#state"))
    inputs = [state] if state is not None else []
    return interp.cut("tensor", arguments.site, inputs, _METRIC, dtype="float", scalar=True)


@method("metric", "reset_state", "reset_states")
def _reset(interp: Interpreter, metric: Value, arguments: Arguments) -> Value:
    return interp.constant(None, arguments.site)


def call_instance(interp: Interpreter, instance: Instance, arguments: Arguments) -> Value:
    """Call an object of the project: through `__call__`, or Keras' way to `call`."""
    own = definitions.class_attribute(interp, instance.cls, "__call__")
    if own is not None:
        return calls.call(interp, definitions.bind_member(interp, own, instance), arguments)
    role = definitions.keras_role(instance.cls)
    if role == "metric":
        return _call_custom_metric(interp, instance, arguments)
    build(interp, instance, arguments)
    body = definitions.class_attribute(interp, instance.cls, "call")
    if body is None:
        return calls.unknown_call(interp, instance, arguments)
    bound = definitions.bind_member(interp, body, instance)
    traced = interp.context.mode == "traced"
    with interp.circumstances(building=False, autograph=traced):
        return calls.call(interp, bound, _accepted(bound, arguments))


def _accepted(function: Value, arguments: Arguments) -> Arguments:
    """Keras drops `training` and `mask` where `call` does not take them."""
    if not isinstance(function, Function):
        return arguments
    parameters = function.node.params
    if parameters.star_kwarg is not None:
        return arguments
    named = {p.name.value for p in (*parameters.params, *parameters.kwonly_params)}
    kept = {
        k: v for k, v in arguments.keywords.items() if k in named or k not in ("training", "mask")
    }
    return Arguments(arguments.site, arguments.positional, kept, arguments.spread)


def build(interp: Interpreter, instance: Instance, arguments: Arguments) -> None:
    """Run `build` before the first call, outside every tape Keras makes."""
    if interp.store.read((instance.number, "#built")) is not None:
        return
    mark_built(interp, instance)
    builder = definitions.class_attribute(interp, instance.cls, "build")
    if isinstance(builder, Function) and builder.owner is not None:
        shape = interp.value("shape", arguments.site)
        # Built by its first call in a loop: the later iterations' tapes see nothing of it.
        again = len(interp.context.loops) > len(instance.context.loops)
        recording = () if again else interp.context.recording
        with interp.circumstances(recording=recording):
            calls.call(interp, builder.bound_to(instance), calls.plain(arguments.site, [shape]))


def _call_custom_metric(interp: Interpreter, instance: Instance, arguments: Arguments) -> Value:
    update = definitions.class_attribute(interp, instance.cls, "update_state")
    if isinstance(update, Function):
        calls.call(interp, update.bound_to(instance), arguments)
    return interp.cut("tensor", arguments.site, arguments.all(), _METRIC, dtype="float")


@method("model", "predict", "predict_on_batch", "evaluate", "test_on_batch")
def _predict(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    cut = Cut(
        "TFG206",
        "`predict`/`evaluate` return NumPy arrays: call the model instead",
        effect="none",
        falsifies=True,
    )
    mark_built(interp, model)
    return interp.cut("ndarray", arguments.site, [model, *arguments.all()], cut)


method("keras", "predict", "predict_on_batch", "evaluate", "test_on_batch")(_predict)


@method("model layer keras", "get_weights")
def _get_weights(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    cut = Cut("TFG207", "`get_weights()` gives NumPy copies of the weights", falsifies=True)
    return interp.cut("ndarray", arguments.site, [owner], cut)


@method("model layer keras", "set_weights")
def _set_weights(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.library.variables import set_state

    set_state(interp, owner, arguments.all(), arguments.site, keep=False)
    copied = {edge.to.number for value in arguments.all() for edge in value.edges}
    owner.facts.setdefault("copied_from", set()).update(copied)
    return interp.constant(None, arguments.site)


@method("keras layer", "add_weight", "add_variable")
def _add_weight(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    variable = interp.value("variable", arguments.site, dtype="float")
    trainable = arguments.get(None, "trainable")
    variable.facts["trainable"] = True if trainable is None else trainable.const
    variable.facts["keras"] = True
    initializer = arguments.get(None, "initializer")
    if initializer is not None and initializer.const in ("zeros", "zero"):
        variable.facts["initial"] = interp.constant(0.0, arguments.site)
    owner.edges.append(Edge(variable, "unknown"))
    return variable


@method(
    "model layer keras",
    "build",
    "summary",
    "load_weights",
    "save",
    "save_weights",
    "get_config",
    "compute_output_shape",
    "count_params",
    "reset_metrics",
    "__init__",
    "to_json",
)
def _plain(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    name = getattr(getattr(getattr(arguments.site, "func", None), "attr", None), "value", "")
    if name in ("build", "load_weights"):
        mark_built(interp, owner)
    if name == "__init__":
        for keyword, value in arguments.keywords.items():
            if keyword == "trainable":
                interp.store.write((owner.number, "trainable"), value)
        _functional_subclass(interp, owner, arguments)
        return interp.constant(None, arguments.site)
    return interp.unknown(arguments.site)


def _functional_subclass(interp: Interpreter, owner: Value, arguments: Arguments) -> None:
    """`super().__init__(inputs=…, outputs=…)` in a subclass of Model."""
    outputs = arguments.get(1, "outputs")
    if outputs is not None and isinstance(owner, Instance):
        owner.edges.append(Edge(outputs, "unknown"))


@method("model layer", "get_layer")
def _get_layer(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    return interp.unknown(arguments.site, model)


@attribute("model", "layers")
def _layers(interp: Interpreter, model: Layer, site: cst.CSTNode) -> Value:
    layers = [item for item in leaves_of(model) if isinstance(item, Layer)]
    if not layers or layers == [model]:
        return interp.unknown(site, model)
    return Sequence("list", site, interp.context, list(layers))
