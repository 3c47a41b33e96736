"""Verify findings, and reduce their programs, on a random sample of files.

    python -m tests.support.shown_findings [--count 40] [--seed 1] [--no-repro] [--texts DIR] PATH…

prints the verdict and the length of the reproduction of each finding, then the sums per path. A
path is a file or a folder; the sample takes files of each folder, a project counts as a file.
`--texts` keeps the reproductions, to be read.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from tests.support.paths import PROJECTS
from tflintgrad import check_files
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli.verify_results import verify_claims
from tflintgrad.verify.program_runs import Options
from tflintgrad.verify.repro.result import NotReproducible
from tflintgrad.verify.runner_client import Runner
from tflintgrad.verify.session import Session

#: The longest reproduction that is still one, in lines.
LONG = 30


@dataclass
class Sums:
    """The verdicts and reproductions of the findings below a path."""

    verdicts: Counter[str] = field(default_factory=Counter)
    shown: list[int] = field(default_factory=list)
    """The lines of each reproduction that TensorFlow confirmed."""
    failed: int = 0

    def __str__(self) -> str:
        asked = len(self.shown) + self.failed
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.items())
        if not asked:
            return verdicts
        lines = f"median {median(self.shown):g} lines" if self.shown else "no lines"
        longer = sum(lines > LONG for lines in self.shown)
        return f"{verdicts}; {len(self.shown)} of {asked} shown, {lines}, {longer} over {LONG}"


def sample(path: Path, count: int, seed: int) -> list[Path]:
    """Return a random sample of the files in a folder, or of the projects in tests/projects."""
    if path.is_file():
        return [path]
    if path == PROJECTS:
        items = [item for item in path.iterdir() if item.is_dir() and "ok_" not in item.name]
    else:
        items = [item for item in path.rglob("*") if item.suffix in (".py", ".ipynb")]
        items = [item for item in items if not {"clean", "missed"} & set(item.parts)]
    random.Random(seed).shuffle(items := sorted(items))
    return sorted(items[:count])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+", type=lambda text: Path(text).resolve())
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-repro", action="store_true")
    parser.add_argument("--texts", type=Path)
    chosen = parser.parse_args(arguments)
    options = Options(timeout=60)
    sums: dict[Path, Sums] = {}
    with Session(Runner, options, jobs=1) as session:
        for path in chosen.paths:
            found = sums[path] = Sums()
            for result, finding, verdict in _verified(session, path, chosen.count, chosen.seed):
                found.verdicts[verdict.verdict] += 1
                place = f"{finding.filename}:{finding.span.start.row} {finding.code}"
                print(f"{place} {verdict.verdict}", flush=True)
                if verdict.verdict != "confirmed":
                    print(f"    {verdict.reason}", flush=True)
                if not chosen.no_repro:
                    _reproduce(session, result, finding, found, chosen.texts)
    for path, found in sums.items():
        print(f"{path.name}: {found}")
    return 0


def _verified(
    session: Session, path: Path, count: int, seed: int
) -> Iterator[tuple[FileResult, Finding, Verification]]:
    """Yield the findings of a sample, with their verdicts."""
    for item in sample(path, count, seed):
        for result in verify_claims(check_files([str(item)], Settings()), session.verify):
            for finding in result.findings:
                if finding.verification is not None:
                    yield result, replace(finding, verification=None), finding.verification


def _reproduce(
    session: Session, result: FileResult, finding: Finding, found: Sums, texts: Path | None
) -> None:
    start = time.monotonic()
    try:
        rebuilt, verdict = session.reproduce(result, finding)
    except NotReproducible as reason:
        found.failed += 1
        print(f"    no reproduction: {reason}", flush=True)
        return
    if texts is not None:
        texts.mkdir(parents=True, exist_ok=True)
        name = f"{Path(finding.filename).stem}-{finding.span.start.row}-{finding.code}.py"
        (texts / name).write_text(rebuilt.text, encoding="utf-8")
    seconds = time.monotonic() - start
    print(f"    {verdict.verdict}, {rebuilt.lines} lines, {seconds:.1f} s", flush=True)
    if verdict.verdict == "confirmed":
        found.shown.append(rebuilt.lines)
    else:
        found.failed += 1
        print(f"    {verdict.reason}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
