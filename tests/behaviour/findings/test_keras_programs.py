"""The programs in tests/keras: whole Keras scripts, of the length people write.

As in tests/programs, TensorFlow agrees with the label and the linter with the marks.
"""

from __future__ import annotations

import pytest

from tests.support.expected_findings import assert_as_marked
from tests.support.judge import Judge, Program, read_cases
from tests.support.judge.check import complaint
from tests.support.paths import KERAS
from tests.support.sampling import some

PROGRAMS = read_cases(KERAS)

every_program = pytest.mark.parametrize(
    "program", PROGRAMS, ids=lambda program: str(program.test_id)
)


def test_right_and_wrong_programs_are_balanced() -> None:
    right = sum(program.label.effect == "ok" for program in PROGRAMS)
    assert len(PROGRAMS) >= 40
    assert 2 * right >= len(PROGRAMS), "a linter is judged by what it leaves alone, too"


@every_program
def test_length_is_that_of_a_script(program: Program) -> None:
    assert 50 <= len(program.text.splitlines()) <= 150


@pytest.mark.tensorflow
@some("program", PROGRAMS, lambda program: str(program.test_id), every=10)
def test_tensorflow_agrees(judge: Judge, program: Program) -> None:
    problem, _ = complaint(judge, program, [program])
    assert problem is None


@every_program
def test_linter_agrees(program: Program) -> None:
    assert_as_marked(program, f"{program.name}.py")
