"""Verdicts from the user's own command, which `verify --run` starts and observes."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli.observed_zeros import without_right_zeros
from tflintgrad.frontends.cli.phrases import say
from tflintgrad.frontends.cli.verify_results import (
    confirmed_only,
    is_about_comment,
    report_order,
)
from tflintgrad.source.decoding import DecodeError, decode
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, is_notebook, open_notebook
from tflintgrad.source.suppressions import unsuppressed
from tflintgrad.verify.user_command.command import CommandNotStarted, observe_command
from tflintgrad.verify.user_command.match_findings import match_findings
from tflintgrad.verify.user_command.notebooks import Notebooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.frontends.cli.verify_results import VerifySettings
    from tflintgrad.source.notebook import Notebook
    from tflintgrad.verify.user_command.observation import Observation


def with_observed_verdicts(
    results: Iterable[FileResult],
    command: Sequence[str],
    settings: SettingsByFile,
    verify: VerifySettings,
) -> Iterator[FileResult]:
    """Run `command`, and yield the results with verdicts from the gradients it requested.

    A finding that the run did not reach stays in the report, as inconclusive.
    """
    checked = list(results)
    say("running your command as it is, without a sandbox")
    try:
        observation = observe_command(command)
    except CommandNotStarted as problem:
        raise click.ClickException(str(problem)) from None
    _print_remarks(observation)
    notebooks = Notebooks(_notebooks(checked) if observation.texts else {})
    observation = notebooks.placed(observation)
    findings = [finding for result in checked for finding in result.findings]
    claims = [item for item in findings if not is_about_comment(item)]
    judged, extra = match_findings(claims, observation, notebooks)
    judged += filter(is_about_comment, findings)
    extra = [found for item in extra for found in settings.reported([item], item.filename)]
    extra = [notebooks.in_cells(item) for item in extra if not is_suppressed(item, notebooks)]
    extra = list(without_right_zeros(extra, command, verify))
    for result in _by_file(checked, [*judged, *extra], notebooks):
        yield confirmed_only(result) if verify.only_confirmed else result


def _print_remarks(observation: Observation) -> None:
    if not observation.processes:
        say("no TensorFlow was seen in this run")
    if observation.exit_code:
        say(f"your command ended with exit code {observation.exit_code}")


def _notebooks(results: list[FileResult]) -> dict[str, Notebook]:
    """Return the notebooks among the checked files; an unreadable one cannot have been run."""
    found: dict[str, Notebook] = {}
    for result in results:
        if result.notebook is not None:
            found[result.path] = result.notebook
        elif is_notebook(result.path):
            with contextlib.suppress(Unreadable, BrokenNotebook):
                found[result.path] = open_notebook(result.path)
    return found


def is_suppressed(finding: Finding, notebooks: Notebooks) -> bool:
    """True if a comment in its file suppresses the finding."""
    notebook = notebooks.of(finding.filename)
    text = notebook.text if notebook is not None else _text_of(finding.filename)
    return text is not None and not unsuppressed([finding], text)


def _by_file(
    results: list[FileResult], findings: list[Finding], notebooks: Notebooks
) -> Iterator[FileResult]:
    """Yield the results with `findings` instead of their own, then those of files not checked."""
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        by_file.setdefault(os.path.realpath(finding.filename), []).append(finding)
    for result in results:
        own = by_file.pop(os.path.realpath(result.path), [])
        own.sort(key=report_order)
        if own and result.text is None:
            notebook = notebooks.of(result.path)
            text = notebook.text if notebook is not None else _text_of(result.path)
            result = replace(result, text=text, notebook=notebook)
        yield replace(result, findings=_renamed(own, result.path))
    for path, own in sorted(by_file.items()):
        name = os.path.relpath(path)
        yield FileResult(name, _renamed(own, name), text=_text_of(path))


def _renamed(findings: list[Finding], filename: str) -> tuple[Finding, ...]:
    return tuple(replace(finding, filename=filename) for finding in findings)


def _text_of(path: str) -> str | None:
    try:
        return decode(read_bytes(path))
    except (Unreadable, DecodeError):
        return None
