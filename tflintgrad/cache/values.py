"""Findings as JSON, and back. Lists in a fixed order: they are many, and small ones load fast.

Nothing here can do more than make values, and only of the right kind: what lies in a project's
folder may be anybody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from tflintgrad.cache.kinds import as_count, as_flag, as_text, as_texts
from tflintgrad.findings import (
    EdgeLabel,
    Edit,
    Effect,
    Finding,
    Fix,
    Location,
    Severity,
    Span,
    Spot,
    Step,
)

Packed = list[Any]

_SEVERITIES = get_args(Severity)
_EFFECTS = get_args(Effect)
_LABELS = get_args(EdgeLabel)


def pack(finding: Finding) -> Packed:
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
    ]


def unpack(packed: Packed) -> Finding:
    """Raises ValueError or TypeError for what is no finding."""
    code, message, filename, span, severity, effect, help_, *others = packed
    flow, cell, raises, queries, programs, implicit, fix = others
    return Finding(
        code=as_text(code),
        message=as_text(message),
        filename=as_text(filename),
        span=_span(span),
        severity=_one_of(_SEVERITIES, severity),
        effect=_one_of(_EFFECTS, effect),
        help=as_text(help_),
        flow=tuple(
            Step(as_text(name), _span(place), _one_of(_LABELS, label), as_text(note), _cell(within))
            for name, place, label, note, within in flow
        ),
        cell=_cell(cell),
        raises=as_text(raises) if raises is not None else None,
        queries=tuple(
            Spot(as_text(name), _span(place), _cell(within)) for name, place, within in queries
        ),
        programs=as_texts(programs),
        implicit=as_flag(implicit),
        fix=_fix(fix) if fix is not None else None,
    )


def lies_in(lines: Sequence[str], finding: Finding) -> bool:
    """Whether there are such places in the file: the finding's, and those that its fix changes."""
    edits = finding.fix.edits if finding.fix is not None else ()
    return all(_is_in(lines, span) for span in (finding.span, *(edit.span for edit in edits)))


def _is_in(lines: Sequence[str], span: Span) -> bool:
    return span.start <= span.end and all(
        1 <= place.row <= len(lines) and 1 <= place.column <= len(lines[place.row - 1]) + 1
        for place in (span.start, span.end)
    )


def _pack_span(span: Span) -> list[int]:
    return [span.start.row, span.start.column, span.end.row, span.end.column]


def _one_of(words: tuple[Any, ...], value: Any) -> Any:
    if value not in words:
        raise ValueError
    return value


def _cell(value: Any) -> int | None:
    return as_count(value) if value is not None else None


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
