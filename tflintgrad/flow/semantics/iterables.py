"""Ranges and datasets: what loops over them assign."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.iterables import Dataset
from tflintgrad.flow.domain.values import Edge, Mapping, Sequence, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.semantics.base import Semantics, register


class _RangeSemantics(Semantics[Value]):
    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
        return interp.value(kinds.NUMBER, site, dtype="int", scalar=True)


class _DatasetSemantics(Semantics[Dataset]):
    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Dataset, site: cst.CSTNode) -> Value:
        if value.element is None:
            return super().iterate(interp, value, site)
        return _drawn(interp, value, value.element, site)


def _drawn(interp: Interpreter, dataset: Dataset, element: Value, site: cst.CSTNode) -> Value:
    """Return an element of a dataset: the pipeline computed it outside every tape."""
    if isinstance(element, Sequence) and element.exact:
        items = [_drawn(interp, dataset, item, site) for item in element.items]
        return Sequence(element.kind, site, interp.context, items)
    if isinstance(element, Mapping):
        copy = Mapping(site, interp.context)
        for key, item in element.entries.items():
            copy.put(key, _drawn(interp, dataset, item, site))
        return copy
    drawn = interp.value(
        kinds.UNKNOWN if element.kind is kinds.UNKNOWN else kinds.TENSOR, site, dtype=element.dtype
    )
    cut = Cut(CutKind.DATASET, site=dataset.mapped or dataset.origin or dataset.site)
    drawn.edges.append(Edge(element, "cut", cut))
    drawn.facts["shape_from"] = ("same", element, 0)
    return drawn


register(_RangeSemantics(Value), kinds.RANGE)
register(_DatasetSemantics(Dataset), kinds.DATASET)
