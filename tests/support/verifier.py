"""Verification in tests: one fork server for the whole session, and verdicts cached by content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tflintgrad import check_files
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding, Location, Span, Spot, Verification
from tflintgrad.engine.file_result import FileResult
from tflintgrad.verify.program_runs import Options
from tflintgrad.verify.runner_client import Runner
from tflintgrad.verify.session import Session
from tflintgrad.verify.verdict_cache import VerdictCache

_QUERY = re.compile(r"\.(?:gradient|jacobian|batch_jacobian|fit|minimize)\(")
#: How programs begin.
HEAD = "import numpy as np\nimport tensorflow as tf\n"
#: A rule that is judged by comparing numbers with finite differences and nothing else.
JUDGED_BY_SLOPE = "TFG202"


class Verifier:
    """Lints and verifies files; the server starts with the first program that has to run."""

    def __init__(self, cache: VerdictCache | None = None, options: Options | None = None) -> None:
        self._runner: Runner | None = None
        self._options = options or Options()
        self._cache = cache

    def close(self) -> None:
        if self._runner is not None:
            self._runner.close()

    def runner(self) -> Runner:
        if self._runner is None:
            self._runner = Runner()
        return self._runner

    def session(self, options: Options | None = None) -> Session:
        return Session(self.runner, options or self._options, cache=self._cache)

    def results(
        self, results: Iterable[FileResult], options: Options | None = None
    ) -> dict[str, list[Finding]]:
        """Return the verified findings of each file, by the file's stem."""
        verified = self.session(options).verify(results)
        return {Path(result.path).stem: [*result.findings] for result in verified}

    def folder(self, folder: Path, select: str = "ALL") -> dict[str, list[Finding]]:
        return self.results(check_files([str(folder)], Settings(select=(select,))))

    def program(
        self, folder: Path, text: str, select: str = "ALL", options: Options | None = None
    ) -> list[Finding]:
        path = folder / "program.py"
        path.write_text(text, encoding="utf-8")
        found = check_files([str(path)], Settings(select=tuple(select.split(","))))
        return self.results(found, options)["program"]


def doubted(path: Path, text: str) -> FileResult:
    """Return a right program with false findings: that all its gradients are wrong."""
    path.write_text(text, encoding="utf-8")
    first_row = Span(Location(1, 1), Location(1, 1))
    findings = tuple(
        Finding(
            code=JUDGED_BY_SLOPE,
            message="this gradient is wrong",
            filename=str(path),
            span=first_row,
            severity="error",
            effect="wrong",
            queries=(Spot(str(path), Span(Location(row, 1), Location(row, len(line) + 1))),),
        )
        for row, line in enumerate(text.splitlines(), 1)
        if _QUERY.search(line)
    )
    return FileResult(str(path), findings, text=text)


def verdict_of(finding: Finding) -> Verification:
    assert finding.verification is not None
    return finding.verification
