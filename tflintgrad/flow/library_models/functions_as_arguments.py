"""Functions that call functions: `tf.while_loop`, `tf.cond`, `tf.map_fn`, `tf.py_function`."""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.join import join, loop_phi
from tflintgrad.flow.domain.objects import Function
from tflintgrad.flow.domain.values import (
    Edge,
    Label,
    Mapping,
    Phi,
    Sequence,
    Value,
    alternatives,
)
from tflintgrad.flow.interpreter import calls, containers
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.loops import close_loop, looping
from tflintgrad.flow.library_models.op_effects import edges_to
from tflintgrad.flow.library_models.registry import behaviour, role

_NUMPY_FUNCTION: Final = Cut(CutKind.NUMPY_FUNCTION_OP)


@role("traces")
def _function(interp: Interpreter, arguments: Arguments) -> Value:
    """Return the traced function of `tf.function(f)`."""
    function = arguments.passed("function")
    if not isinstance(function, Function):
        return function if function is not None else interp.unknown(arguments.site)
    marks = ["traced"]
    autograph, jit = arguments.passed("autograph"), arguments.passed("jit_compile")
    if autograph is not None and autograph.const is False:
        marks.append("no_autograph")
    if jit is not None and jit.const is True:
        marks.append("jit")
    return function.decorated(*marks)


@role("pass_through")
def _pass_through(interp: Interpreter, arguments: Arguments) -> Value:
    function = arguments.passed("function")
    if not isinstance(function, Function):
        return interp.unknown(arguments.site, *arguments.all())
    return function.decorated("pass_through")


@role("staticmethod")
def _static(interp: Interpreter, arguments: Arguments) -> Value:
    """Return the function of `squash = staticmethod(f)` in a class body."""
    function = arguments.positional[0] if arguments.positional else None
    if not isinstance(function, Function):
        return function or interp.unknown(arguments.site)
    return function.decorated("staticmethod")


@role("recomputed")
def _recompute(interp: Interpreter, arguments: Arguments) -> Value:
    """Return the function of `tf.recompute_grad(f)`."""
    function = _same_function(interp, arguments)
    return function.decorated("recomputed") if isinstance(function, Function) else function


@role("same_function")
def _same_function(interp: Interpreter, arguments: Arguments) -> Value:
    return arguments.positional[0] if arguments.positional else interp.unknown(arguments.site)


@role("custom_gradient")
def _custom_gradient(interp: Interpreter, arguments: Arguments) -> Value:
    function = arguments.passed("function")
    if isinstance(function, Function):
        custom = function.bound_to(function.receiver) if function.receiver else function
        custom.decorators = custom.decorators | {"custom_gradient"}
        return custom
    return function or interp.unknown(arguments.site)


def _back_prop_cut(interp: Interpreter, arguments: Arguments) -> Cut | None:
    back_prop = arguments.passed("back_prop")
    if back_prop is None or back_prop.const is not False or interp.context.mode != "traced":
        return None
    return Cut(CutKind.NO_BACK_PROP, arguments.name, site=arguments.site)


@role("while_loop")
def _while_loop(interp: Interpreter, arguments: Arguments) -> Value:
    cond, body = arguments.passed("cond"), arguments.passed("body")
    start = arguments.passed("loop_vars")
    if cond is None or body is None or start is None:
        return interp.unknown(arguments.site, *arguments.all())
    initial = containers.known_items(start)
    if initial is None:
        initial = [interp.unknown(arguments.site, start)]
    cut = _back_prop_cut(interp, arguments)
    carried = [loop_phi(value, interp.context) for value in initial]
    for phi, value in zip(carried, initial, strict=True):
        phi.kind = kinds.TENSOR if value.kind in (kinds.NUMBER, kinds.NDARRAY) else value.kind
    in_graph = interp.context.mode == "traced"
    with looping(interp, arguments.site, in_graph) as loop:
        packed: list[Value] = list(carried)
        cond.call(interp, Arguments(arguments.site, list(packed)))
        after = body.call(interp, Arguments(arguments.site, list(packed)))
        close_loop(interp, loop, True)
    ends = containers.known_items(after)
    results: list[Value] = []
    for index, phi in enumerate(carried):
        if ends is not None and index < len(ends):
            end = ends[index]
        elif len(carried) == 1:
            end = after
        else:
            end = interp.unknown(arguments.site, after)
        phi.add(end)
        label: Label = "cut" if cut else "flow"
        results.append(
            Value(
                phi.kind
                if phi.kind in (kinds.TENSOR, kinds.TENSORARRAY, kinds.VARIABLE)
                else kinds.UNKNOWN,
                arguments.site,
                interp.context,
                dtype=phi.dtype,
                scalar=phi.scalar,
                edges=[Edge(end, label, cut), Edge(phi, label, cut)],
            )
        )
    if start.kind in (kinds.TENSOR, kinds.VARIABLE, kinds.NUMBER, kinds.NDARRAY):
        return results[0]  # Keras passes a single loop variable without a tuple
    return Sequence(kinds.TUPLE, arguments.site, interp.context, results)


