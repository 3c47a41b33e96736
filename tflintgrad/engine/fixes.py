"""Collect the edits for a file: the fixes of its findings, or `# noqa` comments for them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from tflintgrad.knowledge.rules import SYNTAX_ERROR, UNUSED_SUPPRESSION
from tflintgrad.source.edits import without_overlaps
from tflintgrad.source.suppression_edits import add_codes
from tflintgrad.source.suppressions import Suppressions

if TYPE_CHECKING:
    from collections.abc import Collection

    from tflintgrad.diagnostics import Edit, Finding, Fix
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.rewriting import Edits
    from tflintgrad.source.logical_lines import Comment


@dataclass(frozen=True, slots=True)
class Collected:
    """The edits for a file, the number of findings they resolve, and the findings they do not."""

    edits: Edits = field(default_factory=dict)
    resolved: int = 0
    unresolved: tuple[Finding, ...] = ()
    #: The findings whose fixes these are.
    fixed: tuple[Finding, ...] = ()


class Applicability(NamedTuple):
    """Which fixes are applied: by default the safe ones, whether proven or not."""

    unsafe: bool = False
    """Also fixes that may change more than a gradient."""
    proven: bool = False
    """Only fixes that TensorFlow has proven."""

    def allows(self, fix: Fix | None) -> bool:
        """True if a fix may be applied."""
        if fix is None or (self.proven and not fix.proven):
            return False
        return self.unsafe or fix.safe


SAFE_FIXES = Applicability()


def fixes_of(
    result: FileResult,
    applicable: Applicability = SAFE_FIXES,
    rejected: Collection[Finding] = (),
) -> Collected:
    """Return the applicable fixes of the findings in a file that do not overlap."""
    if result.elsewhere:
        return Collected()  # the user did not name the file
    by_cell: dict[int | None, list[Finding]] = {}
    for finding in result.findings:
        if finding not in rejected and applicable.allows(finding.fix):
            by_cell.setdefault(finding.cell, []).append(finding)
    edits: Edits = {}
    fixed: list[Finding] = []
    for cell, findings in by_cell.items():
        chosen = without_overlaps(item.fix for item in findings if item.fix is not None)
        edits[cell] = [edit for fix in chosen for edit in fix.edits]
        fixed += [item for item in findings if any(item.fix is fix for fix in chosen)]
    return Collected(edits, len(fixed), fixed=tuple(fixed))


def noqa_for(result: FileResult) -> Collected:
    """Return edits that add a `# noqa: CODE` for every finding in a file.

    Findings in a file with a syntax error, unused suppressions and lines of a notebook that are not
    Python, where no comment can stand, stay unresolved.
    """
    suppressions = Suppressions(result.text or "")
    comments = {comment.row: comment for comment in suppressions.rows.comments}
    by_row: dict[int, list[Finding]] = {}
    unresolved: list[Finding] = []
    for finding in result.findings:
        if finding.code in (SYNTAX_ERROR, UNUSED_SUPPRESSION) or not suppressions.rows.complete:
            unresolved.append(finding)
        else:
            row = suppressions.rows.comment_row(_module_row(finding, result))
            by_row.setdefault(row, []).append(finding)
    edits: Edits = {}
    resolved = 0
    for row, findings in by_row.items():
        line = suppressions.rows.lines[row - 1]
        edit = _noqa_edit({item.code for item in findings}, row, line, comments.get(row), result)
        if edit is None:
            unresolved += findings
        else:
            edits.setdefault(findings[0].cell, []).append(edit)
            resolved += len(findings)
    return Collected(edits, resolved, tuple(unresolved))


def _module_row(finding: Finding, result: FileResult) -> int:
    """Return the row of a finding in the module, which for a notebook consists of all cells."""
    row = finding.span.start.row
    if finding.cell is None or result.notebook is None:
        return row
    return result.notebook.module_row(finding.cell, row)


def _noqa_edit(
    codes: set[str], row: int, line: str, comment: Comment | None, result: FileResult
) -> Edit | None:
    """Return the edit that suppresses `codes` in a row of the module, or None if it cannot be made.

    `line` is the text of that row, `comment` the comment at its end.
    """
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
