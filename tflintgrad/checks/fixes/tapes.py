"""Fixes of how a tape is made, what it watches, what it records, and how it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.calls import (
    has_argument,
    swap_arguments,
    with_argument,
    without_argument,
)
from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.names import bindings_in, function_around
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.domain.variables import is_keras_variable

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem
    from tflintgrad.flow.domain.queries import Query


@fixer("source-not-watched")
def watch_source(problem: Problem, codemod: Codemod) -> None:
    """Watch the source at the top of the tape's block, or where the block computes it."""
    query = query_of(problem)
    if not all(_can_be_watched(source.value) for source in query.sources):
        raise NoFix
    block = tape_block(query, codemod)
    written = _source_expression(query, codemod)
    source = codemod.code(written)
    if isinstance(written, cst.Dict):
        source = f"[{', '.join(codemod.code(item.value) for item in written.elements)}]"
    line = codemod.written("watch", tape=tape_name(query, codemod), source=source)
    scope = function_around(block, codemod)
    parts = written.elements if isinstance(written, (cst.List, cst.Tuple)) else ()
    names = [part.value for part in (parts or [cst.Element(written)])]
    bound = {
        codemod.line(item)
        for name in names
        if isinstance(name, cst.Name)
        for item in bindings_in(scope, name.value, codemod)
        if block in codemod.ancestors(item)
    }
    if not bound:
        codemod.insert_before(block.body[0], line)
    elif len(bound) == 1 and bound <= set(block.body):
        codemod.insert_after(bound.pop(), line)
    else:
        raise NoFix


@fixer("variable-not-tracked")
def watch_variable(problem: Problem, codemod: Codemod) -> None:
    """Watch the variable, or let the tape watch the variables that it sees."""
    query = query_of(problem)
    if all(_can_be_watched(source.value) for source in query.sources) and query.sources:
        watch_source(problem, codemod)
        return
    tape = codemod.exact(query.tape.site, cst.Call)
    name = codemod.template("automatic")
    if not has_argument(tape, name):
        raise NoFix
    codemod.say(source=codemod.code(_source_argument(query, codemod)))
    codemod.safe = False  # it watches others, too
    without_argument(tape, name, codemod)


def _can_be_watched(value: Value) -> bool:
    """True for tensors and variables of TensorFlow; `watch` raises for those of Keras."""
    if isinstance(value, Phi):
        return any(map(_can_be_watched, value.alternatives))
    return value.kind in (kinds.TENSOR, kinds.VARIABLE) and not is_keras_variable(value)


@fixer("watch-after-use")
def watch_first(problem: Problem, codemod: Codemod) -> None:
    """Move the call of `watch` to the top of the block it stands in."""
    watch = codemod.exact(problem.site, cst.Call)
    block = tape_block(query_of(problem), codemod)
    statement = next((item for item in codemod.ancestors(watch) if item in block.body), None)
    if statement is None or not _only_calls(statement, watch, codemod):
        raise NoFix
    codemod.say(source=codemod.code(watch.args[0].value))
    if statement is not block.body[0]:
        codemod.move(statement, block.body[0])


def _only_calls(statement: cst.CSTNode, call: cst.Call, codemod: Codemod) -> bool:
    """True if a statement, or a loop or branch, consists of one call only."""
    while isinstance(statement, (cst.For, cst.If)):
        if statement.orelse is not None or not isinstance(statement.body, cst.IndentedBlock):
            return False
        if len(statement.body.body) != 1:
            return False
        statement = statement.body.body[0]
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return False
    part = statement.body[0]
    return isinstance(part, cst.Expr) and part.value is call


@fixer("tape-used-twice")
def make_persistent(problem: Problem, codemod: Codemod) -> None:
    """Make the tape persistent."""
    tape = codemod.exact(problem.culprit.site if problem.culprit else None, cst.Call)
    with_argument(tape, codemod.written("argument"), codemod)


@fixer("tape-without-call")
def call_tape(problem: Problem, codemod: Codemod) -> None:
    """Add the parentheses that make a tape of its class."""
    made = codemod.expression(problem.site)
    if not isinstance(made, (cst.Name, cst.Attribute)):
        raise NoFix
    codemod.replace(made, codemod.code(made) + "()")


@fixer("swapped-target-and-source")
def swap_target_and_source(problem: Problem, codemod: Codemod) -> None:
    """Exchange the first two arguments of the query."""
    swap_arguments(codemod.exact(problem.site, cst.Call), codemod)


@fixer("misspelt-argument")
def spell_argument(problem: Problem, codemod: Codemod) -> None:
    """Write the argument's name as the method spells it."""
    meant, written = problem.facts.get("meant"), problem.facts.get("argument")
    if not isinstance(meant, str):
        raise NoFix
    for argument in codemod.exact(problem.site, cst.Call).args:
        if argument.keyword is not None and argument.keyword.value == written:
            codemod.say(meant=meant)
            codemod.replace(argument.keyword, meant)


@fixer("tape-not-recording")
def drop_call(problem: Problem, codemod: Codemod) -> None:
    """Drop a call that only raises, also as the head of a `with`."""
    call = codemod.exact(problem.site, cst.Call)
    codemod.say(call=codemod.code(call))
    item = codemod.parent(call)
    around = codemod.parent(item) if isinstance(item, cst.WithItem) else None
    if isinstance(around, cst.With):
        if len(around.items) != 1 or not isinstance(around.body, cst.IndentedBlock):
            raise NoFix
        codemod.unwrap(around, around.body.body)
        return
    line = codemod.line(call)
    if not isinstance(line.body[0], cst.Expr) or line.body[0].value is not call:
        raise NoFix
    codemod.remove(line)


def query_of(problem: Problem) -> Query:
    """Return the query of a problem, if the program makes it; raises `NoFix`."""
    if problem.query is None or not problem.query.explicit:
        raise NoFix
    return problem.query


def tape_block(query: Query, codemod: Codemod) -> cst.IndentedBlock:
    """Return the block of the `with` that enters the tape; raises `NoFix`."""
    around = codemod.enclosing(codemod.exact(query.tape.site, cst.Call), cst.With)
    return codemod.expect(around.body, cst.IndentedBlock)


def tape_name(query: Query, codemod: Codemod) -> str:
    """Return the name under which the `with` knows the tape; raises `NoFix`."""
    made = codemod.exact(query.tape.site, cst.Call)
    item = codemod.enclosing(made, cst.WithItem)
    if item.item is not made or item.asname is None:
        raise NoFix
    return codemod.code(codemod.expect(item.asname.name, cst.Name))


def _source_argument(query: Query, codemod: Codemod) -> cst.BaseExpression:
    call = codemod.exact(query.site, cst.Call)
    if len(call.args) < 2 or call.args[1].star:
        raise NoFix
    return call.args[1].value


def _source_expression(query: Query, codemod: Codemod) -> cst.BaseExpression:
    """Return the sources as the query writes them: names, or a structure of names; or `NoFix`."""
    source = _source_argument(query, codemod)
    parts: list[cst.BaseExpression] = [source]
    if isinstance(source, (cst.List, cst.Tuple, cst.Dict)):
        parts = [element.value for element in source.elements]
    if not all(isinstance(part, (cst.Name, cst.Attribute, cst.Subscript)) for part in parts):
        raise NoFix
    return source
