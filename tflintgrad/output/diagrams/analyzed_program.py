"""A program analysed for diagrams: its query sites, with the findings about each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.checks.runner import find_problems, find_spots
from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.engine.analyze_program import Program, analysis_lock, load_checks, program_graph
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.queries import Query
from tflintgrad.output.diagrams.annotations import Annotation
from tflintgrad.output.diagrams.builder import build_diagram, sites_in
from tflintgrad.output.diagrams.locations import SpotCache
from tflintgrad.output.diagrams.model import Diagram
from tflintgrad.output.diagrams.source_text import SourceText
from tflintgrad.output.diagrams.subgraph import Subgraph, query_slice

if TYPE_CHECKING:
    import libcst as cst


@dataclass(frozen=True, slots=True, eq=False)
class QuerySite:
    """A call that requests a gradient, with the queries of all execution paths that reach it."""

    spot: Spot
    queries: tuple[Query, ...]


class AnalyzedProgram:
    """The graph of a program, its query sites, and its findings as annotations.

    `path` is absolute, or the name of text without a file. Raises `SyntaxProblem` for a file that
    is not analysable Python.
    """

    def __init__(self, workspace: Workspace, path: str, tensorflow_version: str = "") -> None:
        self._source_text = SourceText(workspace)
        load_checks()
        with analysis_lock:
            self._graph: Graph = program_graph(_program(workspace, path, tensorflow_version))
            self.annotations = [Annotation(*pair) for pair in find_problems(self._graph)]
            self.query_sites = list(self._find_query_sites())
        self._spots = SpotCache(self._graph.modules)
        self._index()

    def _find_query_sites(self) -> Iterator[QuerySite]:
        by_site: dict[int, list[Query]] = {}
        for query in self._graph.queries:
            by_site.setdefault(id(query.site), []).append(query)
        spots = find_spots(self._graph.modules, [q.site for q in self._graph.queries])
        found = [QuerySite(spots[site], tuple(q)) for site, q in by_site.items() if site in spots]
        yield from sorted(found, key=lambda site: (site.spot.filename, site.spot.span))

    def _index(self) -> None:
        """Index the annotations and query sites: there may be thousands of both."""
        self._by_finding: dict[tuple[str, Spot], Annotation] = {}
        #: By `id` of a subject: the positions of its annotations, and of its query sites.
        self._annotation_numbers: dict[int, list[int]] = {}
        self._site_numbers: dict[int, list[int]] = {}
        for number, annotation in enumerate(self.annotations):
            finding = annotation.finding
            self._by_finding.setdefault((finding.code, finding.spot), annotation)
            for subject in _subjects(annotation):
                self._annotation_numbers.setdefault(id(subject), []).append(number)
        for number, site in enumerate(self.query_sites):
            for subject in _subjects_at(site):
                self._site_numbers.setdefault(id(subject), []).append(number)

    def annotations_of(self, site: QuerySite) -> list[Annotation]:
        """Return the annotations of a query site, except those of severity info."""
        subjects = map(id, _subjects_at(site))
        by_subject = self._annotation_numbers
        numbers = {number for subject in subjects for number in by_subject.get(subject, ())}
        annotations = [self.annotations[number] for number in sorted(numbers)]
        return [annotation for annotation in annotations if annotation.finding.severity != "info"]

    def diagram(self, site: QuerySite) -> Diagram | None:
        """Return the diagram of a query site, for the query with the most findings."""
        annotations = self.annotations_of(site)
        with analysis_lock:
            subgraph = self._subgraph(site, annotations)
            count = len(site.queries)
            return build_diagram(subgraph, self._spots, annotations, self._source_text, count)

    def prepare(self, findings: Iterable[Finding]) -> None:
        """Look up the spots for the diagrams of these findings in one pass over the code."""
        sites = dict.fromkeys(filter(None, map(self.query_site_of, findings)))
        with analysis_lock:
            subgraphs = [self._subgraph(site, self.annotations_of(site)) for site in sites]
            self._spots.find([node for subgraph in subgraphs for node in sites_in(subgraph)])

    def _subgraph(self, site: QuerySite, annotations: list[Annotation]) -> Subgraph:
        counts = [sum(_concerns(item, query) for item in annotations) for query in site.queries]
        query = site.queries[counts.index(max(counts))]
        culprits = (annotation.problem.culprit for annotation in annotations)
        return query_slice(query, {value.number for value in culprits if value is not None})

    def query_site_of(self, finding: Finding) -> QuerySite | None:
        """Return the query site that a finding is about, or None."""
        annotation = self._by_finding.get((finding.code, finding.spot))
        if annotation is None or annotation.finding.severity == "info":
            return None
        subjects = map(id, _subjects(annotation))
        numbers = (number for item in subjects for number in self._site_numbers.get(item, ()))
        first = min(numbers, default=None)
        return self.query_sites[first] if first is not None else None

    @property
    def incomplete(self) -> bool:
        """True if the budget was spent before the whole program was analysed."""
        return self._graph.incomplete

    def in_cell(self, spot: Spot) -> Spot:
        """Return a spot with rows of the notebook's cell."""
        return self._source_text.in_cell(spot)


def _concerns(annotation: Annotation, query: Query) -> bool:
    problem = annotation.problem
    if problem.query is None:  # about the call itself, not about paths
        return problem.site is query.site
    return query is problem.query or query in problem.also


def _subjects_at(site: QuerySite) -> list[Query | cst.CSTNode]:
    """Return the subjects that annotations of a query site can have."""
    return [site.queries[0].site, *site.queries]


def _subjects(annotation: Annotation) -> list[Query | cst.CSTNode]:
    """Return the queries that an annotation is about, or the call if it is not about paths."""
    problem = annotation.problem
    return [problem.site] if problem.query is None else [problem.query, *problem.also]


def _program(workspace: Workspace, path: str, tensorflow_version: str) -> Program:
    text = workspace.text(path) or ""
    name = workspace.display_path(path)
    if not os.path.isabs(path):
        return Program(text, name, tensorflow_version=tensorflow_version)
    project = ProjectView(workspace, path)
    names = project.imported_query_names
    return Program(text, name, path, project, tensorflow_version, names)
