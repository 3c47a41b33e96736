"""Which edits a file needs: those of its findings' fixes, or comments that silence the findings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import SYNTAX_ERROR, UNUSED_SUPPRESSION
from tflintgrad.source.edits import without_overlaps
from tflintgrad.source.noqa_edits import add_codes
from tflintgrad.source.suppressions import Suppressions

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Edit, Finding, Fix
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.rewriting import Edits
    from tflintgrad.source.logical_lines import Comment


@dataclass(frozen=True, slots=True)
class Collected:
    """What to change in a file, how many findings that settles, and which it does not."""

    edits: Edits = field(default_factory=dict)
    settled: int = 0
    left: tuple[Finding, ...] = ()


def fixes_of(result: FileResult) -> Collected:
    """The safe fixes of the findings in a file, as far as they can be made at once."""
    by_cell: dict[int | None, list[Fix]] = {}
    for finding in result.findings:
        if finding.fix is not None and finding.fix.safe:
            by_cell.setdefault(finding.cell, []).append(finding.fix)
    edits: Edits = {}
    settled = 0
    for cell, fixes in by_cell.items():
        chosen = without_overlaps(fixes)
        edits[cell] = [edit for fix in chosen for edit in fix.edits]
        settled += len(chosen)
    return Collected(edits, settled)


def noqa_for(result: FileResult) -> Collected:
    """A `# noqa: CODE` for every finding in a file, where it silences that finding.

    Left are files that are no Python, unused suppressions, and lines of a notebook at whose end no
    comment can stand because they are no Python.
    """
    suppressions = Suppressions(result.text or "")
    comments = {comment.row: comment for comment in suppressions.rows.comments}
    wanted: dict[int, list[Finding]] = {}
    left: list[Finding] = []
    for finding in result.findings:
        if finding.code in (SYNTAX_ERROR, UNUSED_SUPPRESSION) or not suppressions.rows.complete:
            left.append(finding)
        else:
            row = suppressions.rows.comment_row(_row(finding, result))
            wanted.setdefault(row, []).append(finding)
    edits: Edits = {}
    settled = 0
    for row, findings in wanted.items():
        line = suppressions.rows.lines[row - 1]
        edit = _noqa({item.code for item in findings}, row, line, comments.get(row), result)
        if edit is None:
            left += findings
        else:
            edits.setdefault(findings[0].cell, []).append(edit)
            settled += len(findings)
    return Collected(edits, settled, tuple(left))


def _row(finding: Finding, result: FileResult) -> int:
    """The row in the program, which for a notebook is made of all cells."""
    row = finding.span.start.row
    if finding.cell is None or result.notebook is None:
        return row
    return result.notebook.module_row(finding.cell, row)


def _noqa(
    codes: set[str], row: int, line: str, comment: Comment | None, result: FileResult
) -> Edit | None:
    if result.notebook is None:
        return add_codes(codes, row, line, comment)
    cell, row_in_cell, _ = result.notebook.cell_position(row, 1)
    written = result.notebook.lines(cell)[row_in_cell - 1]
    if not line or not written.endswith(line):
        return None
    if comment is not None:
        column = comment.column + len(written) - len(line)
        comment = replace(comment, row=row_in_cell, column=column)
    return add_codes(codes, row_in_cell, written, comment)
