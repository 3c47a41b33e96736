"""Which pictures are meant: those of a file, of a line, or of some findings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.engine.entry_points import EntryPointRunner
from tflintgrad.engine.workspace import Workspace
from tflintgrad.output.diagrams.analyzed_program import AnalyzedProgram, Asked
from tflintgrad.output.diagrams.model import Sketch
from tflintgrad.source.syntax.parse import SyntaxProblem

Meant = Callable[[Spot], bool]
"""Is this piece of the program on the line that was named?"""


class NothingToDraw(Exception):
    """There is no picture, and the message says why."""


class Pictures:
    """Of the programs in a workspace; each is analysed once."""

    def __init__(self, workspace: Workspace, tensorflow_version: str = "") -> None:
        self._workspace = workspace
        self._version = tensorflow_version
        self._programs: dict[str, AnalyzedProgram] = {}

    def program(self, path: str) -> AnalyzedProgram:
        """Raises `SyntaxProblem` for a file that is not analysable Python."""
        if path not in self._programs:
            self._programs[path] = AnalyzedProgram(self._workspace, path, self._version)
        return self._programs[path]

    def of_file(self, path: str) -> list[Sketch]:
        """Of all queries in a file; or, where it has none, of those elsewhere that it hurts."""
        program = self.program(path)
        name = self._workspace.display_path(path)
        asked = [asked for asked in program.asked if asked.spot.filename == name]
        found = _sketches((program, item) for item in asked)
        found = found or _sketches(self._of_findings(self._elsewhere(path)))
        if not found:
            raise NothingToDraw(f"{name}: no gradient is asked for")
        return found

    def at(self, path: str, place: str, meant: Meant) -> list[Sketch]:
        """Of the finding, or else the query, on one line; or of what that line is a step of."""
        program = self.program(path)
        findings = [c.finding for c in program.claims if meant(program.placed(c.finding.spot))]
        asked = [a for a in program.asked if meant(program.placed(a.spot))]
        written = [(program, item) for item in asked if item.queries[0].explicit]
        found = _sketches(self._of_findings(findings)) or _sketches(written)
        if not found:
            hurt = [finding for finding in self._elsewhere(path) if meant(finding.spot)]
            found = _sketches(self._of_findings(hurt))
        found = found or _sketches((program, item) for item in asked)
        found = found or [
            sketch
            for sketch in _sketches((program, item) for item in program.asked)
            if any(box.spot is not None and meant(box.spot) for box in sketch.boxes)
        ]
        if found:
            return found
        if findings:
            raise NothingToDraw(f"{place}: {findings[0].code} is not about the path of a gradient")
        raise NothingToDraw(f"{place}: no gradient is asked for or lost here{self._hint(path)}")

    def of_finding(self, finding: Finding) -> Sketch | None:
        """The picture that explains a finding, given in rows of modules."""
        try:
            program = self.program(self._workspace.absolute_path(finding.program))
        except SyntaxProblem:
            return None
        asked = program.asked_by(finding)
        return program.sketch(asked) if asked is not None else None

    def expect(self, findings: Iterable[Finding]) -> None:
        """The pictures of these findings, all of one program, are going to be asked for."""
        found = list(findings)
        self.program(self._workspace.absolute_path(found[0].program)).expect(found)

    def _of_findings(self, findings: list[Finding]) -> Iterator[tuple[AnalyzedProgram, Asked]]:
        for finding in findings:
            program = self.program(self._workspace.absolute_path(finding.program))
            asked = program.asked_by(finding)
            if asked is not None:
                yield program, asked

    def _elsewhere(self, path: str) -> list[Finding]:
        """What other programs of the project lose in this file."""
        if not os.path.isabs(path):
            return []
        name = self._workspace.display_path(path)
        results = EntryPointRunner(self._workspace, self._version).results_for([path])
        found = results.findings.get(path, [])
        return [finding for finding in found if finding.program != name]

    def _hint(self, path: str) -> str:
        """Where there is something to draw."""
        program = self.program(path)
        spots = [program.placed(asked.spot) for asked in program.asked]
        own = [spot for spot in spots if spot.filename == self._workspace.display_path(path)]
        if not own:
            return ""
        cells = [f"cell {spot.cell}:" if spot.cell is not None else "" for spot in own]
        rows = [f"{cell}{spot.span.start.row}" for cell, spot in zip(cells, own, strict=True)]
        return f"; it is in line {', '.join(rows)}"


def _sketches(asked: Iterable[tuple[AnalyzedProgram, Asked]]) -> list[Sketch]:
    """The pictures, each once."""
    found: dict[Asked, Sketch] = {}
    for program, item in asked:
        if item not in found and (sketch := program.sketch(item)) is not None:
            found[item] = sketch
    return list(found.values())
