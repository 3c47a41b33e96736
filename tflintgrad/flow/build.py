"""Build the gradient-flow graph of a module: run it, then enter what nobody called."""

from __future__ import annotations

from functools import cache

import libcst as cst

# The imports below register how statements, expressions and library calls behave.
from tflintgrad.flow import (  # noqa: F401
    calls,
    definitions,
    expressions,
    regions,
    statements,
    subscripts,
)
from tflintgrad.flow.graph import Graph, Module
from tflintgrad.flow.interpreter import MIN_STEPS, STEPS_PER_NODE, Interpreter
from tflintgrad.flow.library import (  # noqa: F401
    builtins,
    containers,
    control,
    custom_gradient,
    datasets,
    keras_calls,
    keras_objects,
    keras_training,
    tapes,
    tensorarrays,
    variables,
)
from tflintgrad.flow.objects import Arguments, Class, Function, Instance
from tflintgrad.flow.ops import op_table
from tflintgrad.flow.roles import names_of
from tflintgrad.syntax.scopes import bindings_of, children

#: A function that nobody calls may take this part of the module's work, and all together so
#: many times as much.
MAX_SHARES = 4


def build_graph(filename: str, tree: cst.Module, tensorflow_version: str = "") -> Graph:
    size, changing, shared = _survey(tree)
    module = Module(filename, tree, changing, shared, op_table(tensorflow_version))
    interp = Interpreter(module)
    if _is_graph_code(tree):
        interp.context = interp.context.but(mode="traced", trace=interp.new_trace())
    interp.budget = max(MIN_STEPS, STEPS_PER_NODE * size)
    try:
        interp.run(tree)
    except Exception as error:
        interp.graph.crashes.append((tree, "the module body", error))
        interp.recover()
    interp.graph.incomplete = interp.exhausted
    _enter_the_rest(interp, interp.budget)
    return interp.graph


def _is_graph_code(tree: cst.Module) -> bool:
    """TensorFlow 1: placeholders and sessions, nothing runs eagerly."""
    return any(_uses_sessions(statement) for statement in tree.body)


def _uses_sessions(node: cst.CSTNode) -> bool:
    names = _graph_names()
    pending = [node]
    while pending:
        item = pending.pop()
        if type(item) is cst.Attribute and item.attr.value in names:
            return True
        pending += children(item)
    return False


@cache
def _graph_names() -> frozenset[str]:
    """What only code for TensorFlow 1 calls, whatever the module's name is."""
    return frozenset(name.rpartition(".")[2] for name in names_of("graph_code"))


def _survey(tree: cst.Module) -> tuple[int, frozenset[str], frozenset[str]]:
    """One walk: how large the module is, which attributes and outer names it changes."""
    size = 0
    changing: set[str] = set()
    shared: set[str] = set()
    pending: list[tuple[cst.CSTNode, bool]] = [(tree, False)]
    while pending:
        node, in_init = pending.pop()
        size += 1
        kind = type(node)
        if kind is cst.FunctionDef:
            in_init = node.name.value in ("__init__", "build")  # type: ignore[attr-defined]
        elif kind is cst.Global or kind is cst.Nonlocal:
            shared.update(item.name.value for item in node.names)  # type: ignore[attr-defined]
        elif kind in _ASSIGNMENTS and not in_init:
            changing.update(bindings_of(node).attributes)
        elif kind in _EXPRESSIONS:
            continue
        pending.extend((child, in_init) for child in children(node))
    changing.add("#state")
    return size, frozenset(changing), frozenset(shared)


_ASSIGNMENTS = {cst.AssignTarget, cst.AugAssign, cst.AnnAssign}
#: Nothing is assigned to an attribute inside these.
_EXPRESSIONS = {cst.Call, cst.BinaryOperation, cst.Comparison, cst.Attribute, cst.Name, cst.Expr}


def _enter_the_rest(interp: Interpreter, budget: int) -> None:
    """Functions and methods that nobody called are entered once, with unknown arguments.

    Each has a share of the work, so that one that is too much does not cost the others.
    """
    done = 0
    while done < len(interp.defined) and interp.steps < MAX_SHARES * budget:
        item = interp.defined[done]
        done += 1
        interp.budget = interp.steps + budget // MAX_SHARES
        interp.loops.clear()
        if isinstance(item, Class):
            _enter_class(interp, item)
        elif isinstance(item, Function) and item.owner is None:
            _enter_function(interp, item)
        interp.graph.incomplete = interp.graph.incomplete or interp.exhausted
    interp.graph.incomplete = interp.graph.incomplete or done < len(interp.defined)


def _enter_function(interp: Interpreter, function: Function) -> None:
    if id(function.node) in interp.entered or isinstance(function.node, cst.Lambda):
        return
    mode = "traced" if interp.context.mode == "traced" else "either"
    with interp.circumstances(mode=mode, recording=(), loops=()):
        arguments = Arguments(function.node, site_is_entry=True)
        calls.call_function(interp, function, arguments)


def _enter_class(interp: Interpreter, cls: Class) -> None:
    members = [
        member
        for name in cls.node.body.body
        if isinstance(name, cst.FunctionDef)
        and isinstance(member := interp.store.read((cls.number, name.name.value)), Function)
        and member.owner is cls
        and id(member.node) not in interp.entered
    ]
    if not members:
        return
    mode = "traced" if interp.context.mode == "traced" else "either"
    with interp.circumstances(mode=mode, recording=(), loops=()):
        instance = calls.instantiate(interp, cls, Arguments(cls.node, site_is_entry=True))
        assert isinstance(instance, Instance)
        role = definitions.keras_role(cls)
        if role:
            _enter_keras(interp, instance, role)
        for member in members:
            if id(member.node) in interp.entered:
                continue
            bound = definitions.bind_member(interp, member, instance)
            if isinstance(bound, Function):
                calls.call_function(interp, bound, Arguments(member.node, site_is_entry=True))


def _enter_keras(interp: Interpreter, instance: Instance, role: str) -> None:
    """Ask what Keras would ask of a layer, model or loss once it is trained."""
    body = definitions.class_attribute(interp, instance.cls, "call")
    site = instance.cls.node
    if not isinstance(body, Function) or id(body.node) in interp.entered:
        return
    if role == "loss" and not _has_subclass(interp, instance.cls):
        keras_training.judge_loss(interp, instance, body.node)
    elif role in ("layer", "model"):
        inputs = interp.value("unknown", body.node, name="inputs")
        with interp.circumstances(autograph=True):
            keras_calls.build(interp, instance, Arguments(site))
            keras_training.train_by_keras(interp, instance, inputs, body.node, assumed=True)


def _has_subclass(interp: Interpreter, cls: Class) -> bool:
    """A base class may be a form that subclasses fill in."""
    return any(
        isinstance(other, Class) and other is not cls and cls in other.mro()
        for other in interp.defined
    )
