"""Fixes that bring a computation into the block of a tape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.names import (
    fresh_name,
    is_steady,
    last_name,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.checks.fixes.tapes import query_of, tape_name
from tflintgrad.source.syntax.walk import in_order, names_in, nodes_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.checks.base import Problem
    from tflintgrad.flow.domain.queries import Query


@fixer("target-outside-tape", "inner-gradient-outside-outer-tape")
def move_into_tape(problem: Problem, codemod: Codemod) -> None:
    """Bring the steps that are outside the tape into its block."""
    query = query_of(problem)
    made = codemod.exact(query.tape.site, cst.Call)
    if not any(isinstance(item, cst.With) for item in codemod.ancestors(made)):
        _record_by_hand(query, made, codemod)
        return
    around = codemod.enclosing(made, cst.With)
    block = codemod.expect(around.body, cst.IndentedBlock)
    codemod.say(tape=tape_name(query, codemod))
    statements = codemod.block(around)
    asked = _statement_among(statements, codemod.exact(query.site, cst.Call), codemod)
    step = _step(problem, statements, codemod)
    place, at = statements.index(around), statements.index(step)
    if step is asked:
        _name_target(query, block, codemod)
    elif at < place:
        _move_down(statements[at:place], block, tape_name(query, codemod), codemod)
    elif at < statements.index(asked):
        last = max(at, _last_step(problem, statements, asked, codemod))
        _move_up(statements[place + 1 : last + 1], block, query, codemod)
    else:
        raise NoFix


def _step(problem: Problem, statements: Sequence[cst.CSTNode], codemod: Codemod) -> cst.CSTNode:
    """Return the statement with the step outside the tape, or with the call that leads to it."""
    try:
        found = _statement_among(statements, codemod.node(problem.site), codemod)
    except NoFix:
        found = None
    if found is not None and not isinstance(found, (cst.FunctionDef, cst.ClassDef)):
        return found
    codemod.safe = False  # the call may do more
    behind = [value for value in problem.path if value.site is problem.site]
    behind += [problem.culprit] if problem.culprit is not None else []
    for value in behind:
        for call in reversed(value.context.calls):
            try:
                return _statement_among(statements, codemod.node(call), codemod)
            except NoFix:
                continue
    raise NoFix


def _move_up(
    moved: Sequence[cst.CSTNode], block: cst.IndentedBlock, query: Query, codemod: Codemod
) -> None:
    """Indent the statements between the block and the query."""
    tape = tape_name(query, codemod)
    for item in moved:
        if not isinstance(item, (cst.SimpleStatementLine, cst.With, cst.For)):
            raise NoFix
        uses = (node for node in nodes_in(item) if isinstance(node, cst.Attribute))
        asks = any(isinstance(node.value, cst.Name) and node.value.value == tape for node in uses)
        if asks and not query.tape.persistent:
            raise NoFix  # the tape is asked there
        if not isinstance(item, cst.SimpleStatementLine):
            codemod.safe = False
    if block.footer or any(_has_comment(item) for item in moved):
        codemod.safe = False
    codemod.align(moved, block.body[-1])


def _move_down(
    moved: Sequence[cst.CSTNode], block: cst.IndentedBlock, tape: str, codemod: Codemod
) -> None:
    """Move statements from above the `with` to below the first calls of its tape."""
    first = next((item for item in block.body if not _is_call(item, tape)), None)
    if first is None:
        raise NoFix
    is_simple = all(isinstance(item, cst.SimpleStatementLine) for item in moved)
    if not is_simple:
        _compute_again(moved[0], first, codemod)
        return
    if len(moved) > limits.MAX_MOVED_STATEMENTS or any(_has_comment(item) for item in moved):
        raise NoFix
    for statement in moved:
        line = codemod.expect(statement, cst.SimpleStatementLine)
        for part in line.body:
            if not isinstance(part, (cst.Assign, cst.Expr)):
                raise NoFix
            codemod.insert_before(first, codemod.code(part))
        codemod.remove(statement)


def _compute_again(statement: cst.CSTNode, first: cst.CSTNode, codemod: Codemod) -> None:
    """Repeat an assignment in the block, where something before the block uses it as well."""
    line = codemod.expect(statement, cst.SimpleStatementLine)
    if len(line.body) != 1 or not isinstance(line.body[0], cst.Assign):
        raise NoFix
    if not is_steady(line.body[0].value, line.body[0], first, codemod):
        raise NoFix
    codemod.safe = False
    codemod.insert_before(first, codemod.code(line.body[0]))


def _name_target(query: Query, block: cst.IndentedBlock, codemod: Codemod) -> None:
    """Compute the target at the end of the block, which the query computes in its arguments."""
    call = codemod.exact(query.site, cst.Call)
    if not call.args or call.args[0].star or isinstance(call.args[0].value, cst.Name):
        raise NoFix
    target = call.args[0].value
    *_, end = in_order(block)
    if not is_steady(target, end, call, codemod, done=True):
        raise NoFix
    name = fresh_name("target", codemod)
    codemod.insert_after(block.body[-1], f"{name} = {codemod.code(target)}")
    codemod.replace(target, name)


def _record_by_hand(query: Query, made: cst.Call, codemod: Codemod) -> None:
    """Let a tape without `with` record until the query."""
    line = codemod.line(made)
    assignment = codemod.expect(line.body[0], cst.Assign)
    tape = codemod.expect(assignment.targets[0].target, cst.Name).value
    codemod.say(tape=tape)
    statements = codemod.block(line)
    asked = _statement_among(statements, codemod.exact(query.site, cst.Call), codemod)
    between = statements[statements.index(line) + 1 : statements.index(asked)]
    calls = [item for item in between if _is_call(item, tape)]
    ends = [item for item in calls if _called(item) == codemod.template("leave")]
    if ends:
        codemod.insert_before(
            asked, codemod.code(codemod.expect(ends[0], cst.SimpleStatementLine).body[0])
        )
        codemod.remove(ends[0])
    elif not calls and between and assignment.value is made:
        used = set().union(*(names_in(item) for item in between))
        if tape in used:
            raise NoFix
        codemod.replace(assignment, f"with {codemod.code(made)} as {tape}:")
        codemod.indent(between)
    else:
        raise NoFix


def _called(statement: cst.CSTNode) -> str:
    part = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    value = part.value if isinstance(part, cst.Expr) else None
    return last_name(value.func) if isinstance(value, cst.Call) else ""


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
