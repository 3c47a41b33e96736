"""What `tflintgrad explain` and `tflintgrad rules` show people, in the width of their terminal."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from tflintgrad.frontends.cli.markdown import for_terminal
from tflintgrad.frontends.cli.rule_pages import HEADING, facts_of, row_of, summary_of
from tflintgrad.output.style import style_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.knowledge.rule_page import Rule
    from tflintgrad.output.style import Style

_NARROWEST, _WIDEST = 40, 100


def page(rule: Rule) -> str:
    """A rule's page."""
    style = style_for(sys.stdout, os.environ)
    width = min(max(_columns(), _NARROWEST), _WIDEST)
    lines = [
        f"{style.paint(rule.severity, rule.code)} {style.paint('label', rule.name)}",
        *for_terminal(summary_of(rule), width, style),
        "",
        f"  {style.paint('faint', facts_of(rule))}",
        f"  {style.link(rule.url, rule.url)}",
        "",
        *for_terminal(rule.body, width, style),
    ]
    return "\n".join(lines) + "\n"


def table(rules: Sequence[Rule]) -> str:
    """All rules, one a line; on a terminal the line ends where the terminal does."""
    style = style_for(sys.stdout, os.environ)
    rows = [HEADING, *map(row_of, rules)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADING))]
    longest = _columns() if sys.stdout.isatty() else None
    lines = []
    for number, row in enumerate(rows):
        line = "  ".join(map(str.ljust, row, widths)).rstrip()
        if longest is not None and len(line) > longest:
            line = f"{line[: max(longest - 1, _NARROWEST)]}…"
        lines.append(_painted(line, rules[number - 1] if number else None, style))
    return "\n".join(lines) + "\n"


def _painted(line: str, rule: Rule | None, style: Style) -> str:
    if rule is None:
        return style.paint("label", line)
    code = style.link(rule.url, style.paint(rule.severity, rule.code))
    return code + line[len(rule.code) :]


def _columns() -> int:
    return shutil.get_terminal_size().columns
