"""From the options of a command, and the project's configuration, to the settings of a run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tflintgrad.cli.adoption import adoption_from
from tflintgrad.cli.options import check_version
from tflintgrad.report import DEFAULT_FORMAT, formats

if TYPE_CHECKING:
    from tflintgrad.api import Settings
    from tflintgrad.cli.verify import VerifySettings
    from tflintgrad.configuration import Configuration


def project() -> Configuration:
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


def run_with(options: dict[str, Any], *, verify: bool) -> int:
    """What `check` and `verify` do with their options."""
    from tflintgrad.cli.check import run_check

    found = project()
    return run_check(
        options["paths"] or (os.curdir,),
        settings_from(options, found),
        output_format=options["output_format"] or found.output_format or DEFAULT_FORMAT,
        statistics=options["statistics"],
        exit_zero=options["exit_zero"],
        stdin_filename=options["stdin_filename"],
        output_file=options["output_file"],
        columns=options["column_unit"],
        verify=verify_settings(options) if verify else None,
        adoption=adoption_from(options, found, verify=verify),
    )


def settings_from(options: dict[str, Any], found: Configuration) -> Settings:
    from tflintgrad.api import Settings

    return Settings(
        select=options["select"] or found.select or (),
        ignore=options["ignore"] or found.ignore or (),
        extend_select=options["extend_select"] or found.extend_select or (),
        tensorflow_version=options["tensorflow_version"] or found.tensorflow_version or "",
        unused_noqa=options.get("unused_noqa", False),
    )


def verify_settings(options: dict[str, Any]) -> VerifySettings:
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
