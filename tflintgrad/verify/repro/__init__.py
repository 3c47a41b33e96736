"""Reproductions: small programs that show the effect of one finding.

A reproduction is a slice of the program, with the modules that it imports written into it, or the
finding's path rebuilt:

    for finding, problem in find_problems_in(text, filename):
        print(reproduce(finding, problem, text).text)

Nothing is run here; `tflintgrad verify` runs the same texts.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.syntax.parse import parse
from tflintgrad.verify.repro import path_repro, slice_repro
from tflintgrad.verify.repro.result import NotReproducible, Reproduction

__all__ = ["InOneModule", "NotReproducible", "Reproduction", "reproduce", "reproductions"]


@dataclass(frozen=True, slots=True)
class InOneModule:
    """A finding in the program's text, with the modules of its project written into it."""

    finding: Finding
    problem: Problem
    text: str


def reproduce(
    finding: Finding, problem: Problem, text: str = "", inputs: Mapping[str, Any] | None = None
) -> Reproduction:
    """Return a small program that shows the finding; raise NotReproducible if there is none.

    The program's `text` is needed for findings that are not about a query. `inputs` is
    the user's table of values; if the path uses one of them, the path is rebuilt.
    """
    alone = InOneModule(finding, problem, text)
    return next(reproductions(finding, problem, lambda: iter((alone,)), inputs))


def reproductions(
    finding: Finding,
    problem: Problem,
    alone: Callable[[], Iterator[InOneModule | NotReproducible]],
    inputs: Mapping[str, Any] | None = None,
    version: str = "",
) -> Iterator[Reproduction]:
    """Yield small programs that show the finding, the best one first.

    Raise NotReproducible if there is none. `alone` returns the finding in each of its programs, or
    why a program cannot be written as one module.
    """
    if rulebook().get(finding.code).repro == "no-effect":
        raise NotReproducible("it wastes time or memory and changes no gradient")
    if inputs and problem.path:
        with contextlib.suppress(NotReproducible):
            found = path_repro.reproduce(finding, problem, inputs, version)
            if found.used_inputs:
                yield found
    part, refused = _slice(finding, alone(), version)
    if part is not None and part.lines <= limits.MAX_PREFERRED_LINES:
        yield part
    if problem.path:
        try:
            yield path_repro.reproduce(finding, problem, inputs, version)
        except NotReproducible:
            if part is None:
                raise
    elif part is None:
        raise NotReproducible(f"could not reduce this to a small program: {refused}")
    if part is not None and part.lines > limits.MAX_PREFERRED_LINES:
        yield part


def _slice(
    origin: Finding, programs: Iterator[InOneModule | NotReproducible], version: str
) -> tuple[Reproduction | None, str]:
    """Return the slice of the first program that has one, and why the last one has none."""
    refused = "it belongs to no program"
    for alone in programs:
        if isinstance(alone, NotReproducible):
            refused = str(alone)
            continue
        tree = _tree(alone.problem, alone.text)
        if tree is None:
            refused = "its program's text is missing"
            continue
        try:
            found = slice_repro.reproduce(alone.finding, alone.problem, tree, origin, version)
        except NotReproducible as reason:
            refused = str(reason)
            continue
        return found, ""
    return None, refused


def _tree(problem: Problem, text: str) -> cst.Module | None:
    if problem.query is not None:
        tree: cst.Module = problem.query.context.module.tree
        return tree
    return parse(text, exact=True).tree if text else None