@role("cond")
def _cond(interp: Interpreter, arguments: Arguments) -> Value:
    results: list[Value] = []

    def way(function: Value) -> bool:
        results.append(function.call(interp, Arguments(arguments.site)))
        return True

    branches = [arguments.passed("true_fn"), arguments.passed("false_fn")]
    ways = [branch for branch in branches if branch is not None]
    # mypy infers no type for a lambda with a default.
    interp.fork([lambda branch=branch: way(branch) for branch in ways])  # type: ignore[misc]
    return join(results, interp.context) if results else interp.unknown(arguments.site)


@role("case")
def _case(interp: Interpreter, arguments: Arguments) -> Value:
    results: list[Value] = []
    functions = [item for value in arguments.all() for item in _functions_in(value)]
    results.extend(item.call(interp, Arguments(arguments.site)) for item in functions)
    return (
        join(results, interp.context)
        if results
        else interp.unknown(arguments.site, *arguments.all())
    )


def _functions_in(value: Value) -> list[Value]:
    if isinstance(value, Function):
        return [value]
    if isinstance(value, Sequence):
        return [found for item in value.items for found in _functions_in(item)]
    if isinstance(value, Mapping):
        return [found for item in value.entries.values() for found in _functions_in(item)]
    return []


@role("map_fn")
def _map_fn(interp: Interpreter, arguments: Arguments) -> Value:
    function = arguments.passed("function")
    elements = arguments.passed("elems")
    if function is None or elements is None:
        return interp.unknown(arguments.site, *arguments.all())
    cut = _back_prop_cut(interp, arguments)
    with looping(interp, arguments.site, interp.context.mode == "traced") as loop:
        row = _row(interp, elements, arguments)
        mapped = function.call(interp, Arguments(arguments.site, [row]))
        close_loop(interp, loop, True)
    return _stacked(interp, mapped, arguments, cut)


def _row(interp: Interpreter, elements: Value, arguments: Arguments) -> Value:
    if isinstance(elements, Sequence) and elements.exact:
        rows = [_row(interp, item, arguments) for item in elements.items]
        return Sequence(kinds.TUPLE, arguments.site, interp.context, rows)
    return interp.value(
        kinds.TENSOR,
        arguments.site,
        edges=edges_to(interp, elements),
        is_op=True,
        dtype=elements.dtype,
    )


def _stacked(interp: Interpreter, value: Value, arguments: Arguments, cut: Cut | None) -> Value:
    if isinstance(value, Sequence) and value.exact and value.kind is kinds.TUPLE:
        items = [_stacked(interp, item, arguments, cut) for item in value.items]
        return Sequence(kinds.TUPLE, arguments.site, interp.context, items)
    return Value(
        kinds.TENSOR,
        arguments.site,
        interp.context,
        is_op=True,
        dtype=value.dtype,
        scalar=False,
        edges=[Edge(value, "cut" if cut else "flow", cut)],
    )


@role("applies")
def _apply(interp: Interpreter, arguments: Arguments) -> Value:
    """Call the function of `tf.ragged.map_flat_values(f, …)` with the arguments after it."""
    if not arguments.positional:
        return interp.unknown(arguments.site, *arguments.all())
    function, *rest = arguments.positional
    passed = Arguments(arguments.site, rest, arguments.keywords, arguments.unpacked)
    return _stacked(interp, function.call(interp, passed), arguments, None)


@role("fold")
def _fold(interp: Interpreter, arguments: Arguments) -> Value:
    function, elements = arguments.passed("function"), arguments.passed("elems")
    if function is None or elements is None:
        return interp.unknown(arguments.site, *arguments.all())
    cut = _back_prop_cut(interp, arguments)
    row = _row(interp, elements, arguments)
    start = arguments.passed("start") or row
    carried: Value = loop_phi(start, interp.context)
    if isinstance(start, Sequence) and start.exact:
        phis: list[Value] = [loop_phi(item, interp.context) for item in start.items]
        carried = Sequence(start.kind, arguments.site, interp.context, phis)
    with looping(interp, arguments.site, interp.context.mode == "traced") as loop:
        after = function.call(interp, Arguments(arguments.site, [carried, row]))
        close_loop(interp, loop, True)
    if isinstance(carried, Phi):
        carried.add(after)
    elif isinstance(carried, Sequence):
        for index, phi in enumerate(carried.items):
            if isinstance(phi, Phi):
                phi.add(after.unpack(interp, index, arguments.site))
    return _stacked(interp, after, arguments, cut)


