"""The first line of a finding: `path:line:col: CODE[name] message`; `path:cell n:line:col: …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import rulebook, url_of
from tflintgrad.output.messages import escape_controls, message_of

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.output.source_lines import SourceLines
    from tflintgrad.output.style import Style


def headline(finding: Finding, source_lines: SourceLines, style: Style) -> str:
    """Return the first line of a finding."""
    path = f"{escape_controls(finding.filename)}:"
    location = f"{path}{location_in_file(finding, source_lines, style)}:"
    return f"{style.paint('location', location)} {rule_and_message(finding, style)}"


def location_in_file(finding: Finding, source_lines: SourceLines, style: Style) -> str:
    """Return the line and column of a finding: `5:18`, or `cell 7:3:12` in a notebook."""
    start = finding.span.start
    column = source_lines.column(finding, start, style.columns)
    cell = f"cell {finding.cell}:" if finding.cell is not None else ""
    return f"{cell}{start.row}:{column}"


def rule_and_message(finding: Finding, style: Style) -> str:
    """Return `CODE[name] message`, with a link to the rule's page where terminals show links."""
    name = rulebook().name_of(finding.code)
    code = style.link(url_of(finding.code), style.paint(finding.severity, finding.code))
    return f"{code}{f'[{name}]' if name else ''} {message_of(finding)}"
