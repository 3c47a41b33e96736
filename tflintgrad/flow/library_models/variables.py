"""Variables, and tensors made from Python values: creation, assignment, dtype, conversion."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.dtypes import literal_dtype
from tflintgrad.flow.domain.objects import Function, Gradients, Layer, Weights
from tflintgrad.flow.domain.query_sources import leaves
from tflintgrad.flow.domain.values import Edge, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import State, Variable
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import dtype_of, edges_to, leaving
from tflintgrad.flow.library_models.registry import attribute, behaviour, role
from tflintgrad.knowledge.keras_hooks import hook
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.op_entry import method_of
from tflintgrad.knowledge.roles import is_a, names_of
from tflintgrad.source.syntax.conditions import is_conditional

_BUILD: Final = hook("build")
_NEW: Final = Cut(CutKind.NEW_VARIABLE)
_NEW_IN_TRACE: Final = Cut(CutKind.NEW_VARIABLE, raises="ValueError")
_ASSIGNMENT: Final = Cut(CutKind.ASSIGNMENT)


@role("variable", "keras_variable")
def _variable(interp: Interpreter, arguments: Arguments) -> Value:
    initial = arguments.passed("initial")
    variable = Variable(arguments.site, interp.context)
    if interp.context.trace:
        note_in_trace(interp, variable, arguments.site)
    variable.trainable = arguments.flag("trainable", default=True)
    variable.keras = is_a(arguments.name, "keras_variable")
    dtype = arguments.passed("dtype")
    variable.dtype = dtype_of(dtype) if dtype is not None else None
    if isinstance(initial, Function):
        initial = initial.call(interp, Arguments(arguments.site))
    if initial is None:
        return variable
    if variable.dtype is None and dtype is None:
        variable.dtype = literal_dtype(initial)
    variable.scalar = initial.scalar
    variable.facts["passed"] = arguments
    variable.initial = initial
    cut = _NEW_IN_TRACE if interp.context.mode == "traced" else _NEW
    variable.edges = edges_to(interp, initial, "cut", cut)
    return variable


def note_in_trace(interp: Interpreter, variable: Value, site: cst.CSTNode) -> None:
    """Note a variable that each call of a `tf.function` makes: no condition is around it."""
    traced = [at for at, item in enumerate(interp.active) if "traced" in item.decorators]
    if not traced or interp.context.mode != "traced":
        return
    entered = interp.active[traced[-1] :]
    if any(item.name == _BUILD for item in entered):
        return
    sites = [*interp.context.calls[len(interp.context.calls) - len(entered) + 1 :], site]
    if len(sites) == len(entered) and not any(
        is_conditional(function.node, inner) for function, inner in zip(entered, sites, strict=True)
    ):
        interp.graph.note("variable-in-trace", site, interp.context, (variable,))


@role("get_variable")
def _get_variable(interp: Interpreter, arguments: Arguments) -> Value:
    variable = Variable(arguments.site, interp.context)
    dtype = arguments.passed("dtype")
    variable.dtype = dtype_of(dtype) if dtype is not None else None
    variable.trainable = arguments.flag("trainable", default=True)
    variable.old = True
    return variable


@role("constant")
def _constant(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.passed("value")
    if value is None:
        return interp.unknown(arguments.site, *arguments.all())
    result = _converted(interp, value, arguments)
    result.facts["constant"] = True
    held = {item.kind for item in _held(value)}
    if kinds.VARIABLE not in held and kinds.TENSOR not in held:
        return result
    clause = {"kind": "list" if isinstance(value, Sequence) else "variable"}
    if interp.context.mode == "traced":
        clause = {"mode": "traced"}
    elif clause["kind"] == "variable" and kinds.VARIABLE not in held:
        return result
    op = interp.table.lookup(arguments.name)
    raises = op.exception_of(clause) if op is not None else ""
    cut = Cut(CutKind.CONSTANT, raises=raises or None)
    result.edges = edges_to(interp, value, "cut", cut)
    return result


def _held(value: Value) -> list[Value]:
    """Return the items of a list or tuple, or the alternatives of another value."""
    if not isinstance(value, Sequence):
        return alternatives(value)
    appended = [edge.to for edge in value.rest.edges] if value.rest is not None else []
    return [*value.items, *appended]


@role("convert")
def _convert(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.passed("value")
    if value is None:
        return interp.unknown(arguments.site, *arguments.all())
    return _converted(interp, value, arguments)


def _converted(interp: Interpreter, value: Value, arguments: Arguments) -> Value:
    dtype = arguments.passed("dtype")
    known = dtype_of(dtype) if dtype is not None else literal_dtype(value)
    scalar = value.scalar if value.kind is not kinds.UNKNOWN else None
    shape = arguments.passed("shape")
    if shape is not None and not (isinstance(shape, Sequence) and not shape.items):
        scalar = False
    already = value.kind is kinds.TENSOR
    result = interp.value(
        kinds.TENSOR,
        arguments.site,
        edges=edges_to(interp, value),
        dtype=known,
        scalar=scalar,
        is_op=value.kind not in (kinds.NUMBER, kinds.NDARRAY, kinds.STRING) and not already,
    )
    result.facts["op"] = names_of("convert")[0]
    result.facts["inputs"] = (value,)
    result.facts["passed"] = arguments
    if already:
        result.facts["same_as"] = value
    return result


@behaviour("assign")
def _assign(interp: Interpreter, variable: Value, arguments: Arguments) -> Value:
    return _write(interp, variable, arguments, keep=False)


@behaviour("increment", "update")
def _update(interp: Interpreter, variable: Value, arguments: Arguments) -> Value:
    return _write(interp, variable, arguments, keep=True)


def _write(interp: Interpreter, variable: Value, arguments: Arguments, *, keep: bool) -> Value:
    """Set the state of a variable to the arguments, and return the result of the method."""
    set_state(
        interp,
        variable,
        arguments.all(),
        arguments.site,
        keep=keep,
        choices=arguments.choices,
        name=arguments.name,
    )
    # The result reads like the variable, but a tape does not watch it.
    result = _read(interp, variable, arguments)
    result.name = variable.name
    result.facts["assigned"] = variable
    return result


def set_state(
    interp: Interpreter,
    variable: Value,
    inputs: list[Value],
    site: cst.CSTNode,
    *,
    keep: bool,
    cut: Cut | None = None,
    choices: int = 1,
    name: str = "",
) -> None:
    """Set the state of a variable: later reads depend on `inputs`, but no gradient passes."""
    cut = cut or _ASSIGNMENT
    state = State(variable, site, interp.context)
    note = name if choices == 1 else f"{name}?"  # one of several variables
    interp.graph.note("assign", site, interp.context, (variable, *inputs), note)
    for value in inputs:
        if value.kind not in (kinds.NUMBER, kinds.STRING, kinds.NONE) or value.edges:
            state.edges.extend(edges_to(interp, value, "cut", cut))
    for holder in _holders(variable):
        before = interp.read((holder.number, slots.STATE))
        if keep and before is not None:
            state.edges.append(Edge(before))
        interp.store.write((holder.number, slots.STATE), state)


def _holders(variable: Value) -> list[Value]:
    """Return the variable, or all that it stands for as an element of a model's list."""
    drawn_from = variable.facts.get("element_of")
    if isinstance(drawn_from, Weights):
        return leaves(drawn_from)
    layer = variable.facts.get("same_as")
    return [variable, layer] if isinstance(layer, Layer) else [variable]


