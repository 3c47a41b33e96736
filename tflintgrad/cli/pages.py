"""What `tflintgrad explain` and `tflintgrad rules` print."""

from __future__ import annotations

from tflintgrad.rulebook import rulebook


def rule_page(wanted: str) -> str:
    """A rule's page: its file, with the front matter as a short summary."""
    rule = rulebook().get(wanted)
    default = "on by default" if rule.default else "off by default"
    facts = f"severity {rule.severity} · effect {rule.effect} · fix {rule.fix} · {default}"
    return (
        f"# {rule.name} ({rule.code})\n\n"
        f"{rule.summary[:1].upper()}{rule.summary[1:]}.\n\n"
        f"{facts} · since {rule.since}\n{rule.url}\n\n"
        f"{rule.body}"
    )


def rule_table() -> str:
    """All rules, one per line."""
    heading = ("code", "name", "severity", "effect", "fix", "default", "summary")
    rows = [heading]
    for rule in rulebook().all():
        default = "on" if rule.default else "off"
        facts = (rule.severity, rule.effect, rule.fix, default, rule.summary)
        rows.append((rule.code, rule.name, *facts))
    widths = [max(len(row[column]) for row in rows) for column in range(len(heading))]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines) + "\n"
