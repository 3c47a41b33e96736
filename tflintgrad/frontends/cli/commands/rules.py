"""`tflintgrad rules`."""

from __future__ import annotations

import click

from tflintgrad.frontends.cli.options import PAGE_FORMAT, comma_lists, with_options


@click.command("rules")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    callback=comma_lists,
    help="List only these: codes, prefixes (TFG2), names or ALL; comma-separated.",
)
@with_options([PAGE_FORMAT])
def command(select: tuple[str, ...], output_format: str) -> None:
    """List the rules: severity, effect, whether there is a fix, whether they are on by default.

    \b
    Examples:
      tflintgrad rules
      tflintgrad rules --select TFG2,TFG301
      tflintgrad rules --output-format json
    """
    from tflintgrad.knowledge.rules import rulebook

    book = rulebook()
    rules = [book.get(code) for code in sorted(book.expand(select))] if select else book.all()
    if output_format == "json":
        from tflintgrad.frontends.cli.rule_pages import list_as_json

        click.echo(list_as_json(rules), nl=False)
    elif output_format == "markdown":
        from tflintgrad.frontends.cli.rule_pages import list_as_markdown

        click.echo(list_as_markdown(rules), nl=False)
    else:
        from tflintgrad.frontends.cli.rule_text import table

        click.echo(table(rules), nl=False, color=True)
