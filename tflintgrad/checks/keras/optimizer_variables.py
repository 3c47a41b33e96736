"""Optimizers of Keras 3 that get variables which they were not built with (rule 812)."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Layer, Weights
from tflintgrad.flow.domain.query_sources import Source, expand_sources
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.domain.variables import is_keras_variable
from tflintgrad.flow.interpreter.definitions import is_keras_object
from tflintgrad.knowledge.keras_hooks import hook

_OWNERS = (kinds.LAYER, kinds.MODEL)


@check
def optimizers_of_others(context: CheckContext) -> Iterator[Problem]:
    """Report steps of a Keras 3 optimizer for variables that it was not built with."""
    first_steps: dict[int, Context] = {}
    for event in context.graph.events:
        if event.kind == "later-step":
            optimizer, known, variables = event.values
            first = first_steps.get(known.number)
            if first is not None and _can_tell(event, optimizer) and _same_run(event, first):
                new = _unknown_among(variables, known)
                if new is not None:
                    yield _problem(event, optimizer, new)
        elif event.kind == "first-step":
            optimizer, variables = event.values
            first_steps.setdefault(variables.number, event.context)
            if _can_tell(event, optimizer):
                new = _made_anew(context, event, optimizer, variables)
                if new is not None:
                    yield _problem(event, optimizer, new)


def _problem(event: Event, optimizer: Value, new: Value) -> Problem:
    name = optimizer.label if isinstance(optimizer, Layer) and optimizer.label else "the optimizer"
    shown_name = f"`{name}`" if name != "the optimizer" else name
    return problem(
        "optimizer-of-other-variables", event.site, optimizer=shown_name, source=shown(new)
    )


def _can_tell(event: Event, optimizer: Value) -> bool:
    """True for one optimizer of Keras 3 that the program makes."""
    return (
        isinstance(optimizer, Layer)
        and optimizer.kind is kinds.OPTIMIZER
        and "legacy" not in optimizer.name
        and not optimizer.facts.get("element")
        and not event.context.module.table.is_keras_2
    )


def _same_run(event: Event, first: Context) -> bool:
    """True unless the two steps are in different functions that no code calls."""
    return _root(first) is _root(event.context)


def _root(context: Context) -> cst.CSTNode | None:
    """Return the entry function around a step, if the analysis entered it by itself."""
    outermost = context.calls[0] if context.calls else None
    return outermost if isinstance(outermost, (cst.FunctionDef, cst.ClassDef)) else None


def _members(variables: Value) -> list[Value] | None:
    """Return the layers and variables in a list; None if some are not known."""
    found = [s.value for s in expand_sources(variables) if not _is_left_out(s)]
    for item in found:
        if isinstance(item, Phi) or item.facts.get("element") or item.facts.get("parameter"):
            return None
        is_known = item.kind is kinds.VARIABLE or item.kind in _OWNERS
        if not is_known or "element_of" in item.facts:
            return None
    return found


def _is_left_out(source: Source) -> bool:
    """True for a `tf.Variable` that an object of Keras 3 holds: it is in none of its lists."""
    is_listed = source.value.kind is not kinds.VARIABLE or is_keras_variable(source.value)
    return (
        not is_listed and isinstance(source.group, Weights) and is_keras_object(source.group.owner)
    )


def _unknown_among(variables: Value, known: Value) -> Value | None:
    """Return a variable or layer of the first list that is not in the second."""
    members, before = _members(variables), _members(known)
    if not members or not before:
        return None
    numbers = {item.number for item in before}
    families = {item.kind is kinds.VARIABLE for item in (*members, *before)}
    if len(families) > 1:
        return None  # a variable may be one of a layer's
    return next((item for item in members if item.number not in numbers), None)


def _made_anew(
    context: CheckContext, event: Event, optimizer: Value, variables: Value
) -> Value | None:
    """Return a layer or variable that each iteration makes, of an optimizer that stays."""
    outside = {number for number, _ in optimizer.context.loops}
    around = {number for number, _ in event.context.loops} - outside - context.single_loops
    for item in _members(variables) or ():
        made_before = item.context.building or item.context.function == hook("build")
        if made_before or is_keras_variable(item):
            continue  # made by the first call only
        if not around.isdisjoint(number for number, _ in item.context.loops):
            return item
    return None
