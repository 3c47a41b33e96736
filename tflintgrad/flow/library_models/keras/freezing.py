"""Frozen layers: which weights `fit` changes, by the flags that Keras goes by."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.objects import Function, Instance
from tflintgrad.flow.domain.query_sources import inside, leaves_of
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter import attributes, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge.keras_hooks import hook

_BUILD: Final = hook("build")


def frozen_now(interp: Interpreter, model: Value, site: cst.CSTNode) -> Sequence:
    """Return the layers inside a model that are not trainable now."""
    frozen = attributes.frozen_layers(interp, model)
    return Sequence(kinds.LIST, site, interp.context, frozen)


def note_frozen(interp: Interpreter, model: Value, site: cst.CSTNode) -> None:
    """Note that `fit` trains a frozen model, or goes by flags that have changed since."""
    now = frozen_now(interp, model, site)
    used = interp.store.read((model.number, slots.FROZEN))
    if not isinstance(used, Sequence):
        interp.store.write((model.number, slots.FROZEN), now)
        used = now
    leaves = [*leaves_of(model), *(part for part in inside(model) if part.kind is kinds.UNKNOWN)]
    leaves += _unbuilt(interp, model)
    note = interp.graph.note
    if leaves and all(leaf in used.items for leaf in leaves):
        late = "" if used is now or all(leaf in now.items for leaf in leaves) else "late"
        note("trains-frozen", site, interp.context, (model,), late)
        return
    trained = _trained_elsewhere(interp, model)
    thawed = [x for x in used.items if x not in now.items and x.number not in trained]
    frozen = [layer for layer in now.items if layer not in used.items]
    if thawed:
        note("trainable-too-late", site, interp.context, (model, *thawed), "thawed")
    elif frozen and not interp.table.is_keras_2:
        # In Keras 2, a GAN's discriminator is compiled first and frozen for the other model then.
        note("trainable-too-late", site, interp.context, (model, *frozen), "frozen")


def _trained_elsewhere(interp: Interpreter, model: Value) -> set[int]:
    """Return the layers that another model was compiled to train, as the two halves of a GAN are.

    In Keras 2, each of these goes by the flags of its own `compile`.
    """
    found: set[int] = set()
    for event in interp.graph.events:
        if event.kind != "compiled" or event.values[0] is model:
            continue
        other = event.values[0]
        frozen = interp.store.read((other.number, slots.FROZEN))
        if isinstance(frozen, Sequence):
            left = [layer for layer in leaves_of(other) if layer not in frozen.items]
            found.update(layer.number for layer in left)
    return found


def _unbuilt(interp: Interpreter, model: Value) -> list[Value]:
    """Return the layers of the program's own classes whose `build` has yet to make their weights.

    A layer that is frozen before makes frozen weights.
    """
    return [
        part
        for part in inside(model)
        if isinstance(part, Instance)
        and part is not model
        and interp.store.read((part.number, slots.BUILT)) is None
        and isinstance(definitions.class_attribute(interp, part.cls, _BUILD), Function)
        and not attributes.is_frozen(interp, part)
    ]
