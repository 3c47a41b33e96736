"""The program itself: what it says about itself, and which commands it has."""

from __future__ import annotations

import os
import pkgutil
from importlib import import_module
from typing import cast

import click

from tflintgrad._version import __version__
from tflintgrad.frontends.cli import commands


class _Commands(click.Group):
    """The modules of `cli/commands`, imported only when they are asked for.

    It also knows what somebody meant who forgot to write `check`.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return cast("click.Command", import_module(f"{commands.__name__}.{cmd_name}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and os.path.exists(args[0]):
            raise click.UsageError(f"Did you mean `tflintgrad check {args[0]}`?", ctx)
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tflintgrad.knowledge import op_table

        made = "" if op_table.__file__.endswith(".py") else "compiled, "
        measured = f"operations measured on {op_table.measured_on()}"
        click.echo(f"tflintgrad {__version__} ({made}{measured})")
        ctx.exit()


_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=_Commands, context_settings=_CONTEXT)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and the TensorFlow that operations were measured on, and exit.",
)
def cli() -> None:
    """Find the line where a TensorFlow gradient gets lost.

    tflintgrad reads Python files and reports the expressions that turn a gradient into None, zeros,
    NaN, an exception or a wrong number. Only `verify` and `repro --run` run any code.

    \b
    Examples:
      tflintgrad check                   check everything below this directory
      tflintgrad check src/ train.py     check a directory and a file
      tflintgrad baseline                record today's findings, and report only new ones
      tflintgrad verify train.py         run what was flagged, and confirm it on TensorFlow
      tflintgrad repro train.py:24       a small program that shows the finding on that line
      tflintgrad graph train.py:24       a picture of the way that the gradient takes
      tflintgrad explain TFG201          why a rule exists, and what to write instead
      tflintgrad op tf.argmax            what an operation does to a gradient
      tflintgrad clean                   remove what earlier runs remembered
      tflintgrad server                  what an editor starts to show findings while you type
    """
