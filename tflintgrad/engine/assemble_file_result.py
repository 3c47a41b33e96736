"""Assemble the result of one file: its findings, selected, not suppressed, located and sorted."""

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
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.program_results import AnalysisResults
    from tflintgrad.engine.unused_suppressions import UnusedSuppressions
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.source.notebook import BrokenCell, Notebook


@staged(RESULTS)
def file_result(
    path: str,
    workspace: Workspace,
    results: AnalysisResults,
    settings: SettingsByFile,
    suppressions: UnusedSuppressions | None = None,
    *,
    named: bool = False,
) -> FileResult:
    """Return the result of one file.

    `suppressions` is None for a file outside the requested paths. `named`: the user gave the path
    of this file, not only that of a folder.
    """
    name = workspace.display_path(path)
    warnings = tuple(results.warnings.get(path, ()))
    broken = results.broken.get(path)
    findings = tuple(results.findings.get(path, ()))
    opened = named or path in results.programs or bool(findings)
    if not opened and suppressions is not None and is_notebook(path):
        opened = workspace.import_graph.summary(path).names_library
    cells = workspace.broken_cells(path) if opened else ()
    notebook = workspace.notebook(path) if cells else None
    if notebook is not None:
        findings += tuple(_broken_cell(name, notebook, cell) for cell in cells)
    suppressed = suppressions is not None and path in suppressions
    if broken is None and not findings and not suppressed:
        return FileResult(name, warnings=warnings)
    text = workspace.text(path) or ""
    if broken is not None:
        problem = DecodeError(broken.message, broken.row, broken.column)
        return unreadable_text(name, problem, text, settings)
    result = _result(name, text, findings, warnings, settings)
    reported = [_for_display(finding, workspace) for finding in result.findings]
    if suppressions is not None:
        reported += settings.reported(suppressions.unused(path, results), name)
        reported.sort(key=lambda finding: (finding.cell or 0, *_order(finding)))
    return replace(
        result,
        findings=tuple(reported),
        text=text if reported else None,
        notebook=workspace.notebook(path) if reported else None,
        elsewhere=suppressions is None,
    )


def _order(finding: Finding) -> tuple[Location, str, str]:
    return finding.span.start, finding.code, finding.message


def _for_display(finding: Finding, workspace: Workspace) -> Finding:
    """Move a finding into the cells of its notebook, and add the other queries to its message."""
    for filename in dict.fromkeys((finding.filename, *finding.programs)):
        if is_notebook(filename):
            notebook = workspace.notebook(workspace.absolute_path(filename))
            if notebook is not None:
                from tflintgrad.engine.cell_locations import to_cells

                finding = to_cells(finding, filename, notebook)
    return replace(finding, message=finding.message + _other_queries(finding))


def _other_queries(finding: Finding) -> str:
    """Return a note on the other affected queries in the file of the finding, or ""."""
    main, *others = finding.queries or (finding.spot,)
    here = [spot for spot in others if spot.filename == finding.filename]
    rows = sorted({(spot.cell or 0, spot.span.start.row) for spot in here} - {_row(main)})
    if not rows:
        return ""
    lines = [f"{row} of cell {cell}" if cell else str(row) for cell, row in rows]
    if len(lines) == 1:
        return f" (also affects the query in line {lines[0]})"
    return f" (also affects the queries in lines {', '.join(lines)})"


def _row(spot: Spot) -> tuple[int, int]:
    return spot.cell or 0, spot.span.start.row


def _broken_cell(filename: str, notebook: Notebook, broken: BrokenCell) -> Finding:
    """Return the syntax error of a cell; the other cells were checked."""
    row = notebook.module_row(broken.cell, broken.row)
    return _syntax_error(filename, broken.message, row, broken.column)


def _syntax_error(filename: str, message: str, row: int, column: int) -> Finding:
    from tflintgrad.diagnostics import Finding, Location, Span  # most files have no syntax error

    return Finding(
        code=SYNTAX_ERROR,
        message=message,
        filename=filename,
        span=Span(Location(row, column), Location(row, column + 1)),
        severity="error",
        effect="error",
    )


def broken_text(text: str, filename: str, settings: SettingsByFile) -> FileResult | None:
    """Return the result of text that the running Python rejects, or None if our parser accepts it.

    The parser may accept the syntax of a newer Python, and does not read a long table of data.
    """
    from tflintgrad.source.syntax.parse import NotParsed, SyntaxProblem, parse  # imports libcst

    try:
        parse(text)
    except NotParsed:
        return None
    except SyntaxProblem as problem:
        broken = DecodeError(problem.message, problem.row, problem.column)
        return unreadable_text(filename, broken, text, settings)
    return None


def unreadable_text(
    filename: str, problem: DecodeError, text: str, settings: SettingsByFile
) -> FileResult:
    """Return the result of a file that cannot be decoded or parsed: one syntax error."""
    row, column = max(problem.row, 1), max(problem.column, 1)
    finding = _syntax_error(filename, problem.message, row, column)
    return _result(filename, normalize(text), (finding,), (), settings)


def _result(
    filename: str,
    text: str,
    findings: tuple[Finding, ...],
    warnings: tuple[str, ...],
    settings: SettingsByFile,
) -> FileResult:
    """Return the result with the findings that are selected and not suppressed, in order."""
    reported = settings.reported(findings, filename)
    if reported and may_contain_suppression(text.encode("utf-8", "surrogatepass"), plain_noqa=True):
        from tflintgrad.source.suppressions import unsuppressed

        reported = unsuppressed(reported, text)
    reported.sort(key=_order)
    return FileResult(
        filename,
        tuple(reported),
        warnings,
        text=text if reported else None,
        tensorflow_version=settings.of(filename).tensorflow_version,
        own_ops=settings.of(filename).own_ops if reported else "",
    )
