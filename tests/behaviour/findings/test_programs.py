"""The programs in tests/programs: TensorFlow agrees with the label, the linter with the marks."""

from __future__ import annotations

import pytest

from tests.support.expected_findings import assert_as_marked
from tests.support.judge import Judge, Program, read_cases
from tests.support.judge.check import complaint
from tests.support.paths import MISSED, PROGRAMS
from tests.support.sampling import some
from tflintgrad import check_source

EVERY = read_cases(PROGRAMS)
CASES = [case for case in EVERY if case.folder != MISSED.name]
MISSES = [case for case in EVERY if case.folder == MISSED.name]

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.test_id))
every_miss = pytest.mark.parametrize("miss", MISSES, ids=lambda miss: str(miss.test_id))


def test_wrong_programs_do_not_outnumber_right_ones_by_far() -> None:
    right = sum(case.label.effect == "ok" for case in CASES)
    assert len(CASES) > 100
    assert right * 3 > len(CASES), "a linter is judged by what it leaves alone, too"


def test_folders_say_what_is_marked() -> None:
    """Programs lie in the folder of a rule that they are marked with, right ones in clean/."""
    for case in CASES:
        codes = {code for _, code in case.marks}
        assert case.folder in codes or (not codes and case.folder.startswith("clean/")), case


@pytest.mark.tensorflow
@some("case", CASES, lambda case: str(case.test_id), every=30, group=lambda case: str(case.folder))
def test_tensorflow_agrees(judge: Judge, case: Program) -> None:
    problem, _ = complaint(judge, case, [case])
    assert problem is None


@every_case
def test_linter_agrees(case: Program) -> None:
    assert_as_marked(case, f"{case.name}.py")


@pytest.mark.tensorflow
@every_miss
def test_misses_are_real(judge: Judge, miss: Program) -> None:
    problem, _ = complaint(judge, miss, [miss])
    assert problem is None


@every_miss
def test_misses_are_still_missed(miss: Program) -> None:
    """When this fails, rejoice, and move the program to the folder of its rule."""
    assert check_source(miss.text, f"{miss.name}.py") == []
