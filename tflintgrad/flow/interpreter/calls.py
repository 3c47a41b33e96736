"""Calls: bind arguments to parameters and enter functions; `models` has calls of libraries."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context, Frame
from tflintgrad.flow.domain.iterables import Generator
from tflintgrad.flow.domain.join import join
from tflintgrad.flow.domain.objects import Function, Instance, Tape
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import (
    containers,
    definitions,
    havoc,
    parameter_types,
    trace_boundary,
)
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.value_factory import name_value
from tflintgrad.flow.library_models.op_effects import edges_to
from tflintgrad.knowledge.keras_hooks import hook
from tflintgrad.source.syntax.bindings import Bindings, bindings_of
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import LazyBlock

_BUILD: Final = hook("build")


def evaluate_arguments(interp: Interpreter, node: cst.Call) -> Arguments:
    """Evaluate the arguments of a call."""
    arguments = Arguments(node)
    for argument in node.args:
        value = interp.evaluate(argument.value)
        keyword = argument.keyword
        if keyword is not None:
            arguments.keywords[keyword.value] = value
            arguments.nodes[keyword.value] = argument.value
        elif not argument.star:
            arguments.nodes[len(arguments.positional)] = argument.value
            arguments.positional.append(value)
        else:
            _unpack(arguments, value, argument.star)
    return arguments


def _unpack(arguments: Arguments, value: Value, star: str) -> None:
    """Add `*value` or `**value` to the arguments."""
    items = containers.known_items(value)
    if star == "*" and items is not None:
        arguments.positional.extend(items)
    elif star == "**" and isinstance(value, Mapping) and value.rest is None:
        arguments.keywords.update({str(k): v for k, v in value.entries.items()})
    else:
        arguments.unpacked.append(value)


def unknown_call(interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
    """Call unread code: the result may depend on the callee and all arguments."""
    call_back(interp, arguments)
    if callee.kind is kinds.UNKNOWN:
        owners = [edge.to for edge in callee.edges if edge.label == "part"]
        havoc.may_retain([callee, *owners], arguments)
    inputs = [callee, *arguments.all()]
    havoc.escape_all(interp, arguments.site, inputs)
    result = interp.unknown_from(inputs, arguments.site, callee.name)
    result.facts["opaque"] = True
    havoc.note_unread(interp, callee, arguments, result)
    return result


def call_back(interp: Interpreter, arguments: Arguments) -> None:
    """Enter functions among the arguments of unread code, which may call them."""
    functions = [
        item
        for value in arguments.all()
        if isinstance(value, (Function, Phi))
        for item in alternatives(value)
        if isinstance(item, Function) and id(item.node) not in interp.budget.visits
    ]
    if not functions:
        return
    mode = "traced" if interp.context.mode == "traced" else "either"
    for function in functions:
        with interp.context_scope(mode=mode, building=False):  # it may call it later
            call_function(interp, function, Arguments(arguments.site), anything=True)


def call_function(
    interp: Interpreter, function: Function, arguments: Arguments, *, anything: bool = False
) -> Value:
    """Call a function of the project. With `anything`, its arguments are unknown."""
    running = [active for active in interp.active if active.node is function.node]
    if any(_is_same(active, function) for active in running):  # recursion
        return havoc.result_of_havoc(interp, function, arguments)
    beyond_budget = havoc.beyond_budget(interp, function, arguments)
    if beyond_budget and not interp.models_havoc:
        interp.graph.needs_second_pass = True
        return havoc.result_of_havoc(interp, function, arguments)
    too_deep = (
        len(interp.active) >= limits.MAX_CALL_DEPTH or len(running) >= limits.MAX_NESTED_CALLS
    )
    if beyond_budget or too_deep or _too_much(interp, function):
        result = havoc.result_of_havoc(interp, function, arguments)
        function.is_not_followed = True
        havoc.havoc_call(interp, function, arguments.all(), result)
        return result
    if "pass_through" in function.decorators:
        entered = enter_function(interp, function, arguments)
        edges = [edge for value in arguments.all() for edge in edges_to(interp, value)]
        return interp.value(
            kinds.TENSOR, arguments.site, edges=edges, is_op=True, dtype=entered.dtype
        )
    if "custom_gradient" in function.decorators and not anything:
        from tflintgrad.flow.library_models.custom_gradient import call_custom_gradient

        return call_custom_gradient(interp, function, arguments)
    return enter_function(interp, function, arguments)


def _is_same(active: Function, function: Function) -> bool:
    """True if two functions have the same text, closure and receiver."""
    return active.closure is function.closure and active.receiver is function.receiver


def _too_much(interp: Interpreter, function: Function) -> bool:
    """True if the budget does not allow this call; the graph is incomplete then."""
    if interp.budget.spent or interp.budget.visits_spent(function.node):
        interp.graph.incomplete = True
        return True
    return False


def enter_function(interp: Interpreter, function: Function, arguments: Arguments) -> Value:
    """Interpret the body of a function; an exception in it loses only this function."""
    node = function.node
    interp.budget.visits[id(node)] += 1
    saved = (interp.frame, interp.context, len(interp.loops))
    started = interp.started_tapes
    depth = interp.store.begin()
    frame = Frame(function.closure, _bindings(function))
    frame.owner = function.owner
    interp.active.append(function)
    if function.name == _BUILD and function.receiver is not None:
        interp.store.write((function.receiver.number, slots.BUILT), interp.constant(True))
    crossing = "traced" in function.decorators
    away = function.context.module is not interp.graph.module
    leaving = away and interp.budget.begin_import()
    try:
        bind_parameters(interp, function, arguments, frame)
        interp.frame = frame
        interp.context = _inside(interp, function, arguments.site)
        if crossing and not saved[1].trace:
            trace_boundary.note_arguments(interp, function, arguments)
        if isinstance(node, cst.Lambda):
            result = interp.evaluate(node.body)
        else:
            reaches_end = interp.run(node.body)
            result = _result(interp, frame, reaches_end, node)
            if _is_hook(function, result):
                result = _of_override(interp, frame, node)
            if "stub" in result.facts and result.site is node and function.receiver is not None:
                havoc.note_unread(interp, function, arguments, result)
        interp.store.commit()
    except Exception as error:
        _recover(interp, depth, function, error)
        result = interp.unknown(arguments.site, *arguments.all())
    finally:
        if leaving:
            interp.budget.end_import()
        interp.active.pop()
        interp.frame, interp.context = saved[0], saved[1]
        del interp.loops[saved[2] :]
        if interp.started_tapes is not started:
            _go_on_recording(interp, started)
    return trace_boundary.leave_trace(interp, result) if crossing else result


def _go_on_recording(interp: Interpreter, before: list[Tape]) -> None:
    """Keep tapes recording or stopped that the function started or stopped without `with`."""
    now = interp.started_tapes
    running = [tape for tape in interp.context.recording if tape not in before or tape in now]
    new = [tape for tape in now if tape not in before]
    interp.context = interp.context.replace(recording=(*running, *new))


def _recover(interp: Interpreter, depth: int, function: Function, error: Exception) -> None:
    """Undo what a function wrote whose analysis failed, and note the failure."""
    while interp.store.depth > depth:
        interp.store.rollback()
    interp.graph.crashes.append((function.node, function.name or "<lambda>", error))


def _inside(interp: Interpreter, function: Function, site: cst.CSTNode) -> Context:
    """Return the context of a function's body."""
    context = interp.context
    inside = context.copy()
    inside.module = function.context.module
    inside.function = function.name
    inside.calls = (*context.calls, site)
    if "traced" in function.decorators:
        inside.mode = "traced"
        inside.trace = interp.new_trace()
        inside.outer_traces = (*context.outer_traces, context.trace)
        inside.autograph = True
    elif inside.module.is_graph_code and inside.mode == "eager":
        inside.mode = "either"  # code for sessions, of a program that does not name them
    if function.owner is not None and function.name in ("__init__", _BUILD):
        inside.building = definitions.is_keras(function.owner)
        inside.recording = tuple(tape for tape in context.recording if tape.explicit)
    if "jit" in function.decorators:
        inside.jit = True
    if "recomputed" in function.decorators:
        inside.recomputed = True
    receiver = function.receiver
    choice = receiver.facts.get("choice") if receiver is not None else None
    if receiver is not None and choice is not None and function.owner is not None:
        inside.assumed_class = (receiver.name, choice.names)
    if "no_autograph" in function.decorators:
        inside.autograph = False
    return inside


