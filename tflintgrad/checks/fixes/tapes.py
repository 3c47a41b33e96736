"""Fixes of how a tape is made, what it watches, what it records, and how it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.fixes.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.variables import is_keras_variable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.checks.base import Problem
    from tflintgrad.flow.domain.queries import Query
    from tflintgrad.flow.domain.values import Value


@fixer("source-not-watched", "variable-not-tracked")
def watch_source(problem: Problem, codemod: Codemod) -> None:
    """Watch the source at the top of the tape's block."""
    query = _query(problem)
    if any(query.tape in source.value.context.recording for source in query.sources):
        raise NoFix  # it is computed in the block
    if not all(_can_be_watched(source.value) for source in query.sources):
        raise NoFix
    block = _tape_block(query, codemod)
    source = codemod.code(_source_expression(query, codemod))
    line = codemod.written("watch", tape=_tape_name(query, codemod), source=source)
    codemod.insert_before(block.body[0], line)


def _can_be_watched(value: Value) -> bool:
    """True for tensors and variables of TensorFlow; `watch` raises for those of Keras."""
    return value.kind in (kinds.TENSOR, kinds.VARIABLE) and not is_keras_variable(value)


@fixer("watch-after-use")
def watch_first(problem: Problem, codemod: Codemod) -> None:
    """Move the call of `watch` to the top of the block it stands in."""
    watch = codemod.exact(problem.site, cst.Call)
    line = codemod.line(watch)
    if not isinstance(line.body[0], cst.Expr) or line.body[0].value is not watch:
        raise NoFix
    block = _tape_block(_query(problem), codemod)
    if line not in block.body:
        raise NoFix
    code = codemod.code(watch)
    codemod.say(source=codemod.code(watch.args[0].value))
    codemod.insert_before(block.body[0], code)
    codemod.remove(line)


@fixer("tape-used-twice")
def make_persistent(problem: Problem, codemod: Codemod) -> None:
    """Make the tape persistent."""
    tape = codemod.exact(problem.culprit.site if problem.culprit else None, cst.Call)
    _add_argument(tape, codemod.written("argument"), codemod)


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
    """Drop a call that only raises."""
    call = codemod.exact(problem.site, cst.Call)
    line = codemod.line(call)
    if not isinstance(line.body[0], cst.Expr) or line.body[0].value is not call:
        raise NoFix
    codemod.say(call=codemod.code(call))
    codemod.remove(line)


@fixer("target-outside-tape", "inner-gradient-outside-outer-tape")
def move_into_tape(problem: Problem, codemod: Codemod) -> None:
    """Indent the statements between the tape's block and the step outside it, or those before."""
    query = _query(problem)
    around = codemod.enclosing(codemod.exact(query.tape.site, cst.Call), cst.With)
    block = codemod.expect(around.body, cst.IndentedBlock)
    statements = codemod.block(around)
    step = _statement_among(statements, codemod.node(problem.site), codemod)
    place, at = statements.index(around), statements.index(step)
    asked = _statement_among(statements, codemod.exact(query.site, cst.Call), codemod)
    tape = _tape_name(query, codemod)
    codemod.say(tape=tape)
    if at < place:
        _move_down(statements[at:place], block, tape, codemod)
        return
    if not at < statements.index(asked):
        raise NoFix
    last = max(at, _last_step(problem, statements, asked, codemod))
    moved = statements[place + 1 : last + 1]
    if any(not isinstance(item, cst.SimpleStatementLine) for item in moved):
        raise NoFix
    if block.footer or any(_has_comment(item) for item in moved):
        codemod.safe = False
    codemod.indent(moved, block.body[-1])


