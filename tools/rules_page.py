"""Write docs/rules.md, the list of all rules, from rules/: `python -m tools.rules_page`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tflintgrad.knowledge.rule_page import Rule
from tflintgrad.knowledge.rules import rulebook

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"

HEAD = """\
# Rules

Generated from `rules/` by `make docs`; do not edit. Each code links to the rule's page: what the
rule finds, why that is bad, what to write instead, and which similar code is right. The command
line prints the same:

```console
tflintgrad explain TFG201                        # or a name, or several; --all
tflintgrad explain TFG201 --output-format json   # or markdown
tflintgrad rules --select TFG2                   # severity, effect, fix, default; also as json
```

An *error* certainly happens on TensorFlow, a *warning* is likely, *info* is hygiene. The effect is
what happens to the gradient: `None`, zeros, NaN, a wrong number, an exception, or a right
number at a cost.
"""
EFFECTS = {
    "none": "`None`",
    "zero": "zeros",
    "nan": "NaN",
    "wrong": "wrong number",
    "error": "exception",
    "cost": "right, at a cost",
}


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    families = dict(family_titles())
    for family, rules in groupby(rulebook().all(), key=lambda rule: rule.code[:4]):
        parts.append(f"\n## {family}xx: {families[family]}\n\n")
        parts.append("| rule | name | severity | effect | finds |\n|---|---|---|---|---|\n")
        parts += map(_row, rules)
    return "".join(parts)


def family_titles() -> Iterator[tuple[str, str]]:
    """Yield families and their titles from rules/README.md: `TFG2`, "leaving TensorFlow: …"."""
    text = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
    yield from re.findall(r"^\| (TFG\d)xx \| (.+?) \|", text, re.MULTILINE)


def _row(rule: Rule) -> str:
    place = f"../rules/{rulebook().file_of(rule.code)}"
    severity = rule.severity if rule.default else f"{rule.severity}, off by default"
    finds = rule.summary.replace("|", "\\|")
    about_gradients = not rule.code.startswith("TFG0")
    effect = EFFECTS[rule.effect] if about_gradients else ""
    cells = (f"[{rule.code}]({place})", rule.name, severity, effect, finds)
    return f"| {' | '.join(cells)} |\n"


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
