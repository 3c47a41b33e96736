"""The templates of `rules/code-templates.txt`: code for placeholders and other lines."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.op_table import rules_file


def text(name: str, /, **filled: object) -> str:
    """Return a template with its fields filled in."""
    return _texts()[name].format(**filled)


@cache
def _texts() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in rules_file("code-templates.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, written = line.partition(": ")
            found[name] = written
    return found
