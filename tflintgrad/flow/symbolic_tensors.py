"""Values that only describe a Keras model: nothing is computed when they are made."""

from __future__ import annotations

from collections.abc import Iterable

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.traversal import certain_edges, walk_back
from tflintgrad.flow.domain.values import Value


def is_symbolic(value: Value) -> bool | None:
    """True if it was computed from a `keras.Input`: it only describes a model, nothing ran.

    None if too much was computed for it to know that.
    """
    if "symbolic" in value.facts:
        return value.facts["symbolic"]

    def computed(item: Value) -> Iterable[Value]:
        if isinstance(item, (Layer, Instance)) or item.facts.get("symbolic") is False:
            return ()
        if "template" in item.facts:  # a call of a model, which describes no more than its inputs
            return item.facts["inputs"] or certain_edges(item)
        return certain_edges(item)

    passed: list[Value] = []
    for item in walk_back(value, computed, limits.MAX_QUERY_VALUES):
        if item.kind is kinds.SYMBOLIC or item.facts.get("symbolic"):
            value.facts["symbolic"] = True
            return True
        passed.append(item)
    found = None if len(passed) >= limits.MAX_QUERY_VALUES else False
    for item in passed:  # remembered, because checks need this of many values
        item.facts["symbolic"] = found
    return found
