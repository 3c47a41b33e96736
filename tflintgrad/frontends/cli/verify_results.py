"""Verdicts on findings: results of `check`, each finding tried on TensorFlow in a sandbox."""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tflintgrad.config.settings import CACHE_FOLDER, Settings, Verify
from tflintgrad.engine.cache.storage import cache_folder
from tflintgrad.frontends.cli.phrases import say
from tflintgrad.frontends.cli.progress_bar import ProgressBar
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION
from tflintgrad.verify.program_runs import Options
from tflintgrad.verify.runner_client import CannotVerify, Runner, require_tensorflow
from tflintgrad.verify.session import Progress, Session
from tflintgrad.verify.verdict_cache import VerdictCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tflintgrad.diagnostics import Finding, Location, Verification
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.verify.repro.result import Reproduction


@dataclass(frozen=True, slots=True)
class VerifySettings(Verify):
    """The table `verify` of the configuration, with options and settings that `verify` needs."""

    unsafe: bool = False
    cache: bool = True
    cache_dir: str = CACHE_FOLDER
    tensorflow_version: str = ""
    own_ops: str = ""


def verify_settings(settings: Settings, *, unsafe: bool, cache: bool) -> VerifySettings:
    """Return the settings for verification in a folder with these `settings`."""
    return VerifySettings(
        **asdict(settings.verify),
        unsafe=unsafe,
        cache=cache,
        cache_dir=settings.cache_dir,
        tensorflow_version=settings.tensorflow_version,
        own_ops=settings.rules,
    )


def with_verdicts(
    results: Iterable[FileResult], settings: VerifySettings, *, prove_fixes: bool = False
) -> Iterator[FileResult]:
    """Yield the results with verdicts, as soon as they are known; remarks go to standard error.

    With `prove_fixes`, TensorFlow also runs the programs with each fix applied.
    """
    bar = ProgressBar("verifying")

    def show(progress: Progress) -> None:
        bar.show(progress.settled, progress.known, "findings")

    try:
        require_tensorflow()
        # A proof is computed, never taken from a cache.
        cache = None if prove_fixes else _cache(settings)
        session = _session(settings, cache, show, prove_fixes=prove_fixes)
        with session:
            if settings.device not in ("cpu", "auto"):
                session.start()  # a missing device is an error even if there is nothing to run
            verified = verify_claims(results, session.verify)
            for result in bar.cleared_before(verified):
                yield confirmed_only(result) if settings.only_confirmed else result
            _print_environment(session.runner)
    except CannotVerify as problem:
        raise click.ClickException(str(problem)) from None


def reproduced(
    result: FileResult, finding: Finding, settings: VerifySettings
) -> tuple[Reproduction, Verification]:
    """Return a small program for a finding, reduced while TensorFlow confirms it, and the verdict.

    Raise NotReproducible if there is none. Remarks go to standard error.
    """
    try:
        require_tensorflow()
        with _session(settings) as session:
            found = session.reproduce(result, finding)
            _print_environment(session.runner)
            return found
    except CannotVerify as problem:
        raise click.ClickException(str(problem)) from None


def judged_alone(result: FileResult, settings: VerifySettings) -> Verification | None:
    """Return the verdict on the only finding of a result."""
    try:
        require_tensorflow()
        with _session(settings) as session:
            (judged,) = session.verify([result])
            return judged.findings[0].verification
    except CannotVerify as problem:
        raise click.ClickException(str(problem)) from None


def _session(
    settings: VerifySettings,
    cache: VerdictCache | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
    *,
    prove_fixes: bool = False,
) -> Session:
    return Session(
        lambda: Runner(device=settings.device, unsafe=settings.unsafe),
        Options(
            timeout=settings.timeout,
            jit=settings.jit,
            seed=settings.seed,
            draws=settings.draws,
            directions=settings.directions,
            inputs=settings.inputs,
            tensorflow_version=settings.tensorflow_version,
            own_ops=settings.own_ops,
        ),
        cache=cache,
        device=settings.device,
        progress=progress,
        prove_fixes=prove_fixes,
    )


def verify_claims(
    results: Iterable[FileResult],
    verify: Callable[[Iterable[FileResult]], Iterator[FileResult]],
) -> Iterator[FileResult]:
    """Yield results after `verify`, which does not see findings about suppressions.

    TensorFlow cannot judge those, so they bypass it and get no verdict.
    """
    bypassing: deque[list[Finding]] = deque()

    def claims() -> Iterator[FileResult]:
        for result in results:
            bypassing.append([item for item in result.findings if is_about_comment(item)])
            claimed = tuple(item for item in result.findings if not is_about_comment(item))
            yield replace(result, findings=claimed)

    for result in verify(claims()):
        found = sorted((*result.findings, *bypassing.popleft()), key=report_order)
        yield replace(result, findings=tuple(found))


def is_about_comment(finding: Finding) -> bool:
    """True if a finding is about a suppression comment, not about a gradient."""
    return finding.code == UNUSED_SUPPRESSION


def report_order(finding: Finding) -> tuple[int, Location, str]:
    """Return the sort key of findings in the report of a file."""
    return finding.cell or 0, finding.span.start, finding.code


def confirmed_only(result: FileResult) -> FileResult:
    """Return the result with confirmed findings only."""
    confirmed = tuple(
        finding
        for finding in result.findings
        if finding.verification is not None and finding.verification.verdict == "confirmed"
    )
    return replace(result, findings=confirmed)


def _cache(settings: VerifySettings) -> VerdictCache | None:
    # The device that `auto` means is known only once TensorFlow runs.
    if not settings.cache or settings.device == "auto":
        return None
    return VerdictCache(Path(cache_folder(settings.cache_dir)))


def _print_environment(runner: Runner | None) -> None:
    if runner is not None:
        where = f"TensorFlow {runner.tensorflow} on {runner.device}"
        say(f"verified with {where}; {runner.protection}")
