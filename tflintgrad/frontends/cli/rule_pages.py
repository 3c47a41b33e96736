"""What `tflintgrad explain` and `tflintgrad rules` print, except for terminals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.knowledge.rule_page import Rule

#: The columns of the list of rules.
HEADING = ("code", "name", "severity", "effect", "fix", "default", "summary")


def facts_of(rule: Rule) -> str:
    default = "on by default" if rule.default else "off by default"
    facts = f"severity {rule.severity} · effect {rule.effect} · fix {rule.fix} · {default}"
    return f"{facts} · since {rule.since}"


def summary_of(rule: Rule) -> str:
    return f"{rule.summary[:1].upper()}{rule.summary[1:]}."


def as_markdown(rule: Rule) -> str:
    """A rule's page: its file, with the front matter as a short summary."""
    head = f"# {rule.name} ({rule.code})\n\n{summary_of(rule)}\n\n"
    return f"{head}{facts_of(rule)}\n{rule.url}\n\n{rule.body}"


def as_object(rule: Rule) -> dict[str, Any]:
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


def pages_as_json(rules: Sequence[Rule], *, several: bool) -> str:
    """One object for one rule, an array for several; the page itself is Markdown."""
    objects = [as_object(rule) | {"explanation": rule.body} for rule in rules]
    return json.dumps(objects if several else objects[0], indent=2) + "\n"


def list_as_json(rules: Sequence[Rule]) -> str:
    return json.dumps([as_object(rule) for rule in rules], indent=2) + "\n"


def list_as_markdown(rules: Sequence[Rule]) -> str:
    lines = [f"| {' | '.join(HEADING)} |", "|---" * len(HEADING) + "|"]
    for rule in rules:
        code, *rest = (cell.replace("|", "\\|") for cell in row_of(rule))
        lines.append(f"| [{code}]({rule.url}) | {' | '.join(rest)} |")
    return "\n".join(lines) + "\n"


def row_of(rule: Rule) -> tuple[str, ...]:
    default = "on" if rule.default else "off"
    return (
        rule.code,
        rule.name,
        rule.severity,
        rule.effect,
        rule.fix,
        default,
        rule.summary,
    )
