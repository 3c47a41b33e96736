"""An array of objects, with the field names of Ruff's JSON where the two say the same thing."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from tflintgrad.rulebook import rulebook, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.api import FileResult
    from tflintgrad.findings import Finding, Fix, Location, Step, Verification
    from tflintgrad.report._style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    separator = "[\n"
    for result in results:
        for finding in result.findings:
            yield separator + _indent(json.dumps(as_object(finding), indent=2))
            separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def as_object(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": rulebook().name_of(finding.code),
        "severity": finding.severity,
        "effect": finding.effect,
        "message": finding.message,
        "filename": finding.filename,
        "location": _location(finding.span.start),
        "end_location": _location(finding.span.end),
        "cell": finding.cell,
        "flow": [_step(step) for step in finding.flow],
        "fix": _fix(finding.fix),
        "url": url_of(finding.code),
        "verification": _verification(finding.verification),
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {
        "applicability": "safe" if fix.safe else "unsafe",
        "message": fix.message,
        "edits": [
            {
                "content": edit.replacement,
                "location": _location(edit.span.start),
                "end_location": _location(edit.span.end),
            }
            for edit in fix.edits
        ],
    }


def _verification(verification: Verification | None) -> dict[str, Any] | None:
    if verification is None:
        return None
    return {
        "verdict": verification.verdict,
        "effect": verification.effect,
        "evidence": verification.evidence,
        "device": verification.device or None,
        "reason": verification.reason,
        "tape": _number(verification.tape),
        "expected": _number(verification.expected),
        "difference": _number(verification.difference),
        "tolerance": _number(verification.tolerance),
        "seeds": list(verification.seeds),
    }


def _number(number: float | None) -> float | str | None:
    """JSON has no NaN and no infinity: they are spelt."""
    return str(number) if number is not None and not math.isfinite(number) else number


def _step(step: Step) -> dict[str, Any]:
    return {
        "filename": step.filename,
        "location": _location(step.span.start),
        "end_location": _location(step.span.end),
        "cell": step.cell,
        "label": step.label,
        "note": step.note,
    }


def _location(location: Location) -> dict[str, int]:
    return {"row": location.row, "column": location.column}


def _indent(text: str) -> str:
    return "  " + text.replace("\n", "\n  ")
