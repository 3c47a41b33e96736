"""Small programs for the findings of a file, and the findings' positions in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
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
    from tflintgrad.checks.base import Problem
    from tflintgrad.engine.analyze_program import Program
    from tflintgrad.verify.repro import InOneModule


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
    """Return a small program that shows the finding; raise NotReproducible if there is none."""
    return next(rebuild_all(result, finding, options))


def rebuild_all(result: FileResult, finding: Finding, options: Options) -> Iterator[Reproduction]:
    """Yield small programs that show the finding; raise NotReproducible if there is none."""
    from tflintgrad.engine.analyze_program import find_problems_in
    from tflintgrad.source.syntax.parse import SyntaxProblem
    from tflintgrad.verify.repro import reproductions

    finding = in_module_rows(finding, result)
    program, workspace = _program(result, finding, options)
    try:
        problems = find_problems_in(program)
    except SyntaxProblem as refused:  # the check used the fast parser instead of libcst's
        raise NotReproducible(f"{refused.message} (line {refused.row})") from None
    same = [pair for pair in problems if _is_same(pair[0], finding)]
    if not same:
        raise NotReproducible("the finding is gone; check the file again")
    found, problem = same[0]

    def alone() -> Iterator[InOneModule | NotReproducible]:
        for entry in finding.programs or (finding.filename,):
            yield _in_one_module(found, problem, program, entry, workspace)

    yield from reproductions(found, problem, alone, options.inputs, options.tensorflow_version)


def _is_same(one: Finding, other: Finding) -> bool:
    return (one.code, one.spot) == (other.code, other.spot)


def _in_one_module(
    finding: Finding, problem: Problem, program: Program, entry: str, workspace: Workspace
) -> InOneModule | NotReproducible:
    """Return the finding in a text that has an entry point and its modules in it, or why not."""
    from tflintgrad.verify.repro import InOneModule
    from tflintgrad.verify.repro.found_again import Wanted, without_comment
    from tflintgrad.verify.repro.one_module import as_one_module

    path = workspace.absolute_path(entry)
    if path == program.path or not program.path:
        text: str | None = program.text
        if not program.path or not workspace.import_graph.summary(path).imports:
            return InOneModule(finding, problem, program.text)
    else:
        text = workspace.text(path)
    if text is None:
        return NotReproducible(f"{entry} is gone")
    try:
        written = as_one_module(path, text, workspace.import_graph.projects, workspace.text)
    except NotReproducible as reason:
        return reason
    row = written.row(workspace.absolute_path(finding.filename), finding.span.start.row)
    if row is None:
        return NotReproducible("the program does not import the file of the finding")
    line = without_comment(written.text.split("\n")[row - 1])
    wanted = Wanted(finding.code, finding.effect, line, program.tensorflow_version)
    again = wanted.find(written.text, row)
    if again is None:
        return NotReproducible("no program of the project reaches this code")
    return InOneModule(*again, written.text)


def _program(result: FileResult, finding: Finding, options: Options) -> tuple[Program, Workspace]:
    """Return the program to analyse in order to find the problem again, and its files."""
    from tflintgrad.engine.analyze_program import Program

    shown = finding.program
    path = os.path.abspath(shown)
    own, version = os.path.abspath(result.path), options.tensorflow_version
    texts = {own: result.text} if result.text is not None else {}
    workspace = Workspace({path: shown, own: result.path}, texts, exact=True)
    workspace.own_ops = options.own_ops
    text = workspace.text(path)
    if text is None:
        raise NotReproducible(f"{shown} is gone")
    if not os.path.exists(path):
        return Program(text, shown, tensorflow_version=version, exact=True), workspace
    project = ProjectView(workspace, path)
    names = project.imported_query_names
    program = Program(text, shown, path, project, version, names, exact=True)
    return program, workspace


def as_reproduced(finding: Finding, rebuilt: Reproduction, filename: str) -> Finding:
    """Return the finding at its position in the rebuilt program."""
    again = rebuilt.found
    if again is None:
        again = replace(
            finding, span=_row(rebuilt.cut_row), queries=(Spot(filename, _row(rebuilt.query_row)),)
        )
    queries = tuple(replace(spot, filename=filename) for spot in again.queries)
    flow = tuple(replace(step, filename=filename, cell=None) for step in again.flow)
    return replace(
        again, filename=filename, queries=queries, flow=flow, programs=(filename,), cell=None
    )


def _row(row: int) -> Span:
    return Span(Location(row, 1), Location(row, 1))
