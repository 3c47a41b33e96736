"""`tflintgrad check`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.configuring import FILE_OPTIONS, SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import (
    CACHE_OPTIONS,
    CHECK_OPTIONS,
    VERIFY_OPTIONS,
    with_options,
)
from tflintgrad.frontends.cli.result_filters import NARROWING_OPTIONS, REWRITING_OPTIONS
from tflintgrad.frontends.cli.settings import run_with


@click.command("check")
@with_options(CHECK_OPTIONS)
@with_options(FILE_OPTIONS)
@with_options(NARROWING_OPTIONS)
@with_options(REWRITING_OPTIONS)
@with_options(SOURCE_OPTIONS)
@with_options(CACHE_OPTIONS)
@click.option("--verify", is_flag=True, help="The same as `tflintgrad verify`, with its options.")
@with_options(VERIFY_OPTIONS, hidden=True)
@click.option("--profile", is_flag=True, help="Tell where the time went, on standard error.")
@click.option(
    "--no-prefilter",
    is_flag=True,
    hidden=True,
    help="Analyse every file, also those whose words rule findings out; to test that they do.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
def command(verify: bool, watch: bool, **options: Any) -> int:
    """Check files and directories (by default the current directory).

    Directories are searched for Python files and notebooks; a file that is named is always checked.
    Imports are followed within the project, so that a cut in losses.py that starves a gradient in
    train.py is found, and reported in losses.py. '-' reads one program from standard input, in the
    place of the file that --stdin-filename names. Nothing is run or imported, unless --verify asks
    for it.

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

    Options not given here are taken from [tool.tflintgrad] in the nearest pyproject.toml, or from a
    tflintgrad.toml.
    """
    if watch:
        from tflintgrad.frontends.cli.watch import run_watch

        if "-" in options["paths"]:
            raise click.UsageError("--watch cannot watch standard input.")
        paths = options["paths"] or (os.curdir,)
        return run_watch(lambda: run_with(options, verify=verify), paths)
    return run_with(options, verify=verify)
