"""What there is to say about one file: its findings, placed, selected and in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.engine.file_result import FileResult
from tflintgrad.knowledge.rules import SYNTAX_ERROR
from tflintgrad.profiling import RESULTS, staged
from tflintgrad.project.prefilter.keywords import may_contain_suppression
from tflintgrad.source.decoding import DecodeError, normalize
from tflintgrad.source.files import is_notebook

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Location, Spot
    from tflintgrad.engine.entry_points import AnalysisResults
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.unused_noqa import UnusedSuppressions
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.source.notebook import BrokenCell, Notebook


@staged(RESULTS)
def answer(
    path: str,
    workspace: Workspace,
    answers: AnalysisResults,
    chosen: SettingsByFile,
    comments: UnusedSuppressions | None = None,
    *,
    named: bool = False,
) -> FileResult:
    """What there is to say about one file; without `comments`, one that nobody asked for."""
    shown = workspace.shown(path)
    warned = tuple(answers.warnings.get(path, ()))
    broken = answers.broken.get(path)
    findings = tuple(answers.findings.get(path, ()))
    read = named or path in answers.programs or bool(findings)
    notebook = workspace.notebook(path) if read else None
    if notebook is not None:
        findings += tuple(_broken_cell(shown, notebook, cell) for cell in notebook.broken)
    if broken is None and not findings and not (comments is not None and path in comments):
        return FileResult(shown, warnings=warned)
    text = workspace.text(path) or ""
    if broken is not None:
        problem = DecodeError(broken.message, broken.row, broken.column)
        return unreadable_text(shown, problem, text, chosen)
    result = _result(shown, text, findings, warned, chosen)
    reported = [_placed(finding, workspace) for finding in result.findings]
    if comments is not None:
        reported += chosen.reported(comments.unused(path, answers), shown)
        reported.sort(key=lambda finding: (finding.cell or 0, *_order(finding)))
    return replace(
        result,
        findings=tuple(reported),
        text=text if reported else None,
        notebook=workspace.notebook(path) if reported else None,
        elsewhere=comments is None,
    )


def _order(finding: Finding) -> tuple[Location, str, str]:
    return finding.span.start, finding.code, finding.message


def _placed(finding: Finding, workspace: Workspace) -> Finding:
    """As people see it: in the cells of a notebook, with the other queries that it hurts."""
    for filename in dict.fromkeys((finding.filename, *finding.programs)):
        if is_notebook(filename):
            notebook = workspace.notebook(workspace.path_of(filename))
            if notebook is not None:
                from tflintgrad.engine.cell_locations import in_cells

                finding = in_cells(finding, filename, notebook)
    return replace(finding, message=finding.message + _also(finding))


def _also(finding: Finding) -> str:
    """The other queries that are hurt, as far as they are in the file of the finding."""
    main, *others = finding.queries or (finding.spot,)
    here = [spot for spot in others if spot.filename == finding.filename]
    rows = sorted({(spot.cell or 0, spot.span.start.row) for spot in here} - {_row(main)})
    if not rows:
        return ""
    places = [f"{row} of cell {cell}" if cell else str(row) for cell, row in rows]
    return f" (also asked for in line{'s' if len(rows) > 1 else ''} {', '.join(places)})"


def _row(spot: Spot) -> tuple[int, int]:
    return spot.cell or 0, spot.span.start.row


def _broken_cell(filename: str, notebook: Notebook, broken: BrokenCell) -> Finding:
    """A cell that is no Python was left out; the others were checked."""
    row = notebook.module_row(broken.cell, broken.row)
    return _syntax_error(filename, broken.message, row, broken.column)


def _syntax_error(filename: str, message: str, row: int, column: int) -> Finding:
    from tflintgrad.diagnostics import Finding, Location, Span  # most files have none

    return Finding(
        code=SYNTAX_ERROR,
        message=message,
        filename=filename,
        span=Span(Location(row, column), Location(row, column + 1)),
        severity="error",
        effect="error",
    )


def broken_text(text: str, filename: str, chosen: SettingsByFile) -> FileResult | None:
    """What is wrong with text that the running Python does not accept: the analysis has the last
    word, and words the problem."""
    from tflintgrad.source.syntax.parse import SyntaxProblem, parse  # imports libcst

    try:
        parse(text)
    except SyntaxProblem as problem:
        broken = DecodeError(problem.message, problem.row, problem.column)
        return unreadable_text(filename, broken, text, chosen)
    return None


def unreadable_text(
    filename: str, problem: DecodeError, text: str, chosen: SettingsByFile
) -> FileResult:
    row, column = max(problem.row, 1), max(problem.column, 1)
    finding = _syntax_error(filename, problem.message, row, column)
    return _result(filename, normalize(text), (finding,), (), chosen)


def _result(
    filename: str,
    text: str,
    findings: tuple[Finding, ...],
    warned: tuple[str, ...],
    chosen: SettingsByFile,
) -> FileResult:
    reported = chosen.reported(findings, filename)
    if reported and may_contain_suppression(text.encode("utf-8", "surrogatepass"), plain_noqa=True):
        from tflintgrad.source.suppressions import unsuppressed

        reported = unsuppressed(reported, text)
    reported.sort(key=_order)
    return FileResult(
        filename,
        tuple(reported),
        warned,
        text=text if reported else None,
        tensorflow_version=chosen.of(filename).tensorflow_version,
    )
