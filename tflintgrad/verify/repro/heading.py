"""The comments of a reproduction: its origin, the replacements, and TensorFlow's result."""

from __future__ import annotations

import re
import textwrap

from tflintgrad._version import __version__
from tflintgrad.diagnostics import Finding


def heading(finding: Finding, stand_ins: tuple[str, ...]) -> list[str]:
    """Return the comment lines at the top of a reproduction."""
    message = re.sub(r"\s+", " ", finding.message)
    rows = [f"Reduced from {position(finding)} by tflintgrad {__version__} ({finding.code}):"]
    rows += textwrap.wrap(message, 96, break_long_words=False, break_on_hyphens=False)
    rows += [f"Replaced: {replaced}" for replaced in stand_ins]
    return [f"# {row}" for row in rows]


def position(finding: Finding) -> str:
    """Return the finding's position as FILE:LINE."""
    return f"{finding.filename}:{finding.span.start.row}"


def outcome(finding: Finding) -> str:
    """Return the comment beside the query: TensorFlow's result."""
    if finding.effect == "error":
        return f"TensorFlow raises {finding.raises or 'an exception'}"
    return {
        "none": "TensorFlow gives None",
        "zero": "TensorFlow gives zeros",
        "nan": "TensorFlow gives NaN or infinity",
        "wrong": "a wrong number",
        "cost": "a right number, at a cost",
    }[finding.effect]
