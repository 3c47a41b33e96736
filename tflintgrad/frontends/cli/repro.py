"""`tflintgrad repro`: one finding as a program of its own."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tflintgrad.config.settings import Settings
from tflintgrad.engine.check import check_bytes
from tflintgrad.frontends.cli.locations import parse_place
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION
from tflintgrad.output.verdicts import in_numbers
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.verify.path_programs import as_reproduced, rebuild
from tflintgrad.verify.repro.result import NotReproducible

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.frontends.cli.locations import Place
    from tflintgrad.frontends.cli.verify import VerifySettings
    from tflintgrad.verify.program_runs import Options
    from tflintgrad.verify.repro.result import Reproduction


def run_repro(
    place: str, select: tuple[str, ...], options: Options, verify: VerifySettings | None
) -> int:
    """Print it; where there are settings to verify with, run it as well."""
    line = parse_place(place)
    if line is None:
        raise click.UsageError(f"{place!r} is not FILE:LINE, such as train.py:24.")
    settings = Settings(
        select=select or ("ALL",),
        ignore=(UNUSED_SUPPRESSION,),
        tensorflow_version=options.tensorflow_version,
    )
    result = _checked(line.path, settings)
    finding = _on_line(result, line)
    try:
        rebuilt = rebuild(result, finding, options)
    except NotReproducible as problem:
        raise click.ClickException(f"{place}: {finding.code}: {problem}") from None
    sys.stdout.write(rebuilt.text)
    return _run(finding, rebuilt, verify) if verify is not None else 0


def _checked(path: str, settings: Settings) -> FileResult:
    try:
        data = read_bytes(path)
    except Unreadable as problem:
        raise click.ClickException(f"{path}: {problem}") from None
    return check_bytes(data, path, settings)[0]


def _on_line(result: FileResult, place: Place) -> Finding:
    """The finding whose expression, or whose query, is on that line."""
    for finding in result.findings:
        if place.is_in(finding.spot):
            return finding
    for finding in result.findings:
        if any(map(place.is_in, finding.queries)):
            return finding
    rows = sorted({finding.span.start.row for finding in result.findings})
    where = f"; there are in line {', '.join(map(str, rows))}" if rows else " in this file"
    raise click.ClickException(f"{place}: there is no finding{where}")


def _run(finding: Finding, rebuilt: Reproduction, settings: VerifySettings) -> int:
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.frontends.cli.verify import verified

    alone = FileResult(
        "repro.py", (as_reproduced(finding, rebuilt, "repro.py"),), text=rebuilt.text
    )
    # What the user says about inputs is in the text already.
    (judged,) = verified([alone], replace(settings, inputs={}))
    verification = judged.findings[0].verification if judged.findings else None
    if verification is not None:
        numbers = in_numbers(verification)
        print(f"# {verification.verdict}: {verification.reason}", end="")
        print(f" ({numbers})" if numbers else "")
    return 0
