"""φ-nodes: every operation is done on each alternative, and the results are joined."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.join import join_lifted, join_projected
from tflintgrad.flow.domain.values import Index, Phi, Value, alternatives
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.semantics.base import Semantics, register


class _PhiSemantics(Semantics[Phi]):
    """Lift operations over the alternatives of a φ-node."""

    __slots__ = ()

    def get_attribute(self, interp: Interpreter, value: Phi, name: str, site: cst.CSTNode) -> Value:
        members = [item.get_attribute(interp, name, site) for item in alternatives(value)]
        return join_lifted(value, members, interp.context)

    def set_attribute(
        self,
        interp: Interpreter,
        owner: Phi,
        name: str,
        value: Value,
        site: cst.CSTNode,
        weak: bool,
    ) -> None:
        possible = alternatives(owner)
        for item in possible:
            item.set_attribute(interp, name, value, site, weak=len(possible) > 1)

    def call(self, interp: Interpreter, callee: Phi, arguments: Arguments) -> Value:
        possible = alternatives(callee)
        if not possible:
            return super().call(interp, callee, arguments)
        arguments = arguments.for_alternative(len(possible))
        results = [item.call(interp, arguments) for item in possible]
        return join_lifted(callee, results, interp.context)

    def truth(self, value: Phi) -> bool | None:
        return None

    def iterate(self, interp: Interpreter, value: Phi, site: cst.CSTNode) -> Value:
        elements = [item.iterate(interp, site) for item in alternatives(value)]
        return join_projected(value, elements, interp.context)

    def unpack(self, interp: Interpreter, value: Phi, index: int, site: cst.CSTNode) -> Value:
        items = [item.unpack(interp, index, site) for item in alternatives(value)]
        return join_projected(value, items, interp.context)

    def get_item(self, interp: Interpreter, value: Phi, index: Index, site: cst.CSTNode) -> Value:
        items = [item.get_item(interp, index, site) for item in alternatives(value)]
        return join_projected(value, items, interp.context)

    def set_item(
        self, interp: Interpreter, owner: Phi, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        for item in alternatives(owner):
            item.set_item(interp, key, value, site)


register(_PhiSemantics(Phi), kinds.PHI)
