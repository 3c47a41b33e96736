"""`tflintgrad explain`."""

from __future__ import annotations

import click

from tflintgrad.frontends.cli.options import ISOLATED, PAGE_FORMAT, complete_rules, with_options
from tflintgrad.frontends.cli.settings import use_plugins


@click.command("explain")
@click.argument("rules", metavar="CODE|NAME...", nargs=-1, shell_complete=complete_rules)
@click.option("--all", "everything", is_flag=True, help="Explain all rules.")
@with_options([PAGE_FORMAT, ISOLATED])
def command(rules: tuple[str, ...], everything: bool, output_format: str) -> None:
    """Explain rules, and show what to write instead.

    In JSON, one rule is an object; several rules, or --all, are an array.

    \b
    Examples:
      tflintgrad explain TFG201
      tflintgrad explain numpy-escape TFG301
      tflintgrad explain TFG201 --output-format json
      tflintgrad explain --all --output-format markdown
    """
    from tflintgrad.frontends.cli import rule_pages
    from tflintgrad.knowledge.rules import rulebook

    if everything == bool(rules):
        raise click.UsageError("Give either a CODE or NAME, or --all.")
    use_plugins()
    book = rulebook()
    wanted = book.all() if everything else [book.get(rule) for rule in rules]
    if output_format == "json":
        several = everything or len(rules) > 1
        click.echo(rule_pages.pages_as_json(wanted, several=several), nl=False)
    elif output_format == "markdown":
        click.echo("\n".join(map(rule_pages.page_as_markdown, wanted)), nl=False)
    else:
        click.echo("\n".join(map(rule_pages.page_as_text, wanted)), nl=False, color=True)
