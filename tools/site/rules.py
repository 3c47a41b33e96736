"""The page of a rule on the site: its facts, its text, and a picture of its first example."""

from __future__ import annotations

import re

from tflintgrad.engine.workspace import Workspace
from tflintgrad.knowledge.rule_page import Rule
from tflintgrad.output.diagrams import svg
from tflintgrad.output.diagrams.selection import DiagramSelector, NothingToDraw
from tools.rules_page import EFFECTS

_EXAMPLE = re.compile(r"^## Example\n.*?^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
#: What a test of the next program expects: lines such as `effect: error` and `raises: ValueError`.
_EXPECTATION = re.compile(r"^(effect|raises|truth): (.+)$", re.MULTILINE)
_FIXES = {"safe": "`--fix`", "unsafe": "`--fix --unsafe-fixes`", "no": "none"}
_DISPLAYED = "example.py"


def page_of(rule: Rule, body: str, picture: str | None) -> str:
    """Return a rule's page; `picture` is the name of the file with the picture of its example."""
    body = _EXPECTATION.sub(_expectation, body)
    if picture is not None:
        figure = f"\n![The path of the gradient in this example]({picture}){{ .tg-path }}\n"
        example = _EXAMPLE.search(body)
        assert example is not None, rule.code
        body = body[: example.end()] + figure + body[example.end() :]
    head = f"---\ntitle: {rule.code} {rule.name}\ndescription: {_quoted(rule.summary)}\n---\n"
    summary = f"{rule.summary[0].upper()}{rule.summary[1:]}."
    return f"{head}\n# {rule.code}: {rule.name}\n\n{summary}\n\n{_facts(rule)}\n{body}"


def picture_of(rule: Rule) -> str | None:
    """Return the picture of a rule's first example as SVG, or None if it is not about a path."""
    example = _EXAMPLE.search(rule.body)
    if example is None:
        return None
    program = example[1].replace(f"  # {rule.code}", "")
    selector = DiagramSelector(Workspace({_DISPLAYED: _DISPLAYED}, {_DISPLAYED: program}))
    try:
        return svg.draw(selector.for_file(_DISPLAYED))
    except NothingToDraw:
        return None


def _facts(rule: Rule) -> str:
    effect = EFFECTS[rule.effect] if not rule.code.startswith("TFG0") else "about the run"
    on = "on by default" if rule.default else f"off: `--extend-select {rule.code}`"
    cells = (rule.severity, effect, _FIXES[rule.fix], on, rule.since)
    heads = ("severity", "effect", "fix", "", "since")
    rows = (heads, ["---"] * len(heads), cells)
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{table}\nSuppress one finding with `# noqa: {rule.code}`.\n"


def _expectation(found: re.Match[str]) -> str:
    """Return a line about the next program for readers, apart from the program."""
    key, value = found.groups()
    if key == "effect":
        return f"*The effect here: {EFFECTS.get(value, value)}.*\n"
    if key == "raises":
        return f"*TensorFlow raises `{value}`.*\n"
    return f"*The right gradient: `{value}`.*\n"


def _quoted(text: str) -> str:
    """Return a text as a string of YAML."""
    return "'" + text.replace("'", "''") + "'"