def _bindings(function: Function) -> Bindings:
    """Return the names that the body binds; the caller may be in another module."""
    known = function.context.module.syntax_cache.bindings
    found = known.get(id(function.node))
    if found is None:
        body = function.node.body
        simple = type(body) is LazyBlock and not body.mentions((":=", "yield"))
        found = known[id(function.node)] = bindings_of(body, expressions=not simple)
    return found


def _result(interp: Interpreter, frame: Frame, reaches_end: bool, node: cst.CSTNode) -> Value:
    """Return the value of a call, after the body was interpreted."""
    if frame.bindings.is_generator:
        produced = Generator(node, interp.context, frame.yield_contexts)
        for value in frame.yields:
            produced.add_rest(value)
        return produced
    returned = list(frame.returns)
    if not returned and (not reaches_end or definitions.is_stub(node)):
        return _of_override(interp, frame, node)
    if reaches_end or not returned:
        returned.append(interp.constant(None, node))
    meaningful = [value for value in returned if value.kind is not kinds.NONE]
    return join(meaningful or returned[:1], interp.context)


def _of_override(interp: Interpreter, frame: Frame, node: cst.CSTNode) -> Value:
    """Return the result of a method that is meant to be overridden: it may depend on everything."""
    written = interp.store.journals[-1]
    local = [interp.store.read(key) for key in written if key[0] == frame.number]
    given = [value for value in local if value is not None and value is not frame.receiver]
    stub = interp.unknown(node, *given)
    stub.facts["opaque"] = True
    stub.facts["stub"] = parameter_types.states_tensor(interp, node)
    return stub


