"""What formats for programs say about a finding, in one line or several."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook, url_of

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Severity

HOME_PAGE = "https://github.com/tflintgrad/tflintgrad"

# Control characters, line separators, and what turns the direction of writing around.
_HARMFUL = "[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]"


def harmless(text: str) -> str:
    """Text that neither breaks a line nor steers a terminal."""
    return re.sub(_HARMFUL, lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    return harmless(" ".join(text.split()))


def message_of(finding: Finding) -> str:
    return one_line(finding.message)


def verdict_of(finding: Finding) -> str:
    """What follows the message where there is no room for more than the verdict."""
    return f" ({finding.verification.verdict})" if finding.verification else ""


def rule_of(finding: Finding) -> str:
    """`TFG201[numpy-escape]`."""
    name = rulebook().name_of(finding.code)
    return finding.code + (f"[{name}]" if name else "")


def in_cell(finding: Finding) -> str:
    """Where in a notebook it is, for readers that only know lines of its file."""
    if finding.cell is None:
        return ""
    start = finding.span.start
    return f"cell {finding.cell}, line {start.row}, column {start.column}: "


def advice_of(finding: Finding) -> str:
    """What to write instead, in some lines: what the finding says, or else its rule."""
    book = rulebook()
    advice = finding.help
    if not advice and book.code_for(finding.code):
        advice = book.get(finding.code).help
    return "\n".join(map(harmless, advice.strip().split("\n")))


def sentence_of(finding: Finding) -> str:
    """Cell, rule, message and verdict in one line."""
    return f"{in_cell(finding)}{rule_of(finding)} {message_of(finding)}{verdict_of(finding)}"


def paragraph_of(finding: Finding) -> str:
    """Message, advice and where to read on, a line each, for readers that can show them."""
    lines = [sentence_of(finding)]
    if advice := advice_of(finding):
        lines.append(f"help: {advice}")
    if finding.code != SYNTAX_ERROR:
        lines.append(f"more: {url_of(finding.code)}")
    return "\n".join(lines)


def is_refuted(finding: Finding) -> bool:
    return finding.verification is not None and finding.verification.verdict == "refuted"


def severity_of(finding: Finding) -> Severity:
    """How bad it is by now: what TensorFlow contradicted is for information."""
    return "info" if is_refuted(finding) else finding.severity
