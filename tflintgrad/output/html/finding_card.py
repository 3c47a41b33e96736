"""The card of one finding: message, location, effect, verdict, diagram, path, help and fix."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Spot
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook, url_of
from tflintgrad.output.diagrams.labels import relative_location
from tflintgrad.output.diagrams.svg import inline
from tflintgrad.output.formats.full import effect_of
from tflintgrad.output.html.escape import plain, prose
from tflintgrad.output.messages import help_of, option_of
from tflintgrad.output.style import Style
from tflintgrad.output.verdicts import verdict_lines
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.edits import apply_edits

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Fix, Step, Verification
    from tflintgrad.output.diagrams.model import Diagram
    from tflintgrad.output.html.source_listing import Listings


_ROWS = {"+": "added", "-": "removed", " ": "kept"}


def card(number: int, finding: Finding, diagram: Diagram | None, listings: Listings) -> str:
    """Return the HTML of a finding; `number` counts the findings of the page from 1."""
    parts = "".join(_parts(number, finding, diagram, listings))
    return (
        f'<article class="finding {finding.severity}" id="p{number}" '
        f'data-rule="{plain(finding.code)}" data-severity="{finding.severity}" '
        f'data-file="{plain(finding.filename)}">{parts}</article>\n'
    )


def _parts(
    number: int, finding: Finding, diagram: Diagram | None, listings: Listings
) -> Iterator[str]:
    yield f"<header>{_head(number, finding, listings)}</header>"
    yield f"<h3>{prose(finding.message)}</h3>"
    yield f'<p class="effect">{prose(effect_of(finding))}</p>'
    if finding.verification is not None:
        yield _verdict(finding.verification)
    yield listings.excerpt(finding.spot)
    if diagram is not None:
        drawing = inline(diagram, f"g{number}", listings.link)
        yield f'<figure tabindex="0">{drawing}</figure>'
    if len(finding.flow) > 1:
        steps = "".join(_step(step, finding, listings) for step in finding.flow)
        yield f'<h4>From source to target</h4><ol class="path">{steps}</ol>'
    if text := help_of(finding):
        yield f'<p class="help">{prose(text)}</p>'
    if finding.fix is not None:
        yield _fix(finding, finding.fix, listings)


def _fix(finding: Finding, fix: Fix, listings: Listings) -> str:
    """Return the words of a fix, its proof, and its diff."""
    proof = f" {prose(fix.proof)}." if fix.proven else ""
    if fix.proof and not fix.proven:
        proof = f" Not proven: {prose(fix.proof)}."
    lines = listings.listing(finding.spot).lines
    if any(edit.span.end.row > len(lines) for edit in fix.edits):
        return ""  # the file is no longer what it was
    text = "\n".join(lines)
    before, after = (split_lines(item) for item in (text, apply_edits(text, fix.edits)))
    rows = list(unified_diff(before, after, n=1, lineterm=""))[2:]
    diff = "".join(
        f'<span class="{_ROWS[row[0]]}">{plain(row)}</span>\n' for row in rows if row[0] in _ROWS
    )
    words = f"{prose(fix.message)} (<code>{option_of(fix)}</code>).{proof}"
    return f'<p class="fix">{words}</p><pre class="diff">{diff}</pre>'


def _head(number: int, finding: Finding, listings: Listings) -> str:
    code = plain(finding.code)
    if finding.code != SYNTAX_ERROR:
        code = f'<a href="{plain(url_of(finding.code))}" rel="noreferrer">{code}</a>'
    verdict = finding.verification.verdict if finding.verification is not None else ""
    badge = f'<span class="verdict {verdict}">{verdict}</span>' if verdict else ""
    start = finding.span.start
    cell = f"cell {finding.cell}:" if finding.cell is not None else ""
    location = plain(f"{finding.filename}:{cell}{start.row}:{start.column}")
    link = listings.link(finding.spot)
    return (
        f'<a class="number" href="#p{number}">{number}</a>'
        f'<b class="rule">{code}</b> <span class="name">{plain(_name(finding.code))}</span> '
        f'<span class="severity">{finding.severity}</span>{badge}'
        + (f'<a class="place" href="{link}">{location}</a>' if link else f"<span>{location}</span>")
    )


def _name(code: str) -> str:
    return rulebook().name_of(code) or ""


def _verdict(verification: Verification) -> str:
    head, *rest = (line.strip() for line in verdict_lines(verification, Style()))
    detail = "".join(f"<br>{prose(line)}" for line in rest)
    return f'<p class="verification {verification.verdict}">{plain(head)}{detail}</p>'


def _step(step: Step, finding: Finding, listings: Listings) -> str:
    spot = Spot(step.filename, step.span, step.cell)
    link = listings.link(spot)
    location = plain(relative_location(spot, finding.spot))
    where = f'<a href="{link}">{location}</a>' if link else location
    return (
        f'<li class="{step.label}"><span class="label">{step.label}</span> '
        f'<span class="where">{where}</span> <span class="note">{prose(step.note)}</span>'
        f'<code class="code">{listings.line(spot)}</code></li>'
    )
