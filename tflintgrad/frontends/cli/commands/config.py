"""`tflintgrad config`."""

from __future__ import annotations

import os

import click

from tflintgrad.frontends.cli.options import (
    FILE_OPTIONS,
    RULE_OPTIONS,
    SOURCE_OPTIONS,
    with_options,
)
from tflintgrad.frontends.cli.settings import configured_by_options, use_plugins


@click.command("config")
@click.argument("path", type=click.Path(exists=True), default=os.curdir)
@click.option(
    "--output-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The format to print; text is TOML, ready to be pasted into a tflintgrad.toml.",
)
@click.option("--schema", is_flag=True, help="Print the JSON schema of a configuration instead.")
@with_options(RULE_OPTIONS, FILE_OPTIONS, SOURCE_OPTIONS)
def command(path: str, output_format: str, schema: bool) -> None:
    """Show the settings of a file, and where each comes from.

    They come from [tool.tflintgrad] in the nearest pyproject.toml, or from a tflintgrad.toml, going
    up from the file; options override both.

    \b
    Examples:
      tflintgrad config
      tflintgrad config src/train.py
      tflintgrad config --select TFG2 --config 'verify.timeout = 5' --output-format json
      tflintgrad config --schema > tflintgrad.schema.json
    """
    if schema:
        from tflintgrad.config.schema import schema_text

        use_plugins()
        click.echo(schema_text(), nl=False)
    else:
        from tflintgrad.frontends.cli.settings_page import settings_page

        click.echo(settings_page(path, configured_by_options(), output_format), nl=False)
