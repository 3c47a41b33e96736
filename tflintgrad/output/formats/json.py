"""A JSON array of findings, with the field names of Ruff's JSON where the meaning is the same."""

from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any

from tflintgrad.knowledge.rules import rulebook, url_of
from tflintgrad.output.fingerprinted import with_fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding, Fix, Location, Verification
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.fingerprints import Fingerprint
    from tflintgrad.output.source_lines import Located, SourceLines
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the array, one finding at a time."""
    separator = "[\n"
    for result in results:
        for item in objects(result):
            yield separator + _indent(json.dumps(item, indent=2))
            separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def objects(result: FileResult) -> Iterator[dict[str, Any]]:
    """Yield the findings of a file as JSON objects."""
    return itertools.starmap(_object, with_fingerprints(result))


def _object(
    finding: Finding, fingerprint: Fingerprint, source_lines: SourceLines
) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": rulebook().name_of(finding.code),
        "severity": finding.severity,
        "effect": finding.effect,
        "outcome": finding.outcome or None,
        "message": finding.message,
        **_location(finding, source_lines),
        "flow": [
            {**_location(step, source_lines), "label": step.label, "note": step.note}
            for step in finding.flow
        ],
        "fix": _fix(finding.fix),
        "url": url_of(finding.code),
        "fingerprint": fingerprint.digest,
        "verification": (
            verification_object(finding.verification) if finding.verification else None
        ),
    }


def _location(item: Located, source_lines: SourceLines) -> dict[str, Any]:
    def position(location: Location) -> dict[str, int]:
        return {
            **_position(location),
            "byte_column": source_lines.column(item, location, "bytes"),
            "utf16_column": source_lines.column(item, location, "utf-16"),
        }

    return {
        "filename": item.filename,
        "location": position(item.span.start),
        "end_location": position(item.span.end),
        "cell": item.cell,
    }


def _position(location: Location) -> dict[str, int]:
    return {"row": location.row, "column": location.column}


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {
        "applicability": "safe" if fix.safe else "unsafe",
        "message": fix.message,
        "proven": fix.proven,
        "proof": fix.proof or None,
        "edits": [
            {
                "content": edit.replacement,
                "location": _position(edit.span.start),
                "end_location": _position(edit.span.end),
            }
            for edit in fix.edits
        ],
    }


def verification_object(verification: Verification) -> dict[str, Any]:
    """Return a verification as a JSON object."""
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
    """Return a number for JSON, which has no NaN and no infinity: these become strings."""
    return str(number) if number is not None and not math.isfinite(number) else number


def _indent(text: str) -> str:
    return "  " + text.replace("\n", "\n  ")
