"""A small program that shows the effect of one finding: a slice of the file, or its path rebuilt.

    for finding, problem in find_problems_in(text, filename):
        print(reproduce(finding, problem, text).text)

Nothing is run here; `tflintgrad verify` does that, with the same text.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding
from tflintgrad.source.syntax.parse import parse
from tflintgrad.verify.repro import path_repro, slice_repro
from tflintgrad.verify.repro.result import NotReproducible, Reproduction

__all__ = ["NotReproducible", "Reproduction", "reproduce"]


def reproduce(
    finding: Finding, problem: Problem, text: str = "", inputs: Mapping[str, Any] | None = None
) -> Reproduction:
    """Raise `NotReproducible`, with one sentence why, rather than show something else.

    The program's `text` is needed for findings that are not about a query. `inputs` is
    what the user says about values; where the path has one of them, the path is what is shown.
    """
    if inputs and problem.path:
        with contextlib.suppress(NotReproducible):
            found = path_repro.reproduce(finding, problem, inputs)
            if found.given:
                return found
    refused = "its program is not at hand"
    part: Reproduction | None = None
    tree = _tree(problem, text)
    if tree is not None:
        try:
            part = slice_repro.reproduce(finding, problem, tree)
        except NotReproducible as reason:
            refused = str(reason)
    if part is not None and (
        not problem.path or part.text.count("\n") <= limits.MAX_PREFERRED_LINES
    ):
        return part
    if not problem.path:
        raise NotReproducible(f"{finding.code} has no path to rebuild, and {refused}")
    try:
        return path_repro.reproduce(finding, problem, inputs)
    except NotReproducible:
        if part is None:
            raise
        return part


def _tree(problem: Problem, text: str) -> cst.Module | None:
    if problem.query is not None:
        tree: cst.Module = problem.query.context.module.tree
        return tree
    return parse(text, exact=True).tree if text else None
