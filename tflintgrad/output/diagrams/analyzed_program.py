"""A program, analysed to be drawn: its queries, and what was found about each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.checks.runner import find_problems, find_spots
from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.engine.analysis import Program, analysis_lock, program_graph
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.queries import Query
from tflintgrad.output.diagrams.annotations import Claim
from tflintgrad.output.diagrams.builder import compose, sites_of
from tflintgrad.output.diagrams.locations import Spots
from tflintgrad.output.diagrams.model import Sketch
from tflintgrad.output.diagrams.source_text import Texts
from tflintgrad.output.diagrams.subgraph import Between, between

if TYPE_CHECKING:
    import libcst as cst


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A place where a gradient is asked for, and all ways through the program that do so there."""

    spot: Spot
    queries: tuple[Query, ...]


class AnalyzedProgram:
    """Raises `SyntaxProblem` for a file that is not analysable Python."""

    def __init__(self, workspace: Workspace, path: str, tensorflow_version: str = "") -> None:
        """`path`: absolute, or the name of a text that is no file."""
        self._texts = Texts(workspace)
        with analysis_lock:
            self._graph: Graph = program_graph(_script(workspace, path, tensorflow_version))
            self.claims = [Claim(*pair) for pair in find_problems(self._graph)]
            self.asked = list(self._asked())
        self._spots = Spots(self._graph.modules)
        self._index()

    def _asked(self) -> Iterator[Asked]:
        by_site: dict[int, list[Query]] = {}
        for query in self._graph.queries:
            by_site.setdefault(id(query.site), []).append(query)
        spots = find_spots(self._graph.modules, [q.site for q in self._graph.queries])
        found = [Asked(spots[site], tuple(q)) for site, q in by_site.items() if site in spots]
        yield from sorted(found, key=lambda asked: (asked.spot.filename, asked.spot.span))

    def _index(self) -> None:
        """Remember where the claims and those who ask are: there may be thousands of both."""
        self._claims: dict[tuple[str, Spot], Claim] = {}
        #: The numbers of the claims about a query or a call, and of those who ask so.
        self._about: dict[int, list[int]] = {}
        self._asking: dict[int, list[int]] = {}
        for number, claim in enumerate(self.claims):
            self._claims.setdefault((claim.finding.code, claim.finding.spot), claim)
            for subject in _subjects(claim):
                self._about.setdefault(id(subject), []).append(number)
        for number, asked in enumerate(self.asked):
            for subject in _ways(asked):
                self._asking.setdefault(id(subject), []).append(number)

    def claims_about(self, asked: Asked) -> list[Claim]:
        """What was found about a query; hygiene is nothing that a picture shows."""
        subjects = map(id, _ways(asked))
        numbers = {number for subject in subjects for number in self._about.get(subject, ())}
        claims = [self.claims[number] for number in sorted(numbers)]
        return [claim for claim in claims if claim.finding.severity != "info"]

    def sketch(self, asked: Asked) -> Sketch | None:
        """The picture of a query, in the way in which most is found."""
        claims = self.claims_about(asked)
        with analysis_lock:
            scene = self._scene(asked, claims)
            return compose(scene, self._spots, claims, self._texts, len(asked.queries))

    def expect(self, findings: Iterable[Finding]) -> None:
        """Their pictures are going to be asked for: find the places for all of them at once."""
        asked = dict.fromkeys(filter(None, map(self.asked_by, findings)))
        with analysis_lock:
            scenes = [self._scene(item, self.claims_about(item)) for item in asked]
            self._spots.of([site for scene in scenes for site in sites_of(scene)])

    def _scene(self, asked: Asked, claims: list[Claim]) -> Between:
        counts = [sum(_concerns(claim, q) for claim in claims) for q in asked.queries]
        query = asked.queries[counts.index(max(counts))]
        culprits = (claim.problem.culprit for claim in claims)
        return between(query, {value.number for value in culprits if value is not None})

    def asked_by(self, finding: Finding) -> Asked | None:
        """The query that a finding is about."""
        claim = self._claims.get((finding.code, finding.spot))
        if claim is None or claim.finding.severity == "info":
            return None
        asking = (number for item in _subjects(claim) for number in self._asking.get(id(item), ()))
        first = min(asking, default=None)
        return self.asked[first] if first is not None else None

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


def _ways(asked: Asked) -> list[Query | cst.CSTNode]:
    """What a claim about it can concern."""
    return [asked.queries[0].site, *asked.queries]


def _subjects(claim: Claim) -> list[Query | cst.CSTNode]:
    """The queries that it concerns; or the call, where it is about that and not about paths."""
    problem = claim.problem
    return [problem.site] if problem.query is None else [problem.query, *problem.also]


def _script(workspace: Workspace, path: str, tensorflow_version: str) -> Program:
    text = workspace.text(path) or ""
    name = workspace.display_path(path)
    if not os.path.isabs(path):
        return Program(text, name, tensorflow_version=tensorflow_version)
    project = ProjectView(workspace, path)
    names = project.imported_query_names
    return Program(text, name, path, project, tensorflow_version, names)
