"""Optimizers: steps, `minimize`, and loss scaling."""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import (
    Function,
    Gradients,
    Instance,
    Layer,
    Method,
    Partial,
    Tape,
    Weights,
)
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.traversal import all_behind
from tflintgrad.flow.domain.values import Edge, Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter import calls
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models import tapes
from tflintgrad.flow.library_models.keras.training_queries import keras_tape
from tflintgrad.flow.library_models.op_effects import apply_op
from tflintgrad.flow.library_models.registry import attribute, behaviour, call_method, role
from tflintgrad.flow.library_models.variables import set_state
from tflintgrad.knowledge.roles import names_of

_STEP = Cut(CutKind.OPTIMIZER_STEP)


@behaviour("apply_pairs")
def _apply_pairs(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    pairs = arguments.passed("grads_and_vars")
    if pairs is None:
        return interp.unknown(arguments.site, optimizer, *arguments.all())
    gradients, variables = _columns(interp, pairs, arguments.site)
    if optimizer.kind in (kinds.OPTIMIZER, kinds.V1OPTIMIZER):
        interp.graph.note("gradient-pairs", arguments.site, interp.context, (pairs,))
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
    note_rate(interp, optimizer, arguments.site)
    if variables is not None:
        _build(interp, optimizer, variables, arguments.site)
    if gradients is not None and variables is not None:
        for owner in _updated(variables):
            inputs = [gradients, *_learning_rate(interp, optimizer)]
            set_state(interp, owner, inputs, arguments.site, keep=True, cut=_STEP)
    return interp.value(kinds.UNKNOWN, arguments.site)


def _build(interp: Interpreter, optimizer: Value, variables: Value, site: cst.CSTNode) -> None:
    """Note the variables that an optimizer knows from its first step on, and steps for others."""
    key = (optimizer.number, slots.KNOWN_VARIABLES)
    known = interp.store.read(key)
    if known is None:
        interp.store.write(key, variables)
        interp.graph.note("first-step", site, interp.context, (optimizer, variables))
    elif not isinstance(known, Phi):
        interp.graph.note("later-step", site, interp.context, (optimizer, known, variables))


@behaviour("build_optimizer")
def _build_explicitly(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    variables = arguments.passed("variables")
    if variables is not None:
        _build(interp, optimizer, variables, arguments.site)
    return interp.constant(None, arguments.site)


def _learning_rate(interp: Interpreter, optimizer: Value) -> list[Value]:
    """Return the learning rate, on which a step depends besides the gradients."""
    passed = optimizer.option("learning_rate") if isinstance(optimizer, Layer) else None
    assigned = interp.store.read((optimizer.number, "learning_rate"))
    return [rate for rate in (passed, assigned) if rate is not None]


def note_rate(interp: Interpreter, optimizer: Value, site: cst.CSTNode) -> None:
    """Note a step of an optimizer whose learning rate is zero."""
    rates = _learning_rate(interp, optimizer)
    fixed = len(rates) == 1 and rates[0].kind is kinds.NUMBER and rates[0].const == 0
    if fixed:
        interp.graph.note("zero-rate", site, interp.context, (optimizer, rates[0]))


def _columns(
    interp: Interpreter, pairs: Value, site: cst.CSTNode
) -> tuple[Value | None, Value | None]:
    if isinstance(pairs, Sequence):
        columns = pairs.columns
        if columns is not None and len(columns) == 2:
            return columns[0], columns[1]
        rows = pairs.held()
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
        items = variables.held()
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
            target = loss.call(interp, Arguments(arguments.site))
        if variables is not None and not isinstance(variables, (Function, Partial)):
            tapes.query(interp, implicit, "minimize", target, variables, Arguments(arguments.site))
            for owner in _updated(variables):
                set_state(interp, owner, [target], arguments.site, keep=True, cut=_STEP)
        return interp.unknown(arguments.site)
    if optimizer.kind is kinds.V1OPTIMIZER and tape is None and interp.context.mode != "eager":
        _minimize_in_graph(interp, loss, variables, arguments)
    elif isinstance(tape, Tape) and variables is not None:
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


@behaviour("wrapped_minimize")
def _wrapped_minimize(interp: Interpreter, wrapper: Value, arguments: Arguments) -> Value:
    """Minimise with an object of unread code: an optimizer, or one around the one behind it."""
    behind = all_behind(wrapper, limit=limits.MAX_CLOSE_VALUES) or []
    found = [v for v in behind if v.kind in (kinds.OPTIMIZER, kinds.V1OPTIMIZER)]
    if len(found) != 1:
        if _asks_optimizer(arguments):
            _minimize(interp, wrapper, arguments)
        return calls.unknown_call(interp, wrapper, arguments)
    return call_method(interp, Method(found[0], arguments.name, None, interp.context), arguments)


def _asks_optimizer(arguments: Arguments) -> bool:
    """True for arguments of `minimize` that only an optimizer of Keras takes."""
    loss, sources = arguments.passed("target"), arguments.passed("sources")
    if sources is None or sources.kind is kinds.NONE:
        return False
    if isinstance(arguments.passed("tape"), Tape):
        return True
    variables = sources.items if isinstance(sources, Sequence) else [sources]
    return isinstance(loss, (Function, Partial)) and all(
        isinstance(item, Weights) or item.kind is kinds.VARIABLE for item in variables
    )


def _minimize_in_graph(
    interp: Interpreter, loss: Value, variables: Value | None, arguments: Arguments
) -> None:
    """Make the query of an optimizer of TensorFlow 1, by default for all variables of the graph."""
    whole = Tape(arguments.site, interp.context, persistent=True)
    whole.records_everything = True
    if variables is None or variables.kind is kinds.NONE:
        variables = interp.unknown(arguments.site, name=f"{names_of('graph_variables')[0]}()")
    tapes.query(interp, whole, "minimize", loss, variables, Arguments(arguments.site))


@behaviour("compute_gradients")
def _compute_gradients(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    return interp.unknown(arguments.site, *arguments.all())


@behaviour("scale")
def _scaled(interp: Interpreter, optimizer: Value, arguments: Arguments) -> Value:
    value = arguments.passed("value") or interp.unknown(arguments.site)
    if isinstance(value, (Gradients, Sequence)):
        return value
    scaled = interp.value(
        value.kind,
        arguments.site,
        edges=[Edge(value)],
        is_op=True,
        dtype="float",
        scalar=value.scalar,
    )
    interp.graph.note("scaled", arguments.site, interp.context, (optimizer, scaled))
    return scaled


@role("clips_with_norm")
def _clip_with_norm(interp: Interpreter, arguments: Arguments) -> Value | None:
    """Note which gradients are clipped, and the result, as the op table describes it."""
    op = interp.table.lookup(arguments.name)
    gradients = next(iter(arguments.all()), None)
    if op is None or not isinstance(gradients, Gradients):
        return None
    result = apply_op(interp, arguments.name, op, arguments)
    interp.graph.note("clipped", arguments.site, interp.context, (gradients, result))
    return result


@attribute("learning_rate")
def _slot(interp: Interpreter, optimizer: Value, site: cst.CSTNode) -> Value:
    key = (optimizer.number, "learning_rate")
    known = interp.store.read(key)
    if known is None:
        known = Variable(site, interp.context, dtype="float", keras=True, trainable=False)
        known.scalar = True
        interp.store.write(key, known)
    return known
