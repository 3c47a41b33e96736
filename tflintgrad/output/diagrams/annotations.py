"""Annotations: findings, as the diagram of a query shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tflintgrad.checks.base import Problem, variant_of
from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.output.diagrams.contraction import Group
from tflintgrad.output.diagrams.model import FINE, Mark
from tflintgrad.output.diagrams.source_text import printable
from tflintgrad.output.diagrams.subgraph import UNWATCHED, Link, SourceGroup

_GRADIENTS = {"none": "None", "zero": "zeros", "wrong": "a wrong number", "nan": "NaN"}


@dataclass(frozen=True, slots=True, eq=False)
class Annotation:
    """A finding about a query, and its problem, which refers to values of the graph."""

    finding: Finding
    problem: Problem

    @property
    def mark(self) -> Mark:
        """The finding as a mark of the diagram."""
        finding = self.finding
        name = rulebook().name_of(finding.code) or ""
        return Mark(finding.code, name, printable(finding.message), finding.severity)

    def is_on(self, link: Link, start: Group, end: Group) -> bool:
        """True if the gradient is lost or poisoned on this link."""
        culprit = self.problem.culprit
        if link.cut is UNWATCHED:
            return (
                culprit is None
                and start.source_group is not None
                and self.starts_at(start.source_group)
            )
        if culprit is None or culprit not in end.values:
            return False
        if link.cut is not None:
            return variant_of(link.cut).code == self.problem.code
        return link.label == "poison" and self.problem.effect == "nan"

    def starts_at(self, source_group: SourceGroup) -> bool:
        """True if the path of the problem starts at one of these sources."""
        return bool(self.problem.path) and self.problem.path[0] in source_group.values

    def box_position(self, groups: Sequence[Group]) -> int:
        """Return the position of the box that shows the finding, if no arrow does."""
        culprit = self.problem.culprit
        for position, group in enumerate(groups):
            if culprit is not None and culprit in group.values and group.steps == 1:
                return position
        sizes = [_extra_lines(group.spot, self.finding.spot) for group in groups]
        return min(range(len(groups)), key=lambda position: (sizes[position], -position))


def _extra_lines(outer: Spot | None, inner: Spot) -> int:
    """Return the number of lines that `outer` has in addition, or a large number if apart."""
    apart = 1_000_000
    if outer is None or outer.filename != inner.filename:
        return apart
    first, last = outer.span.start.row, outer.span.end.row
    return last - first if first <= inner.span.start.row <= last else apart


def outcome(source_group: SourceGroup, annotations: Sequence[Annotation]) -> str:
    """Return the gradient that a source gets, in a few words."""
    if not source_group.matters:
        return "the target does not depend on it"
    own = [annotation for annotation in annotations if annotation.starts_at(source_group)]
    if not own and source_group.reached:  # problems of the target concern all sources
        wrong = [annotation for annotation in annotations if not annotation.problem.path]
        own = [
            annotation for annotation in wrong if annotation.finding.effect not in ("none", "zero")
        ]
    elif not own:  # the gradient is lost as for another source
        own = [
            annotation
            for annotation in annotations
            if annotation.finding.effect in ("none", "zero")
        ]
    for annotation in own:
        finding = annotation.finding
        if finding.effect == "cost":
            continue
        if finding.effect == "error":
            return f"raises {finding.raises}" if finding.raises else "raises an exception"
        sure = finding.severity == "error" and finding.effect != "nan"
        return f"{'gets' if sure else 'can get'} {_GRADIENTS[finding.effect]}"
    return FINE if source_group.reached and source_group.watched else "gets no gradient"
