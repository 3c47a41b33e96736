"""The commands and their options; what they do is imported when they run, to start quickly."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tflintgrad import __version__
from tflintgrad.cli.options import (
    CHECK_OPTIONS,
    VERIFY_OPTIONS,
    check_version,
    comma_lists,
    tensorflow_version,
    with_options,
)
from tflintgrad.report import DEFAULT_FORMAT, formats

if TYPE_CHECKING:
    from tflintgrad.cli.verify import VerifySettings
    from tflintgrad.configuration import Configuration


class _Commands(click.Group):
    """A group that knows what somebody meant who forgot to write `check`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and os.path.exists(args[0]):
            raise click.UsageError(f"Did you mean `tflintgrad check {args[0]}`?", ctx)
        return super().resolve_command(ctx, args)


def _project() -> Configuration:
    """What the nearest configuration says, checked like what comes from the command line."""
    from tflintgrad.configuration import ConfigurationError, nearest

    try:
        found = nearest(Path.cwd())
    except ConfigurationError as problem:
        raise click.ClickException(str(problem)) from None
    if found.output_format is not None and found.output_format not in formats():
        known = ", ".join(formats())
        raise click.ClickException(f"{found.path}: output-format must be one of {known}")
    if found.tensorflow_version is not None:
        check_version(found.tensorflow_version, f"{found.path}: tensorflow-version: ")
    for key in ("select", "ignore", "extend_select"):
        _check_codes(getattr(found, key) or (), f"{found.path}: {key.replace('_', '-')}: ")
    return found


def _check_codes(codes: tuple[str, ...], where: str) -> None:
    if codes:
        from tflintgrad.rulebook import RulebookError, rulebook

        try:
            rulebook().expand(codes)
        except RulebookError as problem:
            raise click.ClickException(f"{where}{problem}") from None


_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=_Commands, context_settings=_CONTEXT)
@click.version_option(__version__, prog_name="tflintgrad")
def cli() -> None:
    """Find the line where a TensorFlow gradient gets lost.

    tflintgrad reads Python files and reports the expressions that turn a gradient into None, zeros,
    NaN, an exception or a wrong number. Only `verify` and `repro --run` run any code.

    \b
    Examples:
      tflintgrad check                   check everything below this directory
      tflintgrad check src/ train.py     check a directory and a file
      tflintgrad verify train.py         run what was flagged, and confirm it on TensorFlow
      tflintgrad repro train.py:24       a small program that shows the finding on that line
      tflintgrad explain TFG201          why a rule exists, and what to write instead
      tflintgrad op tf.argmax            what an operation does to a gradient
    """


def _run(options: dict[str, Any], *, verify: bool) -> int:
    """What `check` and `verify` do with their options."""
    from tflintgrad.api import Settings
    from tflintgrad.cli.check import run_check

    project = _project()
    settings = Settings(
        select=options["select"] or project.select or (),
        ignore=options["ignore"] or project.ignore or (),
        extend_select=options["extend_select"] or project.extend_select or (),
        tensorflow_version=options["tensorflow_version"] or project.tensorflow_version or "",
    )
    return run_check(
        options["paths"] or (os.curdir,),
        settings,
        output_format=options["output_format"] or project.output_format or DEFAULT_FORMAT,
        statistics=options["statistics"],
        exit_zero=options["exit_zero"],
        stdin_filename=options["stdin_filename"],
        verify=_verify_settings(options) if verify else None,
    )


def _verify_settings(options: dict[str, Any]) -> VerifySettings:
    from tflintgrad.cli.verify import VerifySettings

    return VerifySettings(
        device=options["device"],
        jit=options["jit"],
        timeout=options["timeout"],
        only_confirmed=options["only_confirmed"],
        unsafe=options["unsafe_no_sandbox"],
        cache=not options["no_cache"],
        command=options.get("command", ()),
    )


@cli.command()
@with_options(CHECK_OPTIONS)
@click.option("--verify", is_flag=True, help="The same as `tflintgrad verify`, with its options.")
@with_options(VERIFY_OPTIONS, hidden=True)
def check(verify: bool, **options: Any) -> int:
    """Check files and directories (by default the current directory).

    Directories are searched for Python files and notebooks; a file that is named is always checked.
    Imports are followed within the project, so that a cut in losses.py that starves a gradient in
    train.py is found, and reported in losses.py. '-' reads one program from standard input, in the
    place of the file that --stdin-filename names. Nothing is run or imported, unless --verify asks
    for it.

    \b
    Exit code:
      0  no findings
      1  findings
      2  misuse, or a path that could not be read

    \b
    Examples:
      tflintgrad check src/
      tflintgrad check --select TFG2,TFG301 --output-format concise train.py
      tflintgrad check --extend-select TFG9 .
      git show HEAD:train.py | tflintgrad check --stdin-filename train.py -

    Options not given here are taken from [tool.tflintgrad] in the nearest pyproject.toml, or from a
    tflintgrad.toml.
    """
    return _run(options, verify=verify)


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


