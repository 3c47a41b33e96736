"""Layers that the program does not train itself: what can be said of their weights."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain.objects import Instance, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.knowledge import methods
from tflintgrad.knowledge.keras_hooks import hooks
from tflintgrad.knowledge.words import states

#: Methods that Keras calls, besides those that start with an underscore.
_OF_KERAS: Final = frozenset(
    (*hooks("forward", "build", "describe"), *methods.names_with("build", "opaque"))
)


def is_only_trained_by_calls(query: Query) -> bool:
    """True if a layer has no way to train its weights but through the result of `call`.

    A layer with other methods may compute a loss from its weights there.
    """
    sources = query.sources_value
    owner = sources.owner if isinstance(sources, Weights) else None
    if not isinstance(owner, Instance):
        return False
    return not any(
        states(cls.name, "layer_without_gradient") or _has_other_methods(cls.node)
        for cls in owner.cls.mro()
    )


def _has_other_methods(node: cst.ClassDef) -> bool:
    names = [item.name.value for item in node.body.body if isinstance(item, cst.FunctionDef)]
    return any(not name.startswith("_") and name not in _OF_KERAS for name in names)
