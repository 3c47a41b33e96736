"""`tflintgrad explain`."""

from __future__ import annotations

import click

from tflintgrad.cli.options import complete_rules


@click.command("explain")
@click.argument("rule", metavar="CODE|NAME", shell_complete=complete_rules)
def command(rule: str) -> None:
    """Explain one rule: what it finds, why it matters, what to write instead.

    \b
    Examples:
      tflintgrad explain TFG201
      tflintgrad explain numpy-escape
    """
    from tflintgrad.cli.pages import rule_page

    click.echo(rule_page(rule), nl=False)
