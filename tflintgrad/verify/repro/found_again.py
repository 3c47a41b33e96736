"""The finding of a reproduction, as tflintgrad reports it for the reproduction's own text."""

from __future__ import annotations

from dataclasses import dataclass

from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.analyze_program import Program, find_problems_in
from tflintgrad.source.syntax.parse import SyntaxProblem
from tflintgrad.verify.repro.result import Reproduction

#: The name that a reproduction has while it is analysed.
REDUCED = "reduced.py"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search for the finding that a reproduction has to show."""

    code: str
    #: The effect; empty if any will do.
    effect: str = ""
    #: The line as written; empty if any line may have the finding.
    line: str = ""
    tensorflow_version: str = ""

    def find(self, text: str, row: int = 0) -> tuple[Finding, Problem] | None:
        """Return the finding in a text that is this one, the nearest to `row` if there are several.

        None if the text has no such finding, or if no code of it executes the query.
        """
        program = Program(text, REDUCED, tensorflow_version=self.tensorflow_version, exact=True)
        try:
            found = find_problems_in(program)
        except SyntaxProblem:
            return None
        lines = text.split("\n")
        same = [
            pair
            for pair in found
            if pair[0].code == self.code
            and (not self.effect or pair[0].effect == self.effect)
            and is_executed(pair[1])
            and (not self.line or without_comment(lines[pair[0].span.start.row - 1]) == self.line)
        ]
        return min(same, key=lambda pair: abs(pair[0].span.start.row - row), default=None)


def reproduction_of(text: str, found: Finding) -> Reproduction:
    """Return the reproduction that is this text, in which tflintgrad found the finding."""
    rows = found.main_query.span.start.row, found.span.start.row
    return Reproduction(text, *rows, found=found)


def is_executed(problem: Problem) -> bool:
    """True if code at the top level of the program leads to the finding's query, if it has one."""
    query = problem.query
    return query is None or not (query.assumed or query.context.mode == "either")


def without_comment(line: str) -> str:
    """Return a line of code without indentation and without a comment at its end."""
    code, mark, _ = line.partition("  # ")
    quotes = code.count('"') % 2 or code.count("'") % 2
    return line.strip() if mark and quotes else code.strip()
