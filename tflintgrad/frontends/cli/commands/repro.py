"""`tflintgrad repro`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tflintgrad.frontends.cli.options import (
    CACHE_OPTIONS,
    SOURCE_OPTIONS,
    TENSORFLOW_VERSION,
    VERIFY_OPTIONS,
    complete_rules,
    split_at_commas,
    with_options,
)

if TYPE_CHECKING:
    from tflintgrad.config.settings import Settings
    from tflintgrad.diagnostics import Finding, Verification
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.frontends.cli.locations import Line


@click.command("repro")
@click.argument("location", metavar="FILE:LINE")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    callback=split_at_commas,
    shell_complete=complete_rules,
    help="The rule to show, if several rules have a finding on that line.",
)
@with_options([TENSORFLOW_VERSION])
@click.option("--run", is_flag=True, help="Also run it in a sandbox, and print the verdict.")
@with_options(VERIFY_OPTIONS, CACHE_OPTIONS, SOURCE_OPTIONS)
def command(
    location: str, select: tuple[str, ...], run: bool, unsafe_no_sandbox: bool, no_cache: bool
) -> int:
    """Print a small program that shows one finding.

    You can paste it into a question. It is a slice of the program, with the modules of the project
    that it needs written into it; or else the path from source to target, with the expression that
    loses the gradient as written, and stand-ins for unknown values. With --run, TensorFlow tells
    which of them shows the effect, and what can be left out of it.

    \b
    Examples:
      tflintgrad repro train.py:24
      tflintgrad repro --run train.py:24
    """
    from tflintgrad.frontends.cli.locations import parse_line
    from tflintgrad.frontends.cli.settings import settings_for_folder
    from tflintgrad.verify.path_programs import rebuild
    from tflintgrad.verify.program_runs import Options
    from tflintgrad.verify.repro.result import NotReproducible

    settings = settings_for_folder(os.path.dirname(location))
    line = parse_line(location)
    if line is None:
        raise click.UsageError(f"{location!r} is not FILE:LINE, such as train.py:24.")
    result = _check(line.path, select, settings)
    finding = _finding_on(line, result)
    try:
        if run:
            from tflintgrad.frontends.cli.verify_results import reproduced, verify_settings

            verify = verify_settings(settings, unsafe=unsafe_no_sandbox, cache=not no_cache)
            reproduction, verification = reproduced(result, finding, verify)
            sys.stdout.write(reproduction.text)
            _print_verdict(verification)
        else:
            inputs = settings.verify.inputs
            version, own_ops = settings.tensorflow_version, settings.rules
            options = Options(inputs=inputs, tensorflow_version=version, own_ops=own_ops)
            sys.stdout.write(rebuild(result, finding, options).text)
    except NotReproducible as problem:
        raise click.ClickException(f"{location}: {finding.code}: {problem}") from None
    return 0


def _check(path: str, select: tuple[str, ...], configured: Settings) -> FileResult:
    """Check one file with all rules, or the selected ones."""
    from tflintgrad.config.settings import Settings
    from tflintgrad.engine.check_in_memory import check_bytes
    from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION
    from tflintgrad.source.files import Unreadable, read_bytes

    settings = Settings(
        select=select or ("ALL",),
        ignore=(UNUSED_SUPPRESSION,),
        tensorflow_version=configured.tensorflow_version,
        rules=configured.rules,
        plugins=configured.plugins,
    )
    try:
        data = read_bytes(path)
    except Unreadable as problem:
        raise click.ClickException(f"{path}: {problem}") from None
    return check_bytes(data, path, settings)[0]


def _finding_on(line: Line, result: FileResult) -> Finding:
    """Return the finding whose expression, or else whose query, is on that line."""
    for finding in result.findings:
        if line.is_in(finding.spot):
            return finding
    for finding in result.findings:
        if any(map(line.is_in, finding.queries)):
            return finding
    rows = sorted({finding.span.start.row for finding in result.findings})
    if not rows:
        raise click.ClickException(f"{line}: no finding in this file")
    noun = "line" if len(rows) == 1 else "lines"
    elsewhere = f"see {noun} {', '.join(map(str, rows))}"
    raise click.ClickException(f"{line}: no finding here; {elsewhere}")


def _print_verdict(verification: Verification) -> None:
    from tflintgrad.output.verdicts import measured_values

    numbers = measured_values(verification)
    print(f"# {verification.verdict}: {verification.reason}", end="")
    print(f" ({numbers})" if numbers else "")
