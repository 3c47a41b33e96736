"""`tflintgrad clean`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.configuring import SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import CACHE_DIR, with_options


@click.command("clean")
@with_options([CACHE_DIR])
@with_options(SOURCE_OPTIONS)
def command(**options: Any) -> None:
    """Remove what earlier runs remembered: results of `check`, verdicts of `verify`.

    Nothing is lost but time: everything there is found out again. That happens by itself when
    something changes, so this is only needed to have the space back.

    \b
    Examples:
      tflintgrad clean
      tflintgrad clean --cache-dir /tmp/cache
    """
    from tflintgrad.engine.cache.storage import cache_folder, clean
    from tflintgrad.frontends.cli.plurals import near
    from tflintgrad.frontends.cli.settings import settings_near

    folder = cache_folder(settings_near(os.curdir, options).cache_dir)
    try:
        found = clean(folder)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise click.ClickException(f"{near(folder)}: cannot be removed: {reason}") from None
    click.echo(f"Removed {near(folder)}" if found else f"Nothing to remove in {near(folder)}")
