"""Reproductions: small programs that show the effect of one finding.

A reproduction is a slice of the file, or the finding's path rebuilt:

    for finding, problem in find_problems_in(text, filename):
        print(reproduce(finding, problem, text).text)

Nothing is run here; `tflintgrad verify` runs the same text.
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
    """Return a small program that shows the finding; raise NotReproducible if there is none.

    The program's `text` is needed for findings that are not about a query. `inputs` is
    the user's table of values; if the path uses one of them, the path is rebuilt.
    """
    if inputs and problem.path:
        with contextlib.suppress(NotReproducible):
            found = path_repro.reproduce(finding, problem, inputs)
            if found.used_inputs:
                return found
    refused = "its program's text is missing"
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
