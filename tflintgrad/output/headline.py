"""The first line of a finding: `path:line:col: CODE[name] message`; `path:cell n:line:col: …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import rulebook, url_of
from tflintgrad.output.messages import harmless, message_of

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.output.source_lines import Sources
    from tflintgrad.output.style import Style


def headline(finding: Finding, sources: Sources, style: Style) -> str:
    path = f"{harmless(finding.filename)}:"
    place = style.paint("place", f"{path}{place_in_file(finding, sources, style)}:")
    return f"{place} {rule_and_message(finding, style)}"


def place_in_file(finding: Finding, sources: Sources, style: Style) -> str:
    """`5:18`, or `cell 7:3:12` of a notebook."""
    start = finding.span.start
    column = sources.column(finding, start, style.columns)
    cell = f"cell {finding.cell}:" if finding.cell is not None else ""
    return f"{cell}{start.row}:{column}"


def rule_and_message(finding: Finding, style: Style) -> str:
    name = rulebook().name_of(finding.code)
    code = style.link(url_of(finding.code), style.paint(finding.severity, finding.code))
    return f"{code}{f'[{name}]' if name else ''} {message_of(finding)}"
