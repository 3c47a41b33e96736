"""Findings and verdicts as JSON, and back.

They are lists in a fixed order: there are many, and small ones load fast.

Unpacking only makes values, and only of the right types: anyone may have written a cache file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from tflintgrad.diagnostics import (
    EdgeLabel,
    Edit,
    Effect,
    Evidence,
    Finding,
    Fix,
    Location,
    Severity,
    Span,
    Spot,
    Step,
    Verdict,
    Verification,
)
from tflintgrad.engine.cache.json_guards import as_count, as_flag, as_number, as_text, as_texts

Packed = list[Any]

_MAX_SEED = 1 << 32

_SEVERITIES = get_args(Severity)
_EFFECTS = get_args(Effect)
_LABELS = get_args(EdgeLabel)
_VERDICTS = get_args(Verdict)
_EVIDENCE = get_args(Evidence)


def pack(finding: Finding) -> Packed:
    """Return a finding as lists and plain values, for JSON."""
    return [
        finding.code,
        finding.message,
        finding.filename,
        _pack_span(finding.span),
        finding.severity,
        finding.effect,
        finding.help,
        [[s.filename, _pack_span(s.span), s.label, s.note, s.cell] for s in finding.flow],
        finding.cell,
        finding.raises,
        [[spot.filename, _pack_span(spot.span), spot.cell] for spot in finding.queries],
        list(finding.programs),
        finding.implicit,
        _pack_fix(finding.fix),
        finding.outcome,
    ]


def unpack(packed: Packed) -> Finding:
    """Return a packed finding; raise ValueError or TypeError for anything else."""
    code, message, filename, span, severity, effect, help_, *others = packed
    flow, cell, raises, queries, programs, implicit, fix, outcome = others
    return Finding(
        code=as_text(code),
        message=as_text(message),
        filename=as_text(filename),
        span=_span(span),
        severity=_one_of(_SEVERITIES, severity),
        effect=_one_of(_EFFECTS, effect),
        help=as_text(help_),
        flow=tuple(
            Step(as_text(name), _span(at), _one_of(_LABELS, label), as_text(note), _cell(within))
            for name, at, label, note, within in flow
        ),
        cell=_cell(cell),
        raises=as_text(raises) if raises is not None else None,
        queries=tuple(
            Spot(as_text(name), _span(at), _cell(within)) for name, at, within in queries
        ),
        programs=as_texts(programs),
        implicit=as_flag(implicit),
        fix=_fix(fix) if fix is not None else None,
        outcome=as_text(outcome),
    )


def pack_verification(item: Verification) -> Packed:
    """Return a verification as a list for JSON."""
    numbers = [item.tape, item.expected, item.difference, item.tolerance]
    return [
        *(item.verdict, item.reason, item.effect, item.evidence, item.device),
        numbers,
        list(item.seeds),
    ]


def unpack_verification(packed: Packed) -> Verification:
    """Return a packed verification; raise ValueError or TypeError for anything else."""
    verdict, reason, effect, evidence, device, numbers, seeds = packed
    tape, expected, difference, tolerance = map(_number, numbers)
    return Verification(
        verdict=_one_of(_VERDICTS, verdict),
        reason=as_text(reason),
        effect=_one_of(_EFFECTS, effect) if effect is not None else None,
        evidence=_one_of(_EVIDENCE, evidence) if evidence is not None else None,
        device=as_text(device),
        tape=tape,
        expected=expected,
        difference=difference,
        tolerance=tolerance,
        seeds=tuple(as_count(seed, _MAX_SEED) for seed in seeds),
    )


def lies_in(lines: Sequence[str], finding: Finding) -> bool:
    """True if the spans of a finding, and of the edits of its fix, lie in the file."""
    edits = finding.fix.edits if finding.fix is not None else ()
    return all(_is_in(lines, span) for span in (finding.span, *(edit.span for edit in edits)))


def _is_in(lines: Sequence[str], span: Span) -> bool:
    return span.start <= span.end and all(
        1 <= end.row <= len(lines) and 1 <= end.column <= len(lines[end.row - 1]) + 1
        for end in (span.start, span.end)
    )


def _pack_span(span: Span) -> list[int]:
    return [span.start.row, span.start.column, span.end.row, span.end.column]


def _one_of(words: tuple[Any, ...], value: Any) -> Any:
    if value not in words:
        raise ValueError
    return value


def _cell(value: Any) -> int | None:
    return as_count(value) if value is not None else None


def _number(value: Any) -> float | None:
    return as_number(value) if value is not None else None


def _span(packed: list[int]) -> Span:
    row, column, end_row, end_column = map(as_count, packed)
    return Span(Location(row, column), Location(end_row, end_column))


def _pack_fix(fix: Fix | None) -> Packed | None:
    if fix is None:
        return None
    edits = [[_pack_span(edit.span), edit.replacement] for edit in fix.edits]
    return [fix.message, edits, fix.safe]


def _fix(packed: Packed) -> Fix:
    message, edits, safe = packed
    changes = tuple(Edit(_span(span), as_text(text)) for span, text in edits)
    return Fix(as_text(message), changes, as_flag(safe))