@cli.command(cls=_WithCommand)
@with_options(CHECK_OPTIONS)
@with_options(VERIFY_OPTIONS)
@click.option(
    "--run",
    is_flag=True,
    help="Watch your own command, given after --, instead of running the files; no sandbox.",
)
@click.pass_context
def verify(ctx: click.Context, /, run: bool, **options: Any) -> int:
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
    return _run({**options, "command": ctx.meta.get("command", ())}, verify=True)


@cli.command()
@click.argument("place", metavar="FILE:LINE")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    callback=comma_lists,
    help="Which rule, where several find something on that line.",
)
@tensorflow_version
@click.option("--run", is_flag=True, help="Run it too, in a sandbox, and print the verdict.")
@with_options(VERIFY_OPTIONS)
def repro(place: str, select: tuple[str, ...], run: bool, **options: Any) -> int:
    """Print a small program that shows the finding on one line, ready to paste into a question.

    It is a slice of the file where that runs by itself, or else the path from source to target with
    the expression that loses the gradient as written, and stand-ins for what is unknown.

    \b
    Examples:
      tflintgrad repro train.py:24
      tflintgrad repro --run train.py:24
    """
    from tflintgrad.cli.repro import run_repro

    version = options.pop("tensorflow_version") or _project().tensorflow_version or ""
    return run_repro(place, select, version, _verify_settings(options) if run else None)


@cli.command()
@click.argument("rule", metavar="CODE|NAME")
def explain(rule: str) -> None:
    """Explain one rule: what it finds, why it matters, what to write instead.

    \b
    Examples:
      tflintgrad explain TFG201
      tflintgrad explain numpy-escape
    """
    from tflintgrad.cli.pages import rule_page

    click.echo(rule_page(rule), nl=False)


@cli.command()
def rules() -> None:
    """List all rules with severity, effect and whether they are on by default."""
    from tflintgrad.cli.pages import rule_table

    click.echo(rule_table(), nl=False)


@cli.command()
@click.argument("name", required=False)
@click.option(
    "--list",
    "wanted",
    metavar="CLASS",
    help="List the ops of a class: none, zero, lost, raises, detach, leaves, select, shape, flow.",
)
@click.option(
    "--output-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How it is printed.",
)
@tensorflow_version
def op(name: str | None, wanted: str | None, output_format: str, tensorflow_version: str) -> None:
    """Tell what an operation does to a gradient, argument by argument.

    NAME may be spelt as in a program: tf.x, tensorflow.x, keras.x, tf.keras.x, np.x, Tensor.x,
    Variable.x, or a builtin such as float. Most of the table was measured on TensorFlow; tf.raw_ops
    is read off the gradient registry, and what measuring cannot see was written by hand.

    \b
    Classes:
      flow    a gradient passes             none    None, and the true slope is zero
      zero    zeros, and so is the slope    lost    None or zeros though the slope is not zero
      raises  asking for it raises          leaves  the result is a NumPy or Python value
      detach  cut on purpose                select  chooses among values
      shape   only shape and dtype matter

    \b
    Examples:
      tflintgrad op tf.image.adjust_hue
      tflintgrad op tf.keras.losses.mse --output-format json
      tflintgrad op Tensor.numpy
      tflintgrad op --list none
      tflintgrad op keras.losses.mse --tensorflow-version 2.15
    """
    from tflintgrad.cli.op import class_list, op_page
    from tflintgrad.opbook import CLASSES, UnknownOp

    tensorflow_version = tensorflow_version or _project().tensorflow_version or ""

    if (name is None) == (wanted is None):
        raise click.UsageError("Give either a NAME or --list CLASS.")
    if wanted is not None:
        if wanted not in CLASSES:
            raise click.UsageError(f"There is no class {wanted!r}; one of {', '.join(CLASSES)}.")
        click.echo(class_list(wanted, output_format, tensorflow_version), nl=False)
    elif name is not None:
        try:
            click.echo(op_page(name, output_format, tensorflow_version), nl=False)
        except UnknownOp as problem:
            raise click.ClickException(str(problem)) from None
