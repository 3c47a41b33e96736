"""Select diagrams: those of a file, of a line, or of a finding."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.engine.program_runner import ProgramRunner
from tflintgrad.engine.workspace import Workspace
from tflintgrad.output.diagrams.analyzed_program import AnalyzedProgram, QuerySite
from tflintgrad.output.diagrams.model import Diagram
from tflintgrad.source.syntax.parse import SyntaxProblem

IsOnLine = Callable[[Spot], bool]
"""True if a spot is on the line that the user named."""


class NothingToDraw(Exception):
    """There is no diagram; the message gives the reason."""


class DiagramSelector:
    """Makes diagrams of the programs in a workspace, each of which is analysed once."""

    def __init__(self, workspace: Workspace, tensorflow_version: str = "") -> None:
        self._workspace = workspace
        self._version = tensorflow_version
        self._programs: dict[str, AnalyzedProgram] = {}

    def program(self, path: str) -> AnalyzedProgram:
        """Return the analysed program at `path`.

        Raises `SyntaxProblem` for a file that is not analysable Python.
        """
        if path not in self._programs:
            self._programs[path] = AnalyzedProgram(self._workspace, path, self._version)
        return self._programs[path]

    def for_file(self, path: str) -> list[Diagram]:
        """Return diagrams of all queries in a file, or else of queries that its findings affect.

        Raises `NothingToDraw`.
        """
        program = self.program(path)
        name = self._workspace.display_path(path)
        sites = [site for site in program.query_sites if site.spot.filename == name]
        found = _diagrams((program, site) for site in sites)
        found = found or _diagrams(self._sites_of(self._findings_of_others(path)))
        if not found:
            raise NothingToDraw(f"{name}: contains no gradient query")
        return found

    def at_line(self, path: str, location: str, is_on_line: IsOnLine) -> list[Diagram]:
        """Return diagrams of the finding or query on a line, or of those that the line is part of.

        `location` names the line in the message of `NothingToDraw`.
        """
        program = self.program(path)
        on_line = [a.finding for a in program.annotations if _is_at(a.finding, program, is_on_line)]
        sites = [site for site in program.query_sites if is_on_line(program.in_cell(site.spot))]
        written = [(program, site) for site in sites if site.queries[0].explicit]
        found = _diagrams(self._sites_of(on_line)) or _diagrams(written)
        if not found:
            others = [item for item in self._findings_of_others(path) if is_on_line(item.spot)]
            found = _diagrams(self._sites_of(others))
        found = found or _diagrams((program, site) for site in sites)
        found = found or [
            diagram
            for diagram in _diagrams((program, site) for site in program.query_sites)
            if any(box.spot is not None and is_on_line(box.spot) for box in diagram.boxes)
        ]
        if found:
            return found
        if on_line:
            raise NothingToDraw(
                f"{location}: {on_line[0].code} is not about the path of a gradient"
            )
        raise NothingToDraw(f"{location}: no gradient query or finding here{self._hint(path)}")

    def for_finding(self, finding: Finding) -> Diagram | None:
        """Return the diagram that explains a finding, whose rows are those of modules."""
        try:
            program = self.program(self._workspace.absolute_path(finding.program))
        except SyntaxProblem:
            return None
        site = program.query_site_of(finding)
        return program.diagram(site) if site is not None else None

    def prepare(self, findings: Iterable[Finding]) -> None:
        """Look up at once what the diagrams of these findings, all of one program, need."""
        found = list(findings)
        self.program(self._workspace.absolute_path(found[0].program)).prepare(found)

    def _sites_of(self, findings: list[Finding]) -> Iterator[tuple[AnalyzedProgram, QuerySite]]:
        for finding in findings:
            program = self.program(self._workspace.absolute_path(finding.program))
            site = program.query_site_of(finding)
            if site is not None:
                yield program, site

    def _findings_of_others(self, path: str) -> list[Finding]:
        """Return the findings in this file that other programs of the project report."""
        if not os.path.isabs(path):
            return []
        name = self._workspace.display_path(path)
        results = ProgramRunner(self._workspace, self._version).results_for([path])
        found = results.findings.get(path, [])
        return [finding for finding in found if finding.program != name]

    def _hint(self, path: str) -> str:
        """Return the lines of the file that have a diagram, to append to a message."""
        program = self.program(path)
        spots = [program.in_cell(site.spot) for site in program.query_sites]
        own = [spot for spot in spots if spot.filename == self._workspace.display_path(path)]
        if not own:
            return ""
        cells = [f"cell {spot.cell}:" if spot.cell is not None else "" for spot in own]
        rows = [f"{cell}{spot.span.start.row}" for cell, spot in zip(cells, own, strict=True)]
        return f"; see line{'s' if len(rows) > 1 else ''} {', '.join(rows)}"


def _is_at(finding: Finding, program: AnalyzedProgram, is_on_line: IsOnLine) -> bool:
    return is_on_line(program.in_cell(finding.spot))


def _diagrams(sites: Iterable[tuple[AnalyzedProgram, QuerySite]]) -> list[Diagram]:
    """Return the diagrams of query sites, each once."""
    found: dict[QuerySite, Diagram] = {}
    for program, site in sites:
        if site not in found and (diagram := program.diagram(site)) is not None:
            found[site] = diagram
    return list(found.values())
