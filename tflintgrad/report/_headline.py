"""The first line of a finding: `path:line:col: CODE[name] message`; `path:cell n:line:col: …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.rulebook import rulebook

if TYPE_CHECKING:
    from tflintgrad.findings import Finding
    from tflintgrad.report._style import Style


def headline(finding: Finding, style: Style) -> str:
    start = finding.span.start
    cell = f"cell {finding.cell}:" if finding.cell is not None else ""
    place = style.paint("place", f"{finding.filename}:{cell}{start.row}:{start.column}:")
    name = rulebook().name_of(finding.code)
    code = style.paint(finding.severity, finding.code) + (f"[{name}]" if name else "")
    message = " ".join(finding.message.split())  # a line break would break "one line"
    return f"{place} {code} {message}"