def _move_down(
    moved: Sequence[cst.CSTNode], block: cst.IndentedBlock, tape: str, codemod: Codemod
) -> None:
    """Move statements from above the `with` to below the first calls of its tape."""
    if len(moved) > limits.MAX_MOVED_STATEMENTS or any(_has_comment(item) for item in moved):
        raise NoFix
    first = next((item for item in block.body if not _is_call(item, tape)), None)
    if first is None:
        raise NoFix
    for statement in moved:
        line = codemod.expect(statement, cst.SimpleStatementLine)
        for part in line.body:
            if not isinstance(part, (cst.Assign, cst.Expr)):
                raise NoFix
            codemod.insert_before(first, codemod.code(part))
        codemod.remove(statement)


def _is_call(statement: cst.CSTNode, receiver: str) -> bool:
    """True for a line that only calls a method of the object of this name."""
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    (part, *_) = statement.body
    if not isinstance(part, cst.Expr) or not isinstance(part.value, cst.Call):
        return False
    function = part.value.func
    return (
        isinstance(function, cst.Attribute)
        and isinstance(function.value, cst.Name)
        and function.value.value == receiver
    )


def _last_step(
    problem: Problem, statements: Sequence[cst.CSTNode], asked: cst.CSTNode, codemod: Codemod
) -> int:
    """Return the index of the last statement before the query with a step of the path."""
    last = -1
    for value in problem.path:
        if value.site is None:
            continue
        try:
            found = _statement_among(statements, codemod.node(value.site), codemod)
        except NoFix:
            continue
        if found is not asked:
            last = max(last, statements.index(found))
    return last if last < statements.index(asked) else -1


def _statement_among(
    statements: Sequence[cst.CSTNode], node: cst.CSTNode, codemod: Codemod
) -> cst.CSTNode:
    """Return the one of some statements that a node is in; raises `NoFix`."""
    for around in (node, *codemod.ancestors(node)):
        if around in statements:
            return around
    raise NoFix


def _has_comment(statement: cst.CSTNode) -> bool:
    lines = getattr(statement, "leading_lines", ())
    return any(line.comment is not None for line in lines)


def swap_arguments(call: cst.Call, codemod: Codemod) -> None:
    """Exchange the first two positional arguments of a call; raises `NoFix`."""
    if len(call.args) < 2 or any(item.star for item in call.args[:2]):
        raise NoFix
    if (call.args[0].keyword is None) != (call.args[1].keyword is None):
        raise NoFix
    first, second = (item.value for item in call.args[:2])
    codemod.replace(first, codemod.code(second))
    codemod.replace(second, codemod.code(first))


def _add_argument(call: cst.Call, code: str, codemod: Codemod) -> None:
    """Add an argument at the end of a call; raises `NoFix`."""
    written = [codemod.argument(item) for item in call.args]
    codemod.replace(call, f"{codemod.code(call.func)}({', '.join([*written, code])})")


def _query(problem: Problem) -> Query:
    if problem.query is None or not problem.query.explicit:
        raise NoFix
    return problem.query


def _tape_block(query: Query, codemod: Codemod) -> cst.IndentedBlock:
    """Return the block of the `with` that enters the tape; raises `NoFix`."""
    around = codemod.enclosing(codemod.exact(query.tape.site, cst.Call), cst.With)
    return codemod.expect(around.body, cst.IndentedBlock)


def _tape_name(query: Query, codemod: Codemod) -> str:
    """Return the name under which the `with` knows the tape; raises `NoFix`."""
    made = codemod.exact(query.tape.site, cst.Call)
    item = codemod.enclosing(made, cst.WithItem)
    if item.item is not made or item.asname is None:
        raise NoFix
    return codemod.code(codemod.expect(item.asname.name, cst.Name))


def _source_expression(query: Query, codemod: Codemod) -> cst.BaseExpression:
    """Return the sources as the query writes them: names, or a list of names; raises `NoFix`."""
    call = codemod.exact(query.site, cst.Call)
    if len(call.args) < 2 or call.args[1].star:
        raise NoFix
    source = call.args[1].value
    parts = (
        [element.value for element in source.elements]
        if isinstance(source, (cst.List, cst.Tuple))
        else [source]
    )
    if not all(isinstance(part, (cst.Name, cst.Attribute)) for part in parts):
        raise NoFix
    return source
