"""Verdicts of `verify` as text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflintgrad.output.messages import one_line

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Verification
    from tflintgrad.output.style import Style

_EVIDENCE = {
    "program": "by running the program",
    "run": "by observing your run",
    "path": "by running the path as a separate program",
}
_ROLES = {"confirmed": "mark", "refuted": "good", "inconclusive": "label"}


def verdict_lines(verification: Verification, style: Style) -> Iterator[str]:
    """Yield the two lines of a verdict: how it was reached, and the reason with its numbers."""
    verdict = style.paint(_ROLES[verification.verdict], verification.verdict)
    decided = verification.verdict != "inconclusive"
    how = _EVIDENCE.get(verification.evidence or "", "") if decided else ""
    where = f"on {verification.device}" if how and verification.device else ""
    head = " ".join(part for part in (verdict, how, where) if part)
    yield f"  {style.paint('label', 'verified:')} {head}"
    numbers = measured_values(verification)
    yield f"            {one_line(verification.reason)}{f' ({numbers})' if numbers else ''}"


def measured_values(verification: Verification) -> str:
    """Return the tape's number, the expected one and the tolerance, as far as they are known."""
    if verification.expected is None and verification.tape is None:
        return ""
    parts = [f"tape: {format_number(verification.tape)}"]
    if verification.expected is not None:
        parts.append(f"expected: {format_number(verification.expected)}")
    if verification.tolerance:
        parts.append(f"tolerance: {format_number(verification.tolerance)}")
    return ", ".join(parts)


def format_number(number: float | None) -> str:
    """Return a number with four digits, or `None`."""
    if number is None:
        return "None"
    return f"{number:.4g}" if math.isfinite(number) else str(number)
