"""A finding's path rebuilt as a program of its own, and the finding's position in it."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Finding, Location, Span, Spot
from tflintgrad.engine.cell_locations import to_module
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.source.notebook import is_notebook, open_notebook
from tflintgrad.verify.program_runs import Options
from tflintgrad.verify.repro.result import NotReproducible, Reproduction

if TYPE_CHECKING:
    from tflintgrad.engine.analyze_program import Program


def in_module_rows(finding: Finding, result: FileResult) -> Finding:
    """Return the finding with notebook cells replaced by rows of the module that they form."""
    for filename in dict.fromkeys((finding.filename, *finding.programs)):
        if is_notebook(filename):
            own = filename == result.path and result.notebook is not None
            notebook = result.notebook if own else open_notebook(filename)
            assert notebook is not None
            finding = to_module(finding, filename, notebook)
    return finding


def rebuild(result: FileResult, finding: Finding, options: Options) -> Reproduction:
    """Return the finding's path as a program; raise NotReproducible if that is impossible."""
    from tflintgrad.engine.analyze_program import find_problems_in
    from tflintgrad.source.syntax.parse import SyntaxProblem
    from tflintgrad.verify.repro import reproduce

    finding = in_module_rows(finding, result)
    program = _program(result, finding, options.tensorflow_version)
    try:
        problems = find_problems_in(program)
    except SyntaxProblem as refused:  # the check used the fast parser instead of libcst's
        raise NotReproducible(f"{refused.message} (line {refused.row})") from None
    for found, problem in problems:
        if (found.code, found.spot) == (finding.code, finding.spot):
            return reproduce(found, problem, program.text, options.inputs)
    raise NotReproducible("the finding is gone; check the file again")


def _program(result: FileResult, finding: Finding, tensorflow_version: str) -> Program:
    """Return the program to analyse in order to find the problem again."""
    from tflintgrad.engine.analyze_program import Program

    shown = finding.program
    path = os.path.abspath(shown)
    own = os.path.abspath(result.path)
    texts = {own: result.text} if result.text is not None else {}
    workspace = Workspace({path: shown, own: result.path}, texts, exact=True)
    text = workspace.text(path)
    if text is None:
        raise NotReproducible(f"{shown} is gone")
    if not os.path.exists(path):
        return Program(text, shown, tensorflow_version=tensorflow_version, exact=True)
    project = ProjectView(workspace, path)
    names = project.imported_query_names
    return Program(text, shown, path, project, tensorflow_version, names, exact=True)


def as_reproduced(finding: Finding, rebuilt: Reproduction, filename: str) -> Finding:
    """Return the finding at its position in the rebuilt program."""
    return replace(
        finding,
        filename=filename,
        span=_row(rebuilt.cut_row),
        queries=(Spot(filename, _row(rebuilt.query_row)),),
        programs=(filename,),
    )


def _row(row: int) -> Span:
    return Span(Location(row, 1), Location(row, 1))
