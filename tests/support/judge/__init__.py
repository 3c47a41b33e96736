"""Runs labelled programs on TensorFlow and reports what happened to their gradients.

    from tests.support.judge import Judge

    with Judge() as judge:
        outcome = judge.run(source_text)
        complaint = outcome.effect_shown("none")   # None if as stated, else a sentence

`python -m tests.support.judge FILE…` does the same in bulk for labelled programs, rule pages and
projects.
"""

from tests.support.judge.client import Judge
from tests.support.judge.labels import (
    Label,
    Program,
    Project,
    read_case,
    read_cases,
    read_programs,
    read_project,
    read_rule,
)
from tests.support.judge.memory import Memory
from tests.support.judge.outcome import Outcome, Query, Raised, Result

__all__ = [
    "Judge",
    "Label",
    "Memory",
    "Outcome",
    "Program",
    "Project",
    "Query",
    "Raised",
    "Result",
    "read_case",
    "read_cases",
    "read_programs",
    "read_project",
    "read_rule",
]