@behaviour("assign_slice")
def _slice_assign(interp: Interpreter, sliced: Value, arguments: Arguments) -> Value:
    """Interpret `v[i].assign(x)` and `v.assign_add(x).assign(y)`, which assign to `v`."""
    if isinstance(sliced.facts.get("element_of"), Gradients) and arguments.choices == 1:
        interp.graph.note("assign-to-gradient", sliced.site or arguments.site, interp.context)
    inputs = sliced.facts.get("inputs")
    variable = inputs[0] if inputs and sliced.facts.get("op") == "[]" else None
    if variable is not None and variable.kind is kinds.VARIABLE:
        set_state(interp, variable, arguments.all(), arguments.site, keep=True)
        return variable
    whole = sliced.facts.get("assigned")
    if whole is not None:
        return _write(interp, whole, arguments, keep=arguments.name not in names_with("assign"))
    return interp.unknown(arguments.site, sliced, *arguments.all())


@behaviour("read_variable")
def _read(interp: Interpreter, variable: Value, arguments: Arguments) -> Value:
    result = interp.value(
        kinds.TENSOR,
        arguments.site,
        edges=edges_to(interp, variable),
        is_op=True,
        dtype=variable.dtype,
        scalar=variable.scalar,
    )
    result.facts["shape_from"] = ("same", variable, 0)
    return result


@attribute("shape", "some_shape")
def _shape(interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
    shape = interp.value(kinds.SHAPE, site)
    shape.facts["shape_from"] = ("shape", value, 0)
    return shape


@behaviour("get_shape")
def _get_shape(interp: Interpreter, value: Value, arguments: Arguments) -> Value:
    shape = interp.value(kinds.SHAPE, arguments.site)
    before = value.facts.get("shape_from")
    if value.kind is not kinds.SHAPE:
        shape.facts["shape_from"] = ("shape", value, 0)
    elif before is not None:
        shape.facts["shape_from"] = before
    return shape


@attribute("dtype")
def _dtype(interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
    return interp.value(kinds.DTYPE, site, dtype=value.dtype, name="dtype")


@attribute("description")
def _plain(interp: Interpreter, value: Value, site: cst.CSTNode) -> Value:
    return interp.value(kinds.STRING, site)


@behaviour("to_array")
def _numpy(interp: Interpreter, value: Value, arguments: Arguments) -> Value:
    cut = leaving(interp, method_of(kinds.TENSOR.name, arguments.name), value)
    edges = edges_to(interp, value, "cut", cut) if cut else edges_to(interp, value)
    array = interp.value(
        kinds.NDARRAY, arguments.site, edges=edges, dtype=value.dtype, scalar=value.scalar
    )
    array.facts["shape_from"] = ("same", value, 0)
    return array


@behaviour("to_number")
def _item(interp: Interpreter, value: Value, arguments: Arguments) -> Value:
    # Tensors do not have these methods; an unknown value may be an array, which does.
    is_tensor = value.kind in (kinds.TENSOR, kinds.VARIABLE, kinds.SYMBOLIC)
    owner = kinds.TENSOR if is_tensor else kinds.NDARRAY
    cut = leaving(interp, method_of(owner.name, arguments.name), value)
    edges = edges_to(interp, value, "cut", cut) if cut else edges_to(interp, value)
    return interp.value(kinds.NUMBER, arguments.site, edges=edges, dtype=value.dtype, scalar=True)
