"""Projects and notebooks are verified like files, by running the program that has the query."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import paths
from tests.support.verifier import Verifier, verdict_of
from tflintgrad import check_files

PROJECTS = (
    "attribution_methods",
    "conditional_histogram",
    "dotted_loss_after_tape",
    "fit_without_a_word",
    "src_layout_quantised",
)
NOTEBOOKS = (
    "ensemble_total_overwritten",
    "gan_two_queries",
    "house_prices_numpy_in_loss",
)


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", PROJECTS)
def test_projects_are_confirmed(verifier: Verifier, name: str) -> None:
    _confirmed(verifier, paths.PROJECTS / name)


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_confirmed(verifier: Verifier, name: str) -> None:
    _confirmed(verifier, paths.NOTEBOOKS / f"{name}.ipynb")


def _confirmed(verifier: Verifier, path: Path) -> None:
    before = [finding for result in check_files([str(path)]) for finding in result.findings]
    after = [f for found in verifier.results(check_files([str(path)])).values() for f in found]
    assert [(f.filename, f.cell, f.span) for f in after] == [
        (f.filename, f.cell, f.span) for f in before
    ]
    verdicts = [verdict_of(finding) for finding in after]
    assert verdicts
    assert {(verdict.verdict, verdict.evidence) for verdict in verdicts} == {
        ("confirmed", "program")
    }
