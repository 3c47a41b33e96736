"""`tflintgrad verify`: what `check` finds, with a verdict on each finding."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tflintgrad.config.settings import CACHE_FOLDER, Verify
from tflintgrad.engine.cache.storage import cache_folder
from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli.progress_bar import Bar
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION
from tflintgrad.source.decoding import DecodeError, decode
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.suppressions import unsuppressed
from tflintgrad.verify.program_runs import Options
from tflintgrad.verify.runner_client import CannotVerify, Runner, require_tensorflow
from tflintgrad.verify.session import Progress, Session
from tflintgrad.verify.verdict_cache import Cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tflintgrad.diagnostics import Finding, Location
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.source.notebook import Notebook
    from tflintgrad.verify.observe.notebooks import Notebooks
    from tflintgrad.verify.observe.observation import Observation


@dataclass(frozen=True, slots=True)
class VerifySettings(Verify):
    """What the command line and the configuration say about running programs."""

    unsafe: bool = False
    cache: bool = True
    cache_dir: str = CACHE_FOLDER
    tensorflow_version: str = ""
    #: The user's own command, to be watched instead of running the programs.
    command: tuple[str, ...] = ()


def verified(results: Iterable[FileResult], settings: VerifySettings) -> Iterator[FileResult]:
    """The results with verdicts, as they are settled; remarks go to standard error."""
    bar = Bar("verifying")

    def show(progress: Progress) -> None:
        bar.show(progress.settled, progress.known, "findings")

    try:
        require_tensorflow()
        session = Session(
            lambda: Runner(device=settings.device, unsafe=settings.unsafe),
            Options(
                timeout=settings.timeout,
                jit=settings.jit,
                seed=settings.seed,
                draws=settings.draws,
                directions=settings.directions,
                inputs=settings.inputs,
                tensorflow_version=settings.tensorflow_version,
            ),
            cache=_cache(settings),
            device=settings.device,
            progress=show,
        )
        with session:
            if settings.device not in ("cpu", "auto"):
                session.start()  # a device that is not there is an error even with nothing to run
            for result in bar.gone_before(_beside_remarks(results, session.verify)):
                yield _kept(result, settings.only_confirmed)
            _remark(session.runner)
    except CannotVerify as problem:
        raise click.ClickException(str(problem)) from None


def _beside_remarks(
    results: Iterable[FileResult],
    verify: Callable[[Iterable[FileResult]], Iterator[FileResult]],
) -> Iterator[FileResult]:
    """Remarks about comments, on which TensorFlow has no opinion, pass by without a verdict."""
    remarks: deque[list[Finding]] = deque()

    def claims() -> Iterator[FileResult]:
        for result in results:
            remarks.append([item for item in result.findings if _is_remark(item)])
            claimed = tuple(item for item in result.findings if not _is_remark(item))
            yield replace(result, findings=claimed)

    for result in verify(claims()):
        found = sorted((*result.findings, *remarks.popleft()), key=_order)
        yield replace(result, findings=tuple(found))


def _is_remark(finding: Finding) -> bool:
    return finding.code == UNUSED_SUPPRESSION


def _order(finding: Finding) -> tuple[int, Location, str]:
    return finding.cell or 0, finding.span.start, finding.code


def _cache(settings: VerifySettings) -> Cache | None:
    # What `auto` stands for is known only once TensorFlow runs.
    if not settings.cache or settings.device == "auto":
        return None
    return Cache(Path(cache_folder(settings.cache_dir)))


def verified_by_run(
    results: Iterable[FileResult],
    command: Sequence[str],
    chosen: SettingsByFile,
    *,
    only_confirmed: bool,
    everything: bool,
) -> Iterator[FileResult]:
    """The results joined with what the user's own command, started here, was seen to do.

    `everything`: nobody said which files; those that asked for nothing in the run are left out.
    """
    from tflintgrad.verify.observe.command import CommandNotStarted, observe_command
    from tflintgrad.verify.observe.match_findings import match_findings
    from tflintgrad.verify.observe.notebooks import Notebooks

    found = list(results)
    print("running your command as it is, without a sandbox", file=sys.stderr)
    try:
        observation = observe_command(command)
    except CommandNotStarted as problem:
        raise click.ClickException(str(problem)) from None
    _remark_on(observation)
    notebooks = Notebooks(_notebooks(found) if observation.texts else {})
    observation = notebooks.placed(observation)
    findings = [finding for result in found for finding in result.findings]
    claims = [item for item in findings if not _is_remark(item)]
    judged, extra = match_findings(claims, observation, notebooks)
    judged += filter(_is_remark, findings)
    extra = [kept for item in extra for kept in chosen.reported([item], item.filename)]
    extra = [notebooks.in_cells(item) for item in extra if _is_reported(item, notebooks)]
    if everything:
        judged = _of_files_that_ran(judged, observation)
    for result in with_findings(found, [*judged, *extra], notebooks):
        yield _kept(result, only_confirmed)


def _notebooks(results: list[FileResult]) -> dict[str, Notebook]:
    """Those that were checked; what is none cannot have been run."""
    from tflintgrad.source.notebook import BrokenNotebook, is_notebook, open_notebook

    found: dict[str, Notebook] = {}
    for result in results:
        if result.notebook is not None:
            found[result.path] = result.notebook
        elif is_notebook(result.path):
            with contextlib.suppress(Unreadable, BrokenNotebook):
                found[result.path] = open_notebook(result.path)
    return found


def _of_files_that_ran(findings: list[Finding], observation: Observation) -> list[Finding]:
    ran = {os.path.realpath(query.filename) for query in observation.queries}
    ran |= {os.path.realpath(file) for raised in observation.raised for file, _ in raised.lines}
    kept = [finding for finding in findings if os.path.realpath(finding.filename) in ran]
    if others := len(findings) - len(kept):
        print(f"not shown: {others} findings in files that asked for no gradient", file=sys.stderr)
    return kept


def _is_reported(finding: Finding, notebooks: Notebooks) -> bool:
    """Whether no comment in its file silences it."""
    notebook = notebooks.of(finding.filename)
    text = notebook.text if notebook is not None else _text_of(finding.filename)
    return text is None or bool(unsuppressed([finding], text))


def with_findings(
    results: list[FileResult], findings: list[Finding], notebooks: Notebooks
) -> Iterator[FileResult]:
    """The findings, each in its file; a file that was not checked gets a result of its own."""
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        by_file.setdefault(os.path.realpath(finding.filename), []).append(finding)
    for result in results:
        own = by_file.pop(os.path.realpath(result.path), [])
        own.sort(key=_order)
        if own and result.text is None:
            notebook = notebooks.of(result.path)
            text = notebook.text if notebook is not None else _text_of(result.path)
            result = replace(result, text=text, notebook=notebook)
        named = (replace(finding, filename=result.path) for finding in own)
        yield replace(result, findings=tuple(named))
    for path, own in sorted(by_file.items()):
        name = os.path.relpath(path)
        named = (replace(finding, filename=name) for finding in own)
        yield FileResult(name, tuple(named), text=_text_of(path))


def _text_of(path: str) -> str | None:
    try:
        return decode(read_bytes(path))
    except (Unreadable, DecodeError):
        return None


def _remark_on(observation: Observation) -> None:
    if not observation.processes:
        print("no TensorFlow was seen in this run", file=sys.stderr)
    if observation.exit_code:
        print(f"your command ended with exit code {observation.exit_code}", file=sys.stderr)


def _kept(result: FileResult, only_confirmed: bool) -> FileResult:
    if not only_confirmed:
        return result
    confirmed = tuple(
        finding
        for finding in result.findings
        if finding.verification is not None and finding.verification.verdict == "confirmed"
    )
    return replace(result, findings=confirmed)


def _remark(runner: Runner | None) -> None:
    if runner is not None:
        where = f"TensorFlow {runner.tensorflow} on {runner.device}"
        print(f"verified with {where}; {runner.protection}", file=sys.stderr)
