"""The matrix: the linter finds nearly all bugs and flags no right program; TensorFlow agrees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.matrix.bugs import BUGS
from tests.matrix.builds import BUILDS
from tests.matrix.compose import TRAININGS, Case, every_case, sample
from tests.matrix.judge import findings_of
from tests.matrix.losses import LOSSES
from tests.support.judge import Judge
from tests.support.sampling import some

#: The whole matrix has one program of this many for each way to write a loss.
FULL_STEP = len(LOSSES)

_SOME = [
    replace(case, form="script")
    for bug in ("right", *BUGS)
    for case in sample(6, seed=len(bug), bug=bug)
]


def test_the_matrix_is_large() -> None:
    assert len(BUILDS) >= 13
    assert len(TRAININGS) >= 12
    assert len(LOSSES) >= 10
    assert len(BUGS) >= 15


@pytest.mark.parametrize("bug", BUGS)
def test_finds_a_bug_however_it_is_written(bug: str) -> None:
    cases = sample(6, seed=1, bug=bug)
    missed = [case.name for case in cases if not findings_of(case) & case.codes]
    assert missed == []


@pytest.mark.parametrize("seed", range(4))
def test_right_programs_are_not_flagged(seed: int) -> None:
    cases = sample(8, seed, "right")
    assert [case.name for case in cases if findings_of(case)] == []


@pytest.mark.full
@pytest.mark.parametrize("build", BUILDS)
def test_whole_matrix(build: str) -> None:
    """For each build, training and bug one loss in turn, and all of them for right programs."""
    cases = [case for case in every_case() if case.build == build]
    right = [case for case in cases if not case.codes]
    wrong = [case for case in cases if case.codes][:: FULL_STEP - 1]
    flagged = [case.name for case in right if findings_of(case)]
    missed = [case.name for case in wrong if not findings_of(case) & case.codes]
    assert flagged == []
    assert len(missed) <= 0.02 * len(wrong), missed


@pytest.mark.tensorflow
@some("case", _SOME, lambda case: str(case.name), every=6, group=lambda case: str(case.bug))
def test_tensorflow_agrees(judge: Judge, case: Case) -> None:
    outcome = judge.run(case.files()["train.py"])
    is_right = outcome.effect_shown("ok") is None and outcome.effect_shown("zero") is not None
    assert is_right == (not case.codes), outcome.seen()
