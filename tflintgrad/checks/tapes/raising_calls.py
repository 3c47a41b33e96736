"""Calls that raise: of tapes, of optimizers, of variables, and queries about symbolic tensors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import (
    CheckContext,
    Problem,
    check,
    coded,
    problem,
    shown,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable, is_keras_variable
from tflintgrad.flow.interpreter.definitions import is_keras_object
from tflintgrad.knowledge.keras_hooks import hook
from tflintgrad.knowledge.queries import meant_parameter


@check
def misused_calls(context: CheckContext) -> Iterator[Problem]:
    """Report classes for tapes, lists for pairs of gradients, and misused variables."""
    for event in context.graph.events:
        if event.kind == "tape-class":
            yield problem("tape-without-call", event.site, tape=event.note)
        elif event.kind == "gradient-pairs" and _is_unpaired(event.values[0]):
            yield problem("gradients-without-zip", event.site, culprit=event.values[0])
        elif event.kind == "variable-in-trace" and context.graph.queries:
            if _is_reported(context, event):
                continue
            made = event.values[0]
            if isinstance(made, Layer):
                kind = made.name.rpartition(".")[2]
                yield problem("variable-created-in-trace/object", event.site, made=kind)
            else:
                yield problem("variable-created-in-trace", event.site)
        elif event.kind == "augmented-variable":
            target = event.site.target if isinstance(event.site, cst.AugAssign) else None
            variable = coded(target, shown(event.values[0]))
            yield problem("augmented-assign-to-variable", event.site, variable=variable)


def _is_reported(context: CheckContext, event: Event) -> bool:
    """True if a source gets no gradient because of this variable, which another check reports."""
    variable = event.values[0]
    initial = variable.initial if isinstance(variable, Variable) else None
    if initial is None or not initial.edges:
        return False
    return any(
        variable.number in context.reach(query).dependencies
        and any(context.reach(query).leads_to(initial, s.value) for s in query.sources)
        for query in context.graph.queries
    )


def _is_unpaired(pairs: Value) -> bool:
    """True for a list of gradients beside a list of variables, or for gradients alone."""
    if isinstance(pairs, Gradients):
        return isinstance(pairs.query.sources_value, (Weights, Sequence))
    if not isinstance(pairs, Sequence) or not pairs.exact or len(pairs.items) != 2:
        return False
    gradients, variables = pairs.items
    return _is_gradients(gradients) and _is_variables(variables)


def _is_gradients(value: Value) -> bool:
    if isinstance(value, Sequence):
        items = value.held()
        return bool(items) and all(_comes_from_query(item) for item in items)
    return _comes_from_query(value)


def _comes_from_query(value: Value) -> bool:
    """True for a gradient, or what an op made of one."""
    return any(
        isinstance(item, Gradients) or isinstance(item.facts.get("element_of"), Gradients)
        for item in walk_back(value, _tensor_inputs, limit=limits.MAX_NEAR_VALUES)
    )


def _tensor_inputs(value: Value) -> Iterable[Value]:
    if value.kind is not kinds.TENSOR or isinstance(value, (Gradients, Phi)):
        return ()
    return value.facts.get("inputs") or ()


def _is_variables(value: Value) -> bool:
    if isinstance(value, Weights):
        return True
    if isinstance(value, Sequence):
        return bool(value.items) and all(item.kind is kinds.VARIABLE for item in value.items)
    return value.kind is kinds.VARIABLE


@check
def symbolic_tensors(context: CheckContext) -> Iterator[Problem]:
    """Report queries about tensors of a functional model, which hold no numbers."""
    for query in context.graph.queries:
        if not query.explicit or query.tape.records_everything or query.assumed:
            continue
        wrong = _symbolic(query.sources_value) or _symbolic(query.target)
        if wrong is not None and not _is_graph_code(query):
            value = coded(_argument_of(query, wrong), shown(wrong))
            yield problem("symbolic-tensor", query.site, query, value=value)


def _argument_of(query: Query, value: Value) -> cst.CSTNode | None:
    """Return the code of an argument of a query."""
    site = query.site
    position = 0 if value is query.target else 1
    if not isinstance(site, cst.Call) or len(site.args) <= position:
        return None
    return site.args[position].value if value in (query.target, query.sources_value) else None


def _is_graph_code(query: Query) -> bool:
    """True for code that describes a graph or a layer, where symbolic tensors are tensors."""
    return query.context.mode == "traced" or query.context.function == hook("forward")


def _symbolic(value: Value) -> Value | None:
    if isinstance(value, Sequence):
        return next((found for item in value.items if (found := _symbolic(item))), None)
    if isinstance(value, Phi) or value.kind is not kinds.SYMBOLIC:
        return None
    return value


@check
def tape_misuse(context: CheckContext) -> Iterator[Problem]:
    """Report calls of tapes, `tf.gradients` and `minimize` that raise."""
    reported: set[int] = set()
    for event in context.graph.events:
        if event.kind in ("second-use", "repeated-use"):
            loops = [int(number) for number in event.note.split(",") if number]
            if loops and all(number in context.single_loops for number in loops):
                continue
            tape = event.values[0]
            if tape.number in reported:
                continue
            reported.add(tape.number)
            rule = "tape-used-twice" if event.kind == "second-use" else "tape-used-twice/loop"
            yield problem(rule, event.site, culprit=tape)
        elif event.kind == "not-recording":
            yield problem("tape-not-recording", event.site, method=event.note)
        elif event.kind == "gradients-in-eager":
            yield problem("gradients-in-eager", event.site)
        elif event.kind == "minimize-without-tape":
            yield problem("minimize-without-tape", event.site)
        elif event.kind == "watch":
            yield from _unwatchable(event, event.values[1])


def _is_keras_variable(value: Value) -> bool:
    """True for a variable of Keras, by itself or out of the list of a layer or model."""
    drawn_from = value.facts.get("element_of")
    if isinstance(drawn_from, Weights) and value.kind is kinds.VARIABLE:
        return is_keras_object(drawn_from.owner)
    return is_keras_variable(value)


def _unwatchable(event: Event, value: Value) -> Iterator[Problem]:
    items = value.items if isinstance(value, Sequence) else [value]
    for item in (found for given in items for found in alternatives(given)):
        kind, rule = "", "unwatchable-value"
        if item.kind in (kinds.NUMBER, kinds.NDARRAY) and item.kind == value.kind:
            kind = "a Python number" if item.kind is kinds.NUMBER else "a NumPy array"
        elif item.kind is kinds.WEIGHTS or _is_keras_variable(item):
            rule = "unwatchable-value/variable"
            kind = (
                "a Keras variable"
                if item.kind is not kinds.WEIGHTS
                else "a list of Keras variables"
            )
            if event.context.module.table.is_keras_2 or (
                isinstance(item, Weights) and not is_keras_object(item.owner)
            ):
                continue
        elif item.kind is kinds.SYMBOLIC and event.context.function != hook("forward"):
            kind, rule = "a symbolic Keras tensor", "unwatchable-value/symbolic"
        if kind:
            yield problem(rule, event.site, value=kind)
            return


@check
def misspelt_arguments(context: CheckContext) -> Iterator[Problem]:
    """Report arguments that a query does not have."""
    for event in context.graph.events:
        if event.kind == "misspelt":
            method, _, keyword = event.note.partition(":")
            meant = meant_parameter(method, keyword)
            rule = "misspelt-argument/known" if meant else "misspelt-argument"
            yield problem(rule, event.site, method=method, argument=keyword, meant=meant)
