"""The default format: message, code frame, path, effect and help of each finding."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import CULPRIT_LABELS
from tflintgrad.knowledge.rules import SYNTAX_ERROR, UNUSED_SUPPRESSION, rulebook, url_of
from tflintgrad.output.code_frame import code_frame, printable_line
from tflintgrad.output.fixed_lines import fixed_lines
from tflintgrad.output.headline import headline
from tflintgrad.output.messages import escape_controls, help_of, one_line, option_of
from tflintgrad.output.source_lines import SourceLines
from tflintgrad.output.text_width import wrapped
from tflintgrad.output.verdicts import verdict_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.diagnostics import Finding, Step
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style

_EFFECTS = {
    "none": "TensorFlow returns None for this gradient",
    "wrong": "the gradient is silently wrong",
    "zero": "TensorFlow returns zeros for this gradient",
    "nan": "TensorFlow can return NaN or Inf for this gradient",
    "error": "TensorFlow raises an exception",
    "cost": "the gradient is correct, but this costs memory or time",
}

# Where the text after the label `verified:` starts.
_VERDICT_INDENT = 12


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield a block for each finding, then the summary."""
    findings = checked = affected = 0
    verdicts: Counter[str] = Counter()
    fixes: Counter[str] = Counter()
    for result in results:
        checked += result.error is None
        affected += bool(result.findings)
        source_lines = SourceLines(result)
        for finding in result.findings:
            findings += 1
            if finding.verification is not None:
                verdicts[finding.verification.verdict] += 1
            if finding.fix is not None and (finding.fix.proven or not finding.fix.proof):
                fixes[option_of(finding.fix)] += 1
            yield "\n".join(_finding(finding, source_lines, style)) + "\n\n"
    if style.summary:
        counts = _verdict_counts(verdicts) + _fix_counts(fixes)
        summary = _summary(findings, affected, checked, style) + counts
        yield "\n".join(wrapped(summary, style.width, 0)) + "\n"


def _finding(finding: Finding, source_lines: SourceLines, style: Style) -> Iterator[str]:
    yield from wrapped(headline(finding, source_lines, style), style.width, 4)
    yield from code_frame(source_lines.lines(finding), finding.span, style)
    if len(finding.flow) > 1:
        is_path = (finding.flow[0].label, finding.flow[-1].label) == ("source", "target")
        yield (
            "  "
            + style.paint("label", "path" if is_path else "steps")
            + (" from source to target:" if is_path else ":")
        )
        yield from _path(finding, source_lines, style)
    yield from _labelled("effect:", effect_of(finding), style)
    if finding.verification is not None:
        for line in verdict_lines(finding.verification, style):
            yield from wrapped(line, style.width, _VERDICT_INDENT)
    if finding.fix is not None:
        option = option_of(finding.fix)
        label = "proven fix:" if finding.fix.proven else "fix:"
        yield from _labelled(label, f"{one_line(finding.fix.message)} (`{option}`)", style)
        for line in fixed_lines(source_lines.lines(finding), finding.fix):
            yield " " * (len(label) + 3) + style.paint("good", "+ ") + line
        if finding.fix.proof and not finding.fix.proven:
            yield from wrapped(f"       not proven: {one_line(finding.fix.proof)}", style.width, 7)
    if text := help_of(finding):
        yield from _labelled("help:", text, style)
    if finding.code != SYNTAX_ERROR:
        url = url_of(finding.code)
        more = f"tflintgrad explain {finding.code}, {style.link(url, url)}"
        yield from _labelled("more:", more, style)


def _labelled(label: str, text: str, style: Style) -> Iterator[str]:
    """Yield the rows of a text after its label."""
    hang = len(label) + 3
    first, *others = text.split("\n")
    yield from wrapped(f"  {style.paint('label', label)} {first}", style.width, hang)
    for line in others:
        yield from wrapped(" " * hang + line, style.width, hang)


