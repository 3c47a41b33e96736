"""Queries that Keras makes: `compile`, `fit`, `train_step`, `add_loss`."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import (
    Function,
    Instance,
    Layer,
    Partial,
    Tape,
    Trainable,
    Training,
    Watch,
)
from tflintgrad.flow.domain.query_sources import inside, leaves_of
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import attributes, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models import tapes
from tflintgrad.flow.library_models.keras import outputs_with_loss
from tflintgrad.flow.library_models.keras.batches import batch_of
from tflintgrad.flow.library_models.keras.constructors import HALF_POLICY
from tflintgrad.flow.library_models.keras.fit_callbacks import run_callbacks
from tflintgrad.flow.library_models.keras.freezing import frozen_now, note_frozen
from tflintgrad.flow.library_models.keras.object_calls import is_regularized, regularization
from tflintgrad.flow.library_models.registry import attribute, behaviour, role
from tflintgrad.knowledge import variable_lists
from tflintgrad.knowledge.keras_hooks import hook, hook_signature
from tflintgrad.knowledge.keras_layers import has_weights
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
    training = _training(model)
    training.compiled = arguments.site
    interp.graph.note("compiled", arguments.site, interp.context, (model,))
    # Keras 2 goes by what is trainable now, Keras 3 by what is when it trains first.
    frozen = frozen_now(interp, model, arguments.site) if interp.table.is_keras_2 else None
    interp.store.write((model.number, slots.FROZEN), frozen or interp.constant(None))
    if loss is not None and loss.kind is not kinds.NONE:
        counted = outputs_with_loss.without_zeros(interp, loss, arguments)
        interp.store.write((model.number, slots.LOSS), counted)
        training.loss = loss
        for function in _loss_functions(loss):
            if outputs_with_loss.is_metric(function):
                note = outputs_with_loss.sort_of_metric(function)
                site = arguments.site
                interp.graph.note("metric-as-loss", site, interp.context, (function,), note)
            elif isinstance(function, (Function, Instance, Partial)):
                judged = judge_loss(interp, function, arguments.site)
                training.predictions.append(judged)
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


def _training(model: Value) -> Training:
    """Return how Keras trains a model: what calls of `compile` said, if there were any."""
    if not isinstance(model, Trainable):
        return Training()
    if model.training is None:
        model.training = Training()
    return model.training


@role("set_policy")
def _set_policy(interp: Interpreter, arguments: Arguments) -> Value:
    policy = arguments.passed("policy")
    interp.store.write(slots.POLICY, policy or interp.unknown(arguments.site))
    return interp.constant(None, arguments.site)


def _wrapped(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    """Return the optimizer with loss scaling around it, if Keras 3 adds that."""
    policy = interp.store.read(slots.POLICY)
    scales = arguments.passed("auto_scale_loss")
    if policy is None or policy.const != HALF_POLICY or interp.table.is_keras_2:
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
        if isinstance(item, (Function, Instance, Partial)) or outputs_with_loss.is_metric(item)
    ]


def judge_loss(interp: Interpreter, function: Value, site: cst.CSTNode) -> Value:
    """Make the query of a loss function, and return the prediction it is differentiated for."""
    tape = keras_tape(interp, site)
    parameter = _prediction_parameter(function)
    prediction = interp.value(
        kinds.TENSOR,
        parameter or site,
        name=parameter.value if parameter is not None else "y_pred",
        dtype="float",
    )
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
    if "not_followed" in result.facts:
        prediction.facts["asked_for_history"] = True  # it may
    interp.graph.note("loss-function", site, interp.context, (function, truth, prediction, result))
    return prediction


def _prediction_parameter(function: Value) -> cst.Name | None:
    """Return the parameter of a loss function that takes the prediction, if it has a name."""
    if not isinstance(function, Function):
        return None
    parameters = function.node.params.params
    place = 1 if function.receiver is None else 2
    return parameters[place].name if place < len(parameters) else None


@behaviour("fit")
def _fit(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.library_models.optimizers import note_rate

    optimizer = interp.store.read((model.number, "optimizer"))
    if optimizer is not None and arguments.passed("callbacks") is None:
        note_rate(interp, optimizer, arguments.site)
    result = _train(interp, model, arguments)
    run_callbacks(interp, model, arguments)
    return result


def _train(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.library_models.keras.object_calls import build, mark_built

    interp.graph.weights_moved = True
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
        step = None
        if isinstance(model, Instance):
            step = definitions.class_attribute(interp, model.cls, _TRAIN_STEP)
        if isinstance(step, Function):
            data = batch_of(interp, inputs, targets, arguments, is_passed_on=True)
            interp.graph.note("fit", arguments.site, interp.context, (model,))
            step.bound_to(model).call(interp, Arguments(arguments.site, [data]))
            return interp.unknown(arguments.site)
        element = batch_of(interp, inputs, targets, arguments)
        batch = element.unpack(interp, 0, arguments.site)
        note_frozen(interp, model, arguments.site)
        train_by_keras(interp, model, batch, arguments.site)
    mark_built(interp, model)
    return interp.unknown(arguments.site)


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
        if assumed and not _may_hold_weights(model):
            return
        sources = attributes.weights(interp, model, _TRAINED, site)
        own_loss = _own_loss(interp, model, batch, prediction, site) if not assumed else None
        if own_loss is not None:
            prediction = own_loss
        else:
            _note_prediction(interp, model, prediction, site)
            if not extra and not assumed:
                _note_sole_loss(interp, model)
            if any("asked_for_history" in loss.facts for loss in _training(model).predictions):
                prediction = _history(interp, prediction, site)
            elif not assumed:
                prediction = _with_loss(interp, model, prediction, site)
        silent = own_loss is None and _has_no_loss(interp, model)
        parts = extra if silent else [prediction, *extra]
        if not parts:
            return
        target = parts[0] if len(parts) == 1 else Sequence(kinds.LIST, site, interp.context, parts)
        tapes.query(interp, tape, "fit", target, sources, Arguments(site))
        interp.graph.queries[-1].assumed = assumed


def _may_hold_weights(model: Value) -> bool:
    """True if a layer or model has weights that are known, or inherits them from a library.

    Many layers only prepare data. Without a weight there is nothing that Keras could train.
    """
    if leaves_of(model):
        return True
    bases = model.cls.external_bases() if isinstance(model, Instance) else []
    return any(is_a(base, "layer") and has_weights(base) for base in bases)


def _has_no_loss(interp: Interpreter, model: Value) -> bool:
    """True for a model compiled without a loss: Keras differentiates only what `add_loss` adds."""
    compiled = interp.store.read((model.number, slots.COMPILED)) is not None
    return compiled and interp.store.read((model.number, slots.LOSS)) is None


def _with_loss(interp: Interpreter, model: Value, outputs: Value, site: cst.CSTNode) -> Value:
    """Return the outputs of a model that have a loss; note the others."""
    loss = interp.store.read((model.number, slots.LOSS))
    if loss is None:
        return outputs
    kept, left, missing = outputs_with_loss.split(outputs, loss)
    if not left:
        return outputs
    marked = interp.value(kinds.EVENT, site)
    training = _training(model)
    compiled = training.compiled or site
    note = "missing" if missing and not interp.table.is_keras_2 else ""
    if not outputs_with_loss.split(outputs, training.loss or loss).left:
        note = "weight"  # a weight of zero takes the loss away
    interp.graph.note("without-loss", compiled, interp.context, (marked, *left), note)
    return Sequence(kinds.LIST, site, interp.context, kept)


@attribute("history")
def _history(interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
    """Return what made a Keras tensor: unknown, and all behind the tensor may reach it, cut or not.

    A loss that asks its prediction for it does not depend on the prediction alone.
    """
    value.facts["asked_for_history"] = True
    return interp.unknown_from(list(walk_back(value, all_edges, limits.MAX_CLOSE_VALUES)), site)


def _note_prediction(
    interp: Interpreter, model: Value, prediction: Value, site: cst.CSTNode
) -> None:
    """Note what the loss of a model gets."""
    loss = interp.store.read((model.number, slots.LOSS))
    if loss is None:
        return
    training = _training(model)
    interp.graph.note("trained", training.compiled or site, interp.context, (loss, prediction))
    for judged in training.predictions:
        if not isinstance(prediction, (Sequence, Mapping)):
            judged.facts["predicted"] = prediction


def _note_sole_loss(interp: Interpreter, model: Value) -> None:
    """Note on the prediction of a loss that nothing else trains the model."""
    loss = interp.store.read((model.number, slots.LOSS))
    judged = _training(model).predictions
    if loss is None or isinstance(loss, (Sequence, Mapping, Phi)) or len(judged) != 1:
        return
    for part in inside(model):
        regularized = isinstance(part, Layer) and is_regularized(part.arguments)
        if part.kind is kinds.UNKNOWN or regularized:
            return
    judged[0].facts["sole_loss"] = True


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


@behaviour("compute_loss")
def _compute_loss(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    prediction = arguments.passed("prediction")
    if prediction is not None:
        _note_prediction(interp, model, prediction, arguments.site)
    edges = [Edge(value) for value in arguments.all()]
    result = interp.value(
        kinds.TENSOR,
        arguments.site,
        edges=edges,
        is_op=True,
        dtype="float",
        scalar=True,
        name="loss",
    )
    contains = "contains" if arguments.name == _COMPUTE_LOSS else ""
    interp.graph.note("losses", arguments.site, interp.context, (model, result), contains)
    return result