@role("py_function")
def _py_function(interp: Interpreter, arguments: Arguments) -> Value:
    """Call a Python function eagerly; its gradient passes while it uses TensorFlow."""
    function, inputs = arguments.passed("function"), arguments.passed("inputs")
    if function is None or inputs is None:
        return interp.unknown(arguments.site, *arguments.all())
    items = containers.known_items(inputs) or [interp.unknown(arguments.site, inputs)]
    passed = [
        interp.value(
            kinds.TENSOR, arguments.site, edges=edges_to(interp, item), is_op=True, dtype=item.dtype
        )
        for item in items
    ]
    with interp.context_scope(mode="eager", trace=0, in_py_function=True, autograph=False):
        result = function.call(interp, Arguments(arguments.site, list(passed)))
    return _stacked(interp, result, arguments, None)


@role("numpy_function")
def _numpy_function(interp: Interpreter, arguments: Arguments) -> Value:
    function, inputs = arguments.passed("function"), arguments.passed("inputs")
    if isinstance(function, Function):
        interp.budget.visits[id(function.node)] += 1
    return interp.cut(kinds.TENSOR, arguments.site, [inputs] if inputs else [], _NUMPY_FUNCTION)


@behaviour("run_in_strategy")
def _strategy_run(interp: Interpreter, strategy: Value, arguments: Arguments) -> Value:
    """Call the function of `strategy.run(step, args=(…))`."""
    function = arguments.passed("function")
    if function is None or not any(isinstance(f, Function) for f in alternatives(function)):
        return calls.unknown_call(interp, strategy, arguments)
    packed = arguments.passed("args")
    items = containers.known_items(packed) if packed is not None else []
    forwarded = Arguments(arguments.site, items or [])
    if items is None and packed is not None:
        forwarded.unpacked.append(packed)
    keywords = arguments.passed("kwargs")
    if isinstance(keywords, Mapping):
        forwarded.keywords = {str(k): v for k, v in keywords.entries.items()}
    begin = interp.value(kinds.EVENT, arguments.site)
    result = function.call(interp, forwarded)
    end = interp.value(kinds.EVENT, arguments.site)
    interp.graph.note("strategy-run", arguments.site, interp.context, (strategy, begin, end))
    return result


@role("map_structure")
def _map_structure(interp: Interpreter, arguments: Arguments) -> Value:
    if len(arguments.positional) < 2:
        return interp.unknown(arguments.site, *arguments.all())
    function, *structures = arguments.positional
    return _mapped(interp, function, structures, arguments)


def _mapped(
    interp: Interpreter, function: Value, structures: list[Value], arguments: Arguments
) -> Value:
    """Apply a function to the leaves of nested containers."""
    first = structures[0]
    if isinstance(first, Mapping) and first.rest is None:
        result = Mapping(arguments.site, interp.context)
        for key, value in first.entries.items():
            row = [value, *(subscript_entry(interp, other, key) for other in structures[1:])]
            containers.put(interp, result, key, _mapped(interp, function, row, arguments))
        return result
    rows = [containers.known_items(value) for value in structures]
    if all(items is not None for items in rows) and len(rows[0] or []) <= limits.MAX_RESULTS:
        results = [
            _mapped(interp, function, list(row), arguments)
            for row in zip(*[items or [] for items in rows], strict=False)
        ]
        return Sequence(kinds.LIST, arguments.site, interp.context, results)
    if all(value.kind in (kinds.TENSOR, kinds.VARIABLE, kinds.UNKNOWN) for value in structures):
        return function.call(interp, Arguments(arguments.site, structures))
    return calls.unknown_call(interp, function, arguments)


def subscript_entry(interp: Interpreter, value: Value, key: object) -> Value:
    """Return `value[key]`, unknown if the value is no dict with that key."""
    found = containers.entry(interp, value, key) if isinstance(value, Mapping) else None
    return found if found is not None else interp.unknown(value.site, value)


@role("flatten")
def _flatten(interp: Interpreter, arguments: Arguments) -> Value:
    value = arguments.passed("structure")
    if value is None:
        return interp.unknown(arguments.site)
    result = Sequence(kinds.LIST, arguments.site, interp.context, [])
    _collect_leaves(value, result)
    return result


def _collect_leaves(value: Value, result: Sequence) -> None:
    if isinstance(value, Mapping):
        for item in value.entries.values():
            _collect_leaves(item, result)
        if value.rest is not None:
            result.add_rest(value.rest)
    elif isinstance(value, Sequence):
        for item in value.items:
            _collect_leaves(item, result)
        if value.rest is not None:
            result.add_rest(value.rest)
    else:
        result.add_item(value)


@role("graph")
def _graph(interp: Interpreter, arguments: Arguments) -> Value:
    return interp.value(kinds.GRAPH, arguments.site)


@behaviour("as_default")
def _as_default(interp: Interpreter, graph: Value, arguments: Arguments) -> Value:
    return graph


@role("disable_eager")
def _disable_eager(interp: Interpreter, arguments: Arguments) -> Value:
    interp.context = interp.building_graph()
    return interp.constant(None, arguments.site)
