"""One run of `check` or `verify`: results go to standard output, remarks to standard error."""

from __future__ import annotations

import os
import sys
from collections import Counter
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import click

from tflintgrad.engine.cache.storage import cache_folder, foreign, reason_not_to_use
from tflintgrad.engine.check import check
from tflintgrad.engine.cpu_count import default_jobs
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.gc_policy import collect_later
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.frontends.cli import CLEAN, ERROR, FINDINGS
from tflintgrad.frontends.cli.output_file import open_report
from tflintgrad.frontends.cli.phrases import counted, say
from tflintgrad.frontends.cli.progress_bar import ProgressBar
from tflintgrad.frontends.cli.result_filters import ResultFilter, baseline_path
from tflintgrad.frontends.cli.settings import configured_by_options, options_given
from tflintgrad.output import renderer
from tflintgrad.output.messages import is_refuted
from tflintgrad.output.statistics import STATISTICS_FORMATS, render_statistics
from tflintgrad.output.style import style_for
from tflintgrad.profiling import RENDERING, stage, untimed_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from tflintgrad.config.resolver import ConfigurationResolver
    from tflintgrad.config.settings import Settings
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.fixes import Applicability
    from tflintgrad.output.columns import ColumnUnit

STDIN = "-"
#: Seconds that a run takes before it shows its progress.
_PROGRESS_DELAY = 0.5


class CheckOptions(NamedTuple):
    """The options of `check` and `verify` that are no keys of the configuration.

    click fills in a field for each option by name: an option without a field is a TypeError.
    """

    paths: tuple[str, ...]
    output_file: str | None
    column_unit: ColumnUnit
    max_path_steps: int
    quiet: bool
    exit_zero: bool
    statistics: bool
    stdin_filename: str
    jobs: int | None
    baseline: str | None
    no_baseline: bool
    diff: str | None
    no_cache: bool
    unsafe_no_sandbox: bool
    verify: bool
    #: Options of `check` alone.
    fix: bool = False
    add_noqa: bool = False
    dry_run: bool = False
    profile: bool = False
    no_prefilter: bool = False
    #: The user's own command, which `verify --run` observes.
    observed: tuple[str, ...] = ()


def run_check(options: CheckOptions) -> int:
    """Check, verify if the options say so, report, and return the exit code."""
    run = CheckRun(options, configured_by_options())
    if options.profile:
        from tflintgrad.frontends.cli.profile import run_profiled

        return run_profiled(run.execute)
    return run.execute()


