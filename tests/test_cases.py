"""The programs in tests/cases: TensorFlow agrees with the label, the linter with the marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge import Judge, Program, read_case
from tests.judge.check import complaint
from tests.linting import assert_as_marked
from tests.sampling import some
from tflintgrad import check_source

HERE = Path(__file__).parent
CASES = [read_case(path) for path in sorted((HERE / "cases").glob("*.py"))]
#: Programs whose gradient is lost, and that the linter does not find (or leaves alone on purpose).
MISSES = [read_case(path) for path in sorted((HERE / "misses").glob("*.py"))]

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
every_miss = pytest.mark.parametrize("miss", MISSES, ids=lambda miss: str(miss.name))


def test_wrong_programs_do_not_outnumber_right_ones_by_far() -> None:
    right = sum(case.label.effect == "ok" for case in CASES)
    assert len(CASES) > 100
    assert right * 3 > len(CASES), "a linter is judged by what it leaves alone, too"


@pytest.mark.tensorflow
@some("case", CASES, lambda case: str(case.name), every=10)
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
    """When this fails, rejoice, and move the program to tests/cases."""
    assert check_source(miss.text, f"{miss.name}.py") == []
