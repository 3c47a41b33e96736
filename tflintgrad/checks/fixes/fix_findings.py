"""The fixes of findings; the imports register all fixers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.checks.fixes import (  # noqa: F401
    arrays,
    escapes,
    estimators,
    expressions,
    losses,
    pairs,
    recording,
    singularities,
    statements,
    tapes,
    training,
)
from tflintgrad.checks.fixes.editing.exact_file import ExactFile, NoFix
from tflintgrad.checks.fixes.registry import fix_of

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem
    from tflintgrad.diagnostics import Finding
    from tflintgrad.flow.domain.module import Module


def fixes_of(
    modules: Iterable[Module], findings: list[tuple[Finding, Problem]]
) -> list[tuple[Finding, Problem]]:
    """Return the findings, with a fix where a fixer has one; each file is parsed once."""
    trees = {module.filename: module.tree for module in modules}
    files: dict[str, ExactFile | None] = {}
    found = []
    for finding, problem in findings:
        name = finding.filename
        if name not in files:
            try:
                files[name] = ExactFile(trees[name])
            except NoFix:
                files[name] = None
        file = files[name]
        fix = fix_of(problem, file) if file is not None else None
        found.append((replace(finding, fix=fix), problem))
    return found
