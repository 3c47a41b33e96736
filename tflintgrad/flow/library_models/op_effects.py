"""Apply an op of the op table: an edge per argument, labelled as the table says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.dtypes import array_dtype
from tflintgrad.flow.domain.objects import External
from tflintgrad.flow.domain.provenance import is_mere_attribute
from tflintgrad.flow.domain.values import Edge, Label, Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge.function_options import option_names
from tflintgrad.knowledge.op_entry import Op, owner_of
from tflintgrad.knowledge.roles import is_a

_STATEFUL: Final = {kinds.VARIABLE, kinds.LAYER, kinds.MODEL, kinds.INSTANCE, kinds.METRIC}


def edges_to(
    interp: Interpreter, operand: Value, label: Label = "flow", cut: Cut | None = None
) -> list[Edge]:
    """Return edges to an operand, and to the state that assignments left in it."""
    edges = [Edge(operand, label, cut)]
    if isinstance(operand, Sequence):
        edges.extend(_out_of_reach(interp, operand))
    if operand.kind in _STATEFUL or isinstance(operand, Phi):
        for item in alternatives(operand):
            if item.kind in _STATEFUL:
                state = interp.read((item.number, slots.STATE))
                if state is not None:
                    edges.append(Edge(state, label, cut))
    elif isinstance(operand, Sequence):
        for item in operand.items[:32]:
            if item.kind is kinds.VARIABLE:
                state = interp.read((item.number, slots.STATE))
                if state is not None:
                    edges.append(Edge(state, label, cut))
    return edges


def is_symbolic_kind(values: Iterable[Value]) -> bool:
    """True if one of the values is a symbolic Keras tensor, or a container of some."""
    for value in values:
        if value.kind is kinds.SYMBOLIC:
            return True
        if isinstance(value, Sequence):
            if is_symbolic_kind(value.items):
                return True
            if value.rest is not None and value.rest.kind is kinds.SYMBOLIC:
                return True
        elif isinstance(value, Mapping) and is_symbolic_kind(value.entries.values()):
            return True
    return False


def _out_of_reach(interp: Interpreter, container: Sequence) -> list[Edge]:
    """Return edges to tensors in a list that were kept beyond their trace."""
    held = (
        [*container.items, *(edge.to for edge in container.rest.edges if container.rest)]
        if (container.rest is not None)
        else container.items
    )
    lost = [interp.checked_trace_escape(value, container.context.trace) for value in held[:64]]
    return [Edge(after) for before, after in zip(held, lost, strict=False) if after is not before]


def apply_op(interp: Interpreter, name: str, op: Op, arguments: Arguments) -> Value:
    """Return the value of a call of an op."""
    given = _given(interp, name, op, arguments)
    result_kind = op.result_of(given)
    edges: list[Edge] = []
    inputs: list[Value] = []
    named: dict[str, Value] = {}
    effects = _effects(op, arguments, given)
    for argument, value, effect in effects:
        if not effect:
            if value.kind not in (kinds.TENSOR, kinds.VARIABLE):
                continue
            effect = "unknown"  # not measured for tensors
        if effect not in ("shape", "select") or len(op.arguments) > 2:
            named[argument] = value
        inputs.append(value)
        edges.extend(_edges_for(interp, name, op, value, effect, result_kind, given))
    carriers = [value for _, value, effect in effects if effect in _CARRYING]
    arguments.name = arguments.name or name
    result = _result(interp, op, result_kind, edges, carriers, arguments, given)
    result.facts["op"] = op.name
    result.facts["called"] = name
    result.facts["inputs"] = tuple(inputs)
    result.facts["arguments"] = named
    result.facts["given"] = given
    result.facts["passed"] = arguments
    if isinstance(result, Sequence) and result.rest is not None:
        for edge in result.rest.edges:  # each of the results, such as a part of `tf.split`
            edge.to.facts.update(result.facts)
    return result


#: Effects of arguments whose dtype and shape the result inherits.
_CARRYING: Final = {"flow", "none", "zero", "lost", "raises", "detach", "leaves", "unknown"}


def _effects(op: Op, arguments: Arguments, given: dict[str, str]) -> list[tuple[str, Value, str]]:
    """Return the name, value and effect of each argument of a call."""
    found: list[tuple[str, Value, str]] = []
    for position, value in enumerate(arguments.positional):
        argument = op.argument(position, None)
        name = argument.name if argument is not None else str(position)
        found.append((name, value, _effect(op, position, None, given)))
    for keyword, value in arguments.keywords.items():
        found.append((keyword, value, _effect(op, None, keyword, given)))
    found.extend(("*", value, "unknown") for value in arguments.unpacked)
    return found


def _effect(op: Op, position: int | None, keyword: str | None, given: dict[str, str]) -> str:
    effect = op.effect_of(position, keyword, given)
    # A call that takes numbers out of TensorFlow raises an exception in a trace.
    leaves = effect == "raises" and op.effect_of(position, keyword) == "leaves"
    return "leaves" if leaves else effect


def _edges_for(
    interp: Interpreter,
    name: str,
    op: Op,
    value: Value,
    effect: str,
    result_kind: str,
    given: dict[str, str],
) -> list[Edge]:
    if effect == "flow":
        if "masked" in op.facts or "singular" in op.facts:
            return edges_to(interp, value, "poison")
        return edges_to(interp, value)
    if effect in ("unknown", "random"):
        return edges_to(interp, value, "unknown")
    if effect == "select" and is_mere_attribute(value):
        return []
    cut = cut_for(interp, name, op, value, effect, result_kind, given)
    return edges_to(interp, value) if cut is None else edges_to(interp, value, "cut", cut)


def cut_for(
    interp: Interpreter,
    name: str,
    op: Op,
    value: Value,
    effect: str,
    result_kind: str,
    given: dict[str, str],
) -> Cut | None:
    """Return the cut on the edge to an argument of an op."""
    shown = _shown(name)
    if effect == "leaves":
        if value.kind in (kinds.NDARRAY, kinds.NUMBER, kinds.STRING):
            return None
        return leaving(interp, name, value)
    if effect in ("shape", "none", "select") and result_kind == "bool":
        return Cut(CutKind.COMPARISON, shown)
    if effect == "shape":
        return Cut(CutKind.SHAPE, shown)
    if effect == "detach":
        return Cut(CutKind.STOP_GRADIENT, shown)
    if effect == "raises":
        return Cut(CutKind.UNREGISTERED, shown, raises=op.exception_of(given) or "LookupError")
    if effect == "zero":
        return Cut(CutKind.ZERO_GRADIENT_OP, shown)
    if effect == "none" and op.effect_of(0) == "flow" and result_kind != op.result:
        return Cut(CutKind.INTEGER_CAST, shown)
    if effect == "lost":
        return Cut(CutKind.GRADIENT_LOST, shown)
    return Cut(CutKind.NO_GRADIENT_OP, shown, selects=effect == "select")


def leaving(interp: Interpreter, name: str, value: Value) -> Cut | None:
    """Return the cut of a call that takes numbers out of TensorFlow; None if there is none."""
    context = interp.context
    if value.kind is kinds.UNKNOWN and context.trace in interp.graph.built_graphs:
        return None  # a tensor would raise here, so a session fetched these numbers
    op = interp.table.lookup(name)
    in_trace = op.effect_of(0, None, _TRACED) if op is not None else "leaves"
    if in_trace == "flow" and context.autograph and context.mode != "eager":
        return None
    shown = _shown(name)
    if context.in_py_function:
        return Cut(CutKind.INSIDE_PY_FUNCTION, shown)
    kind = _kind_of_leaving(name, value)
    given = _TRACED if context.mode == "traced" else {}
    if op is not None and op.effect_of(0, None, given) == "raises":
        return Cut(kind, shown, raises=op.exception_of(given) or "Exception")
    # Rounding, counting and comparing have no slope that could be missing from a sum.
    return Cut(kind, shown, flat=op is not None and op.facts.get("leaves") == "zero")


_TRACED: Final = {"mode": "traced"}


def _kind_of_leaving(name: str, value: Value) -> CutKind:
    if name.startswith(("math.", "builtins.", "statistics.")) or is_a(name, "python_value"):
        return CutKind.PYTHON_SCALAR
    if name.startswith(("keras.", "tf.")):
        return CutKind.VALUE_EXTRACTED
    if owner_of(name) in ("tensor", "variable"):
        return CutKind.NUMPY_METHOD
    collects = isinstance(value, Sequence) and is_a(name, "collects")
    return CutKind.ARRAY_OF_TENSORS if collects else CutKind.NUMPY_FUNCTION


def _shown(name: str) -> str:
    """Return the name of an op as a program writes it."""
    owner, _, last = name.partition(".")
    if owner_of(name):
        return f".{last}()"
    return last if owner == "builtins" else name


def _given(interp: Interpreter, name: str, op: Op, arguments: Arguments) -> dict[str, str]:
    """Return what is known statically about the arguments, for clauses like `when dtype=int`."""
    given: dict[str, str] = {}
    # A trace may not make weights anew each time; a graph is built once.
    in_graph = interp.context.trace in interp.graph.built_graphs
    if interp.context.mode == "traced" and not (in_graph and is_a(name, "makes_weights")):
        given["mode"] = "traced"
    named: dict[str, Value] = dict(arguments.keywords)
    for position, value in enumerate(arguments.positional):
        argument = op.argument(position, None)
        if argument is not None and not argument.variadic:
            named.setdefault(argument.name, value)
    for name, value in named.items():
        if name.endswith("type") or name == "Tout":
            known = dtype_of(value)
            if known is not None:
                given[name] = known
        elif value.const is not None:
            given[name] = str(value.const)
        elif isinstance(value, External):
            given[name] = value.name.rpartition(".")[2]
        elif value.dtype is not None and not isinstance(value, Phi):
            given.setdefault(name, value.dtype)
    return given


def dtype_of(value: Value) -> Any:
    """Return "int", "float", … for `tf.int32`, `"int32"`, `np.int64`, `int` or `x.dtype`."""
    if value.kind is kinds.DTYPE:
        return value.dtype
    name = value.const if isinstance(value.const, str) else value.name
    if not isinstance(name, str) or not (isinstance(value, External) or value.const):
        return None
    last = name.rpartition(".")[2]
    return next((known for prefix, known in _DTYPES if last.startswith(prefix)), None)


_DTYPES: Final = (
    ("int", "int"),
    ("uint", "int"),
    ("qint", "int"),
    ("long", "int"),
    ("float", "float"),
    ("bfloat", "float"),
    ("half", "float"),
    ("double", "float"),
    ("bool", "bool"),
    ("complex", "complex"),
    ("str", "string"),
)

_UNTYPED: Final = (kinds.UNKNOWN, kinds.NUMBER)
_SIZES: Final = (kinds.TUPLE, kinds.LIST, kinds.SHAPE)
_PYTHON_KINDS: Final = {"ndarray": kinds.NDARRAY, "number": kinds.NUMBER, "none": kinds.NONE}


def _result(
    interp: Interpreter,
    op: Op,
    result_kind: str,
    edges: list[Edge],
    inputs: list[Value],
    arguments: Arguments,
    given: dict[str, str],
) -> Value:
    site = arguments.site
    dtype: Any = given.get("dtype")
    if result_kind == "tuple":
        return _tuple_result(interp, op, edges, inputs, arguments)
    if result_kind.startswith("list"):
        kind = kinds.SYMBOLIC if is_symbolic_kind(inputs) else kinds.TENSOR
        item = interp.value(kind, site, edges=edges, dtype=_joined(inputs), is_op=True)
        result = Sequence(kinds.LIST, site, interp.context, [])
        result.add_rest(item)
        return result
    if result_kind == "object":
        return interp.value(kinds.UNKNOWN, site, edges=edges)
    if result_kind in _PYTHON_KINDS:
        kind = _PYTHON_KINDS[result_kind]
        several = "size" in given or any(value.kind in _SIZES for value in arguments.all())
        if several and "random" in op.facts:
            kind = kinds.NDARRAY  # so many of them as `size` says
        if dtype is None and kind is kinds.NDARRAY and not _states_dtype(op, arguments):
            dtype = array_dtype(arguments.name, arguments)
        return interp.value(kind, site, edges=edges, dtype=dtype)
    dtype = dtype or given.get("output_type")
    if dtype is None:
        own = result_kind in ("int", "bool", "string", "complex")
        dtype = result_kind if own else _inherited_dtype(op, inputs, arguments)
    kind = kinds.SYMBOLIC if is_symbolic_kind(inputs) else kinds.TENSOR
    if op.name.startswith("builtins.") and inputs and all(v.kind in _UNTYPED for v in inputs):
        kind = kinds.UNKNOWN  # `abs` and others return what they get
    computes = not (is_a(op.name, "cast") and _keeps_float(dtype, inputs))
    scalar = _scalar(op, inputs, arguments)
    return interp.value(kind, site, edges=edges, dtype=dtype, scalar=scalar, is_op=computes)


def _keeps_float(dtype: Any, inputs: list[Value]) -> bool:
    """True if a conversion may return the tensor that it got: it has the dtype already."""
    return dtype == "float" and len(inputs) == 1 and inputs[0].dtype == "float"


def _inherited_dtype(op: Op, inputs: list[Value], arguments: Arguments) -> Any:
    if _states_dtype(op, arguments):
        return None  # a dtype that is not known
    if is_a(op.name, "float_unless_told"):
        return "float"
    if "random" in op.facts and all(value.kind is kinds.NUMBER for value in inputs):
        return None  # integer bounds do not make a sample an integer
    if is_a(op.name, "float_image") and arguments.option("interpolation") is None:
        return "float" if len(arguments.positional) < 3 else None
    return _joined(inputs)


def _states_dtype(op: Op, arguments: Arguments) -> bool:
    """True if the call has an argument that says which dtype its result has."""
    for position, argument in enumerate(op.arguments):
        if argument.name in option_names("result_dtype"):
            named = arguments.get(position, argument.name)
            if named is not None and named.kind is not kinds.NONE:
                return True
    return False


def _tuple_result(
    interp: Interpreter, op: Op, edges: list[Edge], inputs: list[Value], arguments: Arguments
) -> Value:
    site, name = arguments.site, arguments.name
    items: list[Value] = []
    tensor = kinds.SYMBOLIC if is_symbolic_kind(inputs) else kinds.TENSOR
    for part in op.results:
        own = edges
        if part.effect in ("none", "int", "bool", "select"):
            cut = Cut(CutKind.RESULT_PART, _shown(name), part=part.name)
            own = [Edge(edge.to, "cut", cut) for edge in edges]
        elif part.effect == "zero":
            cut = Cut(CutKind.ZERO_RESULT_PART, _shown(name), part=part.name)
            own = [Edge(edge.to, "cut", cut) for edge in edges]
        dtype: Any = part.effect if part.effect in ("int", "bool") else _joined(inputs)
        kind = _PYTHON_KINDS.get(part.effect, tensor)
        item = interp.value(
            kind, site, edges=list(own), dtype=dtype, is_op=kind is tensor, name=part.name
        )
        item.facts["op"] = op.name
        items.append(item)
    result = Sequence(kinds.TUPLE, site, interp.context, items)
    result.fields = {part.name: item for part, item in zip(op.results, items, strict=True)}
    return result


def _joined(inputs: list[Value]) -> Any:
    known = [value.dtype for value in inputs if value.dtype is not None]
    if "float" in known:
        return "float"
    tensors = [value for value in inputs if value.kind is not kinds.NUMBER]
    if tensors and all(value.dtype == "int" for value in tensors):
        return "int"
    return known[0] if known and all(value.dtype == known[0] for value in inputs) else None


def _scalar(op: Op, inputs: list[Value], arguments: Arguments) -> bool | None:
    shape = op.facts.get("shape", "")
    if shape == "reduce":
        axis = arguments.option("axis", 1)
        keep = arguments.option("keepdims")
        if axis is None or axis.kind is kinds.NONE:
            return True if keep is None or keep.const is False else None
        return None
    if shape == "scalar":
        return True
    if any(isinstance(value, Sequence) for value in inputs):
        return None
    if shape in ("elementwise", "same"):
        if any(value.scalar is False for value in inputs):
            return False
        return True if inputs and all(value.scalar for value in inputs) else None
    return False if shape == "stack" or is_a(op.name, "matmul") else None
