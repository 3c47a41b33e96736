"""The configuration of MkDocs: that of mkdocs.yml, with the pages of all rules."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from tflintgrad.knowledge.rules import SITE, rulebook
from tools.rules_page import family_titles
from tools.site.sources import ROOT

#: The line of mkdocs.yml after which the families of rules go.
_RULES = "      - Rules: rules/index.md\n"


def write_configuration(folder: Path) -> Path:
    """Write the configuration of a build in this folder, and return its path."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert _RULES in text, "mkdocs.yml does not list the rules"
    head = f"site_url: {SITE}\ndocs_dir: {folder / 'pages'}\nsite_dir: {folder / 'site'}\n"
    path = folder / "mkdocs.yml"
    path.write_text(head + text.replace(_RULES, _rules()), encoding="utf-8")
    return path


def _rules() -> str:
    """Return the entries of the navigation for all rules, by family."""
    lines = ["      - Rules:\n", "          - rules/index.md\n"]
    titles = dict(family_titles())
    for family, rules in groupby(rulebook().all(), key=lambda rule: rule.code[:4]):
        title = titles[family].replace("`", "")
        lines.append(f'          - "{family}xx: {title}":\n')
        lines += (f"              - {r.code} {r.name}: rules/{r.code}.md\n" for r in rules)
    return "".join(lines)
