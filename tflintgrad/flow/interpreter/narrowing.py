"""Evidence of `isinstance`: after `assert isinstance(x, C)`, or a guard against others, x is a C.

The value of a parameter that no call passes is described once for all of the function, so only a
test counts that every way through the function meets.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Class
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.interpreter import containers, parameter_types
from tflintgrad.flow.interpreter.dispatch import statement
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge.roles import is_a


@statement(cst.Assert)
def _assert(interp: Interpreter, node: cst.Assert) -> bool:
    interp.evaluate(node.test)
    for part in _parts(node.test, cst.And):
        _learn(interp, part, others_go_on=False)
    return True


def after_branch(interp: Interpreter, node: cst.If) -> None:
    """Learn from `if not isinstance(x, C):` with a branch that leaves, or replaces x."""
    for part in _parts(node.test, cst.Or):
        if not isinstance(part, cst.UnaryOperation) or not isinstance(part.operator, cst.Not):
            continue
        if _leaves(node.body):
            _learn(interp, part.expression, others_go_on=False)
        elif part is node.test and _first_argument(part.expression) in _rebound(node.body):
            _learn(interp, part.expression, others_go_on=True)


def _parts(test: cst.BaseExpression, operator: type[cst.BaseBooleanOp]) -> Iterator[cst.CSTNode]:
    """Yield the operands of a chain of one operator."""
    while isinstance(test, cst.BooleanOperation) and isinstance(test.operator, operator):
        yield test.right
        test = test.left
    yield test


def _leaves(body: cst.BaseSuite) -> bool:
    last = body.body[-1] if body.body else None
    if isinstance(last, cst.SimpleStatementLine):
        return isinstance(last.body[-1], (cst.Raise, cst.Return))
    return isinstance(last, (cst.Raise, cst.Return))


def _rebound(body: cst.BaseSuite) -> set[str]:
    """Return the names that the statements of a block bind, without those inside other blocks."""
    return {
        target.target.value
        for line in body.body
        if isinstance(line, cst.SimpleStatementLine)
        for small in line.body
        if isinstance(small, cst.Assign)
        for target in small.targets
        if isinstance(target.target, cst.Name)
    }


def _first_argument(test: cst.CSTNode) -> str:
    """Return the name that `isinstance` tests; empty for other tests."""
    if not isinstance(test, cst.Call) or len(test.args) != 2:
        return ""
    name = test.args[0].value
    return name.value if isinstance(name, cst.Name) else ""


def _learn(interp: Interpreter, test: cst.CSTNode, *, others_go_on: bool) -> None:
    """Describe the parameter that `isinstance` tests, unless only some ways lead here.

    With `others_go_on`, other values go on under the same name, replaced: only the value itself
    can be described.
    """
    name = _first_argument(test)
    if not name or not isinstance(test, cst.Call):
        return
    key = (interp.frame.number, name)
    if not interp.store.journals or key not in interp.store.journals[-1]:
        return
    held = interp.store.read(key)
    value = _parameter(held)
    named = _only_type(interp, test.args[1].value)
    if value is None or named is None or not is_a(interp.evaluate(test.func).name, "isinstance"):
        return
    if others_go_on and (isinstance(named, Class) or is_a(named.name, "variable")):
        return
    described = parameter_types.described(interp, named, test, value)
    if isinstance(held, Phi):
        held.kind = kinds.common_kind([item.kind for item in held.alternatives])
    if described is not value and not others_go_on:
        interp.bind(name, described)


def _parameter(value: Value | None) -> Value | None:
    """Return the parameter that a value is or may be, if nothing is known of it."""
    for item in (value, *(edge.to for edge in value.edges)) if value is not None else ():
        if item.kind is kinds.UNKNOWN and item.facts.get("parameter") and not item.edges:
            return item
    return None


def _only_type(interp: Interpreter, classes: cst.BaseExpression) -> Value | None:
    """Return the class that `isinstance` asks for; of several, the first if all mean the same."""
    value = interp.evaluate(classes)
    named = containers.known_items(value) or [value]
    means = {parameter_types.meaning(item) for item in named}
    return named[0] if len(means) == 1 and "" not in means else None
