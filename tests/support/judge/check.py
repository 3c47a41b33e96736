"""Compare labelled programs with what TensorFlow does: shared by the tests and the command line."""

from __future__ import annotations

from pathlib import Path

from tests.support.judge.client import Judge
from tests.support.judge.labels import Program, Project, remedy_of
from tests.support.judge.outcome import Outcome

EAGERLY = "import tensorflow\ntensorflow.config.run_functions_eagerly(True)\n"


def complaint(
    judge: Judge, program: Program, siblings: list[Program]
) -> tuple[str | None, Outcome]:
    """Return the error of the label, or None, and the outcome."""
    outcome = judge.run(program.text)
    truth = program.label.truth
    if program.label.eager_truth:
        truth = judge.run(EAGERLY + program.text).values
    elif program.label.effect == "wrong" and truth is None:
        remedy = remedy_of(program, siblings) if program.heading == "Example" else None
        truth = judge.run(remedy.text).values if remedy is not None else None
    problem = outcome.effect_shown(program.label.effect, truth, program.label.raises)
    # The Example of a hygiene rule is marked although its numbers are right.
    must_be_marked = program.label.effect != "ok" or program.heading == "Example"
    if problem is None and must_be_marked != bool(program.marks):
        problem = "ok, yet lines are marked" if program.marks else "no line is marked"
    return problem, outcome


def project_complaint(judge: Judge, project: Project) -> tuple[str | None, Outcome]:
    """Return the error of a project's label, or None; in a right project, check every query."""
    label = project.label
    outcome = judge.run_project(project.root, project.entry)
    problem = outcome.effect_shown(label.effect, label.truth, label.raises)
    if problem is None and label.effect == "ok":
        problem = outcome.query_lost()
    if problem is None and (label.effect != "ok") != bool(project.marks):
        problem = "ok, yet lines are marked" if project.marks else "no line is marked"
    return problem, outcome


def projects_below(paths: list[Path]) -> list[Path]:
    """Return the folders that are projects: those in a folder named `projects`."""
    found: list[Path] = []
    for path in paths:
        if path.name == "projects":
            found += sorted(folder for folder in path.iterdir() if folder.is_dir())
        elif path.parent.name == "projects":
            found.append(path)
    return found


def files_below(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted([*path.rglob("*.py"), *path.rglob("*.md")])
        else:
            found.append(path)
    return found
