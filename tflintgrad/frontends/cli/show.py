"""`check --show-files` and `check --show-settings`: what a run would read, instead of a run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.frontends.cli import CLEAN, ERROR
from tflintgrad.frontends.cli.phrases import say
from tflintgrad.frontends.cli.settings import configured_by_options
from tflintgrad.frontends.cli.settings_page import settings_page
from tflintgrad.output.messages import escape_controls

if TYPE_CHECKING:
    from collections.abc import Sequence


def files(paths: Sequence[str]) -> int:
    """Print the files that a run checks, in its order, and return the exit code."""
    code = CLEAN
    for candidate in SettingsByFile(configured_by_options()).search.discover(paths):
        if candidate.problem is None:
            click.echo(escape_controls(candidate.path))
        else:
            say(f"error: {candidate.path}: {candidate.problem}")
            code = ERROR
    return code


def settings(paths: Sequence[str]) -> int:
    """Print the settings of the first path, and return the exit code."""
    path = paths[0]
    if not os.path.exists(path):
        raise click.ClickException(f"{path}: no such file or directory")
    click.echo(settings_page(path, configured_by_options(), "text"), nl=False)
    return CLEAN
