"""LSP diagnostics: each finding, with its path as related information."""

from __future__ import annotations

from lsprotocol import types

from tflintgrad.diagnostics import Finding, Step
from tflintgrad.frontends.server.positions import Positions
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION, url_of

SOURCE = "tflintgrad"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def diagnostic(
    finding: Finding, span: types.Range, positions: Positions, *, related: bool
) -> types.Diagnostic:
    """Return the diagnostic of a finding; `related` adds the steps of its path."""
    information = None
    if related and len(finding.flow) > 1:
        information = [
            types.DiagnosticRelatedInformation(
                positions.location(step), step_in_words(number, step)
            )
            for number, step in enumerate(finding.flow, 1)
        ]
    return types.Diagnostic(
        range=span,
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(href=url_of(finding.code)),
        source=SOURCE,
        related_information=information,
        tags=[types.DiagnosticTag.Unnecessary] if finding.code == UNUSED_SUPPRESSION else None,
    )


def step_in_words(number: int, step: Step) -> str:
    """Return one line of text about a step."""
    note = " ".join(step.note.split())
    return f"{number}. {step.label}" + (f": {note}" if note else "")
