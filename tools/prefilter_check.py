"""Check on whole trees that the prefilter loses no finding.

    python -m tools.prefilter_check DIRECTORY… [--sample N] [--jobs N] [--seed N]

First it analyses the programs that the prefilter selects, as `check` does. Then it analyses every
file, or a random sample of N files, as `check --no-prefilter` does. It prints how many files the
prefilter selects, and every finding that only the second analysis has. Without such findings the
exit code is 0, otherwise 1.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
from dataclasses import dataclass

from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.analyze_program import Program, analyze_program
from tflintgrad.engine.cpu_count import default_jobs
from tflintgrad.engine.parallel import Crashed, Task, parallel_map
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.project.discovery import Search
from tflintgrad.source.syntax.parse import SyntaxProblem

#: Where a finding is, and its code.
Place = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison on one tree."""

    files: int
    lines: int
    programs: int
    lines_of_programs: int
    tried: int
    found: frozenset[Place]
    missed: dict[Place, str]
    """Findings of only the analysis without the prefilter, with their programs."""


def compare(folder: str, sample: int | None, jobs: int, seed: int) -> Comparison:
    search = Search(Settings(respect_gitignore=False))
    files = sorted(os.path.abspath(item.path) for item in search.discover([folder]))
    usual = Workspace({}, roots=[folder])
    programs = [path for path in files if usual.entry_points.is_entry_point(path)]
    lines = {path: (usual.data(path) or b"").count(b"\n") for path in files}
    found = findings_in(programs, usual, jobs)
    tried = files
    if sample is not None and sample < len(files):
        tried = sorted(random.Random(seed).sample(files, sample))
    everything = findings_in(tried, Workspace({}, roots=[folder], prefilter=False), jobs)
    return Comparison(
        files=len(files),
        lines=sum(lines.values()),
        programs=len(programs),
        lines_of_programs=sum(lines[path] for path in programs),
        tried=len(tried),
        found=frozenset(found),
        missed={place: by for place, by in everything.items() if place not in found},
    )


def findings_in(programs: list[str], workspace: Workspace, jobs: int) -> dict[Place, str]:
    """Return all findings of these programs, each with its program."""
    printed: dict[Place, str] = {}
    task = Task(lambda path: analyzed(path, workspace), ("tflintgrad.engine.analyze_program",))
    for program, findings in sorted(parallel_map(task, programs, jobs), key=lambda item: item[0]):
        if isinstance(findings, Crashed):
            raise SystemExit(f"{program}: {findings.reason}")
        for place in findings:
            printed.setdefault(place, program)
    return printed


def analyzed(path: str, workspace: Workspace) -> list[Place]:
    """Return the findings of one program; none in a file that is no Python."""
    text = workspace.text(path)
    if text is None:
        return []
    project = ProjectView(workspace, path)
    name, names = workspace.display_path(path), project.imported_query_names
    program = Program(text, name, path, project, imported_query_names=names)
    try:
        findings = analyze_program(program).findings
    except SyntaxProblem:
        return []
    finally:
        gc.collect(0)
    return sorted({_place(finding, workspace) for finding in findings})


def _place(finding: Finding, workspace: Workspace) -> Place:
    return workspace.absolute_path(finding.filename), finding.span.start.row, finding.code


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({100 * part / max(whole, 1):.0f} %)"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directories", nargs="+", metavar="DIRECTORY")
    parser.add_argument("--sample", type=int, help="analyse only so many files without prefilter")
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument("--seed", type=int, default=0, help="which files are drawn")
    options = parser.parse_args(arguments)
    for folder in options.directories:
        if not os.path.isdir(folder):
            parser.error(f"{folder}: no such directory")
    gc.disable()
    missed = 0
    for folder in options.directories:
        result = compare(folder, options.sample, options.jobs, options.seed)
        missed += len(result.missed)
        programs = _share(result.programs, result.files)
        lines = _share(result.lines_of_programs, result.lines)
        print(f"{folder}: {programs} files and {lines} lines pass")
        print(f"  {len(result.found)} findings; {result.tried} files analysed without prefilter")
        for (path, row, code), program in sorted(result.missed.items()):
            print(f"  missed: {os.path.relpath(path, folder)}:{row}: {code}", end="")
            print(f" in {os.path.relpath(program, folder)}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
