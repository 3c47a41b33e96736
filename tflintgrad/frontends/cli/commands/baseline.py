"""`tflintgrad baseline`."""

from __future__ import annotations

from typing import Any

import click

from tflintgrad.frontends.cli.configuring import FILE_OPTIONS, SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import RULE_OPTIONS, with_options
from tflintgrad.frontends.cli.settings import configured_by


@click.command("baseline")
@click.argument("paths", nargs=-1, type=click.Path())
@with_options(RULE_OPTIONS)
@with_options(FILE_OPTIONS)
@with_options(SOURCE_OPTIONS)
@click.option("--baseline", metavar="FILE", help="The file to write.")
def command(paths: tuple[str, ...], baseline: str | None, **options: Any) -> int:
    """Record today's findings, so that `check` reports only new ones from now on.

    They are written to .tflintgrad-baseline.json beside the project's configuration (or at its
    root), where `check` and `verify` find them by themselves; commit that file. A finding is known
    by its file, its rule and the text of its line, so edits elsewhere do not wake it. Where only
    some PATHS are given, what is recorded for other files stays.

    \b
    Examples:
      tflintgrad baseline
      tflintgrad baseline --select TFG2 src/
      tflintgrad check --no-baseline      report everything once more
    """
    from tflintgrad.frontends.cli.baseline import run_baseline

    return run_baseline(paths, configured_by(options), baseline)
