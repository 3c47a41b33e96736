"""Registration of fixers, and the fix of a problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tflintgrad.checks.fixes.editing.codemod import Codemod
from tflintgrad.checks.fixes.editing.exact_file import ExactFile, NoFix
from tflintgrad.diagnostics import Fix
from tflintgrad.knowledge.rules import rulebook

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem

Fixer = Callable[["Problem", Codemod], None]
FIXERS: dict[str, Fixer] = {}


def fixer(*rules: str) -> Callable[[Fixer], Fixer]:
    """Register a fixer for the rules of these names."""

    def register(function: Fixer) -> Fixer:
        for rule in rules:
            assert rule not in FIXERS, rule
            FIXERS[rule] = function
        return function

    return register


def fix_of(problem: Problem, file: ExactFile) -> Fix | None:
    """Return the fix of a problem in this file; None if it has no fixer, or the fixer refuses."""
    rule = rulebook().get(problem.code)
    function = FIXERS.get(rule.name)
    if function is None or rule.fix == "no":
        return None
    codemod = Codemod(file, rule)
    try:
        function(problem, codemod)
        edits = codemod.edits()
    except NoFix:
        return None
    fix = Fix(codemod.message(), edits, codemod.safe)
    return fix if file.accepts(fix.edits) else None
