"""Run a labelled program on TensorFlow and say what happened to its gradients.

    from tests.support.judge import Judge

    with Judge() as judge:
        outcome = judge.run(source_text)
        complaint = outcome.effect_shown("none")   # None: as stated, else what was seen instead

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
