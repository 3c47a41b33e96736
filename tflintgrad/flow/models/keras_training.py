"""Queries that Keras makes: `compile`, `fit`, `train_step`, `add_loss`; and optimizers."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import (
    Arguments,
    Function,
    Gradients,
    Instance,
    Layer,
    Partial,
    Tape,
    Watch,
    Weights,
)
from tflintgrad.flow.domain.query_sources import inside, leaves_of
from tflintgrad.flow.domain.values import Edge, Mapping, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import attributes, calls, containers, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.models import tapes
from tflintgrad.flow.models.keras_calls import is_regularized, regularization
from tflintgrad.flow.models.registry import attribute, behaviour
from tflintgrad.flow.models.variables import set_state
from tflintgrad.knowledge import variable_lists
from tflintgrad.knowledge.roles import is_a

_STEP = Cut(CutKind.OPTIMIZER_STEP)
#: The list of variables that Keras trains.
_TRAINED: Final = variable_lists.attributes("trainable")[0]


def keras_tape(interp: Interpreter, site: cst.CSTNode) -> Tape:
    """Return a tape that Keras makes."""
    return Tape(site, interp.context, persistent=True, explicit=False)


@behaviour("compile")
def _compile(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
    loss = arguments.passed("loss")
    interp.store.write((model.number, slots.COMPILED), interp.constant(True))
    model.facts["compiled"] = arguments.site
    if loss is not None and loss.kind is not kinds.NONE:
        interp.store.write((model.number, slots.LOSS), loss)
        for function in _loss_functions(loss):
            if function.kind is kinds.METRIC:
                interp.graph.note("metric-as-loss", arguments.site, interp.context, (function,))
            else:
                judge_loss(interp, function, arguments.site)
    optimizer = arguments.passed("optimizer")
    if optimizer is not None and isinstance(optimizer.const, str):
        optimizer = Layer(
            kinds.OPTIMIZER, optimizer.const, arguments.site, interp.context, arguments
        )
    if optimizer is not None:
        interp.store.write((model.number, "optimizer"), optimizer)
    eager = arguments.passed("run_eagerly")
    if eager is not None:
        interp.store.write((model.number, slots.RUN_EAGERLY), eager)
    return interp.constant(None, arguments.site)


def _loss_functions(loss: Value) -> list[Value]:
    if isinstance(loss, Sequence):
        return [found for item in loss.items for found in _loss_functions(item)]
    if isinstance(loss, Mapping):
        return [found for item in loss.entries.values() for found in _loss_functions(item)]
    return [
        item
        for item in alternatives(loss)
        if isinstance(item, (Function, Instance, Partial)) or item.kind is kinds.METRIC
    ]


def judge_loss(interp: Interpreter, function: Value, site: cst.CSTNode) -> None:
    """Make the query of a loss function: Keras differentiates it for the prediction."""
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
        result = calls.call(interp, function, calls.plain(site, [truth, prediction]))
        tapes.query(interp, tape, "fit", result, prediction, Arguments(site))


@behaviour("fit")
def _fit(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
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
        element = _batch(interp, inputs, targets, arguments.site)
        if isinstance(model, Instance):
            step = definitions.class_attribute(interp, model.cls, "train_step")
            if isinstance(step, Function):
                calls.call(interp, step.bound_to(model), calls.plain(arguments.site, [element]))
                return interp.unknown(arguments.site)
        batch = containers.item_at(interp, element, 0, arguments.site)
        train_by_keras(interp, model, batch, arguments.site)
    mark_built(interp, model)
    return interp.unknown(arguments.site)


def _batch(interp: Interpreter, inputs: Value, targets: Value | None, site: cst.CSTNode) -> Value:
    if inputs.kind is kinds.DATASET:
        return containers.element_of(interp, inputs, site)
    if targets is None:
        return interp.unknown(site, name="data")
    x = interp.value(kinds.TENSOR, site, name="x", dtype=inputs.dtype)
    y = interp.value(kinds.TENSOR, site, name="y", dtype=targets.dtype)
    return Sequence(kinds.TUPLE, site, interp.context, [x, y])


def train_by_keras(
    interp: Interpreter,
    model: Value,
    batch: Value,
    site: cst.CSTNode,
    *,
    assumed: bool = False,
) -> None:
    """Make the query of a training step: the loss of a model, differentiated for its weights."""
    tape = keras_tape(interp, site)
    context = interp.context
    before = len(interp.added_losses)
    training = interp.constant(True, site)
    with interp.context_scope(recording=(*context.recording, tape), training=training):
        prediction = calls.call(interp, model, calls.plain(site, [batch]))
        extra = interp.added_losses[before:]
        del interp.added_losses[before:]
        for layer in leaves_of(model):
            if isinstance(layer, Layer):
                extra += regularization(interp, layer, Arguments(site))
        sources = attributes.weights(interp, model, _TRAINED, site)
        own_loss = _own_loss(interp, model, batch, prediction, site) if not assumed else None
        if own_loss is not None:
            prediction = own_loss
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


def _own_loss(
    interp: Interpreter, model: Value, batch: Value, prediction: Value, site: cst.CSTNode
) -> Value | None:
    """Return the loss that the `compute_loss` of a model of the project computes."""
    if not isinstance(model, Instance):
        return None
    method = definitions.class_attribute(interp, model.cls, "compute_loss")
    if not isinstance(method, Function):
        return None
    keywords = {
        "x": batch,
        "y": interp.value(kinds.UNKNOWN, site, name="y"),
        "y_pred": prediction,
        "sample_weight": interp.constant(None, site),
    }
    return calls.call(interp, method.bound_to(model), Arguments(site, keywords=keywords))


@behaviour("add_loss")
def _add_loss(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    for value in arguments.positional:
        deferred = [item for item in alternatives(value) if isinstance(item, Function)]
        if deferred and interp.context.building:
            continue  # Keras calls it in each step, under the tape
        for item in deferred:
            value = calls.call(interp, item, Arguments(arguments.site))
        interp.added_losses.append(value)
        losses = interp.store.read((owner.number, slots.ADDED_LOSSES))
        if not isinstance(losses, Sequence):
            losses = Sequence(kinds.LIST, arguments.site, interp.context, [])
            interp.store.write((owner.number, slots.ADDED_LOSSES), losses)
        losses.add_rest(value)
    return interp.constant(None, arguments.site)


@attribute("losses")
def _losses(interp: Interpreter, owner: Value, site: cst.CSTNode) -> Value:
    """Return the losses of an owner and of the layers inside: added ones and regularizers'."""
    own = interp.store.read((owner.number, slots.ADDED_LOSSES))
    leaves = [Edge(leaf, "perhaps") for leaf in leaves_of(owner, only_trainable=False)]
    other = interp.value(kinds.UNKNOWN, site, edges=[Edge(owner, "part"), *leaves], name="losses")
    if own is None:
        return other
    parts = inside(owner)
    added = [interp.store.read((part.number, slots.ADDED_LOSSES)) for part in parts]
    every = [containers.element_of(interp, item, site) for item in added if item is not None]
    if any(map(_adds_itself, parts)):
        every.append(other)
    if len(every) == 1:
        return own
    losses = Sequence(kinds.LIST, site, interp.context, [])
    for item in every:
        losses.add_rest(item)
    return losses


