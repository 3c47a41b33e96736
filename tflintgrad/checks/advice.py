"""Help for one finding: what to write instead of the op that it is about."""

from __future__ import annotations

from tflintgrad.checks.base import Problem
from tflintgrad.knowledge.alternatives import alternatives_to, alternatives_to_operator
from tflintgrad.knowledge.rules import rulebook


def specific_help(problem: Problem) -> str:
    """Return what to write instead of this op; "" where the help of the rule is all there is."""
    op = problem.facts.get("op")
    template = rulebook().get(problem.code).replacement
    if template and isinstance(op, str):
        for best in alternatives_to(op) or alternatives_to_operator(op):
            return template.format(call=best.call, expression=best.expression, words=best.words)
    return problem.advice
