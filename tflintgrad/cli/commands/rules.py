"""`tflintgrad rules`."""

from __future__ import annotations

import click


@click.command("rules")
def command() -> None:
    """List all rules with severity, effect and whether they are on by default."""
    from tflintgrad.cli.pages import rule_table

    click.echo(rule_table(), nl=False)
