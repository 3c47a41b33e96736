"""Options for code that is not clean yet: report only what is new or changed, and clean it up."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tflintgrad.config.settings import BASELINE_FILE
from tflintgrad.frontends.cli.plurals import counted, it_or_them, near
from tflintgrad.project.module_resolver import project_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.config.settings import Settings
    from tflintgrad.engine.baseline import Comparison
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.git_diff import Changes

#: Of `check` and `verify`.
NARROWING_OPTIONS = [
    click.option(
        "--baseline",
        metavar="FILE",
        help="Report only what is not in this file, which `tflintgrad baseline` writes.",
    ),
    click.option("--no-baseline", is_flag=True, help="Report also what is in the baseline."),
    click.option(
        "--diff",
        metavar="REV",
        help="Report only what lies in lines that differ from this git revision, such as HEAD;"
        " `main...` stands for where this branch left main.",
    ),
    click.option(
        "--unused-noqa",
        is_flag=True,
        help="Report a `# noqa` without codes as unused, too, where it silences nothing of ours.",
    ),
]

#: Of `check`.
REWRITING_OPTIONS = [
    click.option("--fix", is_flag=True, help="Correct what can be corrected, report the rest."),
    click.option(
        "--add-noqa", is_flag=True, help="Write `# noqa: CODE` comments for all that is found."
    ),
    click.option(
        "--dry-run",
        is_flag=True,
        help="With --fix or --add-noqa: print what would be changed, and change nothing.",
    ),
]


class FilterOptions(NamedTuple):
    """What these options say."""

    baseline: str | None = None
    diff: str | None = None
    fix: bool = False
    add_noqa: bool = False
    dry_run: bool = False


def adoption_from(options: dict[str, Any], here: Settings, *, verify: bool) -> FilterOptions:
    fix, add_noqa = options.get("fix", False), options.get("add_noqa", False)
    if fix and add_noqa:
        raise click.UsageError("--fix and --add-noqa do not go together.")
    if options.get("dry_run") and not (fix or add_noqa):
        raise click.UsageError("--dry-run goes with --fix or --add-noqa.")
    if verify and (add_noqa or options.get("dry_run")):
        raise click.UsageError("--verify is about findings that are reported.")
    if "-" in options["paths"]:
        _check_stdin(options)
    baseline = None
    if not options["no_baseline"]:
        path = baseline_path(options["baseline"], here)
        # Only one that was named has to be there.
        if options["baseline"] is not None or os.path.exists(path):
            baseline = path
    return FilterOptions(
        baseline=baseline,
        diff=options["diff"],
        fix=fix,
        add_noqa=add_noqa,
        dry_run=options.get("dry_run", False),
    )


def _check_stdin(options: dict[str, Any]) -> None:
    for option in ("add_noqa", "dry_run", "diff"):
        if options.get(option):
            name = option.replace("_", "-")
            raise click.UsageError(f"--{name} is about files; it does not go with '-'.")
    if options.get("fix") and len(options["paths"]) > 1:
        raise click.UsageError("--fix corrects either standard input or files, not both.")


def baseline_path(named: str | None, here: Settings) -> str:
    """The baseline that is meant: as named, as configured, or at its usual place."""
    return named or here.baseline or default_place(here.root or os.curdir)


def default_place(folder: str) -> str:
    """Where the baseline of a project lies: in its topmost folder, beside its configuration."""
    return os.path.join(project_folder(os.path.abspath(folder)), BASELINE_FILE)


class ResultFilter:
    """Leaves out what is known or was not changed."""

    def __init__(self, adoption: FilterOptions, chosen: SettingsByFile) -> None:
        self._adoption = adoption
        self._chosen = chosen
        self._comparison: Comparison | None = None

    def only(self, results: Iterable[FileResult]) -> Iterable[FileResult]:
        """Both questions are asked anew each time: files may have been changed meanwhile."""
        if self._adoption.baseline is not None:
            from tflintgrad.engine.baseline import BrokenBaseline, Comparison, read_baseline

            try:
                known = read_baseline(self._adoption.baseline)
            except BrokenBaseline as problem:
                raise click.ClickException(str(problem)) from None
            self._comparison = Comparison(known, self._chosen)
            results = self._comparison.new(results)
        if self._adoption.diff is not None:
            from tflintgrad.engine.git_diff import Changes, NotComparable

            try:
                results = _changed(Changes(self._adoption.diff), results)
            except NotComparable as problem:
                raise click.ClickException(f"--diff: {problem}") from None
        return results

    def remark(self) -> None:
        """What was left out because it is known, and what need not be left out any longer."""
        comparison, path = self._comparison, self._adoption.baseline
        if comparison is None or path is None:
            return
        if comparison.hidden:
            known = counted(comparison.hidden, "known finding")
            print(f"{known} in {near(path)} not shown", file=sys.stderr)
        if fixed := comparison.fixed:
            verb = "is" if fixed == 1 else "are"
            hint = f"run `tflintgrad baseline` to drop {it_or_them(fixed)}"
            print(
                f"{counted(fixed, 'finding')} of the baseline {verb} fixed; {hint}", file=sys.stderr
            )


def _changed(changes: Changes, results: Iterable[FileResult]) -> Iterator[FileResult]:
    from tflintgrad.engine.git_diff import NotComparable

    try:
        yield from changes.only(results)
    except NotComparable as problem:  # git is asked for more when there are findings
        raise click.ClickException(f"--diff: {problem}") from None