def _is_hook(function: Function, result: Value) -> bool:
    """True for a method of an assumed object that returns a constant whatever its arguments are."""
    receiver = function.receiver
    if (
        not isinstance(receiver, Instance)
        or not receiver.assumed
        or len(function.node.params.params) < 2
    ):
        return False
    if result.kind is kinds.NUMBER:
        return result.const is not None and not result.edges
    return computed_by(result, "zeros", "ones")


def bind_parameters(
    interp: Interpreter, function: Function, arguments: Arguments, frame: Frame
) -> None:
    """Write the arguments of a call into the frame of the function."""
    parameters = function.node.params
    positional = list(arguments.positional)
    if function.receiver is not None and "staticmethod" not in function.decorators:
        positional.insert(0, function.receiver)
        frame.receiver = function.receiver
    keywords = dict(arguments.keywords)
    named = [*parameters.posonly_params, *parameters.params]
    for index, parameter in enumerate(named):
        name = parameter.name.value
        if index < len(positional):
            value = positional[index]
        elif name in keywords:
            value = keywords.pop(name)
        else:
            value = _missing(interp, function, parameter, arguments)
        if value.kind in (kinds.TENSOR, kinds.VARIABLE):
            name_value(value, name)
        interp.store.write((frame.number, name), value)
    rest = positional[len(named) :]
    if isinstance(parameters.star_arg, cst.Param):
        packed = Sequence(kinds.TUPLE, parameters.star_arg, interp.context, rest)
        for value in _unpacked(interp, function, parameters.star_arg, arguments):
            packed.add_rest(value)
        interp.store.write((frame.number, parameters.star_arg.name.value), packed)
    for parameter in parameters.kwonly_params:
        name = parameter.name.value
        passed = keywords.pop(name, None)
        value = passed if passed is not None else _missing(interp, function, parameter, arguments)
        interp.store.write((frame.number, name), value)
    if parameters.star_kwarg is not None:
        mapping = Mapping(parameters.star_kwarg, interp.context)
        for name, value in keywords.items():
            mapping.put(name, value)
        for value in _unpacked(interp, function, parameters.star_kwarg, arguments):
            mapping.put(None, value)
        interp.store.write((frame.number, parameters.star_kwarg.name.value), mapping)


def _unpacked(
    interp: Interpreter, function: Function, parameter: cst.Param, arguments: Arguments
) -> list[Value]:
    """Return what `*args` or `**kwargs` may hold beside the arguments that are known.

    A constructor that no code calls is entered as if only its own parameters were passed: what it
    hands on to its base class are options with defaults.
    """
    if arguments.is_synthetic and function.name != "__init__":
        return [interp.unknown(parameter, name=parameter.name.value)]
    return arguments.unpacked


def _missing(
    interp: Interpreter, function: Function, parameter: cst.Param, arguments: Arguments
) -> Value:
    """Return the value of a parameter that the call does not pass."""
    name = parameter.name.value
    default = function.defaults.get(name)
    if arguments.unpacked:
        value = interp.unknown(parameter, *arguments.unpacked, name=name)
        return join([value, default], interp.context) if default is not None else value
    if default is not None and not arguments.is_synthetic:
        return default
    value = interp.unknown(parameter, name=name)
    value.facts["parameter"] = True
    if default is not None and default.const is not None and default.kind is not kinds.NONE:
        value.kind = default.kind
    return parameter_types.annotated(interp, function, parameter, value)
