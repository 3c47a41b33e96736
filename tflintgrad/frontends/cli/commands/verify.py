"""`tflintgrad verify`."""

from __future__ import annotations

from typing import Any

import click

from tflintgrad.frontends.cli.configuring import FILE_OPTIONS, SOURCE_OPTIONS
from tflintgrad.frontends.cli.options import (
    CACHE_OPTIONS,
    CHECK_OPTIONS,
    VERIFY_OPTIONS,
    with_options,
)
from tflintgrad.frontends.cli.result_filters import NARROWING_OPTIONS
from tflintgrad.frontends.cli.settings import run_with


class _WithCommand(click.Command):
    """A command that takes another one, with all its options, after `--`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, mark, other = args, "", []
        if "--" in args:
            place = args.index("--")
            own, mark, other = args[:place], args[place], args[place + 1 :]
        if "--run" in own:
            if not other:
                raise click.UsageError("Give the command to run after `--`.", ctx)
            ctx.meta["command"] = tuple(other)
            return super().parse_args(ctx, own)
        return super().parse_args(ctx, [*own, *([mark] if mark else []), *other])


@click.command("verify", cls=_WithCommand)
@with_options(CHECK_OPTIONS)
@with_options(FILE_OPTIONS)
@with_options(NARROWING_OPTIONS)
@with_options(SOURCE_OPTIONS)
@with_options(VERIFY_OPTIONS)
@with_options(CACHE_OPTIONS)
@click.option(
    "--run",
    is_flag=True,
    help="Watch your own command, given after --, instead of running the files; no sandbox.",
)
@click.pass_context
def command(ctx: click.Context, /, run: bool, **options: Any) -> int:
    """Check, then run what was flagged, and let TensorFlow say whether it is true.

    Each finding gets a verdict: confirmed, refuted or inconclusive, with what the tape gave beside
    what finite differences (or the corrected program) give. Programs run in a sandbox: they write
    into a private folder only, have no network, start no processes, and their time and memory are
    limited. Needs TensorFlow: pip install 'tflintgrad[verify]'.

    \b
    Exit code:
      0  no findings, or every finding was refuted
      1  findings
      2  misuse, no TensorFlow, no such device, or a path that could not be read

    \b
    Examples:
      tflintgrad verify train.py
      tflintgrad verify --only-confirmed --output-format concise src/
      tflintgrad verify --device gpu --jit train.py
      tflintgrad verify --run -- python train.py --epochs 1
      tflintgrad verify src/ --run -- pytest tests/

    With --run your own command is started as it is, unconfined; every gradient it asks for is
    observed and compared with the findings, and what no rule foresaw is reported as TFG001.
    """
    return run_with({**options, "command": ctx.meta.get("command", ())}, verify=True)
