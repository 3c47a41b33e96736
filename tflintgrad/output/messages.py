"""Texts of findings that several formats share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook, url_of

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Fix, Severity

HOME_PAGE = "https://github.com/tflintgrad/tflintgrad"

# Control characters, line separators and marks that reverse the direction of writing.
_CONTROLS = "[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]"
# What a CI service takes for a command in its log: `::` begins a line of GitHub's, the others stand
# anywhere in one of Azure's and TeamCity's. A file can have such a name.
_COMMAND = r"(?i:(?<=#)#(?=(?:vso|teamcity|group|endgroup|section|error|warning)?\[))"
_SECOND_SIGN = re.compile(_COMMAND)
_ESCAPED = re.compile(rf"{_CONTROLS}|\A[^\S\x00-\x1f\x85\u2028\u2029]*:(?=:)|{_COMMAND}")


def escape_controls(text: str) -> str:
    """Escape characters that break a line, or control a terminal or a CI service."""
    return _ESCAPED.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character = found[0][-1]
    return found[0][:-1] + (
        f"\\x{ord(character):02x}" if character in ":#" else ascii(character)[1:-1]
    )


def without_commands(line: str) -> str:
    """Replace a sign of each command to a CI service; the line stays as long as it is."""
    return _SECOND_SIGN.sub("\ufffd", line) if "##" in line else line


def escape_for_log(text: str) -> str:
    """Escape line breaks as commands in the log of a CI service have them, and control characters.

    A log is shown in a terminal, or like in one; a tab does no harm there.
    """
    escaped = text.replace("\r", "%0D").replace("\n", "%0A")
    return "\t".join(map(escape_controls, escaped.split("\t")))


def one_line(text: str) -> str:
    """Return text as one line, without control characters."""
    return escape_controls(" ".join(text.split()))


def message_of(finding: Finding) -> str:
    """Return the message of a finding as one line."""
    return one_line(finding.message)


def verdict_suffix(finding: Finding) -> str:
    """Return ` (confirmed)` or another verdict to append to a message; "" if there is none.

    A fix that TensorFlow has proven is part of it: ` (confirmed, fix proven)`.
    """
    if finding.verification is None:
        return ""
    proven = ", fix proven" if finding.fix is not None and finding.fix.proven else ""
    return f" ({finding.verification.verdict}{proven})"


def option_of(fix: Fix) -> str:
    """Return the options that apply a fix."""
    return "--fix" if fix.safe else "--fix --unsafe-fixes"


def rule_of(finding: Finding) -> str:
    """Return the code and name of a finding's rule: `TFG201[numpy-escape]`."""
    name = rulebook().name_of(finding.code)
    return finding.code + (f"[{name}]" if name else "")


def cell_prefix(finding: Finding) -> str:
    """Return the location in a notebook's cell, for formats that only have lines of its file."""
    if finding.cell is None:
        return ""
    start = finding.span.start
    return f"cell {finding.cell}, line {start.row}, column {start.column}: "


def help_of(finding: Finding) -> str:
    """Return the help text of a finding, or else of its rule; it may have several lines."""
    book = rulebook()
    text = finding.help
    if not text and book.code_for(finding.code):
        text = book.get(finding.code).help
    return "\n".join(map(escape_controls, text.strip().split("\n")))


def sentence_of(finding: Finding) -> str:
    """Return cell, rule, message and verdict of a finding in one line."""
    return (
        f"{cell_prefix(finding)}{rule_of(finding)} {message_of(finding)}{verdict_suffix(finding)}"
    )


def paragraph_of(finding: Finding) -> str:
    """Return the message, the help text and the link to the rule's page, as several lines."""
    lines = [sentence_of(finding)]
    if text := help_of(finding):
        lines.append(f"help: {text}")
    if finding.code != SYNTAX_ERROR:
        lines.append(f"more: {url_of(finding.code)}")
    return "\n".join(lines)


def is_refuted(finding: Finding) -> bool:
    """True if `verify` refuted the finding."""
    return finding.verification is not None and finding.verification.verdict == "refuted"


def severity_of(finding: Finding) -> Severity:
    """Return the severity of a finding; that of a refuted one is "info"."""
    return "info" if is_refuted(finding) else finding.severity
