"""Pictures of small programs, for tests of what draws them."""

from __future__ import annotations

from pathlib import Path

from tests.support.paths import ROOT
from tflintgrad.engine.workspace import Workspace
from tflintgrad.output.diagrams.analyzed_program import AnalyzedProgram
from tflintgrad.output.diagrams.model import Diagram

DEMO = ROOT / "examples" / "demo_project"


def program(path: Path) -> AnalyzedProgram:
    return AnalyzedProgram(Workspace({str(path): path.name}), str(path))


def sketches(path: Path) -> list[Diagram]:
    found = program(path)
    return [sketch for site in found.query_sites if (sketch := found.diagram(site)) is not None]


def sketch_of(source: str, tmp_path: Path) -> Diagram:
    """Return the diagram of the only query in a program."""
    file = tmp_path / "train.py"
    file.write_text(source, encoding="utf-8")
    (found,) = sketches(file)
    return found
