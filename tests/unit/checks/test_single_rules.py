"""Each check finds the marked lines when its rule is the only one selected."""

from __future__ import annotations

import pytest

from tests.support.judge import Program, read_cases
from tests.support.paths import PROGRAMS
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_text

CODES = sorted(folder.name for folder in PROGRAMS.glob("TFG*"))
#: The number of programs for each rule; tests/behaviour/findings checks all programs.
SAMPLE = 3


def _found(program: Program, code: str) -> list[tuple[int, str]]:
    result = check_text(program.text, f"{program.name}.py", Settings(select=(code,)))
    return sorted((finding.span.start.row, finding.code) for finding in result.findings)


@pytest.mark.parametrize("code", CODES)
def test_rule_by_itself(code: str) -> None:
    programs = read_cases(PROGRAMS / code)
    for program in programs[:: max(1, len(programs) // SAMPLE)]:
        assert _found(program, code) == [mark for mark in program.marks if mark[1] == code]
