"""Objects of the project's classes: items and iteration as their classes define them."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Arguments, Function, Instance
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter import attributes, calls, containers, instances
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.semantics.base import Semantics, register


class _InstanceSemantics(Semantics[Instance]):
    """Objects of a class of the project."""

    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Instance, site: cst.CSTNode) -> Value:
        """Call `__iter__` or `__getitem__`, if the class defines it."""
        for name, passed in (("__iter__", []), ("__getitem__", [interp.unknown(site)])):
            method = attributes.get_attribute(interp, value, name, site)
            if isinstance(method, Function):
                result = calls.call(interp, method, Arguments(site, list(passed)))
                own_next = isinstance(result, Instance)  # `__iter__` that returns `self`
                if name == "__iter__" and not own_next:
                    return result.iterate(interp, site)
                return interp.unknown(site, value) if own_next else result
        return interp.unknown(site, value)

    def get_item(
        self,
        interp: Interpreter,
        value: Instance,
        index: Value | None,
        site: cst.CSTNode,
        bounds: slice | None,
    ) -> Value:
        entries = value.registered
        if entries is not None and index is not None and isinstance(index.const, (int, str)):
            definition = containers.entry(interp, entries, index.const)
            if definition is not None:
                return definition
        return super().get_item(interp, value, index, site, bounds)

    def set_item(
        self, interp: Interpreter, owner: Instance, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        """Put a definition into an object whose class inherits from `dict`."""
        entries = instances.registry(interp, owner)
        if entries is not None:
            is_lasting = instances.is_definition(value)
            held = value if is_lasting else interp.unknown(site, value)
            containers.put(interp, entries, key, held)


register(_InstanceSemantics(Instance), kinds.INSTANCE)
