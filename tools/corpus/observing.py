"""The findings of tflintgrad in one repository, and the size of its code."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

import tflintgrad
from tflintgrad.config.resolver import configured
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.fingerprints import fingerprints
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, is_notebook, open_cells, raw_code
from tools.corpus.repositories import Repository


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """The identity of a finding. It has a digest of its line, whose text is not ours to store."""

    repository: str
    path: str
    code: str
    line: str
    occurrence: int = 1


@dataclass(frozen=True, slots=True)
class Observation:
    """A finding in a repository."""

    key: Key
    place: str
    """`12`, or `cell 3:12`: where its line was when it was seen."""
    message: str
    text: str
    """The line, for the reviewer; never stored."""


@dataclass(slots=True)
class Observed:
    """One repository."""

    repository: Repository
    python_files: int = 0
    notebooks: int = 0
    lines: int = 0
    """Lines of Python files and of the code in notebooks."""
    findings: list[Observation] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Files that could not be checked, or not to their end."""


def observe(repository: Repository, folder: Path, jobs: int) -> Observed:
    """Check a repository as `check --isolated --no-respect-gitignore` does."""
    root = os.path.abspath(folder)
    without = [os.path.join(root, path) for path in repository.without]
    options = {"extend-exclude": without, "respect-gitignore": False}
    settings = configured(isolated=True, options=options)
    observed = Observed(repository)
    for candidate in SettingsByFile(settings).search.discover([root]):
        _count(candidate.path, observed)
    for result in tflintgrad.check_files([root], settings, jobs=jobs):
        path = os.path.relpath(result.path, root)
        observed.problems += [*filter(None, (result.error,)), *result.warnings]
        for finding, seen in zip(result.findings, fingerprints(result, path), strict=True):
            key = Key(repository.name, seen.path, seen.code, digest(seen.text), seen.occurrence)
            row = finding.span.start.row
            place = f"cell {finding.cell}:{row}" if finding.cell else str(row)
            observed.findings.append(Observation(key, place, finding.message, seen.text))
    return observed


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _count(path: str, observed: Observed) -> None:
    notebook = is_notebook(path)
    if notebook:
        observed.notebooks += 1
    else:
        observed.python_files += 1
    try:
        data = raw_code(open_cells(path)) if notebook else read_bytes(path)
    except (Unreadable, BrokenNotebook):  # the check says so
        return
    observed.lines += len(data.splitlines())
