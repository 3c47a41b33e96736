"""The projects in tests/projects: what cuts a gradient is seldom in the file that asks for it.

TensorFlow agrees with the label of each entry script, the linter with the marks in all files.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.expected_findings import assert_project_as_marked
from tests.support.judge import Judge, Project, read_project
from tests.support.judge.check import project_complaint, projects_below
from tests.support.paths import PROJECTS as FOLDER
from tests.support.sampling import some
from tflintgrad import check_files
from tflintgrad.diagnostics import Finding, Span

PROJECTS = [read_project(folder) for folder in projects_below([FOLDER])]

every_project = pytest.mark.parametrize(
    "project", PROJECTS, ids=lambda project: str(project.test_id)
)

#: What makes two findings the same: code, file, span, message, effect.
Claim = tuple[str, str, Span, str, str]


def test_wrong_projects_do_not_outnumber_right_ones_by_far() -> None:
    right = sum(project.label.effect == "ok" for project in PROJECTS)
    assert len(PROJECTS) >= 32
    assert right * 5 >= len(PROJECTS) * 2, "a linter is judged by what it leaves alone, too"


@every_project
def test_project_has_several_modules(project: Project) -> None:
    assert len(project.modules) >= 2


@pytest.mark.tensorflow
@some("project", PROJECTS, lambda project: str(project.test_id), every=3)
def test_tensorflow_agrees(judge: Judge, project: Project) -> None:
    problem, _ = project_complaint(judge, project)
    assert problem is None


@every_project
def test_linter_agrees(project: Project) -> None:
    assert_project_as_marked(project)


@every_project
def test_each_file_by_itself_agrees(project: Project) -> None:
    """Whoever checks one file hears of what is in it, and of what its own queries suffer from."""
    whole = _findings([project.root])
    for module in project.modules:
        expected = [
            finding
            for finding in whole
            if _file(finding.filename) == module or module in _asked_in(finding)
        ]
        assert _claims(_findings([module])) == _claims(expected), module


def _findings(paths: list[Path]) -> list[Finding]:
    results = check_files(map(str, paths))
    return [finding for result in results for finding in result.findings]


def _asked_in(finding: Finding) -> set[Path]:
    return {_file(spot.filename) for spot in finding.queries}


def _claims(findings: Iterable[Finding]) -> list[Claim]:
    return sorted(
        (found.code, str(_file(found.filename)), found.span, found.message, found.effect)
        for found in findings
    )


def _file(name: str) -> Path:
    return Path(name).resolve()
