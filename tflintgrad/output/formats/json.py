"""An array of objects, with the field names of Ruff's JSON where the two say the same thing."""

from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any

from tflintgrad.knowledge.rules import rulebook, url_of
from tflintgrad.output.fingerprinted import identified

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding, Fix, Location, Verification
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.fingerprints import Fingerprint
    from tflintgrad.output.source_lines import Place, Sources
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    separator = "[\n"
    for result in results:
        for item in objects(result):
            yield separator + _indent(json.dumps(item, indent=2))
            separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def objects(result: FileResult) -> Iterator[dict[str, Any]]:
    """The findings of a file, each as an object."""
    return itertools.starmap(_object, identified(result))


def _object(finding: Finding, fingerprint: Fingerprint, sources: Sources) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": rulebook().name_of(finding.code),
        "severity": finding.severity,
        "effect": finding.effect,
        "message": finding.message,
        **_place(finding, sources),
        "flow": [
            {**_place(step, sources), "label": step.label, "note": step.note}
            for step in finding.flow
        ],
        "fix": _fix(finding.fix),
        "url": url_of(finding.code),
        "fingerprint": fingerprint.digest,
        "verification": (
            verification_object(finding.verification) if finding.verification else None
        ),
    }


def _place(place: Place, sources: Sources) -> dict[str, Any]:
    def location(there: Location) -> dict[str, int]:
        return {
            **_location(there),
            "byte_column": sources.column(place, there, "bytes"),
            "utf16_column": sources.column(place, there, "utf-16"),
        }

    return {
        "filename": place.filename,
        "location": location(place.span.start),
        "end_location": location(place.span.end),
        "cell": place.cell,
    }


def _location(there: Location) -> dict[str, int]:
    return {"row": there.row, "column": there.column}


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


def verification_object(verification: Verification) -> dict[str, Any]:
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


def _indent(text: str) -> str:
    return "  " + text.replace("\n", "\n  ")
