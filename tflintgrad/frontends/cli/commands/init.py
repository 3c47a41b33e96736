"""`tflintgrad init`."""

from __future__ import annotations

import os

import click


@click.command("init")
@click.argument("folder", type=click.Path(exists=True, file_okay=False), default=os.curdir)
@click.option("--dry-run", is_flag=True, help="Print the changes as a diff, and change no file.")
def command(folder: str, dry_run: bool) -> None:
    """Set a project up: a starter configuration, and a pre-commit hook.

    The configuration becomes a table of pyproject.toml, if FOLDER has that file, and a
    tflintgrad.toml otherwise. The hook goes to the end of .pre-commit-config.yaml. What is there
    stays as it is: a project that has either already keeps it.

    \b
    Examples:
      tflintgrad init
      tflintgrad init --dry-run
      tflintgrad init ../other-project
    """
    from tflintgrad.frontends.cli.starter import NotPossible, configuration, hook, write

    steps = []
    for make in (configuration, hook):
        try:
            steps.append(make(folder))
        except NotPossible as problem:
            click.echo(str(problem), err=True)
    for step in steps:
        if dry_run:
            click.echo(step.diff(), nl=False)
        else:
            write(step)
            click.echo(f"{step.deed} {step.path}")
    if steps and not dry_run:
        click.echo(
            "\nNext:\n"
            "  tflintgrad check       find lost gradients\n"
            "  tflintgrad baseline    record the findings of old code, and report only new ones\n"
            "  pre-commit install     check at every commit"
        )
