"""The boundary of a trace: what goes into a `tf.function`, and what comes out."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.iterables import Dataset
from tflintgrad.flow.domain.join import join
from tflintgrad.flow.domain.numbering import last_number
from tflintgrad.flow.domain.objects import External, Function, Instance, Layer
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import (
    Edge,
    Mapping,
    Phi,
    Sequence,
    Value,
    alternatives,
)
from tflintgrad.flow.interpreter import containers
from tflintgrad.flow.interpreter.interpreter import Interpreter

#: Kinds of arguments that may be or hold Keras variables.
_VARIABLES: Final = frozenset({kinds.WEIGHTS, kinds.VARIABLE, kinds.LIST, kinds.TUPLE})


def note_arguments(interp: Interpreter, function: Function, arguments: Arguments) -> None:
    """Note arguments that make a `tf.function` trace again, and those that may be variables."""
    if interp.context.loops:
        interp.graph.note("called-in-loop", arguments.site, interp.context)
    if function.context.loops or any(map(_is_python_number, arguments.all())):
        interp.graph.note("retraced", arguments.site, interp.context)
    passed = tuple(value for value in arguments.all() if value.kind in _VARIABLES)
    if passed:
        interp.graph.note("traced-arguments", arguments.site, interp.context, passed)


def _is_python_number(value: Value) -> bool:
    """True for an argument whose other value makes a `tf.function` trace again."""
    items = containers.known_items(value) or [value]
    return any(item.kind is kinds.NUMBER for item in items)


def is_counted(interp: Interpreter, test: Value) -> bool:
    """True for a condition on a number that the trace itself counts up: it differs in the next."""
    context = interp.context
    if not context.trace or test.const is None or test.kind is not kinds.NUMBER:
        return False
    return any(
        "attribute" in value.facts
        and isinstance(value.facts.get("rebound_at"), cst.AugAssign)
        and value.context.trace == context.trace
        for value in walk_back(test, all_edges, limits.MAX_CLOSE_VALUES)
    )


def note_branch(interp: Interpreter, test: Value, site: cst.CSTNode, before: int) -> None:
    """Note that a trace takes one of two branches, because of a Python number."""
    if interp.context.trace and interp.context.mode == "traced" and test.kind is kinds.NUMBER:
        made = range(before + 1, last_number() + 1)
        interp.graph.note("branched", site, interp.context, (test,), during=made)


def leave_trace(interp: Interpreter, result: Value) -> Value:
    """Return the result of a `tf.function` as its caller sees it: outside the trace."""
    if isinstance(result, Sequence) and result.exact:
        items = [leave_trace(interp, item) for item in result.items]
        return Sequence(result.kind, result.site, interp.context, items)
    if result.kind is kinds.NONE:
        return result
    if isinstance(result, (Dataset, External, Function, Instance, Layer, Mapping)):
        return result
    if isinstance(result, Phi) and not result.loop:
        return join([leave_trace(interp, item) for item in alternatives(result)], interp.context)
    if isinstance(result, Sequence):
        return _list_outside(interp, result)
    outside = result.twin(result.site, interp.context)
    outside.edges = [Edge(result)]
    outside.facts = result.facts.copy()
    return outside


def _list_outside(interp: Interpreter, inside: Sequence) -> Sequence:
    """Return a list whose items are not all known, as the caller of a `tf.function` sees it."""
    outside = Sequence(inside.kind, inside.site, interp.context, [])
    outside.rest = interp.unknown(inside.site, inside)
    outside.edges = [Edge(inside)]
    outside.facts = inside.facts.copy()
    outside.columns, outside.concatenated = inside.columns, inside.concatenated
    outside.reordered = inside.reordered
    return outside
