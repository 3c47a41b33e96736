"""Loops: a body is interpreted once, with φ-nodes for what iterations leave to the next one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.project_names import Deferred
from tflintgrad.flow.domain.store import Changes, Key
from tflintgrad.flow.domain.values import Phi
from tflintgrad.source.syntax.bindings import Bindings

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.interpreter import Interpreter


@dataclass(slots=True)
class Loop:
    """A loop that is being interpreted: its φ-nodes, and the writes at `break` and `continue`."""

    number: int
    frame: Frame
    bindings: Bindings
    depth: int
    phis: dict[Key, Phi] = field(default_factory=dict)
    exits: list[Changes] = field(default_factory=list)
    repeats: list[Changes] = field(default_factory=list)


@contextmanager
def looping(
    interp: Interpreter, node: cst.CSTNode, in_graph: bool, *code: cst.CSTNode
) -> Iterator[Loop]:
    """Return a context manager for the body of a loop."""
    bindings = interp.bindings(node, *code)
    _find_imported(interp, bindings)
    number = interp.new_loop()
    loop = Loop(number, interp.frame, bindings, interp.store.begin())
    interp.loops.append(loop)
    before = interp.context
    interp.context = before.replace(loops=(*before.loops, (number, in_graph)))
    try:
        yield loop
    finally:
        interp.context = before
        interp.loops.pop()


def _find_imported(interp: Interpreter, bindings: Bindings) -> None:
    """Resolve imported names that the loop calls: their modules say what iterations change."""
    for name in bindings.called:
        frame: Frame | None = interp.frame
        while frame is not None:
            value = interp.store.read((frame.number, name))
            if value is not None:
                if type(value) is Deferred:
                    value.get()
                break
            frame = frame.parent


def close_loop(interp: Interpreter, loop: Loop, reaches_end: bool) -> None:
    """Add the values at the loop's end to its φ-nodes, and join all ways out of it."""
    ends = list(loop.repeats)
    if reaches_end:
        ends.append(interp.store.changes_since(loop.depth))
    for key, phi in loop.phis.items():
        for changes in ends:
            last = changes.get(key)
            if last is not None:
                phi.add(last)
    interp.store.rollback()
    _note_overwritten(interp, loop, ends)
    branches = [*ends, *loop.exits]
    if branches:
        interp.store.merge(branches, interp.join_loop, interp.unset)


def _note_overwritten(interp: Interpreter, loop: Loop, ends: list[Changes]) -> None:
    """Note the values that a loop replaces, for the check of overwritten accumulators."""
    for changes in ends:
        for key, last in changes.items():
            before = interp.store.values.get(key)
            if before is None or last is None or last is before or last.site is None:
                continue
            own = loop.phis.get(key)
            others = [phi for phi in loop.phis.values() if phi is not own]
            values = (before, last, *([own] if own is not None else []), *others)
            note = "left early" if loop.exits else ""
            interp.graph.note(
                "overwritten", last.facts.get("bound") or last.site, interp.context, values, note
            )
