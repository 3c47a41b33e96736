"""`tflintgrad verify`."""

from __future__ import annotations

from typing import Any

import click

from tflintgrad.frontends.cli.options import (
    CACHE_OPTIONS,
    FILE_OPTIONS,
    FILTER_OPTIONS,
    FIX_OPTIONS,
    REPORT_OPTIONS,
    RULE_OPTIONS,
    SOURCE_OPTIONS,
    VERIFY_OPTIONS,
    with_options,
)

#: Where the click context holds the command after `--`.
_OBSERVED = f"{__name__}.observed"


class _WithCommand(click.Command):
    """A command that takes another one, with all its options, after `--`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, mark, other = args, "", []
        if "--" in args:
            index = args.index("--")
            own, mark, other = args[:index], args[index], args[index + 1 :]
        if "--run" in own:
            if not other:
                raise click.UsageError("Give the command to run after `--`.", ctx)
            ctx.meta[_OBSERVED] = tuple(other)
            return super().parse_args(ctx, own)
        return super().parse_args(ctx, [*own, *([mark] if mark else []), *other])


@click.command("verify", cls=_WithCommand)
@with_options(REPORT_OPTIONS, RULE_OPTIONS, FILE_OPTIONS, FILTER_OPTIONS, FIX_OPTIONS)
@with_options(SOURCE_OPTIONS, VERIFY_OPTIONS, CACHE_OPTIONS)
@click.option(
    "--run",
    is_flag=True,
    help="Observe your own command, given after --, instead of running the files; no sandbox.",
)
@click.pass_context
def command(ctx: click.Context, /, run: bool, **options: Any) -> int:
    """Check, and let TensorFlow confirm or refute each finding.

    verify runs the flagged code. Each finding gets a verdict (confirmed, refuted or inconclusive),
    and the gradient of the tape beside that of finite differences, or of the corrected program.
    Programs run in a sandbox: they write to a private folder only, have no network, start no
    processes, and their time and memory are limited. Needs TensorFlow: pip install
    'tflintgrad[verify]'.

    \b
    Exit code:
      0  no findings, or every finding was refuted
      1  findings
      2  misuse, no TensorFlow, no such device, or a path that could not be read

    \b
    Examples:
      tflintgrad verify train.py
      tflintgrad verify --only-confirmed --output-format concise src/
      tflintgrad verify --fix --unsafe-fixes train.py
      tflintgrad verify --device gpu --jit train.py
      tflintgrad verify --run -- python train.py --epochs 1
      tflintgrad verify src/ --run -- pytest tests/

    --fix applies a fix only if TensorFlow has proven it: the finding is refuted in the fixed
    program, and no other gradient changes.

    --run starts your own command as it is, without a sandbox. It compares every gradient that the
    command requests with the findings, and reports what no rule foresaw as TFG001.
    """
    from tflintgrad.frontends.cli.check_run import CheckOptions, run_check

    observed = ctx.meta[_OBSERVED] if run else ()
    return run_check(CheckOptions(**options, verify=True, observed=observed))
