"""Op types that a run executes, by what they do: reads `rules/kernels.txt`."""

from __future__ import annotations

import re
from functools import cache

from tflintgrad.knowledge.op_table import rules_file


@cache
def kernels(behaviour: str) -> re.Pattern[str]:
    """Return a pattern that matches the op types with a behaviour; `KeyError` if there is none."""
    types = listed()[behaviour]
    return re.compile("|".join(re.escape(name).replace(r"\*", r"\w*") for name in types))


@cache
def listed() -> dict[str, tuple[str, ...]]:
    """Return the op types of the file, by behaviour."""
    found: dict[str, tuple[str, ...]] = {}
    behaviour = ""
    for line in rules_file("kernels.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line[:1].strip():
            behaviour, _, line = line.partition(":")
        found[behaviour] = (*found.get(behaviour, ()), *line.split())
    return found
