"""A verdict in two lines that a person understands."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflintgrad.output.messages import one_line

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Verification
    from tflintgrad.output.style import Style

_BY = {
    "program": "by running the program",
    "run": "by watching your run",
    "path": "by running the path as a program of its own",
}
_ROLES = {"confirmed": "mark", "refuted": "good", "inconclusive": "label"}


def verdict_lines(verification: Verification, style: Style) -> Iterator[str]:
    verdict = style.paint(_ROLES[verification.verdict], verification.verdict)
    settled = verification.verdict != "inconclusive"
    how = _BY.get(verification.evidence or "", "") if settled else ""
    where = f"on {verification.device}" if how and verification.device else ""
    head = " ".join(part for part in (verdict, how, where) if part)
    yield f"  {style.paint('label', 'verified:')} {head}"
    numbers = in_numbers(verification)
    yield f"            {one_line(verification.reason)}{f' ({numbers})' if numbers else ''}"


def in_numbers(verification: Verification) -> str:
    """The tape's number beside the true one, as far as there are any."""
    if verification.expected is None and verification.tape is None:
        return ""
    parts = [f"tape: {shown(verification.tape)}"]
    if verification.expected is not None:
        parts.append(f"expected: {shown(verification.expected)}")
    if verification.tolerance:
        parts.append(f"tolerance: {shown(verification.tolerance)}")
    return ", ".join(parts)


def shown(number: float | None) -> str:
    if number is None:
        return "None"
    return f"{number:.4g}" if math.isfinite(number) else str(number)
