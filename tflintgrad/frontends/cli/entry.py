"""The program `tflintgrad`: its commands, and the way from arguments to an exit code."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, cast

import click

from tflintgrad._version import __version__
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.frontends.cli import ERROR, INTERRUPTED, commands
from tflintgrad.frontends.cli.phrases import say
from tflintgrad.knowledge.rules import RulebookError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO


class _Commands(click.Group):
    """The modules of `frontends/cli/commands`, each imported when its command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        # As `pkgutil` does it, which takes a thirtieth of a run from the cache to import.
        names = (name for name in os.listdir(commands.__path__[0]) if not name.startswith("_"))
        return sorted(name.removesuffix(".py") for name in names if name.endswith(".py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return cast("click.Command", import_module(f"{commands.__name__}.{cmd_name}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest `check` if a path stands where the command is missing."""
        if args and self.get_command(ctx, args[0]) is None and os.path.exists(args[0]):
            raise click.UsageError(f"Did you mean `tflintgrad check {args[0]}`?", ctx)
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tflintgrad.knowledge import op_table

        build = "" if op_table.__file__.endswith(".py") else "compiled, "
        measured = f"operations measured on {op_table.measured_on()}"
        click.echo(f"tflintgrad {__version__} ({build}{measured})")
        ctx.exit()


_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=_Commands, context_settings=_CONTEXT)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and the TensorFlow that operations were measured on, and exit.",
)
def cli() -> None:
    """Find the line where a TensorFlow gradient gets lost.

    tflintgrad reads Python files and reports the expressions that turn a gradient into None, zeros,
    NaN, an exception or a wrong number. Only `verify` and `repro --run` run any code.

    \b
    Examples:
      tflintgrad check                   check everything below this directory
      tflintgrad check src/ train.py     check a directory and a file
      tflintgrad init                    write a starter configuration and a pre-commit hook
      tflintgrad baseline                record today's findings, and report only new ones
      tflintgrad verify train.py         run the flagged code, and confirm it on TensorFlow
      tflintgrad repro train.py:24       print a small program that shows the finding there
      tflintgrad graph train.py:24       draw the gradient's path
      tflintgrad explain TFG201          explain a rule, and show what to write instead
      tflintgrad op tf.argmax            show what an operation does to a gradient
      tflintgrad clean                   delete the cache
      tflintgrad server                  start the language server, for editors
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code; misuse prints a message, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # File names need not be valid text, and a terminal may lack a character.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if os.environ.get("_TFLINTGRAD_COMPLETE", "").startswith("powershell"):
        from tflintgrad.frontends.cli import powershell

        powershell.register()
    try:
        code = cli.main(arguments, prog_name="tflintgrad", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as problem:
        shown = io.StringIO()
        problem.show(shown)
        for line in shown.getvalue().removesuffix("\n").split("\n"):
            say(line)
        return ERROR
    except (RulebookError, ConfigurationError) as problem:
        say(f"Error: {problem}")
        return ERROR
    except BrokenPipeError:  # the program that reads our output has ended
        _discard_output(sys.stdout)
        return 1
    except OSError as problem:  # usually a full disk
        return _report_write_error(problem)
    return code if isinstance(code, int) else 0


def _report_write_error(problem: OSError) -> int:
    reason = problem.strerror or type(problem).__name__
    target = f"{problem.filename}: " if problem.filename else "the output "
    try:
        say(f"Error: {target}cannot be written: {reason[:1].lower()}{reason[1:]}")
        sys.stderr.flush()
    except OSError:
        _discard_output(sys.stderr)
    _discard_output(sys.stdout)
    return ERROR


def _discard_output(stream: TextIO) -> None:
    """Redirect a stream to the null device: Python flushes it at exit, which would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
