"""`tflintgrad check`: results go to standard output, remarks about the run to standard error."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from typing import TYPE_CHECKING

import click

from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.frontends.cli.output_file import report_to
from tflintgrad.frontends.cli.progress_bar import Bar
from tflintgrad.frontends.cli.result_filters import ResultFilter
from tflintgrad.output import renderer
from tflintgrad.output.messages import is_refuted
from tflintgrad.output.statistics import STATISTICS_FORMATS, render_statistics
from tflintgrad.output.style import style_for
from tflintgrad.profiling import RENDERING, stage, untimed_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.frontends.cli.result_filters import FilterOptions
    from tflintgrad.frontends.cli.verify import VerifySettings
    from tflintgrad.output.columns import ColumnUnit

CLEAN, FINDINGS, UNREADABLE = 0, 1, 2
STDIN = "-"


class _Tally:
    """What passed by on its way to the renderer."""

    def __init__(self) -> None:
        self.codes: Counter[str] = Counter()
        self.errors = 0
        #: Findings that count for the exit code: TensorFlow did not contradict them.
        self.standing = 0

    def watch(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        for result in results:
            self.codes.update(finding.code for finding in result.findings)
            self.standing += sum(not is_refuted(finding) for finding in result.findings)
            for line in result.warnings:
                print(f"warning: {line}", file=sys.stderr)
            if result.error is not None:
                self.errors += 1
                print(f"error: {result.error}", file=sys.stderr)
            yield result


def run_check(
    paths: Sequence[str],
    settings: SettingsByFolder,
    *,
    output_format: str,
    statistics: bool,
    exit_zero: bool,
    stdin_filename: str,
    output_file: str | None = None,
    columns: ColumnUnit = "characters",
    jobs: int = 1,
    prefilter: bool = True,
    verify: VerifySettings | None = None,
    adoption: FilterOptions,
    cache: str | None = None,
) -> int:
    if statistics and output_format not in STATISTICS_FORMATS:
        known = ", ".join(STATISTICS_FORMATS)
        raise click.UsageError(f"--statistics goes with --output-format {known} only.")
    tally = _Tally()
    bar = Bar("checking", patience=0.5)
    effort = RunStats(progress=lambda done, total, name: bar.show(done, total, f"files: {name}"))
    chosen = SettingsByFile(settings)
    narrowing = ResultFilter(adoption, chosen)

    def check_now() -> Iterable[FileResult]:
        results = _results(paths, settings, stdin_filename, effort, jobs, cache, prefilter)
        found = bar.gone_before(results)
        # What explains what a run shows is left out only when it has been seen.
        return found if verify is not None and verify.command else narrowing.only(found)

    stream = sys.stdout
    found = check_now()
    if adoption.add_noqa or adoption.dry_run:
        from tflintgrad.frontends.cli.apply_fixes import only_rewrite

        code = only_rewrite(tally.watch(found), adoption)
        return UNREADABLE if tally.errors else code
    if adoption.fix and STDIN in paths:
        from tflintgrad.frontends.cli.apply_fixes import fixed_stdin

        # The corrected program takes the place of the report.
        stream = sys.stderr
        found = fixed_stdin(
            lambda d: narrowing.only(_of_stdin(d, stdin_filename, settings, prefilter))
        )
    elif adoption.fix:
        from tflintgrad.frontends.cli.apply_fixes import fixed

        found = fixed(check_now)
    if verify is not None:
        from tflintgrad.frontends.cli.verify import verified, verified_by_run

        if verify.command:
            seen = verified_by_run(
                found,
                verify.command,
                chosen,
                only_confirmed=verify.only_confirmed,
                everything=tuple(paths) == (os.curdir,),
            )
            found = narrowing.only(seen)
        else:
            found = verified(found, verify)
    results = untimed_source(tally.watch(found))
    with stage(RENDERING), report_to(output_file, stream) as report:
        if statistics:
            for _ in results:
                pass
            report.write(render_statistics(tally.codes, output_format))
            work = f"{effort.programs} analysed as programs, {effort.parsed} parsed"
            if effort.remembered:
                work += f", {effort.remembered} remembered"
            print(f"{effort.files} files, {work}", file=sys.stderr)
        else:
            style = style_for(report, {} if output_file else os.environ, columns)
            for piece in renderer(output_format)(results, style):
                report.write(piece)
    narrowing.remark()
    if not effort.files and STDIN not in paths:
        print("warning: no Python files or notebooks were found", file=sys.stderr)
    if tally.errors:
        return UNREADABLE
    return FINDINGS if tally.standing and not exit_zero else CLEAN


def _results(
    paths: Sequence[str],
    settings: SettingsByFolder,
    stdin_filename: str,
    effort: RunStats,
    jobs: int,
    cache: str | None,
    prefilter: bool,
) -> Iterator[FileResult]:
    named = [path for path in paths if path != STDIN]
    # Before anything is printed or read: a mistyped rule is misuse, whatever the files say.
    if cache is not None and named and prefilter:
        from tflintgrad.engine.cache.cached_check import check_with_cache

        files = check_with_cache(named, settings, effort, jobs, cache)
    else:
        from tflintgrad.engine.check import check_files

        files = check_files(named, settings, effort, jobs, prefilter=prefilter)
    # Syntax trees are large and live long: looking for garbage among them takes a tenth of a run.
    # What an analysis leaves is collected after each.
    gc.disable()
    if STDIN in paths:
        yield from _of_stdin(sys.stdin.buffer.read(), stdin_filename, settings, prefilter)
    for result in files:
        if not gc.isenabled():  # everything is analysed; from now on, renderers leave garbage
            gc.freeze()
            gc.enable()
        yield result


def _of_stdin(
    data: bytes, filename: str, settings: SettingsByFolder, prefilter: bool
) -> list[FileResult]:
    from tflintgrad.engine.check import check_bytes

    return check_bytes(data, filename, settings, prefilter=prefilter)