def _adds_itself(part: Value) -> bool:
    """True if a part has or may have a regularizer."""
    if not isinstance(part, Layer):
        return part.kind is kinds.UNKNOWN or "regularized" in part.facts
    is_unread = part.kind is kinds.MODEL and not part.parts and part.output is None
    return is_unread or is_a(part.name, "regularizing_layer") or is_regularized(part.arguments)


@behaviour("add_metric")
def _add_metric(interp: Interpreter, owner: Value, arguments: Arguments) -> Value:
    return interp.constant(None, arguments.site)


@behaviour("compute_loss")
def _compute_loss(interp: Interpreter, model: Value, arguments: Arguments) -> Value:
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


# --- optimizers ---------------------------------------------------------------------------


@behaviour("apply_pairs")
def _apply_pairs(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    pairs = arguments.passed("grads_and_vars")
    if pairs is None:
        return interp.unknown(arguments.site, optimizer, *arguments.all())
    gradients, variables = _columns(interp, pairs, arguments.site)
    return _step(interp, (optimizer, pairs), gradients, variables, arguments)


@behaviour("apply")
def _apply(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    gradients = arguments.passed("gradients")
    if gradients is None:
        return interp.unknown(arguments.site, optimizer, *arguments.all())
    if optimizer.kind is kinds.UNKNOWN:
        return calls.unknown_call(interp, optimizer, arguments)
    variables = arguments.passed("variables")
    return _step(interp, (optimizer, gradients), gradients, variables, arguments)


def _step(
    interp: Interpreter,
    involved: tuple[Value, Value],
    gradients: Value | None,
    variables: Value | None,
    arguments: Arguments,
) -> Value:
    """Update variables by their gradients; `involved` are the optimizer and its argument."""
    optimizer = involved[0]
    interp.graph.note(
        "apply-gradients",
        arguments.site,
        interp.context,
        tuple(value for value in (*involved, gradients, variables) if value is not None),
        "paired" if gradients is not None and variables is not None else "",
    )
    if gradients is not None and variables is not None:
        for owner in _updated(variables):
            inputs = [gradients, *_learning_rate(interp, optimizer)]
            set_state(interp, owner, inputs, arguments.site, keep=True, cut=_STEP)
    return interp.value(kinds.UNKNOWN, arguments.site)


def _learning_rate(interp: Interpreter, optimizer: Value) -> list[Value]:
    """Return the learning rate, on which a step depends besides the gradients."""
    passed = optimizer.arguments.get(0, "learning_rate") if isinstance(optimizer, Layer) else None
    assigned = interp.store.read((optimizer.number, "learning_rate"))
    return [rate for rate in (passed, assigned) if rate is not None]


def _columns(
    interp: Interpreter, pairs: Value, site: cst.CSTNode
) -> tuple[Value | None, Value | None]:
    columns = pairs.facts.get("columns")
    if isinstance(columns, list) and len(columns) == 2:
        return columns[0], columns[1]
    if isinstance(pairs, Sequence):
        rows = [*pairs.items, *([pairs.rest] if pairs.rest is not None else [])]
        if rows and all(isinstance(row, Sequence) and len(row.items) == 2 for row in rows):
            left = [row.items[0] for row in rows if isinstance(row, Sequence)]
            right = [row.items[1] for row in rows if isinstance(row, Sequence)]
            if pairs.exact:
                return (
                    Sequence(kinds.LIST, site, interp.context, left),
                    Sequence(kinds.LIST, site, interp.context, right),
                )
            return left[0], right[0]
    return None, None


def _updated(variables: Value) -> list[Value]:
    if isinstance(variables, Weights):
        return _owners(variables)
    if isinstance(variables, Sequence):
        items = [*variables.items, *([variables.rest] if variables.rest is not None else [])]
        return [owner for item in items for owner in _updated(item)]
    element_of = variables.facts.get("element_of")
    if isinstance(element_of, Weights):
        return _owners(element_of)
    return [
        item for item in alternatives(variables) if item.kind in (kinds.VARIABLE, kinds.UNKNOWN)
    ]


def _owners(weights: Weights) -> list[Value]:
    """Return the owner of weights, with the layers and variables inside an instance."""
    owner = weights.owner
    parts = leaves_of(owner) if isinstance(owner, Instance) else []
    return [owner, *parts]


@behaviour("minimize")
def _minimize(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    loss, variables = arguments.passed("target"), arguments.passed("sources")
    tape = arguments.passed("tape")
    if loss is None:
        return interp.unknown(arguments.site)
    if isinstance(loss, (Function, Partial)):
        implicit = keras_tape(interp, arguments.site)
        recording = (*interp.context.recording, implicit)
        with interp.context_scope(recording=recording):
            target = calls.call(interp, loss, Arguments(arguments.site))
        if variables is not None and not isinstance(variables, (Function, Partial)):
            tapes.query(interp, implicit, "minimize", target, variables, Arguments(arguments.site))
            for owner in _updated(variables):
                set_state(interp, owner, [target], arguments.site, keep=True, cut=_STEP)
        return interp.unknown(arguments.site)
    if isinstance(tape, Tape) and variables is not None:
        tapes.query(interp, tape, "minimize", loss, variables, Arguments(arguments.site))
    elif (
        tape is None
        and loss.kind is kinds.TENSOR
        and (
            interp.context.mode == "eager"
            or (interp.context.mode == "either" and optimizer.kind is kinds.OPTIMIZER)
        )
    ):
        interp.graph.note("minimize-without-tape", arguments.site, interp.context, (loss,))
    return interp.unknown(arguments.site)


@behaviour("compute_gradients")
def _compute_gradients(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    return interp.unknown(arguments.site, *arguments.all())


@behaviour("scale")
def _scaled(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    value = arguments.passed("value") or interp.unknown(arguments.site)
    if isinstance(value, (Gradients, Sequence)):
        return value
    return interp.value(
        value.kind,
        arguments.site,
        edges=[Edge(value)],
        is_op=True,
        dtype="float",
        scalar=value.scalar,
    )


@attribute("learning_rate")
def _slot(interp: Interpreter, optimizer: Value, site: cst.CSTNode) -> Value:
    key = (optimizer.number, "learning_rate")
    known = interp.store.read(key)
    if known is None:
        known = interp.value(kinds.VARIABLE, site, dtype="float", scalar=True)
        known.facts["trainable"] = False
        known.facts["keras"] = True
        interp.store.write(key, known)
    return known
