"""`tflintgrad clean`."""

from __future__ import annotations

import os

import click

from tflintgrad.frontends.cli.options import CACHE_DIR, SOURCE_OPTIONS, with_options


@click.command("clean")
@with_options([CACHE_DIR], SOURCE_OPTIONS)
def command() -> None:
    """Delete the cache: results of `check`, verdicts of `verify`.

    The next run computes everything again. The cache keeps itself up to date, so this only frees
    disk space.

    \b
    Examples:
      tflintgrad clean
      tflintgrad clean --cache-dir /tmp/cache
    """
    from tflintgrad.engine.cache.storage import cache_folder, clean
    from tflintgrad.frontends.cli.phrases import relative
    from tflintgrad.frontends.cli.settings import settings_for_folder

    folder = cache_folder(settings_for_folder(os.curdir).cache_dir)
    try:
        found = clean(folder)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise click.ClickException(f"{relative(folder)}: cannot be removed: {reason}") from None
    name = relative(folder)
    click.echo(f"Removed {name}" if found else f"Nothing to remove in {name}")
