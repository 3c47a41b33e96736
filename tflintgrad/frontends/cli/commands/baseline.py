"""`tflintgrad baseline`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from tflintgrad.frontends.cli.options import (
    FILE_OPTIONS,
    RULE_OPTIONS,
    SOURCE_OPTIONS,
    with_options,
)

if TYPE_CHECKING:
    from tflintgrad.engine.baseline import Baseline


@click.command("baseline")
@click.argument("paths", nargs=-1, type=click.Path())
@with_options(RULE_OPTIONS, FILE_OPTIONS, SOURCE_OPTIONS)
@click.option("--baseline", metavar="FILE", help="The file to write.")
def command(paths: tuple[str, ...], baseline: str | None) -> int:
    """Record today's findings; `check` then reports only new ones.

    They are written to .tflintgrad-baseline.json beside the project's configuration (or at its
    root), where `check` and `verify` find them; commit that file. A finding is identified by its
    file, its rule and the text of its line, so edits of other lines do not bring it back. If PATHS
    are given, records of other files stay.

    \b
    Examples:
      tflintgrad baseline
      tflintgrad baseline --select TFG2 src/
      tflintgrad check --no-baseline      report everything once more
    """
    from tflintgrad.engine.baseline import Comparison, baseline_text
    from tflintgrad.engine.check import check
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.frontends.cli import CLEAN, ERROR
    from tflintgrad.frontends.cli.check_run import print_messages
    from tflintgrad.frontends.cli.result_filters import baseline_path
    from tflintgrad.frontends.cli.settings import configured_by_options
    from tflintgrad.project.symlinks import leads_out_of_project
    from tflintgrad.source.atomic_write import WriteError, write_atomically

    settings = configured_by_options()
    path = baseline_path(baseline, settings.in_folder(os.getcwd()))
    comparison = Comparison(_existing(path), SettingsByFile(settings))
    errors = 0
    for result in comparison.new(check(paths or (os.curdir,), settings)):
        errors += print_messages(result)
    updated = comparison.updated()
    if leads_out_of_project(path):
        raise click.ClickException(f"{path}: is a link that leads out of the project")
    try:
        write_atomically(path, baseline_text(updated).encode())
    except WriteError as problem:
        raise click.ClickException(f"{path}: {problem}") from None
    click.echo(_summary(updated, path))
    return ERROR if errors else CLEAN


def _existing(path: str) -> Baseline:
    """Return the baseline at `path`, or an empty one."""
    from tflintgrad.engine.baseline import Baseline, BrokenBaseline, read_baseline

    if not os.path.exists(path):
        return Baseline(os.path.dirname(os.path.abspath(path)))
    try:
        return read_baseline(path)
    except BrokenBaseline as problem:
        raise click.ClickException(str(problem)) from None


def _summary(baseline: Baseline, path: str) -> str:
    from tflintgrad.frontends.cli.phrases import counted, relative

    files = {path for path, _, _ in baseline.counts}
    many = f"{counted(len(baseline), 'finding')} in {counted(len(files), 'file')}"
    return f"Recorded {many}: {relative(path)}"
