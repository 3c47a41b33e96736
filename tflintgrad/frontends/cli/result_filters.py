"""Filters of a report: leave out findings of the baseline, or in lines that did not change."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tflintgrad.config.settings import BASELINE_FILE
from tflintgrad.frontends.cli.phrases import counted, it_or_them, relative, say
from tflintgrad.project.module_resolver import project_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.config.settings import Settings
    from tflintgrad.engine.baseline import Comparison
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.git_diff import Changes


def baseline_path(named: str | None, settings: Settings) -> str:
    """Return the path of the baseline: the named, the configured, or the default one."""
    return named or settings.baseline or default_baseline(settings.root or os.curdir)


def default_baseline(folder: str) -> str:
    """Return the path of a project's baseline: in its topmost folder, beside its configuration."""
    return os.path.join(project_folder(os.path.abspath(folder)), BASELINE_FILE)


class ResultFilter:
    """Leaves out findings that the baseline has, and those in lines that did not change.

    `diff` is the git revision to compare with.
    """

    def __init__(self, baseline: str | None, diff: str | None, settings: SettingsByFile) -> None:
        self._baseline = baseline
        self._diff = diff
        self._settings = settings
        self._comparison: Comparison | None = None

    def apply(self, results: Iterable[FileResult]) -> Iterable[FileResult]:
        """Filter results; each call reads the baseline and git anew, as files may have changed."""
        if self._baseline is not None:
            from tflintgrad.engine.baseline import BrokenBaseline, Comparison, read_baseline

            try:
                known = read_baseline(self._baseline)
            except BrokenBaseline as problem:
                raise click.ClickException(str(problem)) from None
            self._comparison = Comparison(known, self._settings)
            results = self._comparison.new(results)
        if self._diff is not None:
            from tflintgrad.engine.git_diff import Changes, NotComparable

            try:
                results = _in_changed_lines(Changes(self._diff), results)
            except NotComparable as problem:
                raise click.ClickException(f"--diff: {problem}") from None
        return results

    def print_summary(self) -> None:
        """Print how many findings the baseline hid, and how many of its findings are fixed."""
        comparison, path = self._comparison, self._baseline
        if comparison is None or path is None:
            return
        if comparison.hidden:
            known = counted(comparison.hidden, "known finding")
            say(f"{known} in {relative(path)} not shown")
        if fixed := comparison.fixed:
            verb = "is" if fixed == 1 else "are"
            hint = f"run `tflintgrad baseline` to drop {it_or_them(fixed)}"
            print(
                f"{counted(fixed, 'finding')} of the baseline {verb} fixed; {hint}", file=sys.stderr
            )


def _in_changed_lines(changes: Changes, results: Iterable[FileResult]) -> Iterator[FileResult]:
    from tflintgrad.engine.git_diff import NotComparable

    try:
        yield from changes.only(results)
    except NotComparable as problem:  # each file with findings needs another git command
        raise click.ClickException(f"--diff: {problem}") from None
