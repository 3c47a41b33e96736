"""Hover texts: a finding with its path and rule, or the effect of an op on a gradient."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from tflintgrad.diagnostics import CULPRIT_LABELS, Finding, Step
from tflintgrad.frontends.server.positions import Positions
from tflintgrad.knowledge import op_descriptions, op_search
from tflintgrad.knowledge.alternatives import alternatives_to
from tflintgrad.knowledge.rule_page import Rule
from tflintgrad.knowledge.rules import rulebook

_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_SHOWN_SECTIONS = ("What it does", "Why is this bad?")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_LIBRARIES = ("tf", "tensorflow", "keras", "tf_keras", "np", "numpy")


def finding_page(finding: Finding, positions: Positions) -> str:
    """Return a finding with its path, help and rule, as Markdown."""
    rule = rulebook().get(finding.code)
    parts = [f"**{rule.code} {rule.name}** ({finding.severity}): {finding.message}"]
    if len(finding.flow) > 1:
        parts.append("Path from source to target:\n\n" + "\n".join(_path(finding, positions)))
    parts.append(f"Help: {finding.help or rule.help}")
    parts += _explanation(rule)
    parts.append(f"[More about {rule.code}]({rule.url})")
    return "\n\n".join(parts)


def _path(finding: Finding, positions: Positions) -> Iterator[str]:
    for number, step in enumerate(finding.flow, 1):
        label = f"**{step.label}**" if step.label in CULPRIT_LABELS else step.label
        note = " ".join(step.note.split())
        yield f"{number}. {label}, {_link(step, finding, positions)}" + (
            f": {note}" if note else ""
        )


def _link(step: Step, finding: Finding, positions: Positions) -> str:
    """Return the line of a step as a link, which editors can follow."""
    row = step.span.start.row
    same_file = step.filename == finding.filename
    name = "" if same_file else f"{os.path.basename(step.filename)} "
    if step.cell is not None:
        return f"{name}cell {step.cell}, line {row}"
    return f"[{name}line {row}]({positions.location(step).uri}#L{row})"


def _explanation(rule: Rule) -> Iterator[str]:
    heads = list(_SECTION.finditer(rule.body))
    ends = [*(head.start() for head in heads[1:]), len(rule.body)]
    for head, end in zip(heads, ends, strict=True):
        if head[1] in _SHOWN_SECTIONS:
            yield f"**{head[1]}**"
            yield rule.body[head.end() : end].strip()


def op_page(line: str, column: int, version: str) -> str | None:
    """Return the entry of the op whose name is at this column of a line, as Markdown."""
    name = _name_at(line, column)
    answer = op_search.lookup(name, version) if name else None
    if answer is None or answer.wildcard:
        return None
    op = answer.op
    lines = [f"**{op.name}** and a gradient, argument by argument:", ""]
    for argument in (item for item in op.arguments if item.effect):
        words = op_descriptions.argument_in_words(op, argument.effect)
        lines.append(f"- `{op_descriptions.signature_name(argument)}`: {words}")
    lines += [f"- {fact}" for fact in op_descriptions.facts_in_words(op)]
    for clause in op.clauses:
        phrases = "; ".join(op_descriptions.clause_in_words(clause))
        lines.append(f"- {op_descriptions.conditions_in_words(clause.conditions)}: {phrases}")
    for other in alternatives_to(op.name):
        lines.append(f"- instead: `{other.expression}`, {other.words}")
    return "\n".join(lines)


def _name_at(line: str, column: int) -> str | None:
    """Return the dotted library name at this column, up to the end of the word there."""
    for found in _DOTTED.finditer(line):
        if found.start() <= column < found.end():
            rest = line[column : found.end()]
            name = line[found.start() : column] + rest.partition(".")[0]
            return name if name.partition(".")[0] in _LIBRARIES and "." in name else None
    return None
