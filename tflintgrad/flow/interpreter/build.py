"""Build the gradient-flow graph: interpret a program, then its functions that no code calls."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow import semantics  # noqa: F401
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.objects import Class, Function, Instance
from tflintgrad.flow.domain.project_names import ProjectModule
from tflintgrad.flow.domain.values import Value

# Imported for their effect: they register handlers of statements, expressions and library calls,
# and the semantics of kinds.
from tflintgrad.flow.interpreter import (  # noqa: F401
    calls,
    definitions,
    expressions,
    instances,
    statements,
    subscripts,
    with_blocks,
)
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.kinds_from_use import settle
from tflintgrad.flow.interpreter.lazy_modules import ParsedModule, Project
from tflintgrad.flow.interpreter.module_prescan import ModuleFacts
from tflintgrad.flow.library_models import (  # noqa: F401
    builtins,
    containers,
    custom_gradient,
    datasets,
    evaluated_text,
    functions_as_arguments,
    named_tuples,
    optimizers,
    tapes,
    tensorarrays,
    variables,
)
from tflintgrad.flow.library_models.keras import (  # noqa: F401
    added_losses,
    constructors,
    model_layers,
    object_calls,
    training_queries,
)
from tflintgrad.knowledge.keras_hooks import hook, hooks
from tflintgrad.knowledge.op_table import op_table, with_keras_2
from tflintgrad.profiling import INTERPRETATION, count, staged
from tflintgrad.project.module_resolver import ModuleFile
from tflintgrad.source.syntax.bindings import has_query

#: Methods that Keras calls when it trains.
_TRAINED: Final = frozenset({"__call__", *hooks("forward", "compute_loss", "train_step")})
_FORWARD: Final = hook("forward")


@staged(INTERPRETATION)
def build_graph(
    code: ParsedModule,
    tensorflow_version: str = "",
    path: str = "",
    project: Project | None = None,
    entries: frozenset[str] | None = None,
    issues_query: bool = True,
    model_havoc: bool = True,
) -> Graph:
    """Return the graph of a program; its imports are found in `project`.

    `entries` are the names of functions and classes that may make a query; None: any of them.
    Without `issues_query`, only Keras can make one, to train a class of the program. With
    `model_havoc`, the effects of calls into other modules that are not analysed are modelled.
    Without, findings may be false, but none is missed.
    """
    table = op_table(tensorflow_version, project.own_ops if project is not None else "")
    if code.traits.chooses_keras_2:
        table = with_keras_2(table)
    module = Module(
        code.filename, code.tree, path=path, syntax_cache=code.syntax_cache, table=table
    )
    interp = Interpreter(module, project)
    interp.models_havoc = model_havoc
    interp.follows_models = issues_query
    _interpret(interp, code.traits, entries)
    interp.release()
    return interp.graph


def _interpret(interp: Interpreter, traits: ModuleFacts, entries: frozenset[str] | None) -> None:
    """Interpret the body of the program, then its uncalled functions."""
    module = interp.graph.module
    tree = module.tree
    interp.graph.add_module_facts(traits)
    if module.path:
        interp.modules[module.path] = _itself(interp, module.path)
    if traits.is_graph_code:
        interp.context = interp.start = interp.building_graph()
    interp.budget.begin_program(traits.size)
    try:
        interp.run(tree)
    except Exception as error:
        interp.graph.crashes.append((tree, "the module body", error))
        interp.recover()
    interp.graph.incomplete = interp.budget.spent
    _analyze_uncalled(interp, entries)
    settle(interp.unread_calls)
    count("steps", interp.budget.steps)


def _itself(interp: Interpreter, path: str) -> ProjectModule:
    """Return the program as a module, for modules that import it."""
    module = ProjectModule(ModuleFile(path, "", "__main__"), interp.context)
    module.frame, module.loaded = interp.frame, True
    return module


def _analyze_uncalled(interp: Interpreter, entries: frozenset[str] | None) -> None:
    """Enter each function and method that no code calls once, with unknown arguments.

    Each has a share of the budget, so that a large one does not use up that of the others. A method
    can define a class that inherits this very method: it is entered for one such class only.
    """
    done = 0
    #: For each definition, the inherited methods that were entered to find it.
    around: list[frozenset[int]] = [frozenset()] * len(interp.defined)
    while done < len(interp.defined) and not interp.budget.entries_spent:
        item, within = interp.defined[done], around[done]
        done += 1
        interp.loops.clear()
        interp.budget.begin_entry()
        if isinstance(item, Class):
            queries = definitions.inherited_queries(interp, item)
            inherited = [method for method in queries if id(method.node) not in within]
            within = within.union(id(method.node) for method in inherited)
            _enter_class(interp, item, inherited, entries)
        elif isinstance(item, Function) and item.owner is None and _is_entry(item, entries):
            _enter_function(interp, item)
        around += [within] * (len(interp.defined) - len(around))
        interp.graph.incomplete = interp.graph.incomplete or interp.budget.spent
    interp.graph.incomplete = interp.graph.incomplete or done < len(interp.defined)


def _is_entry(item: Value, entries: frozenset[str] | None) -> bool:
    return entries is None or item.name in entries


def _enter_function(interp: Interpreter, function: Function) -> None:
    """Enter a function with unknown arguments, unless a call was interpreted already."""
    if id(function.node) in interp.budget.visits or isinstance(function.node, cst.Lambda):
        return
    mode = "traced" if interp.context.mode == "traced" else "either"
    # What a function inside another one captures is there for as long as its trace.
    around = (function.context.trace, *function.context.outer_traces)
    with interp.context_scope(mode=mode, recording=(), loops=(), outer_traces=around):
        arguments = Arguments(function.node, is_synthetic=True)
        calls.call_function(interp, function, arguments)


def _enter_class(
    interp: Interpreter, cls: Class, inherited: list[Function], entries: frozenset[str] | None
) -> None:
    """Make an object of a class and enter the methods that may make a query."""
    if cls.is_extended_beyond:
        return
    own = [
        member
        for name in cls.node.body.body
        if isinstance(name, cst.FunctionDef)
        and isinstance(member := interp.store.read((cls.number, name.name.value)), Function)
        and member.owner is cls
        and id(member.node) not in interp.budget.visits
    ]
    role = definitions.keras_role(cls) if own or inherited else ""
    entered = [member for member in own if _is_entry(member, entries) or member.name in _TRAINED]
    members = inherited + entered  # queries first: the budget may be spent then
    if not members and not (role and _is_trained(interp, cls)):
        return
    mode = "traced" if interp.context.mode == "traced" else "either"
    follows_models = interp.follows_models
    with interp.context_scope(mode=mode, recording=(), loops=()):
        # The layers that it is made of are judged in their own files.
        interp.follows_models = follows_models and not (role and _is_only_trained(members))
        instance = instances.instantiate(interp, cls, Arguments(cls.node, is_synthetic=True))
        assert isinstance(instance, Instance)
        if role:
            interp.follows_models = False
            _enter_keras(interp, instance, role)
        interp.follows_models = follows_models
        for member in members:
            if id(member.node) in interp.budget.visits and member.owner is cls:
                continue
            bound = definitions.bind_member(interp, member, instance)
            if isinstance(bound, Function):
                calls.call_function(interp, bound, Arguments(member.node, is_synthetic=True))


def _is_only_trained(members: list[Function]) -> bool:
    """True if no method makes a query itself: Keras is assumed to train the object."""
    return not any(has_query(member.node) for member in members)


def _is_trained(interp: Interpreter, cls: Class) -> bool:
    """True if Keras would call a method of the class that was not entered so far."""
    body = definitions.class_attribute(interp, cls, _FORWARD)
    return isinstance(body, Function) and id(body.node) not in interp.budget.visits


def _enter_keras(interp: Interpreter, instance: Instance, role: str) -> None:
    """Make the query that Keras would make to train a layer, a model, or with a loss."""
    body = definitions.class_attribute(interp, instance.cls, _FORWARD)
    site = instance.cls.node
    if not isinstance(body, Function) or id(body.node) in interp.budget.visits:
        return
    if role == "loss":
        for cls in _leaf_classes(interp, instance.cls, body):
            made: Value = instance
            if cls is not instance.cls:
                made = instances.instantiate(interp, cls, Arguments(cls.node, is_synthetic=True))
            training_queries.judge_loss(interp, made, body.node)
    elif role in ("layer", "model"):
        inputs = interp.value(kinds.UNKNOWN, body.node, name="inputs")
        with interp.context_scope(autograph=True):
            object_calls.build(interp, instance, Arguments(site))
            unseen = interp.graph.incomplete or id(body.node) in interp.budget.havocked
            training_queries.train_by_keras(
                interp, instance, inputs, body.node, assumed=True, unseen_calls=unseen
            )


def _leaf_classes(interp: Interpreter, cls: Class, body: Function) -> list[Class]:
    """Return the classes with this `call` that have no subclass; a base may be incomplete."""
    below = [item for item in interp.defined if isinstance(item, Class) and cls in item.mro()]
    bases = {base.number for item in below for base in item.mro()[1:]}
    return [
        item
        for item in below
        if item.number not in bases and definitions.class_attribute(interp, item, _FORWARD) is body
    ]
