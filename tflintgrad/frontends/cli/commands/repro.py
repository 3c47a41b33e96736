"""`tflintgrad repro`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.configuring import SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import (
    CACHE_OPTIONS,
    VERIFY_OPTIONS,
    comma_lists,
    complete_rules,
    tensorflow_version,
    with_options,
)
from tflintgrad.frontends.cli.settings import settings_near, verify_settings


@click.command("repro")
@click.argument("place", metavar="FILE:LINE")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    callback=comma_lists,
    shell_complete=complete_rules,
    help="Which rule, where several find something on that line.",
)
@tensorflow_version
@click.option("--run", is_flag=True, help="Run it too, in a sandbox, and print the verdict.")
@with_options(VERIFY_OPTIONS)
@with_options(CACHE_OPTIONS)
@with_options(SOURCE_OPTIONS)
def command(place: str, select: tuple[str, ...], run: bool, **options: Any) -> int:
    """Print a small program that shows the finding on one line, ready to paste into a question.

    It is a slice of the file where that runs by itself, or else the path from source to target with
    the expression that loses the gradient as written, and stand-ins for what is unknown.

    \b
    Examples:
      tflintgrad repro train.py:24
      tflintgrad repro --run train.py:24
    """
    from tflintgrad.frontends.cli.repro import run_repro
    from tflintgrad.verify.program_runs import Options

    settings = settings_near(os.path.dirname(place), options)
    verify = verify_settings(options, settings) if run else None
    rebuilding = Options(
        inputs=settings.verify.inputs, tensorflow_version=settings.tensorflow_version
    )
    return run_repro(place, select, rebuilding, verify)
