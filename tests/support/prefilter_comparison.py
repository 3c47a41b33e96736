"""Comparison of the findings in a project with and without the prefilter."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from tflintgrad.config.settings import Settings
from tflintgrad.engine.check import check

#: What is found without analysing anything.
_ELSEWHERE = ("TFG000", "TFG002")
_ALL = Settings(select=("ALL",))

Place = tuple[str, int, str]


def found(folder: Path, *, prefilter: bool) -> set[Place]:
    return {
        (Path(finding.filename).name, finding.span.start.row, finding.code)
        for result in check([str(folder)], _ALL, prefilter=prefilter)
        for finding in result.findings
        if finding.code not in _ELSEWHERE
    }


def found_in(files: Mapping[str, bytes], *, prefilter: bool) -> set[Place]:
    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder), files)
        return found(Path(folder), prefilter=prefilter)


def missed(files: Mapping[str, bytes]) -> set[Place]:
    """Return the findings that only an analysis without the prefilter reports."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, files)
        return found(folder, prefilter=False) - found(folder, prefilter=True)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    (folder / "pyproject.toml").touch()
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
