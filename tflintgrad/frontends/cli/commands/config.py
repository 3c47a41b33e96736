"""`tflintgrad config`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.configuring import FILE_OPTIONS, SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import RULE_OPTIONS, with_options
from tflintgrad.frontends.cli.settings import configured_by


@click.command("config")
@click.argument("path", type=click.Path(exists=True), default=os.curdir)
@click.option(
    "--output-format",
    "shown_as",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How it is printed; text is TOML, ready to be pasted into a tflintgrad.toml.",
)
@click.option("--schema", is_flag=True, help="Print the JSON schema of a configuration instead.")
@with_options(RULE_OPTIONS)
@with_options(FILE_OPTIONS)
@with_options(SOURCE_OPTIONS)
def command(path: str, shown_as: str, schema: bool, **options: Any) -> None:
    """Show the settings in force for a file or folder, and where each comes from.

    They come from [tool.tflintgrad] in the nearest pyproject.toml, or from a tflintgrad.toml, going
    up from the file; what the command line says wins.

    \b
    Examples:
      tflintgrad config
      tflintgrad config src/train.py
      tflintgrad config --select TFG2 --config 'verify.timeout = 5' --output-format json
      tflintgrad config --schema > tflintgrad.schema.json
    """
    if schema:
        from tflintgrad.config.schema import schema_text

        click.echo(schema_text(), nl=False)
        return
    from tflintgrad.frontends.cli.config import settings_page

    click.echo(settings_page(path, configured_by(options), shown_as), nl=False)
