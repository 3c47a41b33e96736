"""Findings as JSON, and back. Lists in a fixed order: they are many, and small ones load fast.

Nothing here can do more than make values: what lies in a project's folder may be anybody's.
"""

from __future__ import annotations

from typing import Any

from tflintgrad.findings import Edit, Finding, Fix, Location, Span, Spot, Step

Packed = list[Any]


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
        code=code,
        message=message,
        filename=filename,
        span=_span(span),
        severity=severity,
        effect=effect,
        help=help_,
        flow=tuple(
            Step(name, _span(place), label, note, within)
            for name, place, label, note, within in flow
        ),
        cell=cell,
        raises=raises,
        queries=tuple(Spot(name, _span(place), within) for name, place, within in queries),
        programs=tuple(programs),
        implicit=implicit,
        fix=_fix(fix) if fix is not None else None,
    )


def _pack_span(span: Span) -> list[int]:
    return [span.start.row, span.start.column, span.end.row, span.end.column]


def _span(packed: list[int]) -> Span:
    row, column, end_row, end_column = packed
    return Span(Location(row, column), Location(end_row, end_column))


def _pack_fix(fix: Fix | None) -> Packed | None:
    if fix is None:
        return None
    edits = [[_pack_span(edit.span), edit.replacement] for edit in fix.edits]
    return [fix.message, edits, fix.safe]


def _fix(packed: Packed) -> Fix:
    message, edits, safe = packed
    return Fix(message, tuple(Edit(_span(span), text) for span, text in edits), safe)
