"""Values that hold numbers or text: tensors, variables, arrays, strings, shapes; and `None`."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.values import Edge, Index, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.attributes import WEIGHTS, weights
from tflintgrad.flow.interpreter.calls import unknown_call
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import edges_to
from tflintgrad.flow.semantics.base import OpenSemantics, Semantics, register


class _SlicedSemantics(Semantics[Value]):
    """Slices and rows of tensors and variables, which TensorFlow computes."""

    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
        row = interp.value(
            kinds.TENSOR, site, edges=edges_to(interp, value), is_op=True, dtype=value.dtype
        )
        row.facts["element_of"] = value
        row.facts["shape_from"] = ("row", value, 0)
        return row

    def unpack(self, interp: Interpreter, value: Value, index: int, site: cst.CSTNode) -> Value:
        if _may_be_several(value):
            return super().unpack(interp, value, index, site)
        return _part(interp, value, site)

    def get_item(self, interp: Interpreter, value: Value, index: Index, site: cst.CSTNode) -> Value:
        if _may_be_several(value):
            return super().get_item(interp, value, index, site)
        return slice_tensor(interp, value, index if isinstance(index, Value) else None, site)


def _may_be_several(value: Value) -> bool:
    """True if the value may be a list of tensors: the result of a model with unknown outputs."""
    template = value.facts.get("template")
    return template is not None and template.kind is kinds.UNKNOWN


def _part(interp: Interpreter, tensor: Value, site: cst.CSTNode) -> Value:
    kind = kinds.SYMBOLIC if tensor.kind is kinds.SYMBOLIC else kinds.TENSOR
    return interp.value(kind, site, edges=edges_to(interp, tensor), is_op=True, dtype=tensor.dtype)


def slice_tensor(
    interp: Interpreter, owner: Value, index: Value | None, site: cst.CSTNode
) -> Value:
    """Return an item or slice of a tensor, variable or symbolic value."""
    sliced = _part(interp, owner, site)
    sliced.facts["op"] = "[]"
    sliced.facts["inputs"] = (owner,)
    sliced.facts["index"] = index.const if index is not None else None
    return sliced


class _TensorSemantics(_SlicedSemantics):
    """Tensors."""

    __slots__ = ()

    def call(self, interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
        # A tensor is not callable: it must be some object that was not understood.
        return unknown_call(interp, interp.unknown(callee.site, name=callee.name), arguments)


class _VariableSemantics(_SlicedSemantics):
    """Variables."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Value, name: str, site: cst.CSTNode
    ) -> Value:
        if name == "value" and isinstance(value, Variable) and value.keras:
            return _behind_keras(interp, value, site)
        return super().get_attribute(interp, value, name, site)


def _behind_keras(interp: Interpreter, variable: Variable, site: cst.CSTNode) -> Value:
    """Return `.value` of a Keras variable: the `tf.Variable` behind it."""
    behind = Variable(
        site,
        interp.context,
        edges=[Edge(variable)],
        name=variable.name,
        dtype=variable.dtype,
        trainable=variable.trainable,
    )
    behind.facts["same_as"] = variable
    if "element_of" in variable.facts:
        behind.facts["element_of"] = variable.facts["element_of"]
    return behind


class _ArraySemantics(Semantics[Value]):
    """Parts of arrays and strings, which are of the same kind."""

    __slots__ = ()

    def iterate(self, interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
        row = self.get_item(interp, value, None, site)
        row.facts["shape_from"] = ("row", value, 0)
        return row

    def unpack(self, interp: Interpreter, value: Value, index: int, site: cst.CSTNode) -> Value:
        row = super().unpack(interp, value, index, site)
        row.facts.setdefault("shape_from", ("row", value, 0))
        return row

    def get_item(self, interp: Interpreter, value: Value, index: Index, site: cst.CSTNode) -> Value:
        return interp.value(value.kind, site, edges=[Edge(value)], dtype=value.dtype)

    def set_item(
        self, interp: Interpreter, owner: Value, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        if owner.kind is kinds.NDARRAY:
            owner.edges.append(Edge(value, "cut", Cut(CutKind.ARRAY_ITEM, site=site)))


class _ShapeSemantics(Semantics[Value]):
    """Dimensions of shapes."""

    __slots__ = ()

    def get_item(self, interp: Interpreter, value: Value, index: Index, site: cst.CSTNode) -> Value:
        number = interp.value(kinds.NUMBER, site, dtype="int", scalar=True)
        source = value.facts.get("shape_from")
        if source is not None and isinstance(index, Value) and isinstance(index.const, int):
            number.facts["shape_from"] = ("dimension", source[1], index.const)
        return number


class _NoneSemantics(Semantics[Value]):
    """`None`."""

    __slots__ = ()

    def truth(self, value: Value) -> bool | None:
        return False


class _UnknownSemantics(OpenSemantics[Value]):
    """Objects of which nothing is known; they may hold what the program puts into them."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Value, name: str, site: cst.CSTNode
    ) -> Value:
        if name in WEIGHTS:
            return weights(interp, value, name, site)
        return super().get_attribute(interp, value, name, site)

    def set_attribute(
        self,
        interp: Interpreter,
        owner: Value,
        name: str,
        value: Value,
        site: cst.CSTNode,
        weak: bool,
    ) -> None:
        owner.edges.append(Edge(value, "unknown"))
        super().set_attribute(interp, owner, name, value, site, weak)

    def set_item(
        self, interp: Interpreter, owner: Value, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        owner.edges.append(Edge(value, "unknown"))


register(_SlicedSemantics(Value), kinds.SYMBOLIC)
register(_TensorSemantics(Value), kinds.TENSOR)
register(_VariableSemantics(Value), kinds.VARIABLE)
register(_ArraySemantics(Value), kinds.NDARRAY, kinds.STRING)
register(_ShapeSemantics(Value), kinds.SHAPE)
register(_NoneSemantics(Value), kinds.NONE)
register(_UnknownSemantics(Value), kinds.UNKNOWN)
