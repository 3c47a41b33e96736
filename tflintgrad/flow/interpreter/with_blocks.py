"""`with` statements: tapes and other context managers."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.iterables import Generator
from tflintgrad.flow.domain.objects import External, Function, Instance, PausedRecording, Tape
from tflintgrad.flow.domain.values import Phi, Value, alternatives
from tflintgrad.flow.interpreter.dispatch import statement
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.statements import assign
from tflintgrad.knowledge.roles import is_a


@statement(cst.With)
def _with(interp: Interpreter, node: cst.With) -> bool:
    before, started = interp.context, interp.started_tapes
    entered: list[Tape] = []
    for item in node.items:
        manager = interp.evaluate(item.item)
        if isinstance(manager, External) and is_a(manager.name, "tape"):
            interp.graph.note("tape-class", item.item, interp.context, (manager,), manager.name)
        bound = enter(interp, manager)
        if isinstance(bound, Tape):
            entered.append(bound)
        if item.asname is not None:
            assign(interp, item.asname.name, bound, item)
    try:
        return interp.run(node.body)
    finally:
        interp.started_tapes = started
        interp.context = interp.context.replace(
            recording=before.recording, paused=before.paused, mode=before.mode, trace=before.trace
        )


def enter(interp: Interpreter, manager: Value) -> Value:
    """Enter a context manager; its effect on recording lasts until the `with` ends."""
    context = interp.context
    for value in alternatives(manager):
        if isinstance(value, Tape):
            value.entered_loops = len(context.loops)
            interp.store.delete((value.number, slots.USED))
            interp.context = interp.context.replace(recording=(*context.recording, value))
            return value
        if isinstance(value, PausedRecording):
            tape = value.tape
            interp.context = context.replace(
                recording=tuple(t for t in context.recording if t is not tape),
                paused=(*context.paused, tape),
            )
        elif value.kind is kinds.GRAPH:
            interp.context = interp.building_graph()
    if isinstance(manager, Instance):
        return _enter_instance(interp, manager)
    if isinstance(manager, Generator) and manager.yield_contexts:
        inside = manager.yield_contexts[0]
        interp.context = interp.context.replace(recording=inside.recording, paused=inside.paused)
        return manager.iterate(interp, manager.site or cst.Pass())
    if isinstance(manager, Phi) or manager.kind is kinds.UNKNOWN:
        return interp.unknown(manager.site, manager)
    return manager


def _enter_instance(interp: Interpreter, manager: Instance) -> Value:
    """Enter an object of the project; tapes that its `__enter__` starts go on recording."""
    site = manager.site or cst.Pass()
    method = manager.get_attribute(interp, "__enter__", site)
    if not isinstance(method, Function):
        return interp.unknown(manager.site, manager)
    return method.call(interp, Arguments(site))
