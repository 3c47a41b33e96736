"""`tflintgrad verify`: what `check` finds, with a verdict on each finding."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tflintgrad.verify.cache import Cache, default_folder
from tflintgrad.verify.client import CannotVerify, Runner, require_tensorflow
from tflintgrad.verify.session import Progress, Session
from tflintgrad.verify.subject import Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.api import FileResult


@dataclass(frozen=True, slots=True)
class VerifySettings:
    """What the command line says about running programs."""

    device: str = "cpu"
    jit: bool = False
    timeout: float = 60.0
    only_confirmed: bool = False
    unsafe: bool = False
    cache: bool = True


def verified(results: Iterable[FileResult], settings: VerifySettings) -> Iterator[FileResult]:
    """The results with verdicts, as they are settled; remarks go to standard error."""
    bar = _Bar()
    try:
        require_tensorflow()
        session = Session(
            lambda: Runner(device=settings.device, unsafe=settings.unsafe),
            Options(timeout=settings.timeout, jit=settings.jit),
            cache=Cache(default_folder(Path.cwd())) if settings.cache else None,
            device=settings.device,
            progress=bar.show,
        )
        with session:
            if settings.device not in ("cpu", "auto"):
                session.start()  # a device that is not there is an error even with nothing to run
            for result in session.verify(results):
                bar.clear()
                yield _kept(result, settings.only_confirmed)
            bar.clear()
            _remark(session.runner)
    except CannotVerify as problem:
        bar.clear()
        raise click.ClickException(str(problem)) from None


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


class _Bar:
    """One line on a terminal that says how far it is; nothing where nobody watches."""

    WIDTH = 24

    def __init__(self) -> None:
        self._shown = False
        self._visible = sys.stderr.isatty()

    def show(self, progress: Progress) -> None:
        if not self._visible or not progress.known:
            return
        done = self.WIDTH * progress.settled // progress.known
        bar = "█" * done + "░" * (self.WIDTH - done)
        text = f"verifying {bar} {progress.settled} of {progress.known} findings"
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
