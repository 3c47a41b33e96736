"""A program, analysed to be drawn: its queries, and what was found about each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from tflintgrad.analysis import Script, graph_of, one_at_a_time
from tflintgrad.checks.run import find_problems, find_spots
from tflintgrad.drawing.claims import Claim
from tflintgrad.drawing.compose import compose
from tflintgrad.drawing.sketch import Sketch
from tflintgrad.drawing.words import Texts
from tflintgrad.findings import Finding, Spot
from tflintgrad.flow.graph import Graph
from tflintgrad.flow.queries import Query
from tflintgrad.workspace import Workspace


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A place where a gradient is asked for, and all ways through the program that do so there."""

    spot: Spot
    queries: tuple[Query, ...]


class Program:
    """Raises `SyntaxProblem` for a file that is not analysable Python."""

    def __init__(self, workspace: Workspace, path: str, tensorflow_version: str = "") -> None:
        """`path`: absolute, or the name of a text that is no file."""
        self._texts = Texts(workspace)
        with one_at_a_time:
            self._graph: Graph = graph_of(_script(workspace, path, tensorflow_version))
            self.claims = [Claim(*pair) for pair in find_problems(self._graph)]
            self.asked = list(self._asked())

    def _asked(self) -> Iterator[Asked]:
        by_site: dict[int, list[Query]] = {}
        for query in self._graph.queries:
            by_site.setdefault(id(query.site), []).append(query)
        spots = find_spots(self._graph.modules, [q.site for q in self._graph.queries])
        found = [Asked(spots[site], tuple(q)) for site, q in by_site.items() if site in spots]
        yield from sorted(found, key=lambda asked: (asked.spot.filename, asked.spot.span))

    def claims_about(self, asked: Asked) -> list[Claim]:
        """What was found about a query; hygiene is nothing that a picture shows."""
        return [
            claim
            for claim in self.claims
            if claim.finding.severity != "info"
            and any(_concerns(claim, query) for query in asked.queries)
        ]

    def sketch(self, asked: Asked) -> Sketch | None:
        """The picture of a query, in the way in which most is found."""
        claims = self.claims_about(asked)
        counts = [sum(_concerns(claim, q) for claim in claims) for q in asked.queries]
        query = asked.queries[counts.index(max(counts))]
        with one_at_a_time:
            return compose(query, self._graph, claims, self._texts, len(asked.queries))

    def asked_by(self, finding: Finding) -> Asked | None:
        """The query that a finding is about."""
        for claim in self.claims:
            if (claim.finding.code, claim.finding.spot) == (finding.code, finding.spot):
                return next((a for a in self.asked if claim in self.claims_about(a)), None)
        return None

    @property
    def incomplete(self) -> bool:
        """The work ran out before everything was seen."""
        return self._graph.incomplete

    def placed(self, spot: Spot) -> Spot:
        return self._texts.placed(spot)


def _concerns(claim: Claim, query: Query) -> bool:
    problem = claim.problem
    if problem.query is None:  # about the call itself, not about paths
        return problem.site is query.site
    return query is problem.query or query in problem.also


def _script(workspace: Workspace, path: str, tensorflow_version: str) -> Script:
    text = workspace.text(path) or ""
    name = workspace.shown(path)
    if not os.path.isabs(path):
        return Script(text, name, tensorflow_version=tensorflow_version)
    around = workspace.around(path)
    return Script(text, name, path, around, tensorflow_version, around.given)
