"""Keras variables that a trace gets as arguments, where they are tensors (rule 415)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain.objects import Weights
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.domain.variables import is_keras_variable
from tflintgrad.flow.interpreter.definitions import is_keras_object


@check
def variables_through_arguments(context: CheckContext) -> Iterator[Problem]:
    """Report Keras variables that reach a query inside a trace as arguments: tensors by then."""
    passed = {
        event.context.trace: event
        for event in context.graph.events
        if event.kind == "traced-arguments" and not event.context.module.table.is_keras_2
    }
    if not passed:
        return
    for query in context.graph.queries:
        event = passed.get(query.context.trace)
        if event is None or not query.explicit or query.tape.watched:
            continue
        for value in _flat(query.sources_value):
            passed_in = any(value is item for item in event.values for item in _flat(item))
            if passed_in and _is_keras(value):
                yield problem(
                    "keras-variable-as-argument",
                    query.site,
                    query,
                    source=_shown_list(query.sources_value),
                )
                break


def _shown_list(value: Value) -> str:
    """Return the name of a query's sources; a list that came as an argument may have none."""
    unnamed = isinstance(value, Sequence) and not value.name
    return "this list of variables" if unnamed else shown(value)


def _flat(value: Value) -> list[Value]:
    return [value, *value.items] if isinstance(value, Sequence) else [value]


def _is_keras(value: Value) -> bool:
    """True for a Keras variable, or a list of them that a model or layer keeps."""
    if isinstance(value, Weights):
        return is_keras_object(value.owner)
    return is_keras_variable(value)
