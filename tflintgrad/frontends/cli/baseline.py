"""`tflintgrad baseline`: today's findings become known ones."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tflintgrad.engine.baseline import (
    Baseline,
    BrokenBaseline,
    Comparison,
    baseline_text,
    read_baseline,
)
from tflintgrad.engine.check import check
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.frontends.cli.check import CLEAN, UNREADABLE
from tflintgrad.frontends.cli.plurals import counted, near
from tflintgrad.frontends.cli.result_filters import baseline_path
from tflintgrad.source.atomic_write import CannotSave, save

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.config.settings import SettingsByFolder


def run_baseline(paths: Sequence[str], settings: SettingsByFolder, named: str | None) -> int:
    place = baseline_path(named, settings.in_folder(os.getcwd()))
    comparison = Comparison(_present(place), SettingsByFile(settings))
    errors = 0
    for result in comparison.new(check(paths or (os.curdir,), settings)):
        for line in result.warnings:
            print(f"warning: {line}", file=sys.stderr)
        if result.error is not None:
            errors += 1
            print(f"error: {result.error}", file=sys.stderr)
    updated = comparison.updated()
    try:
        save(place, baseline_text(updated).encode())
    except CannotSave as problem:
        raise click.ClickException(f"{place}: {problem}") from None
    print(_summary(updated, place))
    return UNREADABLE if errors else CLEAN


def _present(place: str) -> Baseline:
    if not os.path.exists(place):
        return Baseline(os.path.dirname(os.path.abspath(place)))
    try:
        return read_baseline(place)
    except BrokenBaseline as problem:
        raise click.ClickException(str(problem)) from None


def _summary(baseline: Baseline, place: str) -> str:
    files = {path for path, _, _ in baseline.known}
    many = f"{counted(len(baseline), 'finding')} in {counted(len(files), 'file')}"
    return f"Recorded {many}: {near(place)}"
