"""How shapes of results follow from arguments: reads `rules/shapes.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge import op_table


@cache
def shape_rule(name: str) -> tuple[str, str] | None:
    """Return the rule of a canonical name, and the parameter that the rule reads ("" if none)."""
    table = _table()
    if name in table or "." not in name:
        return table.get(name)
    op = op_table.lookup(name)
    return table.get(op.name) if op is not None else None


@cache
def _table() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    rule = parameter = ""
    for line in op_table.rules_file("shapes.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line[:1].strip():
            head, _, line = line.partition(":")
            rule, _, parameter = head.rstrip(")").partition("(")
        for name in line.split():
            found[name] = rule, parameter
    return found
