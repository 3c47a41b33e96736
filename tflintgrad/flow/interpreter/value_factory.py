"""Making values: nodes of the graph, in the context that the interpreter is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.cuts import Cut
from tflintgrad.flow.domain.join import join, join_branches
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.numbering import numbering_for_imports
from tflintgrad.flow.domain.objects import External, Layer
from tflintgrad.flow.domain.project_names import Deferred
from tflintgrad.flow.domain.values import Dtype, Edge, Value
from tflintgrad.knowledge.op_table import OpTable


class ValueFactory:
    """Makes values and joins them, in a context that its subclass changes."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._externals: dict[str, External] = {}

    @property
    def table(self) -> OpTable:
        """The op table of the TensorFlow version that the program is for."""
        return self.context.module.table

    def value(
        self,
        kind: Kind,
        site: cst.CSTNode | None,
        *,
        edges: list[Edge] | None = None,
        name: str = "",
        dtype: Dtype | None = None,
        scalar: bool | None = None,
        is_op: bool = False,
    ) -> Value:
        """Make a value of a kind that has no class of its own."""
        return Value(
            kind,
            site,
            self.context,
            edges=edges,
            name=name,
            dtype=dtype,
            scalar=scalar,
            is_op=is_op,
        )

    def unknown(self, site: cst.CSTNode | None, *inputs: Value, name: str = "") -> Value:
        """Make an unknown value that may depend on each of `inputs`."""
        return self.unknown_from(inputs, site, name)

    def unknown_from(
        self, inputs: Sequence[Value], site: cst.CSTNode | None, name: str = ""
    ) -> Value:
        """Make an unknown value that may depend on each of a list of values."""
        edges = [Edge(value, "unknown") for value in inputs]
        return Value(kinds.UNKNOWN, site, self.context, edges=edges, name=name)

    def constant(self, const: Any, site: cst.CSTNode | None = None) -> Value:
        """Make a value that is known statically."""
        kind, dtype = _CONSTANTS.get(type(const), (kinds.UNKNOWN, None))
        return Value(kind, site, self.context, const=const, dtype=dtype, scalar=True)

    def external(self, name: str) -> External:
        """Return the value of a library's name: the same one for each use."""
        found = self._externals.get(name)
        if found is None:
            found = self._externals[name] = External(name, self.context)
        return found

    def cut(
        self,
        kind: Kind,
        site: cst.CSTNode | None,
        inputs: list[Value],
        cut: Cut,
        *,
        name: str = "",
        dtype: Dtype | None = None,
        scalar: bool | None = None,
    ) -> Value:
        """Make a value that depends on `inputs` without a gradient passing."""
        edges = [Edge(value, "cut", cut) for value in inputs]
        return self.value(kind, site, edges=edges, name=name, dtype=dtype, scalar=scalar)

    def join_branches(self, values: list[Value]) -> Value:
        """Join what branches left under one name; imported names are resolved when used."""
        if any(type(value) is Deferred for value in values):
            return self._join_deferred(values)
        return join_branches(values, self.context)

    def _join_deferred(self, values: list[Value]) -> Value:
        """Join later: `try: from a import f`, `except ImportError: from b import f`."""
        context = self.context
        found: list[Value] = []

        def find() -> Value:
            if not found:
                before, self.context = self.context, context
                try:
                    with numbering_for_imports():
                        found.append(join_branches(values, context))
                finally:
                    self.context = before
            return found[0]

        return Deferred(values[0].name, find, context)

    def join_loop(self, values: list[Value]) -> Value:
        """Join what the ends of a loop left under one name."""
        return join(values, self.context)


def name_value(value: Value, name: str) -> None:
    """Name a value in messages, unless it has a name already."""
    if isinstance(value, Layer):
        value.label = value.label or name
    elif not value.name and value.kind not in (kinds.EXTERNAL, kinds.NONE):
        value.name = name


_CONSTANTS: Final[dict[type, tuple[Kind, Any]]] = {
    bool: (kinds.NUMBER, "bool"),
    int: (kinds.NUMBER, "int"),
    float: (kinds.NUMBER, "float"),
    complex: (kinds.NUMBER, "complex"),
    str: (kinds.STRING, "string"),
    bytes: (kinds.STRING, "string"),
    type(None): (kinds.NONE, None),
    type(...): (kinds.ELLIPSIS, None),
}
