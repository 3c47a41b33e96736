"""Statements: assignments, branches, loops, definitions, imports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.numbering import last_number
from tflintgrad.flow.domain.objects import (
    External,
    Function,
    Gradients,
    Instance,
    Layer,
    Partial,
    Tape,
)
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter import (
    attributes,
    containers,
    definitions,
    lazy_definitions,
    lazy_modules,
    narrowing,
    operators,
    placeholders,
    trace_boundary,
)
from tflintgrad.flow.interpreter.dispatch import statement
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.loops import close_loop, looping
from tflintgrad.knowledge.canonical_names import canonical, canonical_module
from tflintgrad.knowledge.op_table import with_keras_2
from tflintgrad.source.syntax.bindings import dotted_name, evaluated, first_name

#: Values that a loop uses one after the other. Names of libraries are functions, but also modules
#: and dtypes: a cast to each of several dtypes is not a cast to one of them.
_UNROLLED = (External, Function, Partial, Layer, Instance)


@statement(cst.SimpleStatementLine, cst.SimpleStatementSuite)
def _line(interp: Interpreter, node: cst.SimpleStatementLine) -> bool:
    return interp.run(node)


@statement(cst.Expr)
def _expression_statement(interp: Interpreter, node: cst.Expr) -> bool:
    value = interp.evaluate(node.value)
    if value.kind is kinds.TENSOR or value.kind is kinds.SYMBOLIC:
        value.facts["dropped"] = True
    return True


@statement(cst.Assign)
def _assign(interp: Interpreter, node: cst.Assign) -> bool:
    if lazy_definitions.is_deferrable(interp, node):
        lazy_definitions.defer(interp, node, lambda: interp.evaluate(node.value))
        return True
    unwritten = placeholders.is_placeholder(node.value)
    value = placeholders.code_to_write(interp, node) if unwritten else interp.evaluate(node.value)
    for target in node.targets:
        assign(interp, target.target, value, node)
    return True


@statement(cst.AnnAssign)
def _annotated(interp: Interpreter, node: cst.AnnAssign) -> bool:
    if node.value is not None:
        assign(interp, node.target, interp.evaluate(node.value), node)
    return True


@statement(cst.AugAssign)
def _augmented(interp: Interpreter, node: cst.AugAssign) -> bool:
    before = interp.evaluate(node.target)
    change = interp.evaluate(node.value)
    symbol = operators.written(node.operator)
    held = alternatives(before)
    if operators.in_place_raises(interp.table, symbol) and all(
        isinstance(value, Variable) and not value.keras and not value.old for value in held
    ):
        # TensorFlow raises an exception here: nothing is bound.
        interp.graph.note("augmented-variable", node, interp.context, (before, change))
        return True
    if symbol == "+" and all(isinstance(value, Sequence) for value in held):
        for value in held:
            assert isinstance(value, Sequence)
            containers.extend(interp, value, change, node)
        return True
    if all(value.kind is kinds.NDARRAY for value in held):
        interp.graph.note("augmented-array", node, interp.context, (before, change))
    value = operators.binary(interp, symbol, before, change, node)
    value.facts["rebinds"] = before
    value.facts["rebound_at"] = node
    assign(interp, node.target, value, node)
    return True


def assign(interp: Interpreter, target: cst.CSTNode, value: Value, site: cst.CSTNode) -> None:
    """Bind `value` to a name, attribute, item, or a tuple of these."""
    if isinstance(target, cst.Name):
        before = interp.store.read((interp.frame.number, target.value))
        if before is not None and before is not value:
            value.facts.setdefault("rebinds", before)
            value.facts.setdefault("rebound_at", site)
        value.facts["bound"] = site
        for made_from in (value, *value.facts.get("inputs", ())):
            if isinstance(made_from, Gradients):
                made_from.names.append(target.value)
        interp.bind(target.value, value)
    elif isinstance(target, cst.Attribute):
        owner = interp.evaluate(target.value)
        attributes.set_attribute(interp, owner, target.attr.value, value, site)
    elif isinstance(target, cst.Subscript):
        containers.set_item(interp, interp.evaluate(target.value), target, value, site)
    elif isinstance(target, (cst.Tuple, cst.List)):
        _unpack(interp, target, value, site)


def _unpack(
    interp: Interpreter, target: cst.Tuple | cst.List, value: Value, site: cst.CSTNode
) -> None:
    elements = target.elements
    if isinstance(value, Gradients):
        value.unpacked = len(elements)
    star = next((i for i, e in enumerate(elements) if isinstance(e, cst.StarredElement)), None)
    for index, element in enumerate(elements):
        if isinstance(element, cst.StarredElement):
            rest = containers.slice_of(interp, value, index, len(elements) - index - 1, element)
            assign(interp, element.value, rest, site)
            continue
        position = index - len(elements) if star is not None and index > star else index
        assign(interp, element.value, value.unpack(interp, position, element), site)


@statement(cst.If)
def _if(interp: Interpreter, node: cst.If) -> bool:
    test = interp.evaluate(node.test)
    known = None if trace_boundary.is_counted(interp, test) else test.truth()

    def orelse() -> bool:
        if node.orelse is None:
            return True
        if isinstance(node.orelse, cst.If):
            return _if(interp, node.orelse)
        return interp.run(node.orelse.body)

    if known is True:
        return interp.run(node.body)
    if known is False:
        return orelse()
    before = last_number()
    through = interp.fork([lambda: interp.run(node.body), orelse])
    trace_boundary.note_branch(interp, test, node.test, before)
    narrowing.after_branch(interp, node)
    return through


@statement(cst.For)
def _for(interp: Interpreter, node: cst.For) -> bool:
    iterable = interp.evaluate(node.iter)
    in_graph = interp.context.mode == "traced" and containers.is_traced_iterable(iterable)
    with looping(interp, node, in_graph, node.body, node.target) as loop:
        reaches_end = True
        for item in _items(interp, iterable, node):
            assign(interp, node.target, item, node)
            reaches_end = interp.run(node.body)
            if not reaches_end:
                break
        if in_graph and iterable.kind is kinds.DATASET:
            _detach_results(interp, loop.depth, node)
        close_loop(interp, loop, reaches_end)
        items = containers.known_items(iterable)
        if (not reaches_end and not loop.repeats) or (items is not None and len(items) == 1):
            _mark_single(interp, loop.number)
    if node.orelse is not None:
        return interp.run(node.orelse.body)
    return True


def _items(interp: Interpreter, iterable: Value, node: cst.For) -> list[Value]:
    """Return the items that the body is interpreted with: one summary, or a few functions."""
    items = containers.known_items(iterable) or []
    is_short = 1 < len(items) <= limits.MAX_UNROLLED
    if is_short and all(isinstance(item, _UNROLLED) for item in items):
        return items
    return [iterable.iterate(interp, node.iter)]


def _detach_results(interp: Interpreter, depth: int, node: cst.For) -> None:
    """Cut the results of a loop over a dataset, which AutoGraph runs as `Dataset.reduce`."""
    for key, value in interp.store.changes_since(depth).items():
        if value is not None and value.is_op:
            cut = Cut(CutKind.DATASET_LOOP, site=node)
            interp.store.write(
                key, interp.cut(kinds.TENSOR, value.site, [value], cut, name=value.name)
            )


@statement(cst.While)
def _while(interp: Interpreter, node: cst.While) -> bool:
    in_graph = False
    with looping(interp, node, in_graph, node.body, node.test) as loop:
        test = interp.evaluate(node.test)
        if test.truth() is False:
            close_loop(interp, loop, True)
            return True
        if interp.context.mode == "traced" and test.kind is kinds.TENSOR:
            before = interp.context
            loops = (*before.loops[:-1], (loop.number, True))
            interp.context = before.replace(loops=loops)
        reaches_end = interp.run(node.body)
        close_loop(interp, loop, reaches_end)
        if not reaches_end and not loop.repeats:
            _mark_single(interp, loop.number)
    if node.orelse is not None:
        return interp.run(node.orelse.body)
    return True


def _mark_single(interp: Interpreter, number: int) -> None:
    """Note that the body of a loop runs at most once."""
    interp.graph.single_loops.add(number)


@statement(cst.Break)
def _break(interp: Interpreter, node: cst.Break) -> bool:
    if interp.loops:
        loop = interp.loops[-1]
        loop.exits.append(interp.store.changes_since(loop.depth))
    return False


@statement(cst.Continue)
def _continue(interp: Interpreter, node: cst.Continue) -> bool:
    if interp.loops:
        loop = interp.loops[-1]
        loop.repeats.append(interp.store.changes_since(loop.depth))
    return False


@statement(cst.Return)
def _return(interp: Interpreter, node: cst.Return) -> bool:
    value = interp.evaluate(node.value) if node.value is not None else interp.constant(None, node)
    value.facts.setdefault("returned", node)
    interp.frame.returns.append(value)
    return False


@statement(cst.Raise)
def _raise(interp: Interpreter, node: cst.Raise) -> bool:
    return False  # the message has no gradient


@statement(cst.Try, cst.TryStar)
def _try(interp: Interpreter, node: cst.Try) -> bool:
    def attempt() -> bool:
        through = interp.run(node.body)
        if through and node.orelse is not None:
            through = interp.run(node.orelse.body)
        return through

    def handler(clause: Any) -> Callable[[], bool]:
        def handle() -> bool:
            if clause.name is not None and isinstance(clause.name.name, cst.Name):
                interp.bind(clause.name.name.value, interp.unknown(clause))
            return interp.run(clause.body)

        return handle

    through = interp.fork([attempt, *(handler(clause) for clause in node.handlers)])
    if node.finalbody is not None:
        through = interp.run(node.finalbody.body) and through
    return through


@statement(cst.FunctionDef)
def _function(interp: Interpreter, node: cst.FunctionDef) -> bool:
    return _define(interp, node, lambda: definitions.define_function(interp, node))


@statement(cst.ClassDef)
def _class(interp: Interpreter, node: cst.ClassDef) -> bool:
    return _define(interp, node, lambda: definitions.define_class(interp, node))


def _define(
    interp: Interpreter, node: cst.FunctionDef | cst.ClassDef, make: Callable[[], Value]
) -> bool:
    """Bind the name of a definition, now or when the program uses it."""
    if lazy_definitions.is_deferrable(interp, node):
        lazy_definitions.defer(interp, node, make)
    else:
        interp.bind(node.name.value, make())
    return True


@statement(cst.Import)
def _import(interp: Interpreter, node: cst.Import) -> bool:
    for alias in node.names:
        dotted = dotted_name(alias.name)
        _note_keras(interp, dotted)
        found = lazy_modules.find(interp, dotted)
        if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
            bound, name = alias.asname.name.value, dotted
        else:
            bound = name = first_name(alias.name)
            found = lazy_modules.find(interp, name) if found is not None else None
        interp.bind(bound, found or interp.external(canonical_module(name)))
    return True


def _note_keras(interp: Interpreter, dotted: str) -> None:
    if dotted.partition(".")[0] == "tf_keras" or dotted.startswith("tensorflow.python.keras"):
        module = interp.context.module
        module.table = with_keras_2(module.table)


@statement(cst.ImportFrom)
def _import_from(interp: Interpreter, node: cst.ImportFrom) -> bool:
    dots = "." * len(node.relative)
    module = dotted_name(node.module) if node.module is not None else ""
    _note_keras(interp, module)
    base = dots + module if dots else canonical_module(module)
    found = lazy_modules.find(interp, module, len(dots))
    if isinstance(node.names, cst.ImportStar):
        interp.frame.module_frame().star_imports.append(found or base)
        return True
    for alias in node.names:
        name = dotted_name(alias.name)
        bound = name
        if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
            bound = alias.asname.name.value
        if found is not None:
            interp.bind(bound, lazy_modules.imported(interp, found, name))
            continue
        full = f"{module}.{name}" if not dots else f"{base}.{name}"
        known = canonical(canonical_module(full)) if not dots else full
        interp.bind(bound, interp.external(known))
    return True


@statement(cst.Del)
def _delete(interp: Interpreter, node: cst.Del) -> bool:
    targets: list[cst.CSTNode] = [node.target]
    if isinstance(node.target, cst.Tuple):
        targets = [element.value for element in node.target.elements]
    for target in targets:
        if isinstance(target, cst.Name):
            value = interp.store.read((interp.frame.number, target.value))
            if isinstance(value, Tape):
                value.deleted = True
            interp.store.delete((interp.frame.number, target.value))
    return True


@statement(cst.Match)
def _match(interp: Interpreter, node: cst.Match) -> bool:
    subject = interp.evaluate(node.subject)

    chosen = _chosen_case(subject, node)
    if chosen is not None:
        return interp.run(chosen.body)

    def case(clause: cst.MatchCase) -> Callable[[], bool]:
        def run() -> bool:
            for name in interp.bindings(clause.pattern, clause.pattern).names:
                interp.bind(name, interp.unknown(clause.pattern, subject))
            return interp.run(clause.body)

        return run

    return interp.fork([*(case(clause) for clause in node.cases), lambda: True])


def _chosen_case(subject: Value, node: cst.Match) -> cst.MatchCase | None:
    """Return the case that a constant selects, if the cases before it are constants, too."""
    if subject.const is None or isinstance(subject, Phi):
        return None
    for clause in node.cases:
        pattern = clause.pattern
        if isinstance(pattern, cst.MatchAs) and pattern.pattern is None and pattern.name is None:
            return clause
        literal = pattern.value if isinstance(pattern, cst.MatchValue) else None
        if not isinstance(literal, (cst.SimpleString, cst.Integer)) or clause.guard is not None:
            return None
        if evaluated(literal) == subject.const:
            return clause
    return None
