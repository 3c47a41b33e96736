"""Queries that Keras makes: `compile`, `fit`, `train_step`, `add_loss`."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function, Instance, Layer, Partial, Tape, Watch
from tflintgrad.flow.domain.query_sources import inside, leaves_of
from tflintgrad.flow.domain.values import Edge, Mapping, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter import attributes, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.models import output_losses, tapes
from tflintgrad.flow.models.callbacks import run_callbacks
from tflintgrad.flow.models.keras_calls import is_regularized, regularization
from tflintgrad.flow.models.registry import attribute, behaviour, role
from tflintgrad.knowledge import variable_lists
from tflintgrad.knowledge.hooks import hook, hook_signature
from tflintgrad.knowledge.roles import is_a, names_of

#: The list of variables that Keras trains.
_TRAINED: Final = variable_lists.attributes("trainable")[0]
_TRAIN_STEP: Final = hook("train_step")
_COMPUTE_LOSS: Final = hook("compute_loss")


def keras_tape(interp: Interpreter, site: cst.CSTNode) -> Tape:
    """Return a tape that Keras makes."""
    return Tape(site, interp.context, persistent=True, explicit=False)


@behaviour("compile")
def _compile(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    loss = arguments.passed("loss")
    interp.store.write((model.number, slots.COMPILED), interp.constant(True))
    model.facts["compiled"] = arguments.site
    interp.graph.note("compiled", arguments.site, interp.context, (model,))
    # Keras 2 goes by what is trainable now, Keras 3 by what is when it trains first.
    frozen = _frozen_now(interp, model, arguments.site) if interp.table.is_keras_2 else None
    interp.store.write((model.number, slots.FROZEN), frozen or interp.constant(None))
    if loss is not None and loss.kind is not kinds.NONE:
        counted = output_losses.without_zeros(interp, loss, arguments)
        interp.store.write((model.number, slots.LOSS), counted)
        model.facts["training_loss"] = loss
        for function in _loss_functions(loss):
            if output_losses.is_metric(function):
                note = "name" if function.kind is kinds.STRING else ""
                site = arguments.site
                interp.graph.note("metric-as-loss", site, interp.context, (function,), note)
            elif isinstance(function, (Function, Instance, Partial)):
                judged = judge_loss(interp, function, arguments.site)
                model.facts.setdefault("judged", []).append(judged)
    optimizer = arguments.passed("optimizer")
    if optimizer is not None and isinstance(optimizer.const, str):
        optimizer = Layer(
            kinds.OPTIMIZER, optimizer.const, arguments.site, interp.context, arguments
        )
    if optimizer is not None:
        optimizer = _wrapped(interp, optimizer, arguments)
        interp.store.write((model.number, "optimizer"), optimizer)
    eager = arguments.passed("run_eagerly")
    if eager is not None:
        interp.store.write((model.number, slots.RUN_EAGERLY), eager)
    return interp.constant(None, arguments.site)


@role("set_policy")
def _set_policy(interp: Interpreter, arguments: Arguments) -> Value:
    policy = arguments.passed("policy")
    interp.store.write(slots.POLICY, policy or interp.unknown(arguments.site))
    return interp.constant(None, arguments.site)


def _wrapped(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    """Return the optimizer with loss scaling around it, if Keras 3 adds that."""
    policy = interp.store.read(slots.POLICY)
    scales = arguments.passed("auto_scale_loss")
    if policy is None or policy.const != "mixed_float16" or interp.table.is_keras_2:
        return optimizer
    if not isinstance(optimizer, Layer) or is_a(optimizer.name, "loss_scaling"):
        return optimizer
    if scales is not None and scales.const is not True:
        return optimizer
    passed = Arguments(arguments.site, [optimizer])
    wrapper = names_of("loss_scaling")[0]
    return Layer(kinds.OPTIMIZER, wrapper, arguments.site, interp.context, passed)


def _loss_functions(loss: Value) -> list[Value]:
    if isinstance(loss, Sequence):
        return [found for item in loss.items for found in _loss_functions(item)]
    if isinstance(loss, Mapping):
        return [found for item in loss.entries.values() for found in _loss_functions(item)]
    return [
        item
        for item in alternatives(loss)
        if isinstance(item, (Function, Instance, Partial)) or output_losses.is_metric(item)
    ]


def judge_loss(interp: Interpreter, function: Value, site: cst.CSTNode) -> Value:
    """Make the query of a loss function, and return the prediction it is differentiated for."""
    tape = keras_tape(interp, site)
    prediction = interp.value(kinds.TENSOR, site, name="y_pred", dtype="float")
    tape.watched.append(Watch(prediction, prediction.number, site, interp.context))
    truth = interp.value(kinds.UNKNOWN, site, name="y_true")
    with interp.context_scope(
        mode="traced",
        trace=interp.new_trace(),
        recording=(tape,),
        autograph=True,
        building=False,
    ):
        result = function.call(interp, Arguments(site, [truth, prediction]))
        tapes.query(interp, tape, "fit", result, prediction, Arguments(site))
    interp.graph.note("loss-function", site, interp.context, (function, truth, prediction, result))
    return prediction


def _frozen_now(interp: Interpreter, model: Value, site: cst.CSTNode) -> Sequence:
    frozen = attributes.frozen_layers(interp, model)
    return Sequence(kinds.LIST, site, interp.context, frozen)


def _note_frozen(interp: Interpreter, model: Value, site: cst.CSTNode) -> None:
    """Note that `fit` trains a frozen model, or goes by flags that have changed since."""
    now = _frozen_now(interp, model, site)
    used = interp.store.read((model.number, slots.FROZEN))
    if not isinstance(used, Sequence):
        interp.store.write((model.number, slots.FROZEN), now)
        used = now
    leaves = [*leaves_of(model), *(part for part in inside(model) if part.kind is kinds.UNKNOWN)]
    note = interp.graph.note
    if leaves and all(leaf in used.items for leaf in leaves):
        late = "" if used is now or all(leaf in now.items for leaf in leaves) else "late"
        note("trains-frozen", site, interp.context, (model,), late)
        return
    thawed = [layer for layer in used.items if layer not in now.items]
    frozen = [layer for layer in now.items if layer not in used.items]
    if thawed:
        note("trainable-too-late", site, interp.context, (model, *thawed), "thawed")
    elif frozen and not interp.table.is_keras_2:
        # In Keras 2, a GAN's discriminator is compiled first and frozen for the other model then.
        note("trainable-too-late", site, interp.context, (model, *frozen), "frozen")


@behaviour("fit")
def _fit(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.models.optimizers import note_rate

    optimizer = interp.store.read((model.number, "optimizer"))
    if optimizer is not None and arguments.passed("callbacks") is None:
        note_rate(interp, optimizer, arguments.site)
    result = _train(interp, model, arguments)
    run_callbacks(interp, model, arguments)
    return result


def _train(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.models.keras_calls import build, mark_built

    run_eagerly = interp.store.read((model.number, slots.RUN_EAGERLY))
    traced = run_eagerly is None or run_eagerly.const is False
    inputs = arguments.passed("inputs") or interp.unknown(arguments.site)
    targets = arguments.passed("targets")
    changes: dict[str, object] = {"building": False, "autograph": traced}
    if traced:
        changes |= {"mode": "traced", "trace": interp.new_trace()}
    if isinstance(model, Instance):
        build(interp, model, arguments)
    with interp.context_scope(**changes):
        if traced:
            interp.graph.note("called-in-loop", arguments.site, interp.context)
        element = _batch(interp, inputs, targets, arguments.site)
        if isinstance(model, Instance):
            step = definitions.class_attribute(interp, model.cls, _TRAIN_STEP)
            if isinstance(step, Function):
                interp.graph.note("fit", arguments.site, interp.context, (model,))
                step.bound_to(model).call(interp, Arguments(arguments.site, [element]))
                return interp.unknown(arguments.site)
        batch = element.unpack(interp, 0, arguments.site)
        _note_frozen(interp, model, arguments.site)
        train_by_keras(interp, model, batch, arguments.site)
    mark_built(interp, model)
    return interp.unknown(arguments.site)


def _batch(interp: Interpreter, inputs: Value, targets: Value | None, site: cst.CSTNode) -> Value:
    if inputs.kind is kinds.DATASET:
        return inputs.iterate(interp, site)
    if targets is None:
        return interp.unknown(site, name="data")
    x = interp.value(kinds.TENSOR, site, name="x", dtype=inputs.dtype)
    y = interp.value(kinds.TENSOR, site, name="y", dtype=targets.dtype)
    x.facts["shape_from"] = ("part", inputs, x.number)
    y.facts["shape_from"] = ("part", targets, x.number)
    return Sequence(kinds.TUPLE, site, interp.context, [x, y])


def train_by_keras(
    interp: Interpreter,
    model: Value,
    batch: Value,
    site: cst.CSTNode,
    *,
    assumed: bool = False,
    unseen_calls: bool = False,
) -> None:
    """Make the query of a training step: the loss of a model, differentiated for its weights.

    `unseen_calls`: code that was not analysed may call the model, with any optional arguments.
    """
    tape = keras_tape(interp, site)
    context = interp.context
    before = len(interp.added_losses)
    training = interp.constant(True, site)
    with interp.context_scope(recording=(*context.recording, tape), training=training):
        passed = Arguments(site, [batch])
        if unseen_calls:
            passed.unpacked.append(interp.unknown(site))
        prediction = model.call(interp, passed)
        extra = interp.added_losses[before:]
        del interp.added_losses[before:]
        for layer in leaves_of(model):
            if isinstance(layer, Layer):
                extra += regularization(interp, layer, Arguments(site))
        sources = attributes.weights(interp, model, _TRAINED, site)
        own_loss = _own_loss(interp, model, batch, prediction, site) if not assumed else None
        if own_loss is not None:
            prediction = own_loss
        else:
            _note_prediction(interp, model, prediction, site)
            if not assumed:
                prediction = _with_loss(interp, model, prediction, site)
        # Compiled without a loss, Keras differentiates only the losses of `add_loss`.
        silent = (
            own_loss is None
            and interp.store.read((model.number, slots.COMPILED)) is not None
            and interp.store.read((model.number, slots.LOSS)) is None
        )
        parts = extra if silent else [prediction, *extra]
        if not parts:
            return
        target = parts[0] if len(parts) == 1 else Sequence(kinds.LIST, site, interp.context, parts)
        tapes.query(interp, tape, "fit", target, sources, Arguments(site))
        interp.graph.queries[-1].assumed = assumed


def _with_loss(interp: Interpreter, model: Value, outputs: Value, site: cst.CSTNode) -> Value:
    """Return the outputs of a model that have a loss; note the others."""
    loss = interp.store.read((model.number, slots.LOSS))
    if loss is None:
        return outputs
    kept, left, missing = output_losses.split(outputs, loss)
    if not left:
        return outputs
    marked = interp.value(kinds.EVENT, site)
    compiled = model.facts.get("compiled") or site
    note = "missing" if missing and not interp.table.is_keras_2 else ""
    if not output_losses.split(outputs, model.facts.get("training_loss", loss)).left:
        note = "weight"  # a weight of zero takes the loss away
    interp.graph.note("without-loss", compiled, interp.context, (marked, *left), note)
    return Sequence(kinds.LIST, site, interp.context, kept)


def _note_prediction(
    interp: Interpreter, model: Value, prediction: Value, site: cst.CSTNode
) -> None:
    """Note what the loss of a model gets."""
    loss = interp.store.read((model.number, slots.LOSS))
    if loss is None:
        return
    interp.graph.note(
        "trained", model.facts.get("compiled", site), interp.context, (loss, prediction)
    )
    for judged in model.facts.get("judged", ()):
        if not isinstance(prediction, (Sequence, Mapping)):
            judged.facts["predicted"] = prediction


def _own_loss(
    interp: Interpreter, model: Value, batch: Value, prediction: Value, site: cst.CSTNode
) -> Value | None:
    """Return the loss that the `compute_loss` of a model of the project computes."""
    if not isinstance(model, Instance):
        return None
    method = definitions.class_attribute(interp, model.cls, _COMPUTE_LOSS)
    if not isinstance(method, Function):
        return None
    by_role = {
        "inputs": batch,
        "truth": interp.value(kinds.UNKNOWN, site, name="y"),
        "prediction": prediction,
        "sample_weight": interp.constant(None, site),
    }
    signature = hook_signature("compute_loss")
    keywords = {signature.keyword(role): value for role, value in by_role.items()}
    return method.bound_to(model).call(interp, Arguments(site, keywords=keywords))


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
    """Return the losses of an owner and of the layers inside: added ones and regularizers'."""
    interp.graph.note("losses", site, interp.context, (owner,))
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


@behaviour("compute_loss")
def _compute_loss(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    interp.graph.note("losses", arguments.site, interp.context, (model,))
    prediction = arguments.passed("prediction")
    if prediction is not None:
        _note_prediction(interp, model, prediction, arguments.site)
    edges = [Edge(value) for value in arguments.all()]
    return interp.value(
        kinds.TENSOR,
        arguments.site,
        edges=edges,
        is_op=True,
        dtype="float",
        scalar=True,
        name="loss",
    )
