"""`tflintgrad rules`."""

from __future__ import annotations

import click

from tflintgrad.frontends.cli.options import (
    ISOLATED,
    PAGE_FORMAT,
    complete_rules,
    split_at_commas,
    with_options,
)
from tflintgrad.frontends.cli.settings import use_plugins


@click.command("rules")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    callback=split_at_commas,
    shell_complete=complete_rules,
    help="List only these: codes, prefixes (TFG2), names or ALL; comma-separated.",
)
@with_options([PAGE_FORMAT, ISOLATED])
def command(select: tuple[str, ...], output_format: str) -> None:
    """List the rules, with severity, effect, fix and default.

    \b
    Examples:
      tflintgrad rules
      tflintgrad rules --select TFG2,TFG301
      tflintgrad rules --output-format json
    """
    from tflintgrad.frontends.cli import rule_pages
    from tflintgrad.knowledge.rules import rulebook

    use_plugins()
    book = rulebook()
    rules = [book.get(code) for code in sorted(book.expand(select))] if select else book.all()
    if output_format == "json":
        click.echo(rule_pages.list_as_json(rules), nl=False)
    elif output_format == "markdown":
        click.echo(rule_pages.list_as_markdown(rules), nl=False)
    else:
        click.echo(rule_pages.list_as_text(rules), nl=False, color=True)
