"""`tf.TensorArray`: writing returns a new handle (in eager mode, the same one)."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import edges_to
from tflintgrad.flow.library_models.registry import behaviour, role


@role("tensor_array")
def _tensor_array(interp: Interpreter, arguments: Arguments) -> Value:
    return interp.value(kinds.TENSORARRAY, arguments.site)


@behaviour("write_array")
def _write(interp: Interpreter, array: Value, arguments: Arguments) -> Value:
    values = arguments.all()
    written = values[-1:] if values else []
    result = interp.value(kinds.TENSORARRAY, arguments.site, edges=[Edge(array)], is_op=False)
    for value in written:
        result.edges.extend(edges_to(interp, value))
        if interp.context.mode == "traced":
            cut = Cut(CutKind.DROPPED_WRITE, site=arguments.site)
            array.edges.append(Edge(value, "cut", cut))
        else:
            array.edges.append(Edge(value))
    return result


@behaviour("read_element")
def _read(interp: Interpreter, array: Value, arguments: Arguments) -> Value:
    return _contents(interp, array, arguments, scalar=None)


@behaviour("read_array")
def _stack(interp: Interpreter, array: Value, arguments: Arguments) -> Value:
    return _contents(interp, array, arguments, scalar=False)


def _contents(
    interp: Interpreter, array: Value, arguments: Arguments, *, scalar: bool | None
) -> Value:
    return interp.value(
        kinds.TENSOR,
        arguments.site,
        edges=edges_to(interp, array),
        is_op=True,
        scalar=scalar,
        dtype="float",
    )


@behaviour("opaque_array")
def _other(interp: Interpreter, array: Value, arguments: Arguments) -> Value:
    return interp.value(kinds.UNKNOWN, arguments.site)