def _path(finding: Finding, source_lines: SourceLines, style: Style) -> Iterator[str]:
    digits = len(str(len(finding.flow)))
    labels = max(len(step.label) for step in finding.flow)
    indent = 8 + digits + labels
    previous: tuple[str, int | None, int] = ("", None, 0)
    shown = _shown_steps(finding.flow, style.path_steps)
    before = -1
    for index in shown:
        number, step = index + 1, finding.flow[index]
        if left_out := index - before - 1:
            gap = f"… {_count(left_out, 'more step')}, `--max-path-steps 0` shows all"
            yield " " * (6 + digits) + style.paint("faint", gap)
        before = index
        role = "mark" if step.label in CULPRIT_LABELS else "label"
        label = style.paint(role, f"{step.label:<{labels}}")
        note = f": {one_line(step.note)}" if step.note else ""
        location = _location(step, finding, source_lines, style)
        head = f"    {number:>{digits}}. {label}  {location}{note}"
        yield from wrapped(head, style.width, indent)
        row = step.span.start.row
        if previous == (previous := (step.filename, step.cell, row)):
            continue  # the step before was on the same line, which was just shown
        if text := printable_line(source_lines.line(step, row) or ""):
            yield " " * indent + style.paint("faint", text)


def _shown_steps(flow: Sequence[Step], most: int) -> list[int]:
    """Return the indices of at most `most` steps: the source, the target, those near the cut."""
    last = len(flow) - 1
    if not most or len(flow) <= most:
        return list(range(len(flow)))
    cut = next((i for i, step in enumerate(flow) if step.label in CULPRIT_LABELS), last)
    nearest = sorted(range(len(flow)), key=lambda i: (i not in (0, cut, last), abs(i - cut)))
    return sorted(nearest[:most])


def _location(step: Step, finding: Finding, source_lines: SourceLines, style: Style) -> str:
    start = step.span.start
    cell = f"cell {step.cell}" if step.cell is not None else ""
    if step.filename == finding.filename:
        return f"{cell}, line {start.row}" if cell else f"line {start.row}"
    column = source_lines.column(step, start, style.columns)
    return ":".join(filter(None, (escape_controls(step.filename), cell, f"{start.row}:{column}")))


def effect_of(finding: Finding) -> str:
    """Return the effect of a finding as a sentence."""
    if finding.code == SYNTAX_ERROR:
        return f"the {'file' if finding.cell is None else 'cell'} was not checked"
    if finding.code == UNUSED_SUPPRESSION:
        return "the comment suppresses nothing; no gradient is affected"
    if finding.effect == "error" and (names := _exceptions(finding)):
        return f"TensorFlow raises {_either(names)}"
    if finding.effect == "none" and finding.implicit and not finding.outcome:
        return "Keras gets None for this gradient, so training does not change these weights"
    effect, outcome = _EFFECTS[finding.effect], one_line(finding.outcome)
    return f"{effect}: {outcome}" if outcome and finding.effect == "wrong" else outcome or effect


def _either(names: list[str]) -> str:
    """Return names as `A`, `A or B`, `A, B or C`."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def _exceptions(finding: Finding) -> list[str]:
    """Return the exception that the finding names, or else those that the rule's examples raise."""
    if finding.raises:
        return [finding.raises]
    book = rulebook()
    return sorted(book.get(finding.code).example_exceptions) if book.code_for(finding.code) else []


def _summary(findings: int, affected: int, checked: int, style: Style) -> str:
    if not checked:
        return "No files were checked."
    if not findings:
        return style.paint("good", f"No gradient problems found in {_count(checked, 'file')}.")
    found = style.paint("label", f"Found {_count(findings, 'problem')}")
    return f"{found} in {affected} of {_count(checked, 'file')}."


def _verdict_counts(verdicts: Counter[str]) -> str:
    counts = [f"{verdicts[v]} {v}" for v in ("confirmed", "refuted", "inconclusive") if verdicts[v]]
    return f" Verified: {', '.join(counts)}." if counts else ""


def _fix_counts(fixes: Counter[str]) -> str:
    counts = [f"{number} with `{option}`" for option, number in sorted(fixes.items())]
    return f" Fixable: {', '.join(counts)}." if counts else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
