"""`tflintgrad check`: results go to standard output, remarks about the run to standard error."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflintgrad.api import Effort, check, check_bytes
from tflintgrad.cli.progress import Bar
from tflintgrad.report import renderer
from tflintgrad.report._style import style_for
from tflintgrad.selection import Selections

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.api import FileResult
    from tflintgrad.cli.verify import VerifySettings
    from tflintgrad.findings import Finding
    from tflintgrad.settings import SettingsByFolder

CLEAN, FINDINGS, UNREADABLE = 0, 1, 2
STDIN = "-"


@dataclass
class _Tally:
    """What passed by on its way to the renderer."""

    codes: Counter[str] = field(default_factory=Counter)
    errors: int = 0

    #: Findings that count for the exit code: TensorFlow did not contradict them.
    standing: int = 0

    def watch(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        for result in results:
            self.codes.update(finding.code for finding in result.findings)
            self.standing += sum(not _refuted(finding) for finding in result.findings)
            for line in result.warnings:
                print(f"warning: {line}", file=sys.stderr)
            if result.error is not None:
                self.errors += 1
                print(f"error: {result.error}", file=sys.stderr)
            yield result


def _refuted(finding: Finding) -> bool:
    return finding.verification is not None and finding.verification.verdict == "refuted"


def run_check(
    paths: Sequence[str],
    settings: SettingsByFolder,
    *,
    output_format: str,
    statistics: bool,
    exit_zero: bool,
    stdin_filename: str,
    verify: VerifySettings | None = None,
) -> int:
    # Syntax trees are large and live long: looking for garbage among them takes a tenth of a run.
    gc.set_threshold(100_000, 20, 50)
    tally = _Tally()
    bar = Bar("checking", patience=0.5)
    effort = Effort(progress=lambda done, total, name: bar.show(done, total, f"files: {name}"))
    found = bar.gone_before(_results(paths, settings, stdin_filename, effort))
    if verify is not None:
        from tflintgrad.cli.verify import verified, verified_by_run

        if verify.command:
            found = verified_by_run(
                found,
                verify.command,
                Selections(settings),
                only_confirmed=verify.only_confirmed,
                everything=tuple(paths) == (os.curdir,),
            )
        else:
            found = verified(found, verify)
    results = tally.watch(found)
    if statistics:
        from tflintgrad.report._statistics import render_statistics

        for _ in results:
            pass
        sys.stdout.write(render_statistics(tally.codes, output_format))
        print(
            f"{effort.files} files, {effort.programs} analysed as programs, {effort.parsed} parsed",
            file=sys.stderr,
        )
    else:
        style = style_for(sys.stdout, os.environ)
        for piece in renderer(output_format)(results, style):
            sys.stdout.write(piece)
    if not effort.files and STDIN not in paths:
        print("warning: no Python files or notebooks were found", file=sys.stderr)
    if tally.errors:
        return UNREADABLE
    return FINDINGS if tally.standing and not exit_zero else CLEAN


def _results(
    paths: Sequence[str], settings: SettingsByFolder, stdin_filename: str, effort: Effort
) -> Iterator[FileResult]:
    # Before anything is printed or read: a mistyped rule is misuse, whatever the files say.
    files = check([path for path in paths if path != STDIN], settings, effort)
    if STDIN in paths:
        yield from check_bytes(sys.stdin.buffer.read(), stdin_filename, settings)
    yield from files
