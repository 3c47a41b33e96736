"""The pages that `tflintgrad explain` and `tflintgrad rules` print, in all formats."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

from tflintgrad.frontends.cli.markdown import for_terminal
from tflintgrad.output.style import style_for
from tflintgrad.output.text_width import wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.knowledge.rule_page import Rule
    from tflintgrad.output.style import Style

#: The columns of the list of rules.
HEADING = ("code", "name", "severity", "effect", "fix", "default", "summary")

_NARROWEST, _WIDEST = 40, 100


def page_as_text(rule: Rule) -> str:
    """Return a rule's page, in the width and style of the terminal."""
    style = style_for(sys.stdout, os.environ)
    width = min(max(_columns(), _NARROWEST), _WIDEST)
    lines = [
        f"{style.paint(rule.severity, rule.code)} {style.paint('label', rule.name)}",
        *for_terminal(_summary(rule), width, style),
        "",
        f"  {style.paint('faint', _facts(rule))}",
        f"  {style.link(rule.url, rule.url)}",
        "",
        *for_terminal(rule.body, width, style),
    ]
    return "\n".join(lines) + "\n"


def page_as_markdown(rule: Rule) -> str:
    """Return a rule's page: its file, with the front matter as a short summary."""
    head = f"# {rule.name} ({rule.code})\n\n{_summary(rule)}\n\n"
    return f"{head}{_facts(rule)}\n{rule.url}\n\n{rule.body}"


def pages_as_json(rules: Sequence[Rule], *, several: bool) -> str:
    """Return an object for one rule, an array for several; the explanation is Markdown."""
    objects = [_as_object(rule) | {"explanation": rule.body} for rule in rules]
    return json.dumps(objects if several else objects[0], indent=2) + "\n"


def list_as_text(rules: Sequence[Rule]) -> str:
    """Return a list of rules, one per line; on a terminal, long summaries go on below."""
    style = style_for(sys.stdout, os.environ)
    rows = [HEADING, *map(_row, rules)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADING))]
    margin = sum(widths[:-1]) + 2 * len(widths[:-1])
    lines = []
    for number, row in enumerate(rows):
        line = "  ".join(map(str.ljust, row, widths)).rstrip()
        below: list[str] = []
        if sys.stdout.isatty() and len(line) > style.width:
            line, *below = _with_summary(line[:margin], row[-1], style.width)
        lines.append(_painted(line, rules[number - 1] if number else None, style))
        lines.extend(below)
    return "\n".join(lines) + "\n"


def _with_summary(line: str, summary: str, width: int) -> list[str]:
    """Return the rows of a rule: its summary beside the other columns if there is room."""
    if width - len(line) >= _NARROWEST:
        first, *others = wrapped(summary, width - len(line), 0)
        return [line + first, *(" " * len(line) + other for other in others)]
    return [line.rstrip(), *wrapped(f"    {summary}", width, 4)]


def list_as_markdown(rules: Sequence[Rule]) -> str:
    """Return a list of rules as a Markdown table."""
    lines = [f"| {' | '.join(HEADING)} |", "|---" * len(HEADING) + "|"]
    for rule in rules:
        code, *rest = (cell.replace("|", "\\|") for cell in _row(rule))
        lines.append(f"| [{code}]({rule.url}) | {' | '.join(rest)} |")
    return "\n".join(lines) + "\n"


def list_as_json(rules: Sequence[Rule]) -> str:
    """Return a list of rules as a JSON array."""
    return json.dumps([_as_object(rule) for rule in rules], indent=2) + "\n"


def _facts(rule: Rule) -> str:
    default = "on by default" if rule.default else "off by default"
    facts = f"severity {rule.severity} · effect {rule.effect} · fix {rule.fix} · {default}"
    return f"{facts} · since {rule.since}"


def _summary(rule: Rule) -> str:
    return f"{rule.summary[:1].upper()}{rule.summary[1:]}."


def _row(rule: Rule) -> tuple[str, ...]:
    default = "on" if rule.default else "off"
    return rule.code, rule.name, rule.severity, rule.effect, rule.fix, default, rule.summary


def _as_object(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "summary": rule.summary,
        "help": rule.help,
        "severity": rule.severity,
        "effect": rule.effect,
        "fix": rule.fix,
        "default": rule.default,
        "since": rule.since,
        "url": rule.url,
    }


def _painted(line: str, rule: Rule | None, style: Style) -> str:
    """Colour a line of the list: the heading if there is no rule, otherwise the rule's code."""
    if rule is None:
        return style.paint("label", line)
    code = style.link(rule.url, style.paint(rule.severity, rule.code))
    return code + line[len(rule.code) :]


def _columns() -> int:
    return shutil.get_terminal_size().columns
