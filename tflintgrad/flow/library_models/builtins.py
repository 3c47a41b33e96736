"""Python's own functions: iteration helpers, containers, `functools`, `copy`."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.iterables import Range
from tflintgrad.flow.domain.objects import DataclassField, External, Instance, Layer, Partial
from tflintgrad.flow.domain.traversal import all_behind
from tflintgrad.flow.domain.values import Dtype, Edge, Mapping, Sequence, Value
from tflintgrad.flow.interpreter import attributes, containers, operators
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.loops import close_loop, looping
from tflintgrad.flow.library_models.op_effects import dtype_of, edges_to, leaving
from tflintgrad.flow.library_models.registry import behaviour, role
from tflintgrad.knowledge.roles import is_a


@role("zip")
def _zip(interp: Interpreter, arguments: Arguments) -> Value:
    if arguments.unpacked:
        return interp.unknown(arguments.site, *arguments.all())
    return containers.pair_up(interp, arguments.positional, arguments.site)


@role("enumerate")
def _enumerate(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "iterable")
    if value is None:
        return interp.unknown(arguments.site)
    return containers.enumerated(interp, value, arguments.site)


@role("arange")
def _arange(interp: Interpreter, arguments: Arguments) -> Value:
    whole = all(
        isinstance(value.const, int) or value.dtype == "int" for value in arguments.positional
    )
    dtype: Dtype | None = "int" if whole and arguments.positional else None
    stated = arguments.option("dtype")
    if stated is not None:
        dtype = dtype_of(stated)
    result = interp.value(kinds.NDARRAY, arguments.site, dtype=dtype)
    result.facts["op"] = arguments.name
    result.facts["passed"] = arguments
    return result


@behaviour("reshape_array")
def _reshaped(interp: Interpreter, array: Value, arguments: Arguments) -> Value:
    result = interp.value(kinds.NDARRAY, arguments.site, edges=[Edge(array)], dtype=array.dtype)
    with_receiver = arguments.copy()
    with_receiver.positional = [array, *arguments.positional]
    result.facts["called"] = f"ndarray.{arguments.name}"
    result.facts["passed"] = with_receiver
    return result


@role("python_random")
def _drawn(interp: Interpreter, arguments: Arguments) -> Value:
    result = interp.value(kinds.NUMBER, arguments.site, scalar=True)
    result.facts["op"] = result.facts["called"] = arguments.name
    return result


@role("random_generator")
def _generator(interp: Interpreter, arguments: Arguments) -> Value:
    """Return a random generator, which is an object and not an array."""
    return interp.value(kinds.RANDOM, arguments.site)


@role("range")
def _range(interp: Interpreter, arguments: Arguments) -> Value:
    """Return a range; a loop over it is unrolled even in a trace."""
    result = Range(arguments.site, interp.context)
    bounds = [value.const for value in arguments.positional]
    if len(bounds) == 1:
        result.stop = arguments.positional[0]
    if bounds and all(isinstance(bound, int) for bound in bounds):
        with suppress(ValueError, OverflowError):  # a mistake of the program
            result.length = len(range(*bounds[:3]))
    return result


@role("len")
def _len(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "obj")
    items = containers.known_items(value) if value is not None else None
    if isinstance(value, Mapping) and value.rest is None:
        items = list(value.entries.values())
    inner = value is not None and len(interp.context.loops) > len(value.context.loops)
    if items is not None and not inner:
        return interp.constant(len(items), arguments.site)
    length = interp.value(kinds.NUMBER, arguments.site, dtype="int", scalar=True)
    if value is not None:
        length.facts["shape_from"] = ("dimension", value, 0)
    return length


@role("inspects")
def _plain(interp: Interpreter, arguments: Arguments) -> Value:
    return interp.value(kinds.NUMBER, arguments.site, dtype="int", scalar=True)


@role("isinstance")
def _isinstance(interp: Interpreter, arguments: Arguments) -> Value:
    value, classinfo = arguments.get(0, "obj"), arguments.get(1, "classinfo")
    if value is not None:
        value.facts["inspected"] = True
    if value is None or classinfo is None or not _is_surely_tensor(value):
        return _plain(interp, arguments)
    classes = containers.known_items(classinfo) or [classinfo]
    if any(is_a(item.name, "tensor_class") for item in classes if isinstance(item, External)):
        return interp.constant(True, arguments.site)
    return _plain(interp, arguments)


@role("hasattr")
def _hasattr(interp: Interpreter, arguments: Arguments) -> Value:
    value, name = arguments.get(0, "obj"), arguments.get(1, "name")
    if value is None or name is None or name.const != "numpy" or not _is_surely_tensor(value):
        return _plain(interp, arguments)
    if interp.context.mode != "eager" or value.context.mode != "eager":
        return _plain(interp, arguments)  # tensors of a trace have none
    return interp.constant(True, arguments.site)


def _is_surely_tensor(value: Value) -> bool:
    """True if the value is certainly an eager tensor, computed by an op from known operands.

    That excludes variables, ragged and sparse tensors, and symbolic values.
    """
    if value.kind is not kinds.TENSOR or not value.is_op or "op" not in value.facts:
        return False
    behind = all_behind(value, limit=limits.MAX_NEAR_VALUES)
    return behind is not None and not any(map(_may_be_else, behind))


def _may_be_else(value: Value) -> bool:
    if value.kind in (kinds.SYMBOLIC, kinds.UNKNOWN) or value.facts.get("parameter"):
        return True
    entry = operators.entry_of(value)
    return entry is not None and entry.result in ("ragged", "sparse")


@role("print")
def _print(interp: Interpreter, arguments: Arguments) -> Value:
    return interp.constant(None, arguments.site)


@role("to_text")
def _text(interp: Interpreter, arguments: Arguments) -> Value:
    """Convert to text, which takes the numbers out of TensorFlow."""
    value = arguments.get(0, "object")
    cut = leaving(interp, arguments.name, value) if value is not None else None
    edges = edges_to(interp, value, "cut", cut) if value is not None and cut else []
    return interp.value(kinds.STRING, arguments.site, edges=edges)


@role("type")
def _type(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "object")
    if isinstance(value, Instance):
        return value.cls
    return interp.unknown(arguments.site)


@role("sum")
def _sum(interp: Interpreter, arguments: Arguments) -> Value:
    """Return `sum(…)`: it adds with `+`, so TensorFlow adds tensors."""
    value = arguments.get(0, "iterable")
    if value is None:
        return interp.unknown(arguments.site)
    element = value.iterate(interp, arguments.site)
    zero = arguments.get(1, "start") or interp.constant(0, arguments.site)
    total = operators.binary(interp, "+", zero, element, arguments.site)
    if isinstance(value, Sequence):
        for item in value.items:
            total.edges.extend(edges_to(interp, item))
    return total


@role("extremum")
def _extremum(interp: Interpreter, arguments: Arguments) -> Value:
    values = arguments.positional
    if len(values) == 1:
        return values[0].iterate(interp, arguments.site)
    consts = [value.const for value in values]
    if values and all(isinstance(const, (int, float)) for const in consts):
        return interp.value(kinds.NUMBER, arguments.site, dtype="float", scalar=True)
    edges = [edge for value in values for edge in edges_to(interp, value)]
    possible = {value.kind for value in values}
    kind = kinds.TENSOR if kinds.TENSOR in possible else kinds.UNKNOWN
    if len(possible) == 1 and possible <= operators.PLAIN | operators.TENSORS:
        kind = possible.pop()
    return interp.value(kind, arguments.site, edges=edges, dtype="float")


@role("map")
def _map(interp: Interpreter, arguments: Arguments) -> Value:
    result = Sequence(kinds.LIST, arguments.site, interp.context, [])
    if not arguments.positional:
        return result
    function, *iterables = arguments.positional
    columns = [containers.known_items(value) for value in iterables]
    rows = list(zip(*[items or [] for items in columns], strict=False))
    known = bool(iterables) and all(items is not None for items in columns)
    if known and len(rows) <= limits.MAX_RESULTS:
        for row in rows:
            result.add_item(function.call(interp, Arguments(arguments.site, list(row))))
        return result
    cells = [value.iterate(interp, arguments.site) for value in iterables]
    with looping(interp, arguments.site, False) as loop:
        result.add_rest(function.call(interp, Arguments(arguments.site, cells)))
        close_loop(interp, loop, True)
    return result


@role("next")
def _next(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "iterator")
    if value is None:
        return interp.unknown(arguments.site)
    return value.iterate(interp, arguments.site)


@role("getattr")
def _getattr(interp: Interpreter, arguments: Arguments) -> Value:
    owner, name = arguments.get(0, "object"), arguments.get(1, "name")
    if owner is not None and name is not None and isinstance(name.const, str):
        return owner.get_attribute(interp, name.const, arguments.site)
    return interp.unknown(arguments.site, *arguments.all())


@role("setattr")
def _setattr(interp: Interpreter, arguments: Arguments) -> Value:
    if len(arguments.positional) == 3:
        owner, name, value = arguments.positional
        if isinstance(name.const, str):
            attributes.set_attribute(interp, owner, name.const, value, arguments.site)
    return interp.constant(None, arguments.site)


@role("field")
def _field(interp: Interpreter, arguments: Arguments) -> Value:
    default = arguments.keywords.get("default")
    if default is not None:
        return default
    factory = arguments.keywords.get("default_factory")
    return DataclassField(factory, arguments.site, interp.context)


@role("partial")
def _partial(interp: Interpreter, arguments: Arguments) -> Value:
    if not arguments.positional:
        return interp.unknown(arguments.site, *arguments.all())
    bound = Arguments(
        arguments.site, arguments.positional[1:], arguments.keywords, arguments.unpacked
    )
    return Partial(arguments.positional[0], bound, interp.context)


@role("reduce")
def _reduce(interp: Interpreter, arguments: Arguments) -> Value:
    if len(arguments.positional) < 2:
        return interp.unknown(arguments.site, *arguments.all())
    function, iterable, *start = arguments.positional
    items = list(containers.known_items(iterable) or [])
    if items and len(items) <= limits.MAX_RESULTS:
        items = [*start, *items]
        total = items[0]
        for item in items[1:]:
            total = function.call(interp, Arguments(arguments.site, [total, item]))
        return total
    element = iterable.iterate(interp, arguments.site)
    first = start[0] if start else element
    total = interp.value(kinds.UNKNOWN, arguments.site, edges=[Edge(first)])
    step = function.call(interp, Arguments(arguments.site, [total, element]))
    total.edges.append(Edge(step))
    return step


@role("wraps")
def _identity_decorator(interp: Interpreter, arguments: Arguments) -> Value:
    return interp.unknown(arguments.site)


@role("operator")
def _operator(interp: Interpreter, arguments: Arguments) -> Value | None:
    symbol = operators.symbol_of(arguments.name.rpartition(".")[2])
    if symbol is None or len(arguments.positional) != 2:
        return None
    left, right = arguments.positional
    return operators.binary(interp, symbol, left, right, arguments.site)


@role("copy", "deepcopy")
def _copy(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "x")
    if value is None:
        return interp.unknown(arguments.site)
    return _copied(interp, value, arguments, {})


def _copied(
    interp: Interpreter, value: Value, arguments: Arguments, copies: dict[int, Instance]
) -> Value:
    """Return a copy of a value; `copies` are those of objects, which may hold themselves."""
    if value.kind in (kinds.NUMBER, kinds.STRING, kinds.NONE, kinds.FUNCTION, kinds.EXTERNAL):
        return value
    if is_a(arguments.name, "copy") and not isinstance(value, Layer):
        return value
    cut = Cut(CutKind.DEEP_COPY)
    if value.kind is kinds.TENSOR:
        return interp.value(kinds.TENSOR, arguments.site, edges=[Edge(value)], dtype=value.dtype)
    copied = value.twin(arguments.site, interp.context)
    if value.kind not in (kinds.VARIABLE, kinds.LIST):
        copied.kind = kinds.UNKNOWN
    copied.scalar = copied.const = None
    copied.edges = [Edge(value, "cut", cut)]
    copied.facts.update(value.facts)
    if isinstance(value, Layer) and value.template is not None:
        from tflintgrad.flow.library_models.keras.functional_calls import cloned

        same = cloned(interp, value, arguments.site, cut)
        if same is not None:
            return same
    if isinstance(value, Layer):
        twin = Layer(value.kind, value.name, arguments.site, interp.context, value.arguments)
        twin.edges = [Edge(value, "cut", cut)]
        twin.parts = [
            _copied(interp, part, arguments, copies)
            for part in (value.parts if value.template is None else ())
        ]
        return twin
    if isinstance(value, Sequence):
        items = [_copied(interp, item, arguments, copies) for item in value.items]
        return Sequence(value.kind, arguments.site, interp.context, items)
    if isinstance(value, Instance):
        return _copied_instance(interp, value, arguments, copies)
    return copied


def _copied_instance(
    interp: Interpreter, value: Instance, arguments: Arguments, copies: dict[int, Instance]
) -> Value:
    if value.number in copies or len(copies) >= limits.MAX_COPIED_OBJECTS:
        return copies.get(value.number, value)
    twin = copies[value.number] = Instance(value.cls, arguments.site, interp.context)
    for (owner, name), held in list(interp.store.values.items()):
        if owner == value.number and not slots.is_hidden(name):
            copied = held
            if held.kind in (kinds.VARIABLE, kinds.LAYER, kinds.MODEL, kinds.LIST):
                copied = _copied(interp, held, arguments, copies)
            attributes.set_attribute(interp, twin, name, copied, arguments.site)
    return twin


# --- methods of lists, dicts and sets -----------------------------------------------------


@role("to_number", "to_bool")
def _to_number(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.get(0, "x")
    if value is None:
        return interp.constant(0.0, arguments.site)
    name = arguments.name.rpartition(".")[2]
    if isinstance(value.const, (int, float)) and name in ("float", "int"):
        return interp.constant(
            float(value.const) if name == "float" else int(value.const), arguments.site
        )
    if isinstance(value.const, str):
        number = interp.value(kinds.NUMBER, arguments.site, dtype="float", scalar=True)
        if value.const.lower().strip("+-") in ("inf", "infinity"):
            number.facts["literal"] = [float(value.const)]
        return number
    cut = leaving(interp, arguments.name, value)
    if cut is None:
        return interp.value(
            kinds.TENSOR,
            arguments.site,
            edges=edges_to(interp, value),
            is_op=True,
            dtype="float",
            scalar=True,
        )
    dtype: Any = name if name in ("float", "int", "bool") else None
    return interp.value(
        kinds.NUMBER,
        arguments.site,
        edges=edges_to(interp, value, "cut", cut),
        dtype=dtype,
        scalar=True,
    )
