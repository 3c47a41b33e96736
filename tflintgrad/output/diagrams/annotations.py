"""Findings, as the picture of a query shows them."""

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

_GETS = {"none": "None", "zero": "zeros", "wrong": "a wrong number", "nan": "NaN"}


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A finding about a query, and its place in the graph."""

    finding: Finding
    problem: Problem

    @property
    def mark(self) -> Mark:
        finding = self.finding
        name = rulebook().name_of(finding.code) or ""
        return Mark(finding.code, name, printable(finding.message), finding.severity)

    def about(self, link: Link, start: Group, end: Group) -> bool:
        """Is this link where the gradient is lost, or hurt?"""
        culprit = self.problem.culprit
        if link.cut is UNWATCHED:
            return culprit is None and start.origin is not None and self.starts_at(start.origin)
        if culprit is None or culprit not in end.values:
            return False
        if link.cut is not None:
            return variant_of(link.cut).code == self.problem.code
        return link.label == "poison" and self.problem.effect == "nan"

    def starts_at(self, origin: SourceGroup) -> bool:
        return bool(self.problem.path) and self.problem.path[0] in origin.values

    def place(self, knots: Sequence[Group]) -> int:
        """The position of the box that shows it, where no arrow does."""
        culprit = self.problem.culprit
        for position, knot in enumerate(knots):
            if culprit is not None and culprit in knot.values and knot.steps == 1:
                return position
        sizes = [_lines(knot.spot, self.finding.spot) for knot in knots]
        return min(range(len(knots)), key=lambda position: (sizes[position], -position))


def _lines(outer: Spot | None, inner: Spot) -> int:
    """How many lines more it takes, if it contains the other at all."""
    apart = 1_000_000
    if outer is None or outer.filename != inner.filename:
        return apart
    first, last = outer.span.start.row, outer.span.end.row
    return last - first if first <= inner.span.start.row <= last else apart


def fate(origin: SourceGroup, claims: Sequence[Claim]) -> str:
    """What a source gets, in a few words."""
    if not origin.matters:
        return "the target does not depend on it"
    own = [claim for claim in claims if claim.starts_at(origin)]
    if not own and origin.reached:  # what is wrong with the target is wrong for all
        wrong = [claim for claim in claims if not claim.problem.path]
        own = [claim for claim in wrong if claim.finding.effect not in ("none", "zero")]
    elif not own:  # the same is lost as for another source
        own = [claim for claim in claims if claim.finding.effect in ("none", "zero")]
    for claim in own:
        finding = claim.finding
        if finding.effect == "error":
            return f"raises {finding.raises}" if finding.raises else "raises an exception"
        sure = finding.severity == "error" and finding.effect != "nan"
        return f"{'gets' if sure else 'can get'} {_GETS[finding.effect]}"
    return FINE if origin.reached and origin.watched else "gets no gradient"
