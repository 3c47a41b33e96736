"""The results of analysed programs, and the merge of findings that several programs report."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Location, Span, Spot
    from tflintgrad.engine.cache.recording_view import Dependencies
    from tflintgrad.source.decoding import DecodeError
    from tflintgrad.source.syntax.parse import SyntaxProblem

_SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The result of one program."""

    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    broken: SyntaxProblem | DecodeError | None = None
    parsed: tuple[str, ...] = ()
    """The files that were parsed for it."""
    readable: bool = True
    cacheable: bool = True
    """False if another run may give another result: after a timeout, a crash or a bug of ours."""
    dependencies: Dependencies | None = None
    """The dependencies of the result, recorded for the cache."""


@dataclass(slots=True)
class AnalysisResults:
    """The results of several programs, by absolute path of the file they are about."""

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    warnings: dict[str, list[str]] = field(default_factory=dict)
    broken: dict[str, SyntaxProblem | DecodeError] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)
    """The files that were analysed as programs."""
    cached: set[str] = field(default_factory=set)
    """The programs whose result comes from the cache."""


def merge_findings(findings: list[Finding]) -> list[Finding]:
    """Return one finding per rule and location, with the queries and programs of all of them."""
    groups: dict[tuple[str, Location], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.span.start), []).append(finding)
    merged = []
    for group in groups.values():
        best = min(group, key=_rank)
        queries = dict.fromkeys(
            (*best.queries, *sorted((s for item in group for s in item.queries), key=_position))
        )
        programs = dict.fromkeys((best.program, *sorted(item.program for item in group)))
        merged.append(replace(best, queries=tuple(queries), programs=tuple(programs)))
    return merged


def _position(spot: Spot) -> tuple[str, Span]:
    return spot.filename, spot.span


def _rank(finding: Finding) -> tuple[int, bool, bool, str]:
    """Return a sort key: the worst severity, effects but `wrong` and the file's program first."""
    return (
        _SEVERITIES.index(finding.severity),
        finding.effect == "wrong",
        finding.program != finding.filename,
        finding.program,
    )