class CheckRun:
    """A run with given options and settings."""

    def __init__(self, options: CheckOptions, settings: ConfigurationResolver) -> None:
        here = settings.in_folder(os.getcwd())
        _reject_misuse(options, here)
        self._options = options
        self._settings = settings
        self._here = here
        self._paths = options.paths or (os.curdir,)
        self._by_file = SettingsByFile(settings)
        self._filter = ResultFilter(_baseline(options, here), options.diff, self._by_file)
        self._bar = ProgressBar("checking", delay=inf if options.quiet else _PROGRESS_DELAY)
        self._stats = RunStats(self._show_progress)
        self._tally = _Tally(options.quiet)

    def execute(self) -> int:
        """Run everything, and return the exit code."""
        options, tally = self._options, self._tally
        if options.add_noqa or options.dry_run:
            return self._rewrite()
        # The program that `--fix` corrects on standard input takes the place of the report.
        stream = sys.stderr if options.fix and STDIN in options.paths else sys.stdout
        results = self._fixed() if options.fix else self._filtered()
        if options.verify and not options.fix:
            results = self._verified(results)
        self._report(tally.count(results), stream)
        if not options.quiet:
            self._filter.print_summary()
            self._report_foreign_cache()
        if not self._stats.files and STDIN not in options.paths:
            self._warn("no Python files or notebooks were found")
        if tally.errors:
            return ERROR
        return FINDINGS if tally.standing and not options.exit_zero else CLEAN

    def _checked(self) -> Iterator[FileResult]:
        """Yield unfiltered results of all paths, and keep the progress bar out of their way."""
        return self._bar.cleared_before(collect_later(self._engine_results()))

    def _engine_results(self) -> Iterator[FileResult]:
        options = self._options
        # Before standard input is read: an unknown rule is misuse, whatever the files contain.
        files = check(
            [path for path in self._paths if path != STDIN],
            self._settings,
            stats=self._stats,
            jobs=options.jobs or default_jobs(),
            cache_folder=self._cache_folder(),
            prefilter=not options.no_prefilter,
        )
        if STDIN in options.paths:
            yield from self._check_stdin(sys.stdin.buffer.read())
        yield from files

    def _cache_folder(self) -> str | None:
        """Return the folder of the cache, if results may come from there."""
        options = self._options
        # Edits of files are computed, never taken from a cache.
        if options.no_cache or options.fix or options.add_noqa or options.dry_run:
            return None
        folder = cache_folder(self._here.cache_dir)
        if reason := reason_not_to_use(folder):
            self._warn(f"{folder}: not used as a cache: {reason}")
            return None
        return folder

    def _warn(self, text: str) -> None:
        if not self._options.quiet:
            say(f"warning: {text}")

    def _report_foreign_cache(self) -> None:
        """Say that a cache was of no use, such as one that a CI job restored without the key."""
        for folder in sorted(foreign):
            reason = "entries were changed, or made with the key of another user or machine"
            self._warn(f"{folder}: not used: {reason}")
        foreign.clear()

    def _check_stdin(self, data: bytes) -> list[FileResult]:
        from tflintgrad.engine.check_in_memory import check_bytes

        options = self._options
        return check_bytes(
            data, options.stdin_filename, self._settings, prefilter=not options.no_prefilter
        )

    def _filtered(self) -> Iterable[FileResult]:
        # `_verified` filters the results of an observed command: it needs all findings first.
        return self._checked() if self._options.observed else self._filter.apply(self._checked())

    def _rewrite(self) -> int:
        from tflintgrad.frontends.cli.apply_fixes import add_noqa, print_fixes

        options, results = self._options, self._tally.count(self._fixable())
        if options.add_noqa:
            code = add_noqa(results, dry_run=options.dry_run)
        else:
            code = print_fixes(results, self._applicability, self._settings)
        return ERROR if self._tally.errors else code

    def _fixable(self) -> Iterable[FileResult]:
        """Yield the results to fix; with `--verify`, TensorFlow has tried each fix."""
        results = self._filtered()
        return self._verified(results, prove_fixes=True) if self._options.verify else results

    @property
    def _applicability(self) -> Applicability:
        from tflintgrad.engine.fixes import Applicability

        return Applicability(self._here.unsafe_fixes, proven=self._options.verify)

    def _fixed(self) -> Iterable[FileResult]:
        from tflintgrad.frontends.cli.apply_fixes import fix_files, fix_stdin

        if STDIN in self._options.paths:
            return fix_stdin(
                lambda data: self._filter.apply(self._check_stdin(data)),
                self._applicability,
                self._settings,
            )
        return fix_files(self._fixable, self._applicability, self._settings)

    def _verified(
        self, results: Iterable[FileResult], *, prove_fixes: bool = False
    ) -> Iterable[FileResult]:
        from tflintgrad.frontends.cli import observe_command, verify_results

        options, here = self._options, self._here
        settings = verify_results.verify_settings(
            here, unsafe=options.unsafe_no_sandbox, cache=not options.no_cache
        )
        if not options.observed:
            return verify_results.with_verdicts(results, settings, prove_fixes=prove_fixes)
        observed = observe_command.with_observed_verdicts(
            results, options.observed, self._by_file, settings
        )
        return self._filter.apply(observed)

    def _report(self, results: Iterable[FileResult], stream: TextIO) -> None:
        options, output_format = self._options, self._here.output_format
        results = untimed_source(results)
        with stage(RENDERING), open_report(options.output_file, stream) as report:
            if options.statistics:
                for _ in results:
                    pass
                report.write(render_statistics(self._tally.codes, output_format))
                if not options.quiet:
                    self._print_stats()
            else:
                environment = {} if options.output_file else os.environ
                style = style_for(report, environment, options.column_unit)._replace(
                    summary=not options.quiet, path_steps=options.max_path_steps
                )
                for text in renderer(output_format)(results, style):
                    report.write(text)

    def _print_stats(self) -> None:
        stats = self._stats
        work = f"{stats.programs} analysed as programs, {stats.parsed} parsed"
        if stats.cached:
            work += f", {stats.cached} from the cache"
        say(f"{counted(stats.files, 'file')}, {work}")

    def _show_progress(self, done: int, total: int, name: str) -> None:
        self._bar.show(done, total, f"files: {name}")


class _Tally:
    """Counts results on their way to the renderer, and prints their warnings and errors."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self.codes: Counter[str] = Counter()
        self.errors = 0
        #: Findings that count for the exit code: those that `verify` did not refute.
        self.standing = 0

    def count(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        """Yield the results, counted."""
        for result in results:
            self.codes.update(finding.code for finding in result.findings)
            self.standing += sum(not is_refuted(finding) for finding in result.findings)
            self.errors += print_messages(result, quiet=self._quiet)
            yield result


def print_messages(result: FileResult, *, quiet: bool = False) -> bool:
    """Print the warnings and the error of a result; return True if it has an error."""
    for line in () if quiet else result.warnings:
        say(f"warning: {line}")
    if result.error is not None:
        say(f"error: {result.error}")
    return result.error is not None


def _baseline(options: CheckOptions, here: Settings) -> str | None:
    """Return the baseline to read; only one that was named has to exist."""
    if options.no_baseline:
        return None
    path = baseline_path(options.baseline, here)
    return path if options.baseline is not None or os.path.exists(path) else None


def _reject_misuse(options: CheckOptions, here: Settings) -> None:
    """Raise UsageError for options that contradict each other."""
    if options.fix and options.add_noqa:
        raise click.UsageError("--fix and --add-noqa do not go together.")
    if options.dry_run and not (options.fix or options.add_noqa):
        raise click.UsageError("--dry-run goes with --fix or --add-noqa.")
    unsafe = ["--unsafe-no-sandbox"] if options.unsafe_no_sandbox else []
    for name in () if options.verify else (*options_given("verify"), *unsafe):
        raise click.UsageError(f"{name} goes with --verify.")
    if options.verify and options.add_noqa:
        raise click.UsageError("--verify does not go with --add-noqa.")
    if options.fix and options.verify and (options.observed or STDIN in options.paths):
        raise click.UsageError("--fix proves fixes of files that verify runs itself.")
    if options.statistics and here.output_format not in STATISTICS_FORMATS:
        known = ", ".join(STATISTICS_FORMATS)
        raise click.UsageError(f"--statistics goes with --output-format {known} only.")
    if STDIN not in options.paths:
        return
    for name in ("add_noqa", "dry_run", "diff"):
        if getattr(options, name):
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with '-'.")
    if options.fix and len(options.paths) > 1:
        raise click.UsageError("--fix corrects either standard input or files, not both.")
