"""Options of functions, by role: reads `rules/function-options.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.op_table import rules_file


def option_names(role: str) -> tuple[str, ...]:
    """Return the names that functions have for an option; `KeyError` if no line has the role."""
    return options()[role]


@cache
def options() -> dict[str, tuple[str, ...]]:
    """Return the names of all options, by role."""
    lines = rules_file("function-options.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.partition(":") for line in lines if line and not line.startswith("#")]
    return {role: tuple(names.split()) for role, _, names in rows}
