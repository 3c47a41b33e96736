"""From the program's arguments to its exit code, without ever showing a traceback for misuse."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tflintgrad.config.settings import ConfigurationError
from tflintgrad.frontends.cli import INTERRUPTED
from tflintgrad.frontends.cli.group import cli
from tflintgrad.knowledge.rules import RulebookError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

MISUSE = 2


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # File names need not be valid text, and a terminal may lack a character.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = cli.main(arguments, prog_name="tflintgrad", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as problem:
        problem.show()
        return MISUSE
    except (RulebookError, ConfigurationError) as problem:
        click.echo(f"Error: {problem}", err=True)
        return MISUSE
    except BrokenPipeError:  # the reader is gone
        _write_no_more(sys.stdout)
        return 1
    except OSError as problem:  # a full disk, mostly
        return _cannot_write(problem)
    return code if isinstance(code, int) else 0


def _cannot_write(problem: OSError) -> int:
    reason = problem.strerror or type(problem).__name__
    place = f"{problem.filename}: " if problem.filename else ""
    try:
        click.echo(
            f"Error: {place or 'the output '}cannot be written: {reason[:1].lower()}{reason[1:]}",
            err=True,
        )
        sys.stderr.flush()
    except OSError:
        _write_no_more(sys.stderr)
    _write_no_more(sys.stdout)
    return MISUSE


def _write_no_more(stream: TextIO) -> None:
    # Python flushes it once more at exit, and would complain there.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
