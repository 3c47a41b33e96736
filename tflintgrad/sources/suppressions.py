"""Comments that silence a finding on their line.

    y = x.numpy()  # noqa
    y = x.numpy()  # noqa: TFG201, TFG3
    y = x.numpy()  # tflintgrad: ignore
    y = x.numpy()  # tflintgrad: ignore[numpy-escape]

Only real comments count, not the same words in a string; for that the file is tokenized, but
only when a line with a finding looks as if it had such a comment.
"""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.rulebook import SYNTAX_ERROR, rulebook
from tflintgrad.sources.reading import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tflintgrad.findings import Finding

_LIKELY = re.compile(r"#.*(?:noqa|tflintgrad)", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa\b(?P<list>\s*:[^#]*)?", re.IGNORECASE)
_IGNORE = re.compile(r"#\s*tflintgrad\s*:\s*ignore\b(?:\s*\[(?P<list>[^\]#]*)\])?", re.IGNORECASE)
# Codes of any linter: a list with only E501 in it is addressed to somebody else.
_CODE = re.compile(r"[A-Z]+[0-9]+(?![A-Z0-9])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suppression:
    """What one comment silences: everything (None), or these codes and prefixes."""

    codes: frozenset[str] | None

    def covers(self, code: str) -> bool:
        return self.codes is None or any(code.startswith(prefix) for prefix in self.codes)


def unsuppressed(findings: Iterable[Finding], text: str) -> list[Finding]:
    """The findings that no comment on the first or last line of their expression silences."""
    findings = list(findings)
    # A file that is not Python cannot be tokenized either, and must not look clean.
    if not _wanted([item for item in findings if item.code != SYNTAX_ERROR], text):
        return findings
    comments = suppressions(text)
    return [finding for finding in findings if not _is_suppressed(finding, comments)]


def suppressions(text: str) -> dict[int, list[Suppression]]:
    """Row → what the comment on that row silences."""
    found: dict[int, list[Suppression]] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and (read := read_comment(token.string)):
                found[token.start[0]] = read
    except (tokenize.TokenError, SyntaxError):
        # Syntax newer than the Python that runs us: what was read up to there still counts.
        pass
    return found


def read_comment(comment: str) -> list[Suppression]:
    """What one comment asks for; several forms may stand in the same comment."""
    read: list[Suppression] = []
    if noqa := _NOQA.search(comment):
        listed = noqa["list"]
        codes = _codes((listed or "").lstrip(" \t:"))
        # Plain words after the colon are an explanation, and silence all like no words.
        if listed is None or not codes:
            read.append(Suppression(None))
        else:
            read.append(Suppression(codes))
    if ignore := _IGNORE.search(comment):
        listed = ignore["list"]
        read.append(Suppression(None if listed is None else _codes(listed)))
    return read


def _codes(listed: str) -> frozenset[str]:
    """Codes and prefixes at the start of a list; the first other word starts an explanation."""
    codes: set[str] = set()
    for word in re.split(r"[,\s]+", listed.strip()):
        if code := _CODE.match(word):
            codes.add(code[0].upper())
        elif name := rulebook().code_for(word):
            codes.add(name)
        else:
            break
    return frozenset(codes)


def _wanted(findings: list[Finding], text: str) -> bool:
    if not findings or not _LIKELY.search(text):
        return False
    lines = split_lines(text)
    rows = {row for finding in findings for row in _rows(finding)}
    return any(row <= len(lines) and _LIKELY.search(lines[row - 1]) for row in rows)


def _rows(finding: Finding) -> tuple[int, int]:
    return finding.span.start.row, finding.span.end.row


def _is_suppressed(finding: Finding, comments: Mapping[int, list[Suppression]]) -> bool:
    return finding.code != SYNTAX_ERROR and any(
        suppression.covers(finding.code)
        for row in _rows(finding)
        for suppression in comments.get(row, ())
    )
