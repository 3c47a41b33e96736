"""Names of libraries and modules of the project."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import External
from tflintgrad.flow.domain.project_names import ProjectModule
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter import lazy_modules
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.registry import call_external
from tflintgrad.flow.semantics.base import Semantics, register
from tflintgrad.knowledge.canonical_names import canonical


class _ExternalSemantics(Semantics[External]):
    """Names of libraries."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: External, name: str, site: cst.CSTNode
    ) -> Value:
        known = value.members.get(name)
        if known is None:
            known = interp.external(canonical(f"{value.name}.{name}"))
            value.members[name] = known
        return known

    def call(self, interp: Interpreter, callee: External, arguments: Arguments) -> Value:
        return call_external(interp, callee.name, arguments)


class _ModuleSemantics(Semantics[ProjectModule]):
    """Modules of the project."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: ProjectModule, name: str, site: cst.CSTNode
    ) -> Value:
        return lazy_modules.member(interp, value, name)

    def set_attribute(
        self,
        interp: Interpreter,
        owner: ProjectModule,
        name: str,
        value: Value,
        site: cst.CSTNode,
        weak: bool,
    ) -> None:
        """Set a global name of the module."""
        lazy_modules.load(interp, owner)
        if owner.frame is not None:
            interp.store.write((owner.frame.number, name), value)


register(_ExternalSemantics(External), kinds.EXTERNAL)
register(_ModuleSemantics(ProjectModule), kinds.MODULE)
