"""`tflintgrad check`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.options import (
    ADD_NOQA,
    CACHE_OPTIONS,
    FILE_OPTIONS,
    FILTER_OPTIONS,
    FIX_OPTIONS,
    REPORT_OPTIONS,
    RULE_OPTIONS,
    SHOW_OPTIONS,
    SOURCE_OPTIONS,
    VERIFY_OPTIONS,
    with_options,
)


@click.command("check")
@with_options(REPORT_OPTIONS, RULE_OPTIONS, FILE_OPTIONS, FILTER_OPTIONS, FIX_OPTIONS, [ADD_NOQA])
@with_options(SOURCE_OPTIONS, CACHE_OPTIONS)
@click.option("--verify", is_flag=True, help="Do the same as `tflintgrad verify`.")
@with_options(VERIFY_OPTIONS, hidden=True)
@click.option("--profile", is_flag=True, help="Print to standard error where the time went.")
@click.option(
    "--no-prefilter",
    is_flag=True,
    hidden=True,
    help="Analyse every file, also those that the prefilter rules out; to test the prefilter.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
@with_options(SHOW_OPTIONS)
def command(watch: bool, show_files: bool, show_settings: bool, **options: Any) -> int:
    """Find the lines that lose a gradient.

    PATHS are files and directories; by default the current directory. Directories are searched for
    Python files and notebooks; a file that is named is always checked. Imports are followed within
    the project: a cut in losses.py that blocks a gradient in train.py is reported in losses.py. '-'
    reads one program from standard input, in place of the file that --stdin-filename names. No code
    is run or imported, except by --verify.

    \b
    Exit code:
      0  no findings
      1  findings
      2  misuse, or a path that could not be read

    \b
    Examples:
      tflintgrad check src/
      tflintgrad check --select TFG2,TFG301 --output-format concise train.py
      tflintgrad check --extend-select TFG9 .
      tflintgrad check --diff HEAD
      tflintgrad check --fix --dry-run
      tflintgrad check --watch src/
      git show HEAD:train.py | tflintgrad check --stdin-filename train.py -

    Options override [tool.tflintgrad] in the nearest pyproject.toml, or a tflintgrad.toml.
    """
    from tflintgrad.frontends.cli.check_run import STDIN, CheckOptions, run_check

    given = CheckOptions(**options)
    if show_files or show_settings:
        from tflintgrad.frontends.cli import show

        return (show.files if show_files else show.settings)(given.paths or (os.curdir,))
    if not watch:
        return run_check(given)
    from tflintgrad.frontends.cli.watch import run_watch

    if STDIN in given.paths:
        raise click.UsageError("--watch cannot watch standard input.")
    return run_watch(lambda: run_check(given), given.paths or (os.curdir,))
